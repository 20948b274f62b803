// SPDX-License-Identifier: MIT
#include "core/keep.h"

#include "core/aim.h"
#include "core/world.h"

#include <float.h>
#include <string.h>

enum { COLUMNS = 2 * COVEY_AXES + COVEY_MAX_EXTRA + COVEY_MAX_TRAITS + 3 };

/// A column of a state: where it lies, and the bytes of an agent in it.
typedef struct column {
    void *at;
    size_t each;
} column;

/// All columns of a state, in the order in which they are kept.
static int columns_of(const covey_state *state, column all[COLUMNS])
{
    int count = 0;
    all[count++] = (column){state->id, sizeof *state->id};
    for (int axis = 0; axis < state->dim; axis++)
        all[count++] = (column){state->pos[axis], sizeof(double)};
    for (int axis = 0; axis < state->dim; axis++)
        all[count++] = (column){state->vel[axis], sizeof(double)};
    for (int k = 0; k < state->extra_count; k++)
        all[count++] = (column){state->extra[k], sizeof(double)};
    for (int k = 0; k < state->trait_count; k++)
        all[count++] = (column){state->trait[k], sizeof(double)};
    if (state->user != NULL)
        all[count++] = (column){state->user, sizeof *state->user};
    if (state->aim != NULL)
        all[count++] = (column){state->aim, sizeof *state->aim};
    return count;
}

static size_t words_of(const column *one, size_t count)
{
    return (count * one->each + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

size_t covey_keep_words(const covey_flock *flock, size_t count)
{
    column all[COLUMNS];
    int columns = columns_of(&flock->state, all);
    size_t words = 0;
    for (int k = 0; k < columns; k++)
        words += words_of(&all[k], count);
    return words;
}

unsigned char *covey_keep_put(const covey_flock *flock, unsigned char *bytes)
{
    column all[COLUMNS];
    int columns = columns_of(&flock->state, all);
    for (int k = 0; k < columns; k++) {
        size_t used = flock->state.count * all[k].each;
        size_t size = words_of(&all[k], flock->state.count) * sizeof(uint64_t);
        memcpy(bytes, all[k].at, used);
        memset(bytes + used, 0, size - used);
        bytes += size;
    }
    return bytes;
}

const unsigned char *covey_keep_take(const covey_flock *flock, const unsigned char *bytes)
{
    column all[COLUMNS];
    int columns = columns_of(&flock->state, all);
    for (int k = 0; k < columns; k++) {
        memcpy(all[k].at, bytes, flock->state.count * all[k].each);
        bytes += words_of(&all[k], flock->state.count) * sizeof(uint64_t);
    }
    return bytes;
}

// ---- Whether they are agents ----

static bool are_ids(const unsigned char *bytes, size_t count, uint64_t next)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        covey_id id;
        memcpy(&id, bytes + i * sizeof id, sizeof id);
        all = all & (id < next);
    }
    return all;
}

/// True if all numbers are within bounds, or with `wild` not finite.
static bool are_within(const unsigned char *bytes, size_t count, double low, double high, bool wild)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        double value;
        memcpy(&value, bytes + i * sizeof value, sizeof value);
        all = all & ((value >= low && value <= high) || (wild && !(fabs(value) <= DBL_MAX)));
    }
    return all;
}

static bool are_aims(const unsigned char *bytes, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        covey_aim aim;
        memcpy(&aim, bytes + i * sizeof aim, sizeof aim);
        all = all && covey_aim_is_sound(&aim);
    }
    return all;
}

bool covey_keep_is_sound(const covey_flock *flock, const covey_space *space,
                         const unsigned char *bytes, size_t count, uint64_t next)
{
    const covey_state *state = &flock->state;
    const size_t size = count * sizeof(double);
    bool sound = next <= COVEY_INDEX_IDS && are_ids(bytes, count, next);
    bytes += words_of(&(const column){NULL, sizeof(covey_id)}, count) * sizeof(uint64_t);
    for (int axis = 0; axis < state->dim && space->kind != COVEY_SPACE_OPEN; axis++)
        sound =
            sound && are_within(bytes + (size_t)axis * size, count, 0.0, space->size[axis], true);
    bytes += (2 * (size_t)state->dim + (size_t)state->extra_count) * size;
    for (int k = 0; k < state->trait_count; k++, bytes += size) {
        const covey_param *row = flock->traits.use[k].row;
        sound = sound && are_within(bytes, count, row->low, row->high, false);
    }
    bytes += state->user != NULL ? size : 0;
    return sound && (state->aim == NULL || are_aims(bytes, count));
}
