// SPDX-License-Identifier: MIT
// What a run knows of the covey that wrote its checkpoint or session.
#ifndef COVEY_RUN_BUILDS_H
#define COVEY_RUN_BUILDS_H

#include "covey/checkpoint.h"
#include "covey/session.h"

#include <stddef.h>

enum { COVEY_BUILDS_VALUES = 3, COVEY_BUILDS_TEXT = 96 };

/// Puts the version, the results epoch and the commit of this covey as values of a checkpoint.
void covey_builds_put(covey_checkpoint_value values[COVEY_BUILDS_VALUES]);

/// Puts how a results epoch, -1 if unknown, differs from that of this covey, to go on a sentence
/// about a file; false for the same one.
bool covey_builds_differ(int epoch, char text[COVEY_BUILDS_TEXT]);

/// The results epoch of a checkpoint; -1 if it has none, as those of earlier versions.
int covey_builds_results(const covey_checkpoint *checkpoint);

/// Fails with COVEY_INPUT for a replay that came to another hash than the session of its file. The
/// message says so if the session is of other results, which is the likely reason.
covey_status covey_builds_refuse(const covey_session *session, uint64_t hash, covey_error *error);

#endif
