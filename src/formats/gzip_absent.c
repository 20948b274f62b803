// SPDX-License-Identifier: MIT
// Stands for zlib where the library is built without it.
#include "formats/gzip.h"

bool covey_gzip_is_built(void)
{
    return false;
}

covey_zip *covey_zip_create(covey_memory *memory)
{
    (void)memory;
    return NULL;
}

void covey_zip_destroy(covey_zip *zip)
{
    (void)zip;
}

void covey_zip_begin(covey_zip *zip)
{
    (void)zip;
}

covey_zip_step covey_zip_run(covey_zip *zip, covey_zip_room *room)
{
    (void)zip;
    room->reason = NULL;
    return COVEY_ZIP_BAD;
}

covey_packer *covey_packer_create(covey_memory *memory)
{
    (void)memory;
    return NULL;
}

void covey_packer_destroy(covey_packer *packer)
{
    (void)packer;
}

bool covey_packer_put(covey_packer *packer, const covey_text *part, bool last, covey_text *packed)
{
    (void)packer;
    (void)part;
    (void)last;
    (void)packed;
    return false;
}

covey_status covey_gzip_pack(const covey_text *text, covey_text *packed, covey_error *error)
{
    (void)text;
    (void)packed;
    return covey_fail(error, COVEY_ARG, "this covey was built without zlib (COVEY_GZIP)");
}
