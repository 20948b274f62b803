// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_H5MD_H
#define COVEY_FORMATS_H5MD_H

#include "formats/plugin.h"

#ifdef COVEY_H5MD

#include <hdf5.h>

/// HDF5 prints its errors unless told not to: between these two it is silent.
typedef struct covey_h5_silence {
    H5E_auto2_t print;
    void *context;
} covey_h5_silence;

covey_h5_silence covey_h5md_file_silence(void);
void covey_h5md_file_speak(covey_h5_silence silence);

/// Opens a file, also one that a killed writer left; HDF5's own locks are off, as covey's are on
/// the same file. Negative on failure.
hid_t covey_h5md_file_create(const char *path);
hid_t covey_h5md_file_open(const char *path, bool writes);

/// Extent along the first axis of a dataset; 0 on failure.
hsize_t covey_h5md_file_extent(hid_t dataset);

/// A string attribute or dataset at `path`, appended to the text; false if it is not there.
bool covey_h5md_file_string(hid_t file, const char *path, covey_text *text);
bool covey_h5md_file_number(hid_t file, const char *path, hid_t type, void *number);
bool covey_h5md_file_exists(hid_t place, const char *path);

/// A creation list without times; a group; a string type that the caller closes.
hid_t covey_h5md_make_list(hid_t kind);
bool covey_h5md_make_group(hid_t place, const char *name, bool ordered);
hid_t covey_h5md_make_string(size_t size);

/// An attribute's values: `count` of them, a scalar for 0.
typedef struct covey_h5md_content {
    hid_t type;
    hsize_t count;
    const void *value;
} covey_h5md_content;
bool covey_h5md_make_attribute(hid_t file, const char *object, const char *name,
                               covey_h5md_content of);

/// All that a file tells about its origin, and the group of its sets.
bool covey_h5md_make_origin(hid_t file, const covey_provenance *origin);

/// Where the data of a file ends by its superblock; false if that is not as covey has it made.
bool covey_h5md_super_end(int fd, uint64_t *end);

/// Takes the marks of a writer off and moves the end there, which all data must lie before.
bool covey_h5md_super_free(int fd, uint64_t end);

/// Reading, for the plug-in.
covey_status covey_h5md_read_open(const covey_opening *opening, void **own, covey_error *error);
covey_status covey_h5md_read_next(void *own, covey_moment *moment, covey_error *error);
void covey_h5md_read_close(void *own);

#endif
#endif
