// SPDX-License-Identifier: MIT
// The state of a world as bytes. All is 64-bit words, little-endian on every machine:
//
//   magic · format: its version, and the precision above the lower 32 bits · hash of the
//   definitions · step · the handle that the next influence gets · then for each influence: its
//   handle and parameters · then for each flock: entries, number of agents, the id that its next
//   agent gets, parameters of its model and of its motion, and for each agent in the order of ids:
//   id, position, velocity, what its motion keeps · hash of all words before
//
// Before format 4 the magic told version and precision: "COVYSNP3", and "COVYSNF3" for single.
#include "core/world.h"

#include "base/bits.h"
#include "base/id_order.h"
#include "base/misuse.h"
#include "core/space.h"

#include <float.h>
#include <limits.h>
#include <string.h>

static const unsigned char magic[8] = {'C', 'O', 'V', 'Y', 'S', 'N', 'A', 'P'};

enum { FORMAT = 4 };
enum { HEADER_WORDS = 5, HANDLE_WORDS = 1, ENTRY_WORDS = 3, ID_WORDS = 1, FOOTER_WORDS = 1 };

#define WORD sizeof(uint64_t)

/// Words of what an agent has, behind its id.
static size_t pose_words(const covey_flock *flock)
{
    return 2 * COVEY_AXES + (size_t)flock->motion->own;
}

