// SPDX-License-Identifier: MIT
// Writes parts of the YAML of a scenario.
#include "scenario/scenario.h"

void covey_out_blanks(covey_writer *out, int count)
{
    for (; count > 0; count--)
        covey_writer_text(out, " ");
}

void covey_out_number(covey_writer *out, double value)
{
    covey_writer_number(out, covey_print_shortest, value);
}

void covey_out_quoted(covey_writer *out, const char *text)
{
    covey_writer_text(out, "\"");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            covey_writer_text(out, "\\");
        covey_writer_bytes(out, text, 1);
    }
    covey_writer_text(out, "\"");
}
