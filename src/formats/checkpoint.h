// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_CHECKPOINT_H
#define COVEY_FORMATS_CHECKPOINT_H

#include "covey/checkpoint.h"
#include "formats/text.h"

#include <stdbool.h>

/// The bytes of a checkpoint, appended to an empty text. COVEY_ARG, COVEY_MEMORY.
covey_status covey_checkpoint_encode(covey_text *text, const covey_checkpoint *from,
                                     covey_error *error);

/// False if these bytes, the first of a file, are not those of a checkpoint.
bool covey_checkpoint_begins(const void *bytes, size_t size);

#endif
