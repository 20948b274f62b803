// SPDX-License-Identifier: MIT
// The state of a world as bytes. All is 64-bit little-endian words:
//
//   magic · hash of the definitions · step · parameters of each influence · then for each flock:
//   entries, number of agents, parameters of its model and of its motion, and for each agent in the
//   order of ids: position, velocity, what its motion keeps · hash of all words before
#include "core/world.h"

#include "base/bits.h"
#include "base/misuse.h"
#include "core/space.h"

#include <float.h>

/// "COVYSNP3", and "COVYSNF3" for single precision.
static const uint64_t magics[] = {
    [COVEY_PRECISION_DOUBLE] = UINT64_C(0x33504e5359564f43),
    [COVEY_PRECISION_SINGLE] = UINT64_C(0x33464e5359564f43),
};

enum { HEADER_WORDS = 3, ENTRY_WORDS = 2, FOOTER_WORDS = 1 };

#define WORD sizeof(uint64_t)

static size_t agent_words(const covey_flock *flock)
{
    return 2 * COVEY_AXES + (size_t)flock->motion->own;
}

/// Of a flock of so many agents.
static size_t flock_words(const covey_flock *flock, size_t count)
{
    return ENTRY_WORDS + covey_params_count(&flock->params) +
           covey_params_count(&flock->motion_params) + agent_words(flock) * count;
}

/// Words before those of the first flock.
static size_t first_words(const covey_world *world)
{
    size_t words = HEADER_WORDS;
    for (size_t k = 0; k < world->influences.count; k++)
        words += covey_params_count(&world->influences.item[k].params);
    return words;
}

size_t covey_world_snapshot_size(const covey_world *world)
{
    if (world == NULL)
        return 0;
    size_t words = first_words(world) + FOOTER_WORDS;
    for (int number = 0; number < world->flock_count; number++)
        words += flock_words(world->flock[number], world->flock[number]->state.count);
    return words * WORD;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        hash = covey_hash_word(hash, (unsigned char)*c);
    return covey_hash_word(hash, 0);
}

static uint64_t hash_influence(uint64_t hash, const covey_influence_item *item)
{
    hash = hash_text(hash, item->kind->name);
    hash = covey_hash_word(hash, (uint64_t)(int64_t)item->flock);
    size_t points = item->shape != NULL ? item->shape->count : 0;
    hash = covey_hash_word(hash, points);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        for (size_t k = 0; k < points; k++)
            hash = covey_hash_word(hash, covey_bits_of(item->shape->points[axis][k]));
    return hash;
}

/// Hash of all that a world is made from and that no step changes.
static uint64_t hash_definitions(const covey_world *world)
{
    uint64_t hash = covey_hash_word(world->def.seed, (uint64_t)world->def.space.kind);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        hash = covey_hash_word(hash, covey_bits_of(world->def.space.size[axis]));
    if (world->def.dense != NULL)
        hash = hash_text(hash, world->def.dense);
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        hash = hash_text(hash, flock->name);
        hash = hash_text(hash, flock->model->name);
        hash = hash_text(hash, flock->motion->name);
        hash = covey_hash_word(hash, (uint64_t)(int64_t)flock->hunts);
        hash = covey_hash_word(hash, covey_bits_of(flock->body));
        hash = covey_hash_word(hash, flock->state.room);
    }
    for (size_t k = 0; k < world->influences.count; k++)
        hash = hash_influence(hash, &world->influences.item[k]);
    return hash;
}

static unsigned char *put_double(unsigned char *bytes, double value)
{
    return covey_bytes_put(bytes, covey_bits_of(value));
}

static const unsigned char *take_double(const unsigned char *bytes, double *value)
{
    uint64_t bits;
    bytes = covey_bytes_take(bytes, &bits);
    *value = covey_bits_double(bits);
    return bytes;
}

static unsigned char *save_params(const covey_params *params, unsigned char *bytes)
{
    const double *values = params->values;
    for (size_t k = 0; k < covey_params_count(params); k++)
        bytes = put_double(bytes, values[k]);
    return bytes;
}

static unsigned char *save_flock(const covey_flock *flock, unsigned char *bytes)
{
    const covey_state *state = &flock->state;
    bytes = covey_bytes_put(bytes, flock->entries);
    bytes = covey_bytes_put(bytes, state->count);
    bytes = save_params(&flock->params, bytes);
    bytes = save_params(&flock->motion_params, bytes);
    for (size_t i = 0; i < state->count; i++) {
        unsigned char *agent = bytes + (size_t)state->id[i] * agent_words(flock) * WORD;
        for (int axis = 0; axis < COVEY_AXES; axis++)
            agent = put_double(agent, state->pos[axis][i]);
        for (int axis = 0; axis < COVEY_AXES; axis++)
            agent = put_double(agent, state->vel[axis][i]);
        for (int k = 0; k < state->own_count; k++)
            agent = put_double(agent, state->own[k][i]);
    }
    return bytes + state->count * agent_words(flock) * WORD;
}

