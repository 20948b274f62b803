// SPDX-License-Identifier: MIT
// Files that are replaced as a whole: the new one is written beside the old one, locked, and
// renamed to its place at the end. At any moment there is the old one or the new one.
#ifndef COVEY_FORMATS_BESIDE_H
#define COVEY_FORMATS_BESIDE_H

#include "formats/file.h"
#include "formats/text.h"

/// A new file for the one at a path. Neither it nor the path may move while it is open.
typedef struct covey_beside {
    covey_file file;   ///< to write; its path is the one that is replaced, for messages
    covey_text target; ///< the path without links
    covey_text name;   ///< of the new file: the target and ".new"
    bool renames;      ///< false: the path is a pipe or a device, which is written itself
} covey_beside;

/// Opens a new, empty file for the one at `path`, which stays until the end. One that a killed
/// writer left is taken over. Where a link is, its target is replaced. COVEY_LOCKED while another
/// writer has the new file, COVEY_IO, COVEY_MEMORY.
covey_status covey_beside_open(covey_beside *self, const char *path, covey_memory *memory,
                               covey_error *error);

/// The path of the file that is written: of the new file, or of the pipe or device.
const char *covey_beside_path(const covey_beside *self);

/// Syncs the new file, renames it and syncs the folder, if `status` is COVEY_OK; otherwise removes
/// it, and the file at the path is as before. Closes it in any case. Returns `status`, or the
/// failure of one of these: COVEY_IO, COVEY_MEMORY.
covey_status covey_beside_close(covey_beside *self, covey_status status, covey_error *error);

/// Replaces the file at a path by these bytes; "-" is standard output. COVEY_IO, COVEY_LOCKED,
/// COVEY_CLOSED, COVEY_MEMORY.
covey_status covey_beside_write(const char *path, const void *bytes, size_t size,
                                covey_error *error);

#endif
