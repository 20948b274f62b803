// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_H5MD_H
#define COVEY_FORMATS_H5MD_H

#include "formats/h5md_wire.h"
#include "formats/helper.h"

/// Reading, for the plug-in.
covey_status covey_h5md_read_open(const covey_opening *opening, void **own, covey_error *error);
covey_status covey_h5md_read_next(void *own, covey_frame *frame, covey_error *error);
void covey_h5md_read_close(void *own);

/// What it means that a helper ended, hung or talked nonsense over a file that it was to look at.
covey_status covey_h5md_read_failed(const covey_helper *helper, const char *path,
                                    covey_error *error);

/// Receives an answer, its message without control characters; COVEY_INPUT where that is none.
covey_status covey_h5md_read_done(covey_helper *helper, covey_wire_done *done);

/// The module for files that are trusted: it has one symbol, this structure.
#define COVEY_H5MD_MODULE "covey_hdf_module"
typedef struct covey_h5md_module {
    int version;
    covey_status (*open)(const covey_opening *opening, void **own, covey_error *error);
    covey_status (*next)(void *own, covey_frame *frame, covey_error *error);
    void (*close)(void *own);
} covey_h5md_module;

#endif
