// SPDX-License-Identifier: MIT
// H5MD by HDF5: this folder is the only part of covey that calls that library. It is in the helper
// program, and in a module for callers that trust their files; covey_run itself talks to the
// helper.
#ifndef COVEY_HDF_HDF_H
#define COVEY_HDF_HDF_H

#include "formats/h5md.h"
#include "formats/plugin.h"

#include <hdf5.h>

/// Types of an id in memory and in files that are written.
#if COVEY_WIDE_IDS
#define COVEY_HDF_TYPE_OF_ID H5T_NATIVE_UINT64
#define COVEY_HDF_FILED_ID H5T_STD_U64LE
#else
#define COVEY_HDF_TYPE_OF_ID H5T_NATIVE_UINT32
#define COVEY_HDF_FILED_ID H5T_STD_U32LE
#endif

// ---- The driver: HDF5's way to the bytes of an open file ----

/// A file on the disk and its errors. All members start at zero but the descriptor and the mode.
typedef struct covey_hdf_disk {
    int fd;
    uint64_t size;     ///< of the file, when it was opened
    bool held;         ///< the superblock is not written yet, so the file is not valid
    uint64_t reserved; ///< end of the data in the superblock; 0: as HDF5 says
    uint64_t end;      ///< of HDF5's part of the file
    int failure;       ///< errno of the first call that failed; nothing is written after it
    bool has_head;     ///< `head` is a whole superblock, without marks of a writer
    unsigned char head[COVEY_SUPER_SIZE];
} covey_hdf_disk;

/// Makes a list of file access use this driver. The disk must outlive the file. False on failure.
bool covey_hdf_disk_use(hid_t access, covey_hdf_disk *disk);

/// Extends the file to the reserved size, with space on the disk, and writes that size to the
/// superblock. False with errno.
bool covey_hdf_disk_reserve(covey_hdf_disk *disk, uint64_t size);

/// Starts to write the superblock, beginning with the copy in memory. False with errno.
bool covey_hdf_disk_release(covey_hdf_disk *disk);

/// Cuts off the reserved part after HDF5 has closed the file. False with errno.
bool covey_hdf_disk_finish(covey_hdf_disk *disk);

// ---- Files ----

/// Turns off messages and exit handlers of HDF5, and filters from elsewhere; to be called first.
bool covey_hdf_file_begin(void);

/// A file that is read: its handle, its disk, and the reason why a part of it was refused, or NULL.
typedef struct covey_hdf_file {
    hid_t id;
    covey_hdf_disk disk;
    bool trusted;
    const char *refused;
} covey_hdf_file;

hid_t covey_hdf_file_create(covey_hdf_disk *disk);
hid_t covey_hdf_file_open(covey_hdf_disk *disk, bool writes);

/// Returns the extent of a dataset along its first axis; 0 on failure.
hsize_t covey_hdf_file_extent(hid_t dataset);

/// Appends a string attribute or dataset at `path` to the text; false if it does not exist.
bool covey_hdf_file_string(covey_hdf_file *file, const char *path, covey_text *text);
bool covey_hdf_file_number(covey_hdf_file *file, const char *path, hid_t type, void *number);

/// True if all parts of the path exist and are plain links. Other links are named in `refused`.
bool covey_hdf_file_exists(covey_hdf_file *file, const char *path);

/// Returns the axes that a set says it has, by an attribute of its box that only files of three
/// dimensions have: 3, else 2.
#define COVEY_HDF_DIM "covey_dim"
int covey_hdf_file_dim(covey_hdf_file *file, const char *set);

/// Returns the place of a text among the texts of a dataset of one axis whose texts have a length;
/// -1 if it is not there.
long covey_hdf_file_find(covey_hdf_file *file, const char *path, const char *text);

/// Reads a number that is an attribute of the file; false if there is none.
bool covey_hdf_file_attribute(covey_hdf_file *file, const char *name, double *number);

/// Read a number or a text of a given length that is an attribute of an object; false if there is
/// none. The text is appended.
bool covey_hdf_file_attribute_of(covey_hdf_file *file, const char *path, const char *name,
                                 double *number);
bool covey_hdf_file_text_of(covey_hdf_file *file, const char *path, const char *name,
                            covey_text *text);

