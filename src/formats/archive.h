// SPDX-License-Identifier: MIT
// ZIP archives from bytes in memory, as numpy's .npz are. Nothing in them is trusted.
#ifndef COVEY_FORMATS_ARCHIVE_H
#define COVEY_FORMATS_ARCHIVE_H

#include "base/memory.h"
#include "covey/base.h"

#include <stdbool.h>
#include <stddef.h>

/// An archive; the caller keeps its bytes, and closes it to give back the members unpacked from it.
typedef struct covey_archive {
    covey_memory *memory;
    const unsigned char *bytes;
    size_t size;
    struct covey_unpacked *unpacked;
} covey_archive;

/// A member's bytes, valid until the archive is closed; NULL if there is no such member.
typedef struct covey_archive_member {
    const unsigned char *bytes;
    size_t size;
} covey_archive_member;

/// True for the bytes of an archive.
bool covey_archive_is(const void *bytes, size_t size);

/// Finds a member by its name, and unpacks it. COVEY_INPUT for a damaged archive, a member whose
/// checksum is another, one that is packed in a way other than deflate, or whose bytes are far more
/// than its packed ones; COVEY_MEMORY.
covey_status covey_archive_find(covey_archive *archive, const char *name,
                                covey_archive_member *member, covey_error *error);

void covey_archive_close(covey_archive *archive);

#endif
