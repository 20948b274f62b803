// SPDX-License-Identifier: MIT
// Requests of mouse and keys, as commands of a session.
#ifndef COVEY_VIEW_COMMANDS_H
#define COVEY_VIEW_COMMANDS_H

#include <covey/session.h>

/// Carries out an order: a command of covey_session_do(), or
///
///     add VALUE            one more influence
///     hold KIND VALUE      the influence of that kind that is being held; not to be undone
///     release KIND         and lets go of it
///     agents DELTA         so many agents more, or fewer, in the first flock
///     model NAME           that model for the first flock, its lengths and times as before
///     weights PRESET       the weights of that preset's first flock for the first flock
///     predator X Y         a predator there
///     remove X Y           the obstacle there, or the nearest predator if one is near
///     clear                no obstacles, pointers and predators any more
///     clear obstacles, clear predators
///
/// All but `hold` and `release` are taken back by one `undo`. COVEY_INPUT for impossible requests,
/// COVEY_MEMORY.
covey_status commands_do(covey_session *session, const char *order, covey_error *error);

/// The rest of an order behind its first word and a blank, NULL if that is another word.
const char *commands_behind(const char *order, const char *word);

#endif