/// Opens a dataset of rows of numbers, a table; negative, with `refused`, as the next.
hid_t covey_hdf_file_table(covey_hdf_file *file, const char *path);

/// Opens a dataset of numbers; negative, with `refused`, if covey does not let HDF5 read its kind.
hid_t covey_hdf_file_dataset(covey_hdf_file *file, const char *path);

/// Make a creation list without times, a group, and a string type, which the caller closes.
hid_t covey_hdf_make_list(hid_t kind);
bool covey_hdf_make_group(hid_t place, const char *name, bool ordered);
hid_t covey_hdf_make_string(size_t size);

/// Writes an attribute of `count` values, or a scalar if `count` is 0.
typedef struct covey_hdf_content {
    hid_t type;
    hsize_t count;
    const void *value;
} covey_hdf_content;
bool covey_hdf_make_attribute(hid_t file, const char *object, const char *name,
                              covey_hdf_content of);

/// Writes the origin of a file, and the group of its sets.
bool covey_hdf_make_origin(hid_t file, const covey_provenance *origin);

// ---- Writing and reading ----

typedef struct covey_hdf_set {
    const char *name;
    size_t count;
    bool moves;   ///< some velocities are known
    uint64_t ids; ///< covey_wire_hash_ids() of all of them; 0: not known yet
} covey_hdf_set;

typedef struct covey_hdf_frame {
    uint64_t step;
    double time;
    covey_space space;
    covey_hdf_set sets[COVEY_MAX_SETS];
    int count;
} covey_hdf_frame;

/// Agents of a set; `pos` and `vel` have three numbers for each.
typedef struct covey_hdf_piece {
    size_t count;
    const double *pos, *vel;
    const covey_id *id;
} covey_hdf_piece;

/// The functions of the plug-in. `look` changes nothing; `finish` frees in any case.
covey_status covey_hdf_write_look(const covey_creation *creation, covey_kept *last,
                                  covey_error *error);
covey_status covey_hdf_write_create(const covey_creation *creation, void **own, covey_error *error);

/// Begins a frame. Its agents follow: those of the first set, in one or several pieces, then those
/// of the next. COVEY_ARG changes nothing.
covey_status covey_hdf_write_begin(void *own, const covey_hdf_frame *frame, covey_error *error);

/// Writes the next agents. With the last of them the frame is complete; one that is not when the
/// file is closed, or whose agents differ from the frames before (COVEY_ARG), is taken back.
covey_status covey_hdf_write_some(void *own, const covey_hdf_piece *piece, covey_error *error);
covey_status covey_hdf_write_finish(void *own, covey_error *error);

covey_status covey_hdf_read_open(const covey_opening *opening, void **own, covey_error *error);
covey_status covey_hdf_read_next(void *own, covey_frame *frame, covey_error *error);
void covey_hdf_read_close(void *own);

// ---- Tracks of SLEAP and idtracker.ai ----

typedef struct covey_hdf_tracks covey_hdf_tracks;

/// True if the file has datasets of one of them. covey_hdf_tracks_close() frees *tracks, also where
/// opening fails; NULL is fine. The file outlives the tracks.
bool covey_hdf_tracks_are_in(covey_hdf_file *file);
covey_status covey_hdf_tracks_open(covey_hdf_file *file, const covey_opening *opening,
                                   covey_hdf_tracks **tracks, covey_error *error);
covey_status covey_hdf_tracks_next(covey_hdf_tracks *tracks, covey_frame *frame,
                                   covey_error *error);
void covey_hdf_tracks_close(covey_hdf_tracks *tracks);

// ---- Projects of SLEAP ----

typedef struct covey_hdf_slp covey_hdf_slp;

/// The same of a project of SLEAP, .slp.
bool covey_hdf_slp_is_in(covey_hdf_file *file);
covey_status covey_hdf_slp_open(covey_hdf_file *file, const covey_opening *opening,
                                covey_hdf_slp **slp, covey_error *error);
covey_status covey_hdf_slp_next(covey_hdf_slp *slp, covey_frame *frame, covey_error *error);
void covey_hdf_slp_close(covey_hdf_slp *slp);

#endif
