// SPDX-License-Identifier: MIT
// Checkpoints of runs on several ranks: each rank writes its own agents into a piece, and reads a
// share of them (formats/pieces.h).
#ifndef COVEY_RUN_PIECES_H
#define COVEY_RUN_PIECES_H

#include "formats/checkpoint.h"
#include "run/engine.h"

/// Writes a checkpoint in pieces; all ranks call it. `checkpoint` is used on the rank that writes.
/// Its status is that of all ranks; after a failure the checkpoint before stays.
covey_status covey_run_pieces_write(const covey_world *world, const covey_run_engine *ranks,
                                    const char *path, const covey_checkpoint *checkpoint,
                                    covey_allocator allocator, covey_error *error);

/// Restores the agents of the slice that a world has from a checkpoint whose agents are in pieces.
covey_status covey_run_pieces_restore(covey_world *world, const covey_pieces *pieces,
                                      const char *path, covey_allocator allocator,
                                      covey_error *error);

/// The same from a checkpoint that has its snapshot in its file, of which only the slice is read.
/// The world with slice 0 verifies the checksum of all.
covey_status covey_run_slice_restore(covey_world *world, const covey_checkpoint_gap *snapshot,
                                     const char *path, covey_allocator allocator,
                                     covey_error *error);

#endif
