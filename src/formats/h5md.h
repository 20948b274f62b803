// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_H5MD_H
#define COVEY_FORMATS_H5MD_H

#include "covey/base.h"
#include "formats/h5md_wire.h"
#include "formats/helper.h"

#include <stdbool.h>

/// Reading, for the plug-in.
covey_status covey_h5md_read_open(const covey_opening *opening, void **own, covey_error *error);
covey_status covey_h5md_read_next(void *own, covey_frame *frame, covey_error *error);
void covey_h5md_read_close(void *own);

/// Fails with the status and message for a helper that ended, hung or sent nonsense while it looked
/// at a file.
covey_status covey_h5md_read_failed(const covey_helper *helper, const char *path,
                                    covey_error *error);

/// Receives an answer and removes control characters from its message; COVEY_INPUT if it is
/// malformed.
covey_status covey_h5md_read_done(covey_helper *helper, covey_wire_done *done);

/// The module that reads trusted files. This structure is its only symbol.
#define COVEY_H5MD_MODULE "covey_hdf_module"
typedef struct covey_h5md_module {
    int version;
    covey_status (*open)(const covey_opening *opening, void **own, covey_error *error);
    covey_status (*next)(void *own, covey_frame *frame, covey_error *error);
    void (*close)(void *own);
} covey_h5md_module;

// ---- Superblocks ----

// Reads and changes the head of an HDF5 file without HDF5.

enum { COVEY_SUPER_SIZE = 48 };

/// Fails unless the file begins, behind the text of a file of MATLAB, with a superblock that is
/// safe for HDF5: of version 0 to 3, with addresses of 8 bytes that count from the first byte, a
/// correct checksum if it has one, and an end of the data within the file. *size is then the size
/// of the file. COVEY_INPUT; COVEY_IO with the reason of the system.
covey_status covey_super_check(int fd, const char *path, uint64_t *size, covey_error *error);

/// True for a complete superblock of version 3, which files of covey have.
bool covey_super_is_ours(const unsigned char bytes[COVEY_SUPER_SIZE]);

/// Clears the marks of an open writer in such a superblock, and sets the end of the data to `end`
/// unless that is 0.
void covey_super_free(unsigned char bytes[COVEY_SUPER_SIZE], uint64_t end);

#endif
