// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_PRINT_H
#define COVEY_BASE_PRINT_H

#include <stddef.h>

/// Bytes that any of these may touch; none writes a terminating zero. All take finite values,
/// the last one others too.
#define COVEY_PRINT_SIZE 320

/// Writes the bytes of printf("%.3f") in the C locale: the exact binary value rounded to nearest,
/// ties to even; but a value that rounds to zero has no sign. Returns the number of bytes.
size_t covey_print_fixed3(char *text, double value);

/// Writes the exact value in hexadecimal as glibc's %a does; C leaves details open: a leading 1 (0
/// for zero and for subnormal values, with exponent -1022), no trailing zeros, -0x0p+0 for -0.
size_t covey_print_hex(char *text, double value);

/// Writes the shortest decimal that reads back as the same double: 0.1, 1e+300, -2.5e-07, 100.
/// Plain digits for exponents from -5 to 16, else d.ddde±xx. Also inf, -inf and, for every
/// NaN, nan.
size_t covey_print_shortest(char *text, double value);

#endif
