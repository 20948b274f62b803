// SPDX-License-Identifier: MIT
// The superblock of an HDF5 file (HDF5 file format specification, II.A). In versions 2 and 3 it has
// 48 bytes with marks of an open writer, the end of the data and a checksum; in versions 0 and 1 it
// has no checksum, and the same fields stand elsewhere.
#include "formats/h5md.h"

#include "base/bits.h"
#include "formats/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum {
    VERSION_AT = 8,
    SIZES_AT = 9, ///< of addresses and of lengths, a byte each
    MARKS_AT = 11,
    BASE_AT = 12,
    END_AT = 28,
    CHECK_AT = 44,
    OLD_SIZES_AT = 13, ///< in versions 0 and 1
    OLD_BASE_AT = 24,
    MOST = 64, ///< bytes that are read
};

/// A file of MATLAB begins with a text, behind which HDF5's part is.
static const char matlab[] = "MATLAB 7.3 MAT-file";
enum { MATLAB_AT = 512 };

static const unsigned char signature[8] = "\x89HDF\r\n\x1a\n";

static uint32_t turn(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)covey_bytes_little(bytes, 4);
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

static uint64_t address_at(const unsigned char *bytes)
{
    uint64_t address;
    (void)covey_bytes_take(bytes, &address);
    return address;
}

bool covey_super_is_ours(const unsigned char bytes[COVEY_SUPER_SIZE])
{
    return memcmp(bytes, signature, sizeof signature) == 0 && bytes[VERSION_AT] == 3 &&
           bytes[SIZES_AT] == 8 && bytes[SIZES_AT + 1] == 8 &&
           word_at(bytes + CHECK_AT) == check_of(bytes);
}

void covey_super_free(unsigned char bytes[COVEY_SUPER_SIZE], uint64_t end)
{
    bytes[MARKS_AT] = 0;
    if (end > 0)
        (void)covey_bytes_put(bytes + END_AT, end);
    covey_bytes_put_little(bytes + CHECK_AT, check_of(bytes), 4);
}

/// Describes the mistake in the head of a file of `size` bytes, which begins at `start`; NULL if
/// there is none.
static const char *look(const unsigned char bytes[MOST], uint64_t size, uint64_t start)
{
    int version = bytes[VERSION_AT];
    bool old = version < 2;
    const unsigned char *sizes = bytes + (old ? OLD_SIZES_AT : SIZES_AT);
    if (memcmp(bytes, signature, sizeof signature) != 0)
        return "it does not begin as an HDF5 file does";
    if (version > 3 || sizes[0] != 8 || sizes[1] != 8)
        return "its head is of a kind that covey does not know";
    if (!old && word_at(bytes + CHECK_AT) != check_of(bytes))
        return "its head is damaged: the checksum is another one";
    // In version 1, four more bytes precede the addresses, of which the base is the first.
    const unsigned char *base = bytes + (old ? OLD_BASE_AT + 4 * version : BASE_AT);
    if (address_at(base) != start)
        return "its head is of a kind that covey does not know";
    if (address_at(base + 16) > size)
        return "it is cut: its head tells of more bytes than there are";
    return NULL;
}

covey_status covey_super_check(int fd, const char *path, uint64_t *size, covey_error *error)
{
    unsigned char bytes[MOST] = {0};
    struct stat about;
    size_t count = 0;
    if (fstat(fd, &about) != 0 || !covey_file_read_at(fd, bytes, MOST, 0, &count))
        return covey_file_fail("reading", path, error);
    const uint64_t base = memcmp(bytes, matlab, sizeof matlab - 1) == 0 ? MATLAB_AT : 0;
    if (base > 0 && !covey_file_read_at(fd, bytes, MOST, base, &count))
        return covey_file_fail("reading", path, error);
    *size = (uint64_t)about.st_size;
    const char *wrong = look(bytes, *size, base);
    return wrong == NULL ? COVEY_OK
                         : covey_fail(error, COVEY_INPUT,
                                      "the file is no H5MD that covey can read: %s", wrong);
}
