// SPDX-License-Identifier: MIT
// The only part of covey that calls zlib.
#define ZLIB_CONST
#include "formats/gzip.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

enum { GZIP_ALONE = 16, WINDOW = 15, MEMORY_LEVEL = 8, HEAD = 16, PIECE = 1 << 16 };
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

/// Bytes are handed to zlib in pieces of one size, so that they come out the same in any case.
struct covey_packer {
    covey_memory *memory;
    z_stream stream;
    size_t held;
    unsigned char bytes[PIECE];
};

covey_packer *covey_packer_create(covey_memory *memory)
{
    covey_packer *made = covey_memory_take(memory, 1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->memory = memory;
    made->held = 0;
    made->stream = (z_stream){.zalloc = take, .zfree = give, .opaque = memory};
    if (deflateInit2(&made->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_ALONE + WINDOW,
                     MEMORY_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK)
        return made;
    covey_memory_give(memory, made, 1, sizeof *made);
    return NULL;
}

void covey_packer_destroy(covey_packer *packer)
{
    if (packer == NULL)
        return;
    (void)deflateEnd(&packer->stream);
    covey_memory_give(packer->memory, packer, 1, sizeof *packer);
}

/// Packs the bytes that are held.
static void pass_on(covey_packer *self, int flush, covey_text *packed)
{
    unsigned char piece[1 << 14];
    z_stream *stream = &self->stream;
    int came = Z_OK;
    stream->next_in = self->bytes;
    stream->avail_in = (unsigned)self->held;
    self->held = 0;
    do {
        stream->next_out = piece;
        stream->avail_out = sizeof piece;
        came = deflate(stream, flush);
        covey_text_put(packed, piece, sizeof piece - stream->avail_out);
    } while (came == Z_OK && stream->avail_out == 0 && !packed->failed);
}

bool covey_packer_put(covey_packer *self, const covey_text *part, bool last, covey_text *packed)
{
    for (size_t at = 0; at < part->size && !packed->failed;) {
        if (self->held == PIECE)
            pass_on(self, Z_NO_FLUSH, packed);
        size_t left = part->size - at, some = PIECE - self->held;
        some = left < some ? left : some;
        memcpy(self->bytes + self->held, part->bytes + at, some);
        self->held += some;
        at += some;
    }
    if (last)
        pass_on(self, Z_FINISH, packed);
    return !packed->failed;
}

covey_status covey_gzip_pack(const covey_text *text, covey_text *packed, covey_error *error)
{
    covey_packer *packer = covey_packer_create(packed->memory);
    covey_text_clear(packed);
    bool good = packer != NULL && covey_packer_put(packer, text, true, packed);
    covey_packer_destroy(packer);
    return good ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}
