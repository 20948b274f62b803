// SPDX-License-Identifier: MIT
// Text on its way to a sink.
#include "scenario/out.h"

#include "base/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void covey_out_init(covey_out *out, covey_sink sink)
{
    out->sink = sink;
    out->status = COVEY_OK;
    out->used = 0;
}

static void flush(covey_out *out)
{
    if (out->status == COVEY_OK && out->used > 0)
        out->status = out->sink.write(out->sink.context, out->bytes, out->used);
    out->used = 0;
}

static void put(covey_out *out, const char *bytes, size_t size)
{
    while (size > 0) {
        if (out->used == COVEY_OUT_SIZE)
            flush(out);
        size_t room = COVEY_OUT_SIZE - out->used, piece = size < room ? size : room;
        memcpy(out->bytes + out->used, bytes, piece);
        out->used += piece;
        bytes += piece;
        size -= piece;
    }
}

void covey_out_text(covey_out *out, const char *text)
{
    put(out, text, strlen(text));
}

void covey_out_blanks(covey_out *out, int count)
{
    for (; count > 0; count--)
        put(out, " ", 1);
}

void covey_out_number(covey_out *out, double value)
{
    char digits[COVEY_PRINT_SIZE];
    put(out, digits, covey_print_shortest(digits, value));
}

void covey_out_whole(covey_out *out, uint64_t value)
{
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%" PRIu64, value);
    put(out, digits, (size_t)size);
}

void covey_out_quoted(covey_out *out, const char *text)
{
    put(out, "\"", 1);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            put(out, "\\", 1);
        put(out, text, 1);
    }
    put(out, "\"", 1);
}

covey_status covey_out_end(covey_out *out)
{
    flush(out);
    return out->status;
}
