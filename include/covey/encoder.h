// SPDX-License-Identifier: MIT
// A format of your own: how frames become text. docs/files.md shows one whole.
//
// A format is a covey_format with a function `put`. Outputs take it through `custom_formats` of
// covey_output_def or covey_run_def, and everything else is done for it: the file is locked, agents
// are sorted by id, a frame reaches the file whole or not at all, and a run that was broken off
// goes on with the bytes of a run without a break. For that a format reads nothing but the encoder
// and the frame that it is given; it keeps all that it has to know of frames before in `memory`.
//
// Part of covey_run.
#ifndef COVEY_ENCODER_H
#define COVEY_ENCODER_H

#include "covey/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Text that grows. Out of memory is noticed once a frame is put: a format need not look.
typedef struct covey_text covey_text;

/// The state of a format while it writes. All of it belongs to the output.
typedef struct covey_encoder {
    covey_text *text;                   ///< where the bytes of the head or the frame go
    const covey_provenance *provenance; ///< where the frames come from; no string is NULL
    const covey_input *labels;          ///< as in covey_output_def, or NULL
    int dim;                            ///< of all frames, 2 or 3
    bool catches;                       ///< as in covey_output_def
    double link, bin;                   ///< as in covey_output_def
    const char *axis;                   ///< as in covey_output_def, or NULL
    const struct covey_measure_group *const *custom_measures; ///< as in covey_output_def, or NULL
    uint64_t
        memory[COVEY_FORMAT_WORDS]; ///< the format's: 0 in a new file, then as the frame before
                                    ///< left it, also where a run goes on from a checkpoint
} covey_encoder;

/// Put bytes, a string up to its zero, a whole number, a number as the shortest decimal that reads
/// back to the same bits, and such a number behind a string.
COVEY_API void covey_text_put(covey_text *text, const void *bytes, size_t size);
COVEY_API void covey_text_string(covey_text *text, const char *string);
COVEY_API void covey_text_integer(covey_text *text, uint64_t number);
COVEY_API void covey_text_number(covey_text *text, double number);
COVEY_API void covey_text_field(covey_text *text, const char *before, double number);

#ifdef __cplusplus
}
#endif
#endif
