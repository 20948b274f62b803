// SPDX-License-Identifier: MIT
// Definitions of programs that were compiled for an earlier or later version of the library: all
// begin with their `size` in the program, and may be shorter.
#ifndef COVEY_CORE_DEF_H
#define COVEY_CORE_DEF_H

#include "covey/base.h"

/// Takes the members of a definition that a program filled into *full, the default one of `known`
/// bytes, as far as the program knows them; all begin with their `size`. COVEY_ARG, and *full
/// stays, for one that is larger: the program was compiled for a later version.
covey_status covey_def_take(void *full, size_t known, const void *def, covey_error *error);

/// The bytes of a definition that the program knows: all where its `size` is 0.
size_t covey_def_size(const void *def, size_t known);

/// Copies a definition of the library, of `known` bytes, into that of a program, as far as that has
/// room, which is `size` bytes.
void covey_def_put(void *to, size_t size, const void *full, size_t known);

#endif
