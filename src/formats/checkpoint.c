// SPDX-License-Identifier: MIT
// A checkpoint begins with a magic; blocks follow, each with a tag, the length of its content, a
// CRC-32C over tag, length and content, and the content. The blocks are HEAD, SCEN, SNAP, a KEYV
// for each value, and LAST, always in this order, and nothing follows them. HEAD has the number of
// values, LAST the size of the file. All numbers are little-endian. Version 2 has PART in place of
// SNAP: the agents are in pieces (formats/pieces.h).
#include "formats/checkpoint.h"

#include "base/bits.h"
#include "base/crc32c.h"
#include "base/misuse.h"

#include <string.h>

enum { MAGIC_SIZE = 8, BLOCK_HEAD = 16, WORD = 8, VERSION = 1, IN_PIECES = 2, LONGEST_KEY = 255 };

/// The magic has a byte that is no text, and line ends, which copying as text would change.
static const char magic[MAGIC_SIZE] = {(char)0x89, 'c', 'v', 'y', '\r', '\n', 0x1a, '\n'};

// ---- Encoding ----

/// The CRC covers tag, length and content; it stands before the content.
static uint32_t crc_of(const unsigned char *head, const void *content, size_t size)
{
    return covey_crc32c(covey_crc32c(0, head, 12), content, size);
}

static void put_block(covey_text *text, const char *tag, const void *content, size_t size)
{
    unsigned char head[BLOCK_HEAD];
    memcpy(head, tag, 4);
    (void)covey_bytes_put(head + 4, size);
    covey_bytes_put_little(head + 12, crc_of(head, content, size), 4);
    covey_text_put(text, head, sizeof head);
    covey_text_put(text, content, size);
}

static covey_status put_values(covey_text *text, const covey_checkpoint *from, covey_error *error)
{
    for (size_t k = 0; k < from->value_count; k++) {
        unsigned char content[WORD + LONGEST_KEY];
        const char *key = from->values[k].key;
        size_t size = key == NULL ? 0 : strlen(key);
        if (size == 0 || size > LONGEST_KEY)
            return covey_fail(error, COVEY_ARG,
                              "value %zu of a checkpoint needs a name of 1 to "
                              "255 bytes",
                              k);
        memcpy(covey_bytes_put(content, from->values[k].value), key, size);
        put_block(text, "KEYV", content, WORD + size);
    }
    return COVEY_OK;
}

static void put_pieces(covey_text *text, const covey_pieces *pieces)
{
    covey_text words = {.memory = text->memory};
    covey_pieces_put(&words, pieces);
    text->failed = text->failed || words.failed;
    put_block(text, "PART", words.bytes, words.size);
    covey_text_destroy(&words);
}

covey_status covey_checkpoint_encode(covey_text *text, const covey_checkpoint *from,
                                     const covey_pieces *pieces, covey_error *error)
{
    unsigned char words[2 * WORD];
    const char *scenario = from->scenario == NULL ? "" : from->scenario;
    covey_text_put(text, magic, sizeof magic);
    (void)covey_bytes_put(covey_bytes_put(words, pieces != NULL ? IN_PIECES : VERSION),
                          from->value_count);
    put_block(text, "HEAD", words, 2 * WORD);
    put_block(text, "SCEN", scenario, strlen(scenario));
    if (pieces != NULL)
        put_pieces(text, pieces);
    else
        put_block(text, "SNAP", from->snapshot, from->snapshot_size);
    covey_status status = put_values(text, from, error);
    (void)covey_bytes_put(words, text->size + BLOCK_HEAD + WORD);
    put_block(text, "LAST", words, WORD);
    if (status == COVEY_OK && text->failed)
        status = covey_fail(error, COVEY_MEMORY, "out of memory");
    return status;
}

// ---- Decoding ----

bool covey_checkpoint_begins(const void *bytes, size_t size)
{
    return memcmp(bytes, magic, size < MAGIC_SIZE ? size : MAGIC_SIZE) == 0;
}

typedef struct loaded {
    covey_checkpoint told; ///< first, so that its address is that of the whole
    covey_memory memory;
    unsigned char *bytes; ///< the file
    size_t size;
    char *strings; ///< scenario and keys, each with a zero behind it
    size_t strings_size;
    covey_checkpoint_value *values;
    size_t at;                ///< bytes decoded
    size_t used;              ///< of strings
    covey_checkpoint_gap gap; ///< in `bytes`
    bool in_pieces;
    covey_pieces pieces;
    unsigned char *joined; ///< the snapshot made of them, or NULL
} loaded;

typedef struct block {
    const unsigned char *content;
    size_t size;
} block;

static covey_status damaged(covey_error *error, const char *what)
{
    return covey_fail(error, COVEY_INPUT, "the checkpoint is damaged: %s", what);
}

