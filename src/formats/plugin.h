// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_PLUGIN_H
#define COVEY_FORMATS_PLUGIN_H

#include "covey/base.h"
#include "covey/encoder.h"
#include "formats/frame.h"
#include "formats/lines.h"
#include "formats/text.h"

/// The last frame of a file that a resumed run keeps.
typedef struct covey_kept {
    bool any; ///< false: there is none
    uint64_t step;
} covey_kept;

/// The arguments for creating a file of a format that writes by itself. The caller locks the file.
typedef struct covey_creation {
    covey_memory *memory;
    const covey_output_def *def;
    int fd;
} covey_creation;

/// The arguments for opening a file to read: text formats get lines, others the file.
typedef struct covey_opening {
    covey_memory *memory;
    covey_lines *lines;
    const char *path;
    int fd;             ///< of the file at the path
    bool trusted;       ///< as in covey_input_def
    const char *helper; ///< as in covey_input_def
    covey_frame *frame; ///< takes the provenance and names of sets
    bool still;         ///< as in covey_input_def
    bool by_frames;     ///< the number of a frame is its time, even if the file has times
    const char *point;  ///< these and all below as in covey_input_def
    const char *axis;
    double likelihood;
    bool decimal_comma;
    const char *columns;
    const char *const *files;
    bool id_from_file, project;
    covey_input_time clock;
    covey_input_heading heading;
    const char *dataset;
} covey_opening;

/// A format of the library. Text is written by `head` and `put` of `about`.
typedef struct covey_format_plugin {
    covey_format about;

    /// Writing, for formats that are not text. `look` finds the last frame to keep and changes
    /// nothing. `finish` frees in any case.
    covey_status (*look)(const covey_creation *creation, covey_kept *last, covey_error *error);
    covey_status (*create)(const covey_creation *creation, void **own, covey_error *error);
    covey_status (*store)(void *own, const covey_frame_set *sets, int count, covey_error *error);
    covey_status (*finish)(void *own, covey_error *error);

    /// Frames of which the agents come some at a time; NULL in formats that need whole frames.
    /// `begin` gets sets with counts and without arrays; then all agents of the first set come, ids
    /// ascending, with known velocities, then the next set's. Text has `put_end`, too; any other
    /// format ends a frame with the last agent.
    void (*put_begin)(covey_encoder *encoder, const covey_frame_set *sets, int count);
    void (*put_some)(covey_encoder *encoder, const covey_frame_set *some, int number);
    void (*put_end)(covey_encoder *encoder, const covey_frame_set *sets);
    covey_status (*store_begin)(void *own, const covey_frame_set *sets, int count,
                                covey_error *error);
    covey_status (*store_some)(void *own, const covey_frame_set *some, covey_error *error);

    /// Reading. `next` adds rows to the frame, none at the end of the file.
    covey_status (*open)(const covey_opening *opening, void **own, covey_error *error);
    covey_status (*next)(void *own, covey_frame *frame, covey_error *error);
    void (*close)(void *own);
    const char *(*label)(const void *own, covey_id id);
    const char *(*note)(const void *own, int index); ///< as covey_input_note(); or NULL
    const char *also;                                ///< another suffix; or NULL
    const char *project; ///< the suffix of files of another program, which are only read; or NULL
    bool points;         ///< it has points of agents: `point` and `likelihood` of an opening
    bool headings;       ///< files have headings, or measures by them
    bool commas;         ///< it is of tables, which may have decimal commas and chosen columns
} covey_format_plugin;

/// Finds the plug-in by a name, or by the suffix of a path if the name is NULL. Formats of the user
/// come first; their list ends with NULL, or is NULL. COVEY_ARG.
covey_status covey_format_registry_find(const char *name, const char *path,
                                        const covey_format *const *own, covey_format_plugin *plugin,
                                        covey_error *error);

/// COVEY_ARG if files of a format cannot be written, or none at such a path, which may be NULL.
covey_status covey_format_registry_writes(const covey_format_plugin *plugin, const char *path,
                                          covey_error *error);

/// True if a path names a trajectory, as x.h5md does, where a table of that format is written,
/// whose usual suffix is .csv. NULL is no such path.
bool covey_format_misnames(const char *path, const char *table);

// ---- Messages about ids ----

// The range of ids in messages about files.

/// COVEY_ID_RANGE are the ids that files may have, up to COVEY_MAX_ID; COVEY_ID_BEYOND is expected
/// in the place of a larger one.
#define COVEY_ID_WIDEST "9007199254740991"
#if COVEY_WIDE_IDS
#define COVEY_ID_RANGE "id, a whole number from 0 to " COVEY_ID_WIDEST
#define COVEY_ID_BEYOND COVEY_ID_RANGE ", as doubles have no larger ones exactly"
#else
#define COVEY_ID_RANGE "id, a whole number from 0 to 4294967295"
#define COVEY_ID_BEYOND                                                                            \
    COVEY_ID_RANGE " (up to " COVEY_ID_WIDEST " where covey is built with COVEY_WIDE_IDS)"
#endif

#endif
