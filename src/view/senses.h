// SPDX-License-Identifier: MIT
// Flocks among each other: the responses of each to each, as a matrix of choices, and the catches
// of flocks that hunt.
#ifndef COVEY_VIEW_SENSES_H
#define COVEY_VIEW_SENSES_H

#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The choices of a flock about another one: "nothing", then covey_response_rules(), then NULL.
enum { SENSES_CHOICES = 12 };
void senses_choices(const char *list[SENSES_CHOICES]);

/// The number of the choice that a flock has about another one or itself; of several, the first.
int senses_of(const frame *now, int flock, int other);

/// Lets a flock respond so to another one, as far as agents of the first flock sense and too
/// strongly to be overlooked; or not at all.
void senses_set(viewer *self, int flock, int other, int choice);

/// True if agents of a flock neither flee from one that hunts them nor sense it in their model.
bool senses_is_blind(const frame *now, int prey, int hunter);

/// The first flock that hunts this one unseen; -1 if there is none.
int senses_unseen(const frame *now, int prey);

/// Lets a flock that hunts catch its prey, or not; the caught are born elsewhere, or not.
void senses_catch(viewer *self, int flock, bool catches, bool births);

#ifdef __cplusplus
}
#endif
#endif
