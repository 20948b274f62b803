// SPDX-License-Identifier: MIT
// Sweeps on the terminal and as CSV.
#ifndef COVEY_CLI_SWEEP_SHOW_H
#define COVEY_CLI_SWEEP_SHOW_H

#include "command.h"

/// True if the file is a sweep.
bool sweep_show_is(const char *path);

/// Prints how far a sweep is, and a table of its points: mean and error of some measures, by
/// default of polarization. On failure writes a message.
covey_status sweep_show(const command *self, const char *path, const char *measures);

/// Writes a table of a sweep as CSV; "-" is standard output. On failure writes a message.
covey_status sweep_show_csv(const command *self, const char *path, const char *table,
                            const char *to);

/// Prints the statistics of measures at each point, with what is wrong with them below.
covey_status sweep_show_statistics(const command *self, const char *path, const char *flock,
                                   const char *measures);

#endif
