// SPDX-License-Identifier: MIT
// The files of a tracker that writes one for each animal: VIDEO_fish0.csv, VIDEO_fish1.csv and so
// on.
#ifndef COVEY_FORMATS_CSV_FILES_H
#define COVEY_FORMATS_CSV_FILES_H

#include "formats/file.h"
#include "formats/gzip.h"
#include "formats/lines.h"

typedef struct covey_csv_file {
    covey_id id;
    size_t path; ///< where it begins in `paths`
} covey_csv_file;

/// The files beside the one that was opened, by ascending ids.
typedef struct covey_csv_files {
    covey_memory *memory;
    covey_text paths; ///< each with a zero behind it
    covey_csv_file *list;
    size_t count, room;
    size_t next;       ///< to be opened; the one before is open
    covey_text header; ///< the first line of the table, which all files have; empty: they have none
    bool comments;     ///< comments and empty lines may be above it
    covey_file file;
    covey_gunzip gunzip;
    covey_lines lines;
} covey_csv_files;

/// Must be destroyed in any case.
void covey_csv_files_init(covey_csv_files *files, covey_memory *memory);
void covey_csv_files_destroy(covey_csv_files *files);

/// Finds the files whose names differ from that of `path` in the number before .csv or .npz alone;
/// *id is the number of `path`, 0 where it has none: the file is alone then. COVEY_MEMORY,
/// COVEY_IO.
covey_status covey_csv_files_find(covey_csv_files *files, const char *path, covey_id *id,
                                  covey_error *error);

/// Lists files by their paths, in their order, with ids from 1; NULL behind the last. COVEY_MEMORY.
covey_status covey_csv_files_list(covey_csv_files *files, const char *const *paths,
                                  covey_error *error);

/// Returns the name of a path without its folder, the .gz at its end, and its suffix.
const char *covey_csv_files_stem(const char *path, size_t *size);

/// Opens the next file; *lines is NULL behind the last. COVEY_IO, COVEY_INPUT.
covey_status covey_csv_files_next(covey_csv_files *files, covey_id *id, covey_lines **lines,
                                  covey_error *error);

/// The path of the file that is open; NULL: it is the first.
const char *covey_csv_files_path(const covey_csv_files *files);

#endif
