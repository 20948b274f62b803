// SPDX-License-Identifier: MIT
// The format is PKWARE's APPNOTE 6.3: the directory at the end of the file says where members are,
// how long, and which checksum they have. A member is stored as it is or packed by deflate (RFC
// 1951); zlib unpacks that as the inside of a gzip, whose head and end are put around it, and so
// checks it.
#include "formats/archive.h"

#include "base/bits.h"
#include "formats/gzip.h"

#include <stdint.h>
#include <string.h>

enum { END = 22, ENTRY = 46, LOCAL = 30, COMMENT = 65535, DEFLATE = 8 };

/// A member that was unpacked; its bytes follow.
typedef struct covey_unpacked {
    struct covey_unpacked *next;
    size_t size;
    unsigned char bytes[];
} unpacked;

/// A member as the directory lists it.
typedef struct entry {
    const unsigned char *packed;
    size_t packed_size, size;
    uint32_t method, check;
} entry;

static covey_status refuse(const char *why, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, "%s", why);
}

static uint32_t little(const unsigned char *at, size_t size)
{
    return (uint32_t)covey_bytes_little(at, size);
}

/// The CRC-32 of ISO 3309, which ZIP and gzip have.
static uint32_t crc_of(const unsigned char *bytes, size_t size)
{
    uint32_t table[256], crc = UINT32_MAX;
    for (uint32_t k = 0; k < 256; k++) {
        table[k] = k;
        for (int bit = 0; bit < 8; bit++)
            table[k] = table[k] >> 1 ^ ((table[k] & 1) != 0 ? UINT32_C(0xedb88320) : 0);
    }
    for (size_t k = 0; k < size; k++)
        crc = crc >> 8 ^ table[(crc ^ bytes[k]) & 0xff];
    return ~crc;
}

// ---- Directory ----

bool covey_archive_is(const void *bytes, size_t size)
{
    return size >= END && memcmp(bytes, "PK\3\4", 4) == 0;
}

/// Finds the record at the end of an archive; NULL if there is none.
static const unsigned char *find_end(const covey_archive *of)
{
    for (size_t back = END; back <= of->size && back <= END + COMMENT; back++)
        if (memcmp(of->bytes + of->size - back, "PK\5\6", 4) == 0)
            return of->bytes + of->size - back;
    return NULL;
}

static covey_status read_entry(const covey_archive *of, const unsigned char *head, entry *found,
                               covey_error *error)
{
    uint64_t at = little(head + 42, 4);
    *found = (entry){.method = little(head + 10, 2),
                     .check = little(head + 16, 4),
                     .packed_size = little(head + 20, 4),
                     .size = little(head + 24, 4)};
    if (at > of->size || of->size - at < LOCAL || memcmp(of->bytes + at, "PK\3\4", 4) != 0)
        return refuse("the archive is damaged: an array is not where its directory says", error);
    at += LOCAL + little(of->bytes + at + 26, 2) + little(of->bytes + at + 28, 2);
    if (at > of->size || found->packed_size > of->size - at)
        return refuse("the archive is cut in an array", error);
    found->packed = of->bytes + at;
    return COVEY_OK;
}

/// Finds the entry of a name; found->packed is NULL if there is none.
static covey_status find_entry(const covey_archive *of, const char *name, entry *found,
                               covey_error *error)
{
    const unsigned char *end = find_end(of);
    if (end == NULL)
        return refuse("the archive is cut: it has no directory", error);
    const uint32_t count = little(end + 10, 2);
    uint64_t at = little(end + 16, 4);
    for (uint32_t k = 0; k < count; k++) {
        if (at > of->size || of->size - at < ENTRY || memcmp(of->bytes + at, "PK\1\2", 4) != 0)
            return refuse("the directory of the archive is damaged", error);
        const unsigned char *head = of->bytes + at;
        size_t length = little(head + 28, 2);
        at += ENTRY + length + little(head + 30, 2) + little(head + 32, 2);
        if (at > of->size)
            return refuse("the directory of the archive is damaged", error);
        if (length == strlen(name) && memcmp(head + ENTRY, name, length) == 0)
            return read_entry(of, head, found, error);
    }
    return COVEY_OK;
}

