// SPDX-License-Identifier: MIT
// Reads and changes the head of an HDF5 file without HDF5.
#ifndef COVEY_FORMATS_SUPER_H
#define COVEY_FORMATS_SUPER_H

#include "covey/base.h"

#include <stdbool.h>

enum { COVEY_SUPER_SIZE = 48 };

/// Fails unless the file begins with a superblock that is safe for HDF5: of version 0 to 3, with
/// addresses of 8 bytes that count from the first byte, a correct checksum if it has one, and an
/// end of the data within the file. *size is then the size of the file. COVEY_INPUT; COVEY_IO with
/// the reason of the system.
covey_status covey_super_check(int fd, const char *path, uint64_t *size, covey_error *error);

/// True for a complete superblock of version 3, which files of covey have.
bool covey_super_is_ours(const unsigned char bytes[COVEY_SUPER_SIZE]);

/// Clears the marks of an open writer in such a superblock, and sets the end of the data to `end`
/// unless that is 0.
void covey_super_free(unsigned char bytes[COVEY_SUPER_SIZE], uint64_t end);

#endif
