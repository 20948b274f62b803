// SPDX-License-Identifier: MIT
// The layout of snapshots: a world as bytes. All is 64-bit words, little-endian on every machine:
//
//   magic · format: its version, and the precision above the lower 32 bits · how many words the
//   recipe has (core/recipe.h) · step · recipe · state · hash of all words before
//
// and the state is:
//
//   the handle that the next influence gets · for each influence: its handle, above its lower 32
//   bits whether it came or has moved since the last step, its parameters, and if it has moved, its
//   points at that step · for each flock: entries, number of agents, the id that its next agent
//   gets, parameters of its model and of its motion, the numbers of its responses, the distribution
//   of each trait (kind, its two numbers, its limits), how many agents it caught if it catches any,
//   and for each agent in the order of ids: id, position, velocity, extra numbers of its motion,
//   traits, user data if the flock has some, and if it has aims: kind, place or velocity, weight,
//   speed, slowing
//
// Snapshots of covey_world_keep() have the columns of agents as they lie, see core/keep.h, and the
// hash of the words before the state alone; the number of their format is none of these.
//
// Format 4 has no recipe, and a hash of the definitions in place of its size. Checkpoints use it,
// as they have the scenario. Before that the magic had version and precision: "COVYSNP3", and
// "COVYSNF3" for single.
#ifndef COVEY_CORE_SNAPSHOT_H
#define COVEY_CORE_SNAPSHOT_H

#include "base/bits.h"
#include "core/keep.h"
#include "core/world.h"

#include <limits.h>

/// The first bytes of a snapshot.
#define COVEY_SNAPSHOT_MAGIC "COVYSNAP"

enum { COVEY_SNAPSHOT_MAGIC_SIZE = 8 };

enum {
    COVEY_SNAPSHOT_STATE = 4, ///< the format without a recipe
    COVEY_SNAPSHOT_FORMAT = 5,
    COVEY_SNAPSHOT_KEPT = 1000 + sizeof(covey_id), ///< agents as they lie
    COVEY_SNAPSHOT_HEAD = 4                        ///< words before the recipe
};

/// Words of the parts of a snapshot.
enum {
    COVEY_SNAPSHOT_HEADER = 5,
    COVEY_SNAPSHOT_HANDLE = 1,
    COVEY_SNAPSHOT_ENTRY = 3,
    COVEY_SNAPSHOT_ID = 1,
    COVEY_SNAPSHOT_RESPONSE = 4, ///< rows of covey_response_params()
    COVEY_SNAPSHOT_TRAIT = 5,
    COVEY_SNAPSHOT_AIM = 1 + COVEY_AXES + 3,
    COVEY_SNAPSHOT_FOOTER = 1
};

#define COVEY_SNAPSHOT_WORD sizeof(uint64_t) ///< bytes

/// Words of an agent, behind its id.
static inline size_t covey_snapshot_pose_words(const covey_flock *flock)
{
    return 2 * (size_t)flock->state.dim + (size_t)flock->state.extra_count;
}

static inline size_t covey_snapshot_agent_words(const covey_flock *flock)
{
    return COVEY_SNAPSHOT_ID + covey_snapshot_pose_words(flock) + (size_t)flock->traits.count +
           (flock->state.user != NULL ? 1 : 0) +
           (flock->state.aim != NULL ? COVEY_SNAPSHOT_AIM : 0);
}

/// Words of the parameters of a flock, first of its model, then of its motion, then the numbers of
/// each response, in the order of their table, then the distributions of traits.
static inline size_t covey_snapshot_params_words(const covey_flock *flock)
{
    return covey_params_count(&flock->params) + covey_params_count(&flock->motion_params) +
           (size_t)flock->reactions.count * COVEY_SNAPSHOT_RESPONSE +
           (size_t)flock->traits.count * COVEY_SNAPSHOT_TRAIT +
           (flock->catches.radius > 0.0 ? 1 : 0);
}

/// Words of a flock of `count` agents.
static inline size_t covey_snapshot_flock_words(const covey_flock *flock, size_t count)
{
    return COVEY_SNAPSHOT_ENTRY + covey_snapshot_params_words(flock) +
           covey_snapshot_agent_words(flock) * count;
}

/// Bits of the word of a handle: the influence came after step 0 and since the last step; it is
/// solid and has moved since then.
#define COVEY_SNAPSHOT_CAME (UINT64_C(1) << 32)
#define COVEY_SNAPSHOT_MOVED (UINT64_C(1) << 33)

/// Words of the past points of a solid that has moved.
static inline size_t covey_snapshot_past_words(const covey_influence_item *item)
{
    return item->shape != NULL ? item->shape->count * (size_t)item->shape->dim : 0;
}

/// Words before those of the first flock, without a recipe.
static inline size_t covey_snapshot_first_words(const covey_world *world)
{
    size_t words = COVEY_SNAPSHOT_HEADER;
    for (size_t k = 0; k < world->influences.count; k++) {
        const covey_influence_item *item = &world->influences.item[k];
        words += COVEY_SNAPSHOT_HANDLE + covey_params_count(&item->params) +
                 (item->swept.is ? covey_snapshot_past_words(item) : 0);
    }
    return words;
}

