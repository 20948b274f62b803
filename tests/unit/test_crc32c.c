// SPDX-License-Identifier: MIT
#include "base/crc32c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_known_answers(void **state)
{
    (void)state;
    unsigned char bytes[32];
    assert_int_equal(covey_crc32c(0, "123456789", 9), 0xe3069283);
    assert_int_equal(covey_crc32c(0, "", 0), 0);
    memset(bytes, 0, sizeof bytes); // RFC 3720, B.4
    assert_int_equal(covey_crc32c(0, bytes, sizeof bytes), 0x8a9136aa);
    memset(bytes, 0xff, sizeof bytes);
    assert_int_equal(covey_crc32c(0, bytes, sizeof bytes), 0x62a8ab43);
}

/// Bit by bit, without a table.
static uint32_t plain(const unsigned char *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t k = 0; k < 8 * size; k++) {
        crc ^= (uint32_t)(bytes[k / 8] >> k % 8 & 1);
        crc = crc >> 1 ^ (crc % 2 == 1 ? 0x82f63b78 : 0);
    }
    return ~crc;
}

static void test_every_byte_gives_what_the_polynomial_says(void **state)
{
    (void)state;
    for (unsigned value = 0; value < 256; value++) {
        unsigned char byte = (unsigned char)value;
        assert_int_equal(covey_crc32c(0, &byte, 1), plain(&byte, 1));
    }
}

static void test_pieces_give_the_same_as_the_whole(void **state)
{
    (void)state;
    static const char text[] = "pieces of any size";
    uint32_t whole = covey_crc32c(0, text, sizeof text);
    for (size_t cut = 0; cut <= sizeof text; cut++)
        assert_int_equal(covey_crc32c(covey_crc32c(0, text, cut), text + cut, sizeof text - cut),
                         whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_every_byte_gives_what_the_polynomial_says),
        cmocka_unit_test(test_pieces_give_the_same_as_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
