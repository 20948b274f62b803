// SPDX-License-Identifier: MIT
// Tables of tracks in memory, and all that is read of them as one text.
#ifndef COVEY_TESTS_SUPPORT_TRACKS_H
#define COVEY_TESTS_SUPPORT_TRACKS_H

#include "covey/format.h"

/// All that an input gives of a text, or, where that is NULL, of the file of the definition:
/// "set@time(step): id x,y vx,vy; ...\n", in three dimensions with z and vz, then its failure. In a
/// buffer that the next call changes.
const char *tracks_text(const covey_input_def *def, const char *text);

/// The path of a file of a kind of write_tracks.py; NULL where Python or its h5py is not there.
const char *tracks_make(const char *kind);

#endif
