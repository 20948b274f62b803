// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_OUT_H
#define COVEY_SCENARIO_OUT_H

#include "base/writer.h"

void covey_out_blanks(covey_writer *out, int count);

/// Puts the shortest decimal that reads back.
void covey_out_number(covey_writer *out, double value);

/// Puts a text in double quotes, as in YAML. The text has no control characters.
void covey_out_quoted(covey_writer *out, const char *text);

#endif
