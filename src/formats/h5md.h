// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_H5MD_H
#define COVEY_FORMATS_H5MD_H

#include "formats/h5md_wire.h"
#include "formats/helper.h"

/// Reading, for the plug-in.
covey_status covey_h5md_read_open(const covey_opening *opening, void **own, covey_error *error);
covey_status covey_h5md_read_next(void *own, covey_frame *frame, covey_error *error);
void covey_h5md_read_close(void *own);

/// Fails with the status and message for a helper that ended, hung or sent nonsense while it looked
/// at a file.
covey_status covey_h5md_read_failed(const covey_helper *helper, const char *path,
                                    covey_error *error);

/// Receives an answer and removes control characters from its message; COVEY_INPUT if it is
/// malformed.
covey_status covey_h5md_read_done(covey_helper *helper, covey_wire_done *done);

/// The module that reads trusted files. This structure is its only symbol.
#define COVEY_H5MD_MODULE "covey_hdf_module"
typedef struct covey_h5md_module {
    int version;
    covey_status (*open)(const covey_opening *opening, void **own, covey_error *error);
    covey_status (*next)(void *own, covey_frame *frame, covey_error *error);
    void (*close)(void *own);
} covey_h5md_module;

#endif