static size_t agent_words(const covey_flock *flock)
{
    return ID_WORDS + pose_words(flock);
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
        words += HANDLE_WORDS + covey_params_count(&world->influences.item[k].params);
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

static unsigned char *save_agent(const covey_state *state, size_t i, unsigned char *bytes)
{
    bytes = covey_bytes_put(bytes, state->id[i]);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        bytes = put_double(bytes, state->pos[axis][i]);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        bytes = put_double(bytes, state->vel[axis][i]);
    for (int k = 0; k < state->own_count; k++)
        bytes = put_double(bytes, state->own[k][i]);
    return bytes;
}

/// The order of ids is found at the end of the room that the agents take, where each number of it
/// is read before an agent is written over it.
static unsigned char *save_agents(const covey_flock *flock, unsigned char *bytes)
{
    const covey_state *state = &flock->state;
    unsigned char *end = bytes + state->count * agent_words(flock) * WORD;
    unsigned char *order = end - state->count * sizeof(uint32_t);
    covey_id_order(state->id, state->count, order, order - state->count * sizeof(uint32_t));
    for (size_t k = 0; k < state->count; k++)
        bytes = save_agent(state, covey_id_order_at(order, k), bytes);
    return bytes;
}

static unsigned char *save_flock(const covey_flock *flock, unsigned char *bytes)
{
    bytes = covey_bytes_put(bytes, flock->entries);
    bytes = covey_bytes_put(bytes, flock->state.count);
    bytes = covey_bytes_put(bytes, flock->index.next);
    bytes = save_params(&flock->params, bytes);
    bytes = save_params(&flock->motion_params, bytes);
    return save_agents(flock, bytes);
}

static unsigned char *save_influences(const covey_influence_list *list, unsigned char *bytes)
{
    bytes = covey_bytes_put(bytes, (uint64_t)list->next);
    for (size_t k = 0; k < list->count; k++) {
        bytes = covey_bytes_put(bytes, (uint64_t)list->item[k].handle);
        bytes = save_params(&list->item[k].params, bytes);
    }
    return bytes;
}

static uint64_t format_of(covey_precision precision)
{
    return (uint64_t)precision << 32 | FORMAT;
}

covey_status covey_world_save(const covey_world *world, void *buffer, size_t size)
{
    if (world == NULL || buffer == NULL)
        return covey_missing(NULL, __func__);
    size_t needed = covey_world_snapshot_size(world);
    if (size < needed)
        return COVEY_ARG;
    unsigned char *bytes = buffer;
    memcpy(bytes, magic, sizeof magic);
    bytes = covey_bytes_put(bytes + sizeof magic, format_of(world->def.precision));
    bytes = covey_bytes_put(bytes, hash_definitions(world));
    bytes = covey_bytes_put(bytes, world->step);
    bytes = save_influences(&world->influences, bytes);
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

static const unsigned char *restore_agent(covey_state *state, size_t i, const unsigned char *bytes)
{
    uint64_t id;
    bytes = covey_bytes_take(bytes, &id);
    state->id[i] = (uint32_t)id;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        bytes = take_double(bytes, &state->pos[axis][i]);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        bytes = take_double(bytes, &state->vel[axis][i]);
    for (int k = 0; k < state->own_count; k++)
        bytes = take_double(bytes, &state->own[k][i]);
    return bytes;
}

static const unsigned char *restore_flock(covey_flock *flock, const unsigned char *bytes)
{
    uint64_t count;
    bytes = covey_bytes_take(bytes, &flock->entries);
    bytes = covey_bytes_take(bytes, &count);
    bytes = covey_bytes_take(bytes, &flock->index.next);
    covey_flock_resize(flock, (size_t)count);
    bytes = restore_params(&flock->params, bytes);
    bytes = restore_params(&flock->motion_params, bytes);
    for (size_t i = 0; i < flock->state.count; i++)
        bytes = restore_agent(&flock->state, i, bytes);
    covey_index_fill(&flock->index, flock->state.id, flock->state.count);
    covey_flock_update(flock, NULL); // parameters within their ranges give zones
    return bytes;
}

static const unsigned char *restore_influences(covey_influence_list *list,
                                               const unsigned char *bytes)
{
    uint64_t number;
    bytes = covey_bytes_take(bytes, &number);
    list->next = (int)number;
    for (size_t k = 0; k < list->count; k++) {
        bytes = covey_bytes_take(bytes, &number);
        list->item[k].handle = (int)number;
        bytes = restore_params(&list->item[k].params, bytes);
    }
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

/// True if ids ascend and are below the next one. `stride` is that from one to the next, in words.
static bool do_ascend(const unsigned char *bytes, size_t stride, uint64_t count, uint64_t next)
{
    uint64_t id, least = 0;
    for (uint64_t k = 0; k < count; k++, bytes += stride * WORD) {
        covey_bytes_take(bytes, &id);
        if (id < least || id >= next)
            return false;
        least = id + 1;
    }
    return true;
}

/// True if the flock could have these ids.
static bool has_sound_ids(const covey_flock *flock, const unsigned char *bytes)
{
    uint64_t count = saved_count(bytes), next;
    covey_bytes_take(bytes + 2 * WORD, &next);
    bytes += ENTRY_WORDS * WORD + flock->params.size + flock->motion_params.size;
    return next <= COVEY_INDEX_IDS && do_ascend(bytes, agent_words(flock), count, next);
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
        const unsigned char *pose = bytes + ID_WORDS * WORD;
        take_double(take_double(pose, &pos.x), &pos.y);
        covey_vec inside = covey_space_fold(space, pos);
        bool finite = fabs(pos.x) <= DBL_MAX && fabs(pos.y) <= DBL_MAX;
        if (finite && (pos.x != inside.x || pos.y != inside.y || !covey_space_holds(space, pos)))
            return false;
        if (flock->precision == COVEY_PRECISION_SINGLE && !are_floats(pose, pose_words(flock)))
            return false;
        bytes += agent_words(flock) * WORD;
    }
    return true;
}

/// The handle of influence k in a snapshot, of which `bytes` begin with the first one.
static uint64_t saved_handle(const covey_influence_list *list, const unsigned char *bytes, size_t k)
{
    uint64_t handle;
    for (size_t i = 0; i < k; i++)
        bytes += HANDLE_WORDS * WORD + list->item[i].params.size;
    covey_bytes_take(bytes, &handle);
    return handle;
}

/// True if handles are below the next one and none is there twice. (Handles ascend but in sessions,
/// where that of an influence that came between others is compared with all before.)
static bool are_handles(const covey_influence_list *list, const unsigned char *bytes)
{
    uint64_t next, handle, least = 0;
    const unsigned char *first = covey_bytes_take(bytes, &next);
    bytes = first;
    for (size_t k = 0; k < list->count; k++) {
        covey_bytes_take(bytes, &handle);
        for (size_t i = 0; i < k && handle < least; i++)
            if (saved_handle(list, first, i) == handle)
                return false;
        if (handle >= next)
            return false;
        least = handle >= least ? handle + 1 : least;
        bytes += HANDLE_WORDS * WORD + list->item[k].params.size;
    }
    return next <= INT_MAX;
}

static covey_status check_influences(const covey_world *world, const unsigned char *bytes,
                                     covey_error *error)
{
    const covey_influence_list *list = &world->influences;
    if (!are_handles(list, bytes))
        return covey_fail(error, COVEY_INPUT,
                          "the snapshot has handles that no influences can have");
    bytes += WORD;
    for (size_t k = 0; k < list->count; k++) {
        bytes += HANDLE_WORDS * WORD;
        if (!are_sound(&list->item[k].params, bytes))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a parameter that influence %s cannot have",
                              list->item[k].kind->name);
        bytes += list->item[k].params.size;
    }
    return COVEY_OK;
}

static covey_status check_parts(const covey_world *world, const unsigned char *bytes,
                                covey_error *error)
{
    covey_status status = check_influences(world, bytes + (HEADER_WORDS - 1) * WORD, error);
    if (status != COVEY_OK)
        return status;
    bytes += first_words(world) * WORD;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (!has_sound_ids(flock, bytes))
            return covey_fail(error, COVEY_INPUT, "the snapshot has ids that flock %s cannot have",
                              flock->name);
        if (!is_sound(flock, &world->def.space, bytes))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a parameter or place that flock %s cannot have",
                              flock->name);
        bytes += flock_words(flock, (size_t)saved_count(bytes)) * WORD;
    }
    return COVEY_OK;
}

