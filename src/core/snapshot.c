// SPDX-License-Identifier: MIT
// The state of a world as bytes. All is 64-bit little-endian words:
//
//   magic · hash of the definitions · step · then for each flock: parameters, and for each agent in
//   the order of ids: position, velocity · hash of all words before
#include "core/world.h"

#include "base/bytes.h"

#include <float.h>

#define MAGIC UINT64_C(0x31504e5359564f43) // "COVYSNP1"

enum { HEADER_WORDS = 3, FOOTER_WORDS = 1, AGENT_WORDS = 2 * COVEY_AXES };

#define WORD sizeof(uint64_t)

static size_t param_count(const covey_flock *flock)
{
    return flock->model->params_size / sizeof(double);
}

static size_t agent_words(const covey_flock *flock)
{
    return AGENT_WORDS * flock->state.count;
}

size_t covey_world_snapshot_size(const covey_world *world)
{
    size_t words = HEADER_WORDS + FOOTER_WORDS;
    for (int number = 0; number < world->flock_count; number++)
        words += param_count(world->flock[number]) + agent_words(world->flock[number]);
    return words * WORD;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        hash = covey_hash_word(hash, (unsigned char)*c);
    return covey_hash_word(hash, 0);
}

/// Hash of all that a world is made from and that no step changes.
static uint64_t hash_definitions(const covey_world *world)
{
    uint64_t hash = covey_hash_word(world->def.seed, (uint64_t)world->def.space.kind);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        hash = covey_hash_word(hash, covey_bits_of(world->def.space.size[axis]));
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        hash = hash_text(hash, flock->name);
        hash = hash_text(hash, flock->model->name);
        hash = hash_text(hash, flock->motion->name);
        hash = covey_hash_word(hash, (uint64_t)(int64_t)flock->hunts);
        hash = covey_hash_word(hash, flock->state.count);
    }
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

static unsigned char *save_flock(const covey_flock *flock, unsigned char *bytes)
{
    const double *params = flock->params;
    for (size_t k = 0; k < param_count(flock); k++)
        bytes = put_double(bytes, params[k]);
    for (size_t i = 0; i < flock->state.count; i++) {
        unsigned char *agent = bytes + (size_t)flock->state.id[i] * AGENT_WORDS * WORD;
        for (int axis = 0; axis < COVEY_AXES; axis++)
            agent = put_double(agent, flock->state.pos[axis][i]);
        for (int axis = 0; axis < COVEY_AXES; axis++)
            agent = put_double(agent, flock->state.vel[axis][i]);
    }
    return bytes + agent_words(flock) * WORD;
}

covey_status covey_world_save(const covey_world *world, void *buffer, size_t size)
{
    size_t needed = covey_world_snapshot_size(world);
    if (size < needed)
        return COVEY_ARG;
    unsigned char *bytes = buffer;
    bytes = covey_bytes_put(bytes, MAGIC);
    bytes = covey_bytes_put(bytes, hash_definitions(world));
    bytes = covey_bytes_put(bytes, world->step);
    for (int number = 0; number < world->flock_count; number++)
        bytes = save_flock(world->flock[number], bytes);
    covey_bytes_put(bytes, covey_bytes_hash(buffer, needed / WORD - FOOTER_WORDS));
    return COVEY_OK;
}

static const unsigned char *restore_flock(covey_flock *flock, const unsigned char *bytes)
{
    double *params = flock->params;
    for (size_t k = 0; k < param_count(flock); k++)
        bytes = take_double(bytes, &params[k]);
    for (size_t i = 0; i < flock->state.count; i++) {
        flock->state.id[i] = (uint32_t)i;
        for (int axis = 0; axis < COVEY_AXES; axis++)
            bytes = take_double(bytes, &flock->state.pos[axis][i]);
        for (int axis = 0; axis < COVEY_AXES; axis++)
            bytes = take_double(bytes, &flock->state.vel[axis][i]);
    }
    covey_flock_update_zones(flock, NULL); // parameters within their ranges give zones
    return bytes;
}

/// True if a step could have left the flock with these parameters and places. (Infinite places are
/// for check_finite to find.)
static bool is_sound(const covey_flock *flock, const covey_space *space, const unsigned char *bytes)
{
    for (const covey_param *row = flock->model->params; row->name != NULL; row++) {
        double value;
        take_double(bytes + row->offset, &value);
        if (!(value >= row->low && value <= row->high))
            return false;
    }
    bytes += flock->model->params_size;
    for (size_t i = 0; i < flock->state.count; i++) {
        covey_vec pos;
        take_double(take_double(bytes, &pos.x), &pos.y);
        covey_vec inside = covey_space_fold(space, pos);
        if ((pos.x != inside.x && fabs(pos.x) <= DBL_MAX) ||
            (pos.y != inside.y && fabs(pos.y) <= DBL_MAX))
            return false;
        bytes += AGENT_WORDS * WORD;
    }
    return true;
}

static covey_status check_flocks(const covey_world *world, const unsigned char *bytes,
                                 covey_error *error)
{
    bytes += HEADER_WORDS * WORD;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (!is_sound(flock, &world->def.space, bytes))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a parameter or place that flock %s cannot have",
                              flock->name);
        bytes += (param_count(flock) + agent_words(flock)) * WORD;
    }
    return COVEY_OK;
}

static covey_status check(const covey_world *world, const unsigned char *bytes, size_t size,
                          covey_error *error)
{
    size_t needed = covey_world_snapshot_size(world);
    if (size < HEADER_WORDS * WORD)
        return covey_fail(error, COVEY_INPUT, "%zu bytes are too few for a snapshot", size);
    uint64_t magic, definitions, stored, computed;
    covey_bytes_take(covey_bytes_take(bytes, &magic), &definitions);
    if (magic != MAGIC)
        return covey_fail(error, COVEY_INPUT, "the bytes are no snapshot of covey");
    if (definitions != hash_definitions(world))
        return covey_fail(error, COVEY_INPUT, "the snapshot is of a world of other definitions");
    if (size != needed)
        return covey_fail(error, COVEY_INPUT, "the snapshot has %zu bytes instead of %zu", size,
                          needed);
    covey_bytes_take(bytes + needed - WORD, &stored);
    computed = covey_bytes_hash(bytes, needed / WORD - FOOTER_WORDS);
    if (stored != computed)
        return covey_fail(error, COVEY_INPUT, "the snapshot is damaged: its hash does not match");
    return check_flocks(world, bytes, error);
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
}

covey_status covey_world_restore(covey_world *world, const void *buffer, size_t size,
                                 covey_error *error)
{
    const unsigned char *bytes = buffer;
    covey_status status = check(world, bytes, size, error);
    if (status != COVEY_OK)
        return status;
    covey_bytes_take(bytes + 2 * WORD, &world->step);
    bytes += HEADER_WORDS * WORD;
    for (int number = 0; number < world->flock_count; number++)
        bytes = restore_flock(world->flock[number], bytes);
    covey_world_set_radii(world);
    world->error = (covey_error){0};
    for (int number = 0; number < world->flock_count; number++)
        check_finite(world->flock[number], world->step, &world->error);
    return COVEY_OK;
}
