// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_EXTXYZ_H
#define COVEY_FORMATS_EXTXYZ_H

#include "formats/plugin.h"

#define COVEY_EXTXYZ_MOVING "Properties=species:S:1:pos:R:3:velo:R:3:id:I:1"
#define COVEY_EXTXYZ_DEEP "covey_dim"
#define COVEY_EXTXYZ_RESTING "Properties=species:S:1:pos:R:3:id:I:1"

/// Reading, for the plug-in.
covey_status covey_extxyz_read_open(const covey_opening *opening, void **own, covey_error *error);
covey_status covey_extxyz_read_next(void *own, covey_frame *frame, covey_error *error);
void covey_extxyz_read_close(void *own);

#endif
