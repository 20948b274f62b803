// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "support/pictures.h"

#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int pictures_setup(void **state)
{
    return files_setup(state) != 0 || chdir(files_path("")) != 0 ? -1 : 0;
}

static unsigned number_at(const unsigned char *bytes)
{
    return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

void pictures_expect_png(const char *path, unsigned width, unsigned height)
{
    size_t size;
    unsigned char *bytes = (unsigned char *)files_read(path, &size);
    if (bytes == NULL)
        fail_msg("there is no %s", path);
    assert_in_range(size, 100, 1 << 20);
    assert_memory_equal(bytes, "\211PNG\r\n\032\n", 8);
    assert_int_equal(number_at(bytes + 16), width);
    assert_int_equal(number_at(bytes + 20), height);
    assert_memory_equal(bytes + size - 8, "IEND", 4);
    free(bytes);
}

bool pictures_are_same(const char *a, const char *b)
{
    size_t sizes[2];
    char *bytes[2] = {files_read(a, &sizes[0]), files_read(b, &sizes[1])};
    assert_true(bytes[0] != NULL && bytes[1] != NULL);
    bool same = sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0;
    free(bytes[0]);
    free(bytes[1]);
    return same;
}