// ---- Unpacking ----

/// Lets zlib go on with bytes; true while it has not failed.
static bool run(covey_zip *zip, covey_zip_room *room, const unsigned char *from, size_t size,
                covey_zip_step *step)
{
    size_t before;
    room->from = from;
    room->end = from + size;
    do {
        const unsigned char *began = room->from;
        *step = covey_zip_run(zip, room);
        before = (size_t)(room->from - began) + room->made;
        room->to = (unsigned char *)room->to + room->made;
        room->size -= room->made;
    } while (*step == COVEY_ZIP_MORE && before > 0 && room->from < room->end);
    return *step != COVEY_ZIP_BAD;
}

/// Unpacks a member to bytes of its size.
static covey_status inflate_to(const covey_archive *of, const entry *from, unsigned char *to,
                               covey_error *error)
{
    static const unsigned char head[10] = {0x1f, 0x8b, DEFLATE, 0, 0, 0, 0, 0, 0, 255};
    unsigned char end[8];
    covey_zip_step step = COVEY_ZIP_MORE;
    covey_zip_room room = {.to = to, .size = from->size};
    covey_zip *zip = covey_zip_create(of->memory);
    if (zip == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_bytes_put_little(end, from->check, 4);
    covey_bytes_put_little(end + 4, from->size, 4);
    covey_zip_begin(zip);
    bool good = run(zip, &room, head, sizeof head, &step) &&
                run(zip, &room, from->packed, from->packed_size, &step) && step == COVEY_ZIP_MORE &&
                run(zip, &room, end, sizeof end, &step);
    covey_zip_destroy(zip);
    if (!good && room.reason == NULL && step == COVEY_ZIP_BAD)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    if (!good || step != COVEY_ZIP_END || room.size != 0)
        return refuse("the archive is damaged: a packed array, or its checksum", error);
    return COVEY_OK;
}

static covey_status unpack(covey_archive *of, const entry *from, covey_archive_member *member,
                           covey_error *error)
{
    if (!covey_gzip_is_built())
        return refuse("an array of the archive is packed, and this covey was built without zlib "
                      "(COVEY_GZIP)",
                      error);
    if (covey_gunzip_is_too_long(from->packed_size, from->size))
        return refuse("an array of the archive is more than 100 times as long as its packed bytes",
                      error);
    unpacked *made = covey_memory_take(of->memory, sizeof *made + from->size, 1);
    if (made == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory: arrays are read whole");
    *made = (unpacked){.next = of->unpacked, .size = from->size};
    of->unpacked = made;
    *member = (covey_archive_member){made->bytes, from->size};
    return inflate_to(of, from, made->bytes, error);
}

covey_status covey_archive_find(covey_archive *archive, const char *name,
                                covey_archive_member *member, covey_error *error)
{
    entry found = {.packed = NULL};
    *member = (covey_archive_member){NULL, 0};
    covey_status status = find_entry(archive, name, &found, error);
    if (status != COVEY_OK || found.packed == NULL)
        return status;
    if (found.method == DEFLATE)
        return unpack(archive, &found, member, error);
    if (found.method != 0)
        return refuse("an array of the archive is packed by another method than deflate, as "
                      "numpy.savez_compressed() has it",
                      error);
    if (found.size != found.packed_size || crc_of(found.packed, found.size) != found.check)
        return refuse("the archive is damaged: the checksum of an array is another", error);
    *member = (covey_archive_member){found.packed, found.size};
    return COVEY_OK;
}

void covey_archive_close(covey_archive *archive)
{
    while (archive->unpacked != NULL) {
        unpacked *next = archive->unpacked->next;
        covey_memory_give(archive->memory, archive->unpacked,
                          sizeof *next + archive->unpacked->size, 1);
        archive->unpacked = next;
    }
}
