// SPDX-License-Identifier: MIT
// The commands that have a separate file.
#ifndef COVEY_CLI_COMMANDS_H
#define COVEY_CLI_COMMANDS_H

#include "command.h"
#include "track_options.h"

extern const option formal_options[];
extern const char formal_details[];
int formal_run(const command *self, const options *given);

extern const option check_options[];
extern const char check_details[];
int check_run(const command *self, const options *given);

extern const option run_options[];
extern const char run_details[];
int run_run(const command *self, const options *given);

extern const option measure_options[];
extern const char measure_details[];
int measure_run(const command *self, const options *given);

extern const option sweep_options[];
extern const char sweep_details[];
int sweep_run(const command *self, const options *given);

extern const option stats_options[];
extern const char stats_details[];
int stats_run(const command *self, const options *given);

extern const option convert_options[];
extern const char convert_details[];
int convert_run(const command *self, const options *given);

extern const option render_options[];
extern const char render_details[];
int render_run(const command *self, const options *given);

extern const option plot_options[];
extern const char plot_details[];
int plot_run(const command *self, const options *given);

int view_run(const command *self, const options *given);

extern const char list_details[];
int list_run(const command *self, const options *given);

int completion_run(const command *self, const options *given);

#endif