covey_status covey_world_save(const covey_world *world, void *buffer, size_t size)
{
    if (world == NULL || buffer == NULL)
        return covey_missing(NULL, __func__);
    size_t needed = covey_world_snapshot_size(world);
    if (size < needed)
        return COVEY_ARG;
    unsigned char *bytes = buffer;
    bytes = covey_bytes_put(bytes, magics[world->def.precision]);
    bytes = covey_bytes_put(bytes, hash_definitions(world));
    bytes = covey_bytes_put(bytes, world->step);
    for (size_t k = 0; k < world->influences.count; k++)
        bytes = save_params(&world->influences.item[k].params, bytes);
    for (int number = 0; number < world->flock_count; number++)
        bytes = save_flock(world->flock[number], bytes);
    covey_bytes_put(bytes, covey_bytes_hash(buffer, needed / WORD - FOOTER_WORDS));
    return COVEY_OK;
}

static const unsigned char *restore_params(covey_params *params, const unsigned char *bytes)
{
    double *values = params->values;
    for (size_t k = 0; k < covey_params_count(params); k++)
        bytes = take_double(bytes, &values[k]);
    return bytes;
}

static const unsigned char *restore_flock(covey_flock *flock, const unsigned char *bytes)
{
    covey_state *state = &flock->state;
    uint64_t count;
    bytes = covey_bytes_take(bytes, &flock->entries);
    bytes = covey_bytes_take(bytes, &count);
    covey_flock_resize(flock, (size_t)count);
    bytes = restore_params(&flock->params, bytes);
    bytes = restore_params(&flock->motion_params, bytes);
    for (size_t i = 0; i < state->count; i++) {
        state->id[i] = (uint32_t)i;
        for (int axis = 0; axis < COVEY_AXES; axis++)
            bytes = take_double(bytes, &state->pos[axis][i]);
        for (int axis = 0; axis < COVEY_AXES; axis++)
            bytes = take_double(bytes, &state->vel[axis][i]);
        for (int k = 0; k < state->own_count; k++)
            bytes = take_double(bytes, &state->own[k][i]);
    }
    covey_flock_update(flock, NULL); // parameters within their ranges give zones
    return bytes;
}

/// True unless a lowest speed among the saved parameters is above the highest.
static bool are_in_order(const covey_params *params, const unsigned char *bytes)
{
    const covey_param *low = covey_param_find(params->table, "min_speed");
    const covey_param *high = covey_param_find(params->table, "max_speed");
    double least, most;
    if (low == NULL || high == NULL)
        return true;
    take_double(bytes + low->offset, &least);
    take_double(bytes + high->offset, &most);
    return least <= most;
}

/// True if the saved parameters are within their ranges.
static bool are_sound(const covey_params *params, const unsigned char *bytes)
{
    for (const covey_param *row = params->table; row->name != NULL; row++) {
        double value;
        take_double(bytes + row->offset, &value);
        bool broken = row->whole && value != floor(value);
        if (broken || !(value >= row->low && value <= row->high))
            return false;
    }
    return are_in_order(params, bytes);
}

static bool are_floats(const unsigned char *bytes, size_t count)
{
    double value;
    for (size_t k = 0; k < count; k++) {
        bytes = take_double(bytes, &value);
        if (!covey_single_has(value))
            return false;
    }
    return true;
}

/// The number of agents that a flock has in a snapshot.
static uint64_t saved_count(const unsigned char *bytes)
{
    uint64_t entries, count;
    covey_bytes_take(covey_bytes_take(bytes, &entries), &count);
    return count;
}

/// The size that a snapshot must have by the numbers of agents in it; 0 if it ends before the last
/// of them, or one is more than there is room for.
static size_t saved_size(const covey_world *world, const unsigned char *bytes, size_t size)
{
    size_t words = first_words(world);
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (size < (words + ENTRY_WORDS) * WORD)
            return 0;
        uint64_t count = saved_count(bytes + words * WORD);
        if (count > flock->state.room)
            return 0;
        words += flock_words(flock, (size_t)count);
    }
    return (words + FOOTER_WORDS) * WORD;
}

