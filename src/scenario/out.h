// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_OUT_H
#define COVEY_SCENARIO_OUT_H

#include "covey/formal.h"

enum { COVEY_OUT_SIZE = 4096 };

/// Text on its way to a sink. After a failure nothing more is written.
typedef struct covey_out {
    covey_sink sink;
    covey_status status;
    size_t used;
    char bytes[COVEY_OUT_SIZE];
} covey_out;

void covey_out_init(covey_out *out, covey_sink sink);
void covey_out_text(covey_out *out, const char *text);
void covey_out_blanks(covey_out *out, int count);

/// The shortest decimal that reads back; all digits of a whole number.
void covey_out_number(covey_out *out, double value);
void covey_out_whole(covey_out *out, uint64_t value);

/// In double quotes, as YAML and JSON have them. The text has no controls.
void covey_out_quoted(covey_out *out, const char *text);

/// Passes on what is left; the first failure of all writes.
covey_status covey_out_end(covey_out *out);

#endif
