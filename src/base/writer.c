// SPDX-License-Identifier: MIT
// A buffer in front of a sink.
#include "base/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 18 };

covey_status covey_writer_create(covey_memory *memory, covey_sink sink, covey_writer *writer)
{
    *writer = (covey_writer){.sink = sink, .size = BUFFER_SIZE};
    if (sink.write == NULL)
        return COVEY_OK;
    writer->buffer = covey_memory_take(memory, BUFFER_SIZE, 1);
    return writer->buffer == NULL ? COVEY_MEMORY : COVEY_OK;
}

void covey_writer_destroy(covey_memory *memory, covey_writer *writer)
{
    covey_memory_give(memory, writer->buffer, writer->size, 1);
    *writer = (covey_writer){0};
}

bool covey_writer_is_open(const covey_writer *writer)
{
    return writer->buffer != NULL;
}

covey_status covey_writer_flush(covey_writer *writer)
{
    if (writer->status == COVEY_OK && writer->used > 0)
        writer->status = writer->sink.write(writer->sink.context, writer->buffer, writer->used);
    writer->used = 0;
    return writer->status;
}

char *covey_writer_room(covey_writer *writer, size_t size)
{
    if (writer->size - writer->used < size)
        covey_writer_flush(writer);
    return writer->buffer + writer->used;
}

void covey_writer_advance(covey_writer *writer, size_t size)
{
    writer->used += size;
}

void covey_writer_bytes(covey_writer *writer, const char *bytes, size_t size)
{
    while (size > 0) {
        if (writer->used == writer->size)
            covey_writer_flush(writer);
        size_t room = writer->size - writer->used, piece = size < room ? size : room;
        memcpy(writer->buffer + writer->used, bytes, piece);
        writer->used += piece;
        bytes += piece;
        size -= piece;
    }
}

void covey_writer_text(covey_writer *writer, const char *text)
{
    covey_writer_bytes(writer, text, strlen(text));
}

void covey_writer_whole(covey_writer *writer, uint64_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, number);
    covey_writer_text(writer, text);
}

void covey_writer_number(covey_writer *writer, size_t (*print)(char *, double), double number)
{
    covey_writer_advance(writer, print(covey_writer_room(writer, COVEY_PRINT_SIZE), number));
}
