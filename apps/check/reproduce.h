// SPDX-License-Identifier: MIT
#ifndef CHECK_REPRODUCE_H
#define CHECK_REPRODUCE_H

#include "check/check.h"
#include "formats/text.h"

/// The input of the case with the first wrong number, or of a large one the agents that matter, and
/// the command that traces it.
void check_reproduce_put(covey_text *text, const check_report *report);

/// The command that traces a case, as a line for a shell.
void check_reproduce_command(covey_text *text, const check_report *report);

#endif
