// SPDX-License-Identifier: MIT
// The commands that have a file of their own.
#ifndef COVEY_CLI_COMMANDS_H
#define COVEY_CLI_COMMANDS_H

#include "command.h"

extern const option formal_options[];
extern const char formal_details[];
int formal_run(const command *self, const options *given);

int completion_run(const command *self, const options *given);

#endif
