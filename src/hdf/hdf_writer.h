// SPDX-License-Identifier: MIT
// What the files that write H5MD share.
#ifndef COVEY_HDF_WRITER_H
#define COVEY_HDF_WRITER_H

#include "hdf/hdf.h"

enum { COVEY_HDF_SLACK = 1 << 18, COVEY_HDF_CHUNK = 1 << 16 }; ///< bytes

/// The datasets of a set, in the order of writing.
typedef enum covey_hdf_part {
    COVEY_HDF_EDGES,
    COVEY_HDF_ID,
    COVEY_HDF_VELOCITY,
    COVEY_HDF_POSITION,
    COVEY_HDF_PARTS
} covey_hdf_part;

typedef struct covey_hdf_group {
    char name[COVEY_SET_NAME];
    size_t count;
    uint64_t ids;                ///< hash of the ids in every frame, once one is known
    hid_t data[COVEY_HDF_PARTS]; ///< 0: not stored
} covey_hdf_group;

typedef struct covey_hdf_writer {
    covey_memory *memory;
    const covey_output_def *def;
    covey_hdf_file file;
    hid_t step, time; ///< of all sets
    covey_hdf_group groups[COVEY_MAX_SETS];
    int count; ///< sets, 0 before the first frame
    bool torus, moves, started;
    int dim;
    hsize_t frames;
    uint64_t chunk_bytes; ///< of all datasets together
    bool open;            ///< a frame has begun; its next agent, the space, and the ids of the set:
    int set;
    size_t row;
    covey_space space;
    uint64_t ids;
} covey_hdf_writer;

/// The name of a dataset below its set.
const char *covey_hdf_part_name(int part);

/// Writes the path "particles/<set>/<below><name>".
const char *covey_hdf_path(char path[256], const char *set, const char *below, const char *name);

/// Starts the mode in which the file can be read at any time; no objects can be made after that.
bool covey_hdf_start(covey_hdf_writer *self);

/// Cuts all datasets to the frames that are complete.
bool covey_hdf_cut(const covey_hdf_writer *self);

/// Reserves disk space for the next `size` bytes of the file. COVEY_IO.
covey_status covey_hdf_reserve(covey_hdf_writer *self, uint64_t size, covey_error *error);

/// Fails with COVEY_IO, and the reason of the disk if it has one.
covey_status covey_hdf_fail(covey_hdf_writer *self, covey_error *error);

/// Opens the file of a run that goes on, and cuts off frames behind the one to keep. COVEY_INPUT.
covey_status covey_hdf_resume(covey_hdf_writer *self, covey_error *error);

#endif