static covey_status take_block(loaded *self, const char *tag, block *found, covey_error *error)
{
    const unsigned char *head = self->bytes + self->at;
    size_t left = self->size - self->at;
    uint64_t size;
    if (left < BLOCK_HEAD)
        return covey_fail(error, COVEY_INPUT, "the checkpoint is cut before its block %s", tag);
    if (memcmp(head, tag, 4) != 0)
        return covey_fail(error, COVEY_INPUT, "the checkpoint is damaged: no block %s at byte %zu",
                          tag, self->at);
    (void)covey_bytes_take(head + 4, &size);
    if (self->gap.size > 0 && self->at + BLOCK_HEAD == self->gap.at && size == self->gap.size) {
        *found = (block){NULL, 0}; // it stayed in the file
        self->at += BLOCK_HEAD;
        return COVEY_OK;
    }
    if (size > left - BLOCK_HEAD)
        return covey_fail(error, COVEY_INPUT, "the checkpoint is cut in its block %s", tag);
    *found = (block){head + BLOCK_HEAD, (size_t)size};
    if (crc_of(head, found->content, found->size) != covey_bytes_little(head + 12, 4))
        return covey_fail(error, COVEY_INPUT,
                          "the checkpoint is damaged in its block %s: its "
                          "CRC-32C does not match",
                          tag);
    self->at += BLOCK_HEAD + found->size;
    return COVEY_OK;
}

/// Keeps a string with a zero behind it. All strings together are shorter than the file.
static covey_status keep_string(loaded *self, const unsigned char *from, size_t size,
                                const char **kept, covey_error *error)
{
    if (size > 0 && memchr(from, '\0', size) != NULL)
        return damaged(error, "a text has a zero in it");
    char *to = self->strings + self->used;
    if (size > 0)
        memcpy(to, from, size);
    to[size] = '\0';
    self->used += size + 1;
    *kept = to;
    return COVEY_OK;
}

static covey_status take_head(loaded *self, covey_error *error)
{
    block head;
    uint64_t version, count;
    if (self->size < MAGIC_SIZE || memcmp(self->bytes, magic, MAGIC_SIZE) != 0)
        return covey_fail(error, COVEY_INPUT, "the file is no checkpoint of covey");
    self->at = MAGIC_SIZE;
    covey_status status = take_block(self, "HEAD", &head, error);
    if (status != COVEY_OK)
        return status;
    if (head.size != 2 * WORD)
        return damaged(error, "its head has a wrong size");
    (void)covey_bytes_take(covey_bytes_take(head.content, &version), &count);
    self->in_pieces = version == IN_PIECES;
    if (version != VERSION && version != IN_PIECES)
        return covey_fail(error, COVEY_INPUT,
                          "the checkpoint has version %llu, this covey reads %d and %d",
                          (unsigned long long)version, VERSION, IN_PIECES);
    if (count > (self->size - self->at) / (BLOCK_HEAD + WORD))
        return damaged(error, "it is too short for its number of values");
    self->told.value_count = (size_t)count;
    self->values = covey_memory_take(&self->memory, self->told.value_count, sizeof *self->values);
    self->told.values = self->values;
    return self->values == NULL ? covey_fail(error, COVEY_MEMORY, "out of memory") : COVEY_OK;
}

static covey_status take_value(loaded *self, covey_checkpoint_value *to, covey_error *error)
{
    block found;
    covey_status status = take_block(self, "KEYV", &found, error);
    if (status != COVEY_OK)
        return status;
    if (found.size <= WORD || found.size > WORD + LONGEST_KEY)
        return damaged(error, "a value has no name");
    const unsigned char *key = covey_bytes_take(found.content, &to->value);
    return keep_string(self, key, found.size - WORD, &to->key, error);
}

static covey_status take_last(loaded *self, covey_error *error)
{
    block last;
    uint64_t size;
    covey_status status = take_block(self, "LAST", &last, error);
    if (status != COVEY_OK)
        return status;
    if (last.size != WORD)
        return damaged(error, "its end has a wrong size");
    (void)covey_bytes_take(last.content, &size);
    if (self->at != self->size)
        return covey_fail(error, COVEY_INPUT,
                          "the checkpoint is followed by %zu bytes that do not "
                          "belong to it",
                          self->size - self->at);
    return size == self->size + self->gap.size ? COVEY_OK
                                               : damaged(error, "its size is not what it tells");
}

