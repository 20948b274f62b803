// SPDX-License-Identifier: MIT
// The range of ids in messages about files.
#ifndef COVEY_BASE_ID_TEXT_H
#define COVEY_BASE_ID_TEXT_H

#include "covey/base.h"

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
