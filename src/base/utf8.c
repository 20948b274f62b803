// SPDX-License-Identifier: MIT
// Letters of UTF-8 (RFC 3629).
#include "base/parse.h"

#include <stdbool.h>

size_t covey_utf8_size(const char *text, size_t size)
{
    const unsigned char *byte = (const unsigned char *)text;
    unsigned char c = byte[0];
    if (c < 0x80)
        return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0x7f) ? 1 : 0;
    size_t length = c >= 0xc2 && c < 0xe0   ? 2
                    : c >= 0xe0 && c < 0xf0 ? 3
                    : c >= 0xf0 && c < 0xf5 ? 4
                                            : 0;
    if (length > size)
        return 0;
    for (size_t k = 1; k < length; k++)
        if ((byte[k] & 0xc0u) != 0x80u)
            return 0;
    bool overlong = (c == 0xe0 && byte[1] < 0xa0) || (c == 0xf0 && byte[1] < 0x90);
    bool outside = (c == 0xed && byte[1] > 0x9f) || (c == 0xf4 && byte[1] > 0x8f);
    bool control = c == 0xc2 && byte[1] < 0xa0;
    return overlong || outside || control ? 0 : length;
}
