// SPDX-License-Identifier: MIT
// The only part of covey that calls zlib.
#define ZLIB_CONST
#include "formats/gzip.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

enum { GZIP_ALONE = 16, WINDOW = 15, MEMORY_LEVEL = 8, HEAD = 16 };
_Static_assert(HEAD >= sizeof(size_t) && HEAD % _Alignof(max_align_t) == 0,
               "a block stays aligned behind its size");

struct covey_zip {
    covey_memory *memory;
    z_stream stream;
};

// ---- Memory, with the size in front of each block ----

static void *take(void *context, unsigned count, unsigned size)
{
    size_t bytes = (size_t)count * size + HEAD;
    unsigned char *block = covey_memory_take(context, bytes, 1);
    if (block == NULL)
        return NULL;
    memcpy(block, &bytes, sizeof bytes);
    return block + HEAD;
}

static void give(void *context, void *address)
{
    unsigned char *block = (unsigned char *)address - HEAD;
    size_t bytes;
    memcpy(&bytes, block, sizeof bytes);
    covey_memory_give(context, block, bytes, 1);
}

// ---- Unpacking ----

bool covey_gzip_is_built(void)
{
    return true;
}

covey_zip *covey_zip_create(covey_memory *memory)
{
    covey_zip *made = covey_memory_take(memory, 1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->memory = memory;
    made->stream = (z_stream){.zalloc = take, .zfree = give, .opaque = memory};
    if (inflateInit2(&made->stream, GZIP_ALONE + WINDOW) == Z_OK)
        return made;
    covey_memory_give(memory, made, 1, sizeof *made);
    return NULL;
}

void covey_zip_destroy(covey_zip *zip)
{
    if (zip == NULL)
        return;
    (void)inflateEnd(&zip->stream);
    covey_memory_give(zip->memory, zip, 1, sizeof *zip);
}

void covey_zip_begin(covey_zip *zip)
{
    (void)inflateReset(&zip->stream); // fails for a stream that is none
}

static const char *reason_of(const z_stream *stream)
{
    const char *told = stream->msg != NULL ? stream->msg : "";
    if (strstr(told, "check") != NULL && strstr(told, "header") == NULL)
        return "it is damaged: its checksum or length is another";
    return strstr(told, "header") != NULL ? "it is damaged: a head of gzip is wrong"
                                          : "it is damaged: its bytes are no packed text";
}

covey_zip_step covey_zip_run(covey_zip *zip, covey_zip_room *room)
{
    z_stream *stream = &zip->stream;
    size_t held = (size_t)(room->end - room->from);
    stream->next_in = room->from;
    stream->avail_in = held < UINT_MAX ? (unsigned)held : UINT_MAX;
    stream->next_out = room->to;
    stream->avail_out = room->size < UINT_MAX ? (unsigned)room->size : UINT_MAX;
    int came = inflate(stream, Z_NO_FLUSH);
    room->made = (size_t)(stream->next_out - (unsigned char *)room->to);
    room->from = stream->next_in;
    if (came == Z_STREAM_END)
        return COVEY_ZIP_END;
    if (came == Z_OK || came == Z_BUF_ERROR)
        return COVEY_ZIP_MORE;
    room->reason = came == Z_MEM_ERROR ? NULL : reason_of(stream);
    return COVEY_ZIP_BAD;
}

// ---- Packing ----

static bool put_all(z_stream *stream, const covey_text *text, covey_text *packed)
{
    unsigned char piece[1 << 14];
    size_t at = 0;
    int came = Z_OK;
    while (came == Z_OK && !packed->failed) {
        if (stream->avail_in == 0) {
            size_t left = text->size - at, part = left < UINT_MAX ? left : UINT_MAX;
            stream->next_in = (const unsigned char *)text->bytes + at;
            stream->avail_in = (unsigned)part;
            at += part;
        }
        stream->next_out = piece;
        stream->avail_out = sizeof piece;
        came = deflate(stream, at == text->size ? Z_FINISH : Z_NO_FLUSH);
        covey_text_put(packed, (const char *)piece, sizeof piece - stream->avail_out);
    }
    return came == Z_STREAM_END && !packed->failed;
}

covey_status covey_gzip_pack(const covey_text *text, covey_text *packed, covey_error *error)
{
    z_stream stream = {.zalloc = take, .zfree = give, .opaque = packed->memory};
    covey_text_clear(packed);
    bool good = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_ALONE + WINDOW,
                             MEMORY_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK;
    if (good) {
        good = put_all(&stream, text, packed);
        (void)deflateEnd(&stream);
    }
    return good ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}