/// The word of the format: version and precision.
static inline uint64_t covey_snapshot_format(int version, covey_precision precision)
{
    return (uint64_t)precision << 32 | (uint64_t)version;
}

/// Takes a number; returns the place behind it.
static inline const unsigned char *covey_snapshot_take(const unsigned char *bytes, double *value)
{
    uint64_t bits;
    bytes = covey_bytes_take(bytes, &bits);
    *value = covey_bits_double(bits);
    return bytes;
}

/// Takes an aim; returns the place behind it.
static inline const unsigned char *covey_snapshot_take_aim(const unsigned char *bytes,
                                                           covey_aim *aim)
{
    uint64_t kind;
    bytes = covey_bytes_take(bytes, &kind);
    *aim = (covey_aim){.kind = (covey_aim_kind)(kind <= INT_MAX ? kind : INT_MAX)};
    double weight, speed, slowing;
    double *const number[] = {&aim->to.x, &aim->to.y, &aim->to.z, &weight, &speed, &slowing};
    for (size_t k = 0; k < sizeof number / sizeof *number; k++)
        bytes = covey_snapshot_take(bytes, number[k]);
    aim->weight = (float)weight;
    aim->speed = (float)speed;
    aim->slowing = (float)slowing;
    return bytes;
}

/// Takes the distribution of a trait; returns the place behind it. False if a parameter cannot have
/// numbers of that distribution.
const unsigned char *covey_snapshot_take_trait(const unsigned char *bytes, const covey_param *row,
                                               covey_distribution *from, bool *sound);

/// Hash of all that a world is made from and that no step changes, as in format 4.
uint64_t covey_snapshot_definitions(const covey_world *world);

/// Bytes of a snapshot that are looked at.
typedef struct covey_snapshot_bytes {
    const unsigned char *bytes;
    size_t size;
    size_t recipe; ///< words of the recipe; 0: there is none
    bool kept;     ///< agents as they lie
} covey_snapshot_bytes;

/// Words of a flock in it.
static inline size_t covey_snapshot_words_in(const covey_snapshot_bytes *from,
                                             const covey_flock *flock, size_t count)
{
    if (!from->kept)
        return covey_snapshot_flock_words(flock, count);
    return covey_snapshot_flock_words(flock, 0) + covey_keep_words(flock, count);
}

/// The state in a snapshot.
static inline const unsigned char *covey_snapshot_state(const covey_snapshot_bytes *from)
{
    return from->bytes + (COVEY_SNAPSHOT_HEAD + from->recipe) * COVEY_SNAPSHOT_WORD;
}

/// Looks at bytes that are to be restored. COVEY_INPUT if they are no snapshot or are damaged.
covey_status covey_snapshot_open(const void *bytes, size_t size, covey_snapshot_bytes *from,
                                 covey_error *error);

/// COVEY_INPUT if a snapshot is of another precision than the world.
covey_status covey_snapshot_check_precision(const covey_world *world,
                                            const covey_snapshot_bytes *from, covey_error *error);

/// Checks a state that is to be restored into a world of these definitions. COVEY_INPUT if it has a
/// value that no such world can have.
covey_status covey_snapshot_check(const covey_world *world, const covey_snapshot_bytes *from,
                                  covey_error *error);

/// Takes a checked state over. COVEY_MEMORY.
covey_status covey_snapshot_take_state(covey_world *world, const covey_snapshot_bytes *from,
                                       covey_error *error);

// ---- Without a recipe, for checkpoints ----

size_t covey_snapshot_state_size(const covey_world *world);
void covey_snapshot_state_save(const covey_world *world, void *buffer);

// ---- Some agents at a time ----
//
// A world can be saved in pieces, each of which is a snapshot of some agents of one flock, and
// restored from them in any order.

/// The size of a piece of so many agents.
size_t covey_snapshot_some_size(const covey_world *world, int flock, size_t count);

/// Saves the agents at `count` indices of a flock from `begin` on.
void covey_snapshot_save_some(const covey_world *world, int flock, size_t begin, size_t count,
                              void *buffer);

/// Begins to restore a world: takes all but the agents from a piece, and has room for so many
/// agents of each flock. After a failure the world can only be destroyed. COVEY_INPUT,
/// COVEY_MEMORY.
covey_status covey_snapshot_begin(covey_world *world, const void *bytes, size_t size,
                                  const uint64_t *rooms, covey_error *error);

/// Which agents of a piece: the agents of a flock, from the one numbered `begin` to the one before
/// `end`.
typedef struct covey_snapshot_share {
    int flock;
    size_t begin, end;
} covey_snapshot_share;

/// Adds agents of a piece to the world. COVEY_INPUT.
covey_status covey_snapshot_add(covey_world *world, const void *bytes, size_t size,
                                const covey_snapshot_share *share, covey_error *error);

/// Ends to restore. Ids that two pieces have are not noticed.
void covey_snapshot_end(covey_world *world);

#endif