/// True if a step could have left the flock with these parameters and places. (Infinite places are
/// for check_finite to find.)
static bool is_sound(const covey_flock *flock, const covey_space *space, const unsigned char *bytes)
{
    size_t count = (size_t)saved_count(bytes);
    bytes += ENTRY_WORDS * WORD;
    if (!are_sound(&flock->params, bytes) ||
        !are_sound(&flock->motion_params, bytes + flock->params.size))
        return false;
    bytes += flock->params.size + flock->motion_params.size;
    for (size_t i = 0; i < count; i++) {
        covey_vec pos;
        take_double(take_double(bytes, &pos.x), &pos.y);
        covey_vec inside = covey_space_fold(space, pos);
        bool finite = fabs(pos.x) <= DBL_MAX && fabs(pos.y) <= DBL_MAX;
        if (finite && (pos.x != inside.x || pos.y != inside.y || !covey_space_holds(space, pos)))
            return false;
        if (flock->precision == COVEY_PRECISION_SINGLE && !are_floats(bytes, agent_words(flock)))
            return false;
        bytes += agent_words(flock) * WORD;
    }
    return true;
}

static covey_status check_parts(const covey_world *world, const unsigned char *bytes,
                                covey_error *error)
{
    bytes += HEADER_WORDS * WORD;
    for (size_t k = 0; k < world->influences.count; k++) {
        const covey_influence_item *item = &world->influences.item[k];
        if (!are_sound(&item->params, bytes))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a parameter that influence %s cannot have",
                              item->kind->name);
        bytes += item->params.size;
    }
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (!is_sound(flock, &world->def.space, bytes))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a parameter or place that flock %s cannot have",
                              flock->name);
        bytes += flock_words(flock, (size_t)saved_count(bytes)) * WORD;
    }
    return COVEY_OK;
}

static covey_status check(const covey_world *world, const unsigned char *bytes, size_t size,
                          covey_error *error)
{
    if (size < HEADER_WORDS * WORD)
        return covey_fail(error, COVEY_INPUT, "%zu bytes are too few for a snapshot", size);
    uint64_t magic, definitions, stored, computed;
    covey_bytes_take(covey_bytes_take(bytes, &magic), &definitions);
    covey_precision own = world->def.precision;
    covey_precision other =
        own == COVEY_PRECISION_DOUBLE ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
    if (magic == magics[other])
        return covey_fail(error, COVEY_INPUT, "the snapshot is of %s precision, the world of %s",
                          covey_single_names[other], covey_single_names[own]);
    if (magic != magics[own])
        return covey_fail(error, COVEY_INPUT, "the bytes are no snapshot of covey");
    if (definitions != hash_definitions(world))
        return covey_fail(error, COVEY_INPUT, "the snapshot is of a world of other definitions");
    size_t needed = saved_size(world, bytes, size);
    if (needed == 0)
        return covey_fail(
            error, COVEY_INPUT,
            "the snapshot is damaged: it is cut off, or a flock in it has more agents "
            "than its capacity");
    if (size != needed)
        return covey_fail(error, COVEY_INPUT, "the snapshot has %zu bytes instead of %zu", size,
                          needed);
    covey_bytes_take(bytes + needed - WORD, &stored);
    computed = covey_bytes_hash(bytes, needed / WORD - FOOTER_WORDS);
    if (stored != computed)
        return covey_fail(error, COVEY_INPUT, "the snapshot is damaged: its hash does not match");
    return check_parts(world, bytes, error);
}

/// A state that was saved after it left the finite range takes no further step here either.
static void check_finite(const covey_flock *flock, uint64_t step, covey_error *error)
{
    ptrdiff_t bad = covey_state_find_infinite(&flock->state, 0, flock->state.count);
    if (bad < 0 || error->status == COVEY_DIVERGED)
        return;
    covey_fail(error, COVEY_DIVERGED,
               "the restored position or velocity of agent %lu of flock %s is not finite",
               (unsigned long)flock->state.id[bad], flock->name);
    error->step = step;
    error->id = flock->state.id[bad];
    error->flock = flock->number;
}

static covey_status restore(covey_world *world, const void *buffer, size_t size, covey_error *error)
{
    const unsigned char *bytes = buffer;
    covey_status status = check(world, bytes, size, error);
    if (status != COVEY_OK)
        return status;
    covey_bytes_take(bytes + 2 * WORD, &world->step);
    bytes += HEADER_WORDS * WORD;
    for (size_t k = 0; k < world->influences.count; k++)
        bytes = restore_params(&world->influences.item[k].params, bytes);
    for (int number = 0; number < world->flock_count; number++)
        bytes = restore_flock(world->flock[number], bytes);
    covey_world_set_radii(world);
    (void)covey_world_take_trees(world, NULL); // a search without them gives the same
    world->error = (covey_error){0};
    for (int number = 0; number < world->flock_count; number++)
        check_finite(world->flock[number], world->step, &world->error);
    return COVEY_OK;
}

covey_status covey_world_restore(covey_world *world, const void *buffer, size_t size,
                                 covey_error *error)
{
    if (buffer == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, restore(world, buffer, size, error))
                              : status;
}
