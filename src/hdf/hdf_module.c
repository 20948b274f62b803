// SPDX-License-Identifier: MIT
// The module that reads trusted files in the process of the caller. That program may use HDF5
// itself, so the settings of HDF5 are restored after each call.
#include "formats/h5md.h"
#include "hdf/hdf.h"

/// The error printer of HDF5, which is on by default.
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