static covey_status refuse_format(unsigned long format, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT,
                      "the snapshot has format %lu, and this version of covey reads format %d",
                      format, FORMAT);
}

/// True for what covey wrote before format 4, whose number ends the magic.
static bool is_old(const unsigned char *bytes)
{
    return memcmp(bytes, "COVYSN", 6) == 0 && (bytes[6] == 'P' || bytes[6] == 'F') &&
           bytes[7] >= '1' && bytes[7] < '0' + FORMAT;
}

/// Refuses what is no snapshot, of another format or of another precision.
static covey_status check_format(const covey_world *world, const unsigned char *bytes, size_t size,
                                 covey_error *error)
{
    if (size >= sizeof magic && is_old(bytes))
        return refuse_format((unsigned long)bytes[7] - '0', error);
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return covey_fail(error, COVEY_INPUT, "the bytes are no snapshot of covey");
    if (size < HEADER_WORDS * WORD)
        return covey_fail(error, COVEY_INPUT, "%zu bytes are too few for a snapshot", size);
    uint64_t format;
    covey_bytes_take(bytes + sizeof magic, &format);
    covey_precision own = world->def.precision;
    covey_precision other =
        own == COVEY_PRECISION_DOUBLE ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
    if ((format & UINT32_MAX) != FORMAT)
        return refuse_format((unsigned long)(format & UINT32_MAX), error);
    if (format == format_of(other))
        return covey_fail(error, COVEY_INPUT, "the snapshot is of %s precision, the world of %s",
                          covey_single_names[other], covey_single_names[own]);
    if (format != format_of(own))
        return covey_fail(error, COVEY_INPUT,
                          "the snapshot is of a precision that this version of covey lacks");
    return COVEY_OK;
}

static covey_status check(const covey_world *world, const unsigned char *bytes, size_t size,
                          covey_error *error)
{
    covey_status status = check_format(world, bytes, size, error);
    if (status != COVEY_OK)
        return status;
    uint64_t definitions, stored, computed;
    covey_bytes_take(bytes + 2 * WORD, &definitions);
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
    bytes = covey_bytes_take(bytes + 3 * WORD, &world->step);
    bytes = restore_influences(&world->influences, bytes);
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
