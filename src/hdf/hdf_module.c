// SPDX-License-Identifier: MIT
// The module that is loaded to read files that are trusted. The program may use HDF5 itself: its
// settings are as before after each call.
#include "formats/h5md.h"
#include "hdf/hdf.h"

/// HDF5 prints its errors unless told not to.
typedef struct silence {
    H5E_auto2_t print;
    void *context;
} silence;

static silence begin(void)
{
    silence before = {0};
    (void)H5Eget_auto2(H5E_DEFAULT, &before.print, &before.context);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return before;
}

static void end(silence before)
{
    (void)H5Eset_auto2(H5E_DEFAULT, before.print, before.context);
}

static covey_status module_open(const covey_opening *opening, void **own, covey_error *error)
{
    silence before = begin();
    covey_status status = covey_hdf_read_open(opening, own, error);
    end(before);
    return status;
}

static covey_status module_next(void *own, covey_frame *frame, covey_error *error)
{
    silence before = begin();
    covey_status status = covey_hdf_read_next(own, frame, error);
    end(before);
    return status;
}

static void module_close(void *own)
{
    silence before = begin();
    covey_hdf_read_close(own);
    end(before);
}

COVEY_API extern const covey_h5md_module covey_hdf_module;
const covey_h5md_module covey_hdf_module = {
    .version = COVEY_WIRE_VERSION,
    .open = module_open,
    .next = module_next,
    .close = module_close,
};
