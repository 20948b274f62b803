// SPDX-License-Identifier: MIT
// What the files of an output share.
#ifndef COVEY_FORMATS_OUTPUT_H
#define COVEY_FORMATS_OUTPUT_H

#include "formats/file.h"
#include "formats/gzip.h"
#include "formats/plugin.h"

/// Memory for a set with its agents in order.
typedef struct covey_sorted {
    void *block;
    size_t room;
} covey_sorted;

/// A frame of which the agents come some at a time.
typedef struct covey_coming {
    bool open;                            ///< it has begun, and some of it is to come
    covey_frame_set sets[COVEY_MAX_SETS]; ///< with counts and without arrays
    int count, set;                       ///< sets; the one that is at hand
    size_t row;                           ///< agents of it that have come
    covey_id last;                        ///< id of the last of them
    covey_bookmark here;                  ///< where the file stood before
    uint64_t memory[COVEY_FORMAT_WORDS];  ///< of the format, before
    covey_packer *packer;                 ///< or NULL
} covey_coming;

struct covey_output {
    covey_memory memory;
    covey_format_plugin plugin;
    char *strings; ///< path, version, scenario and helper
    size_t strings_size;
    covey_output_def def;
    covey_file file;
    covey_text text;
    bool packs; ///< each text that is written becomes a member of gzip, `packed`
    covey_text packed;
    covey_encoder encoder;
    covey_bookmark here;   ///< after the last complete frame of the file
    bool has_frame;        ///< there is one
    covey_bookmark wanted; ///< a copy of the bookmark to resume from
    covey_kept last;       ///< last frame of an H5MD file that is resumed
    bool named;            ///< the disk has the file's name
    void *own;
    covey_sorted sets[COVEY_MAX_SETS];
    covey_coming coming;
    covey_error error; ///< the failure that ended the output
};

/// True if the file can be cut to the length that it had.
bool covey_output_cuts(const covey_output *output);

/// Writes a text that is not packed any more; if that fails, none of it stays in a file that can be
/// cut.
covey_status covey_output_write(covey_output *output, const covey_text *text, covey_error *error);

/// Fails with COVEY_ARG for sets that no frame has; `arrays`: their arrays are looked at, too.
covey_status covey_output_check_sets(const covey_output *output, const covey_frame_set *sets,
                                     int count, bool arrays, covey_error *error);

/// Checks the numbers of a set; *in_order says whether its ids ascend. COVEY_ARG.
covey_status covey_output_check_set(const covey_frame_set *set, bool *in_order, covey_error *error);

/// Takes back a frame that has begun, as far as the file allows that.
void covey_output_take_back(covey_output *output);

#endif