static covey_status decode(loaded *self, covey_error *error)
{
    block scenario, snapshot;
    covey_status status = take_head(self, error);
    if (status == COVEY_OK)
        status = take_block(self, "SCEN", &scenario, error);
    if (status == COVEY_OK)
        status = keep_string(self, scenario.content, scenario.size, &self->told.scenario, error);
    if (status == COVEY_OK)
        status = take_block(self, self->in_pieces ? "PART" : "SNAP", &snapshot, error);
    for (size_t k = 0; k < self->told.value_count && status == COVEY_OK; k++)
        status = take_value(self, &self->values[k], error);
    if (status == COVEY_OK)
        status = take_last(self, error);
    if (status == COVEY_OK && self->in_pieces)
        return covey_pieces_take(&self->pieces, &self->memory, snapshot.content, snapshot.size,
                                 error);
    if (status != COVEY_OK)
        return status;
    self->told.snapshot = snapshot.content;
    self->told.snapshot_size = snapshot.size;
    return COVEY_OK;
}

void covey_checkpoint_destroy(covey_checkpoint *checkpoint)
{
    if (checkpoint == NULL)
        return;
    loaded *self = (loaded *)(void *)checkpoint;
    covey_memory memory = self->memory;
    covey_memory_give(&memory, self->bytes, self->size, 1);
    covey_memory_give(&memory, self->pieces.piece, self->pieces.count, sizeof(covey_piece));
    covey_memory_give(&memory, self->joined, self->told.snapshot_size, 1);
    covey_memory_give(&memory, self->strings, self->strings_size, 1);
    covey_memory_give(&memory, self->values, self->told.value_count, sizeof *self->values);
    covey_memory_give(&memory, self, 1, sizeof *self);
}

covey_status covey_checkpoint_take(const void *bytes, size_t size, const covey_checkpoint_gap *gap,
                                   covey_allocator allocator, covey_checkpoint **checkpoint,
                                   covey_error *error)
{
    covey_memory memory = covey_memory_init(allocator);
    loaded *self = covey_memory_take(&memory, 1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->memory = memory;
    self->size = size;
    self->gap = gap != NULL ? *gap : (covey_checkpoint_gap){.size = 0};
    self->strings_size = size + 1;
    self->bytes = covey_memory_take(&self->memory, size, 1);
    self->strings = covey_memory_take(&self->memory, size + 1, 1);
    covey_status status = COVEY_OK;
    if (self->bytes == NULL || self->strings == NULL)
        status = covey_fail(error, COVEY_MEMORY, "out of memory");
    if (status == COVEY_OK) {
        if (size > 0)
            memcpy(self->bytes, bytes, size);
        status = decode(self, error);
    }
    if (status == COVEY_OK)
        *checkpoint = &self->told;
    else
        covey_checkpoint_destroy(&self->told);
    return status;
}

covey_status covey_checkpoint_decode(const void *bytes, size_t size, covey_allocator allocator,
                                     covey_checkpoint **checkpoint, covey_error *error)
{
    if (bytes == NULL || checkpoint == NULL)
        return covey_missing(error, __func__);
    *checkpoint = NULL;
    covey_status status = covey_checkpoint_take(bytes, size, NULL, allocator, checkpoint, error);
    if (status != COVEY_OK || covey_checkpoint_pieces(*checkpoint) == NULL)
        return status;
    covey_checkpoint_destroy(*checkpoint);
    *checkpoint = NULL;
    return covey_fail(error, COVEY_INPUT,
                      "the agents of the checkpoint are in pieces beside its file: it is read by "
                      "its path");
}

static const loaded *whole_of(const covey_checkpoint *checkpoint)
{
    return (const loaded *)(const void *)checkpoint;
}

const covey_pieces *covey_checkpoint_pieces(const covey_checkpoint *checkpoint)
{
    const loaded *self = whole_of(checkpoint);
    return self->in_pieces ? &self->pieces : NULL;
}

const covey_checkpoint_gap *covey_checkpoint_snapshot(const covey_checkpoint *checkpoint)
{
    const loaded *self = whole_of(checkpoint);
    return self->gap.size > 0 ? &self->gap : NULL;
}

covey_status covey_checkpoint_join(covey_checkpoint *checkpoint, const char *path,
                                   covey_error *error)
{
    loaded *self = (loaded *)(void *)checkpoint;
    size_t size;
    covey_status status =
        covey_pieces_join(path, &self->pieces, &self->memory, &self->joined, &size, error);
    self->told.snapshot = self->joined;
    self->told.snapshot_size = size;
    return status;
}

bool covey_checkpoint_find(const covey_checkpoint *checkpoint, const char *key, uint64_t *value)
{
    if (checkpoint == NULL || key == NULL || value == NULL)
        return false;
    for (size_t k = 0; k < checkpoint->value_count; k++)
        if (strcmp(checkpoint->values[k].key, key) == 0) {
            *value = checkpoint->values[k].value;
            return true;
        }
    return false;
}
