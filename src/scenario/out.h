// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_OUT_H
#define COVEY_SCENARIO_OUT_H

#include "base/writer.h"

void covey_out_blanks(covey_writer *out, int count);

/// The shortest decimal that reads back.
void covey_out_number(covey_writer *out, double value);

/// In double quotes, as YAML has them. The text has no controls.
void covey_out_quoted(covey_writer *out, const char *text);

#endif
