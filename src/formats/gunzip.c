// SPDX-License-Identifier: MIT
// Recognizes gzip by its first two bytes, not by the name of the file, and unpacks while lines are
// read: neither the packed nor the unpacked text is ever held whole. Tables of others are held as
// rows, so a few packed bytes must not become any number of them: text longer than 64 MB and 100
// times its packed bytes is refused. Tables of numbers shrink to a third, tables of gaps to a
// fiftieth.
#include "formats/gzip.h"

#include <string.h>

enum { ROOM = 1 << 16, FIRST = 0x1f, SECOND = 0x8b, TIMES = 100, FREE = 64 << 20 };

void covey_gunzip_init(covey_gunzip *gunzip, covey_memory *memory, covey_source from)
{
    *gunzip = (covey_gunzip){.memory = memory, .from = from};
}

void covey_gunzip_destroy(covey_gunzip *gunzip)
{
    if (gunzip->memory != NULL)
        covey_memory_give(gunzip->memory, gunzip->bytes, ROOM, 1);
    covey_zip_destroy(gunzip->zip);
    *gunzip = (covey_gunzip){0};
}

static covey_status refuse(covey_gunzip *self, const char *reason)
{
    self->reason = reason;
    return COVEY_INPUT;
}

/// Reads more bytes behind the bytes that wait; sets `ended` at the end of the input.
static covey_status fill(covey_gunzip *self)
{
    size_t count = 0;
    if (self->begin == self->end)
        self->begin = self->end = 0;
    covey_status status =
        self->from.read(self->from.context, self->bytes + self->end, ROOM - self->end, &count);
    self->ended = status == COVEY_OK && count == 0;
    self->end += count;
    self->taken += count;
    return status;
}

/// Reads the first bytes, which show whether the input is packed.
static covey_status look(covey_gunzip *self)
{
    self->bytes = covey_memory_take(self->memory, ROOM, 1);
    if (self->bytes == NULL)
        return COVEY_MEMORY;
    covey_status status = fill(self);
    while (status == COVEY_OK && !self->ended && self->end == 1 && self->bytes[0] == FIRST)
        status = fill(self);
    if (status != COVEY_OK)
        return status;
    self->looked = true;
    self->packed = self->end > 1 && self->bytes[0] == FIRST && self->bytes[1] == SECOND;
    if (!self->packed)
        return COVEY_OK;
    if (!covey_gzip_is_built())
        return refuse(self, "this covey was built without zlib (COVEY_GZIP)");
    self->zip = covey_zip_create(self->memory);
    return self->zip != NULL ? COVEY_OK : COVEY_MEMORY;
}

/// Hands on bytes of an input that is not packed.
static covey_status pass(covey_gunzip *self, void *bytes, size_t size, size_t *count)
{
    size_t held = self->end - self->begin, part = held < size ? held : size;
    if (held == 0)
        return self->from.read(self->from.context, bytes, size, count);
    memcpy(bytes, self->bytes + self->begin, part);
    self->begin += part;
    *count = part;
    return COVEY_OK;
}

/// Goes to the next member, past zeros; `ended` says that there is none.
static covey_status find_member(covey_gunzip *self)
{
    for (;;) {
        covey_status status = self->begin == self->end ? fill(self) : COVEY_OK;
        if (status != COVEY_OK || self->ended)
            return status;
        if (self->bytes[self->begin] != 0)
            break;
        self->zeros = true;
        self->begin++;
    }
    if (self->zeros || self->bytes[self->begin] != FIRST)
        return refuse(self, "the bytes behind its end are no gzip");
    covey_zip_begin(self->zip);
    self->between = false;
    return COVEY_OK;
}

bool covey_gunzip_is_too_long(uint64_t packed, uint64_t made)
{
    return made > FREE && (made - FREE) / TIMES > packed;
}

static covey_status unpack(covey_gunzip *self, void *bytes, size_t size, size_t *count)
{
    covey_zip_step step = COVEY_ZIP_MORE;
    while (*count == 0) {
        covey_status status = COVEY_OK;
        if (self->between)
            status = find_member(self);
        else if (self->begin == self->end && (status = fill(self)) == COVEY_OK && self->ended)
            return refuse(self, "it is cut: its end is missing");
        if (status != COVEY_OK || self->ended)
            return status;
        covey_zip_room room = {.from = self->bytes + self->begin,
                               .end = self->bytes + self->end,
                               .to = bytes,
                               .size = size};
        step = covey_zip_run(self->zip, &room);
        self->begin = (size_t)(room.from - self->bytes);
        self->made += room.made;
        self->between = step == COVEY_ZIP_END;
        *count = room.made;
        if (step == COVEY_ZIP_BAD)
            return room.reason != NULL ? refuse(self, room.reason) : COVEY_MEMORY;
    }
    if (covey_gunzip_is_too_long(self->taken, self->made))
        return refuse(self, "its text is more than 100 times as long as its packed bytes");
    return COVEY_OK;
}

static covey_status read_some(void *context, void *bytes, size_t size, size_t *count)
{
    covey_gunzip *self = context;
    *count = 0;
    if (self->reason != NULL)
        return COVEY_INPUT;
    covey_status status = self->looked ? COVEY_OK : look(self);
    if (status != COVEY_OK)
        return status;
    return self->packed ? unpack(self, bytes, size, count) : pass(self, bytes, size, count);
}

covey_source covey_gunzip_source(covey_gunzip *gunzip)
{
    return (covey_source){.read = read_some, .context = gunzip};
}

bool covey_gzip_is_named(const char *path)
{
    size_t size = strlen(path);
    const char *end = path + size - 3;
    return size > 3 && end[0] == '.' && (end[1] | 0x20) == 'g' && (end[2] | 0x20) == 'z';
}
