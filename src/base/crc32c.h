// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_CRC32C_H
#define COVEY_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/// CRC-32C (Castagnoli) of `size` bytes after the bytes that gave `crc`, 0 for none. Finds every
/// change within 32 neighboring bits.
uint32_t covey_crc32c(uint32_t crc, const void *bytes, size_t size);

#endif
