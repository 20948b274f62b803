// SPDX-License-Identifier: MIT
// The superblock of an HDF5 file, version 3 (HDF5 file format specification, II.A): 48 bytes with
// marks of who writes and the end of the data. While a file grows HDF5 leaves marks there that keep
// other programs out once the writer was killed, and an end that is behind the times. With no marks
// and an end that all data lies before, the file opens in any program, whatever happens to the
// writer: what it writes in single-writer mode is in a readable order anyway.
#define _POSIX_C_SOURCE 200809L
#include "formats/h5md.h"

#ifdef COVEY_H5MD

#include "base/bytes.h"

#include <unistd.h>

enum { SIZE = 48, VERSION_AT = 8, MARKS_AT = 11, END_AT = 28, CHECK_AT = 44 };

static uint32_t turn(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/// Jenkins' lookup3 (2006) of the CHECK_AT = 3 × 12 + 8 bytes before the checksum.
static uint32_t check_of(const unsigned char *bytes)
{
    static const int turns[6] = {4, 6, 8, 16, 19, 4};
    static const int last[7] = {14, 11, 25, 16, 4, 14, 24};
    uint32_t s[3] = {0xdeadbeef + CHECK_AT, 0xdeadbeef + CHECK_AT, 0xdeadbeef + CHECK_AT};
    for (int block = 0; block < 3; block++) {
        for (int k = 0; k < 3; k++)
            s[k] += word_at(bytes + 12 * block + 4 * k);
        for (int k = 0; k < 6; k++) {
            uint32_t *a = &s[k % 3], *b = &s[(k + 1) % 3], *c = &s[(k + 2) % 3];
            *a = (*a - *c) ^ turn(*c, turns[k]);
            *c += *b;
        }
    }
    s[0] += word_at(bytes + 36);
    s[1] += word_at(bytes + 40);
    for (int k = 0; k < 7; k++) {
        uint32_t *to = &s[(k + 2) % 3], from = s[(k + 1) % 3];
        *to = (*to ^ from) - turn(from, last[k]);
    }
    return s[2];
}

static bool read_super(int fd, unsigned char bytes[SIZE])
{
    static const char signature[] = "\x89HDF\r\n\x1a\n\x03\x08\x08";
    return pread(fd, bytes, SIZE, 0) == SIZE && memcmp(bytes, signature, MARKS_AT) == 0 &&
           word_at(bytes + CHECK_AT) == check_of(bytes);
}

bool covey_h5md_super_end(int fd, uint64_t *end)
{
    unsigned char bytes[SIZE];
    if (!read_super(fd, bytes))
        return false;
    (void)covey_bytes_take(bytes + END_AT, end);
    return true;
}

bool covey_h5md_super_free(int fd, uint64_t end)
{
    unsigned char bytes[SIZE];
    if (!read_super(fd, bytes))
        return false;
    bytes[MARKS_AT] = 0;
    (void)covey_bytes_put(bytes + END_AT, end);
    uint32_t check = check_of(bytes);
    for (int k = 0; k < 4; k++)
        bytes[CHECK_AT + k] = (unsigned char)(check >> (8 * k));
    return pwrite(fd, bytes, SIZE, 0) == SIZE;
}

#endif
