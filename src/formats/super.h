// SPDX-License-Identifier: MIT
// The head of an HDF5 file, looked at and changed without HDF5.
#ifndef COVEY_FORMATS_SUPER_H
#define COVEY_FORMATS_SUPER_H

#include "covey/base.h"

#include <stdbool.h>

enum { COVEY_SUPER_SIZE = 48 };

/// Fails unless the file begins with a superblock that HDF5 may be let at: version 0 to 3,
/// addresses of 8 bytes from the first byte on, a right checksum where there is one, and an end of
/// the data that is not behind that of the file. *size becomes that of the file. COVEY_INPUT;
/// COVEY_IO with the system's reason.
covey_status covey_super_check(int fd, const char *path, uint64_t *size, covey_error *error);

/// True for a whole superblock of version 3, as covey's files have it.
bool covey_super_is_ours(const unsigned char bytes[COVEY_SUPER_SIZE]);

/// Takes the marks of a writer off such a superblock; the data end at `end` then, unless that is 0.
void covey_super_free(unsigned char bytes[COVEY_SUPER_SIZE], uint64_t end);

#endif
