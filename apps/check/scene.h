// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_SCENE_H
#define COVEY_CHECK_SCENE_H

#include "check/check.h"
#include "formats/text.h"

/// The input of the case with the first wrong number, or of a large one the agents that matter, and
/// the command that traces it.
void covey_scene_put(covey_text *text, const covey_report *report);

/// That command, as a line for a shell.
void covey_scene_command(covey_text *text, const covey_report *report);

#endif
