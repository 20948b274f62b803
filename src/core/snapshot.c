// SPDX-License-Identifier: MIT
// Saving a world, and taking a state over; snapshot.h has the layout.
#include "core/snapshot.h"
#include "base/heap_sort.h"

#include "base/misuse.h"
#include "core/moved.h"
#include "core/recipe.h"

#include <inttypes.h>
#include <string.h>

size_t covey_snapshot_state_size(const covey_world *world)
{
    size_t words = covey_snapshot_first_words(world) + COVEY_SNAPSHOT_FOOTER;
    for (int number = 0; number < world->flock_count; number++)
        words +=
            covey_snapshot_flock_words(world->flock[number], world->flock[number]->state.count);
    return words * COVEY_SNAPSHOT_WORD;
}

size_t covey_world_keep_size(const covey_world *world)
{
    if (world == NULL)
        return 0;
    size_t words =
        covey_snapshot_first_words(world) + covey_recipe_words(world) + COVEY_SNAPSHOT_FOOTER;
    const covey_snapshot_bytes as = {.kept = true};
    for (int number = 0; number < world->flock_count; number++)
        words +=
            covey_snapshot_words_in(&as, world->flock[number], world->flock[number]->state.count);
    return words * COVEY_SNAPSHOT_WORD;
}

size_t covey_world_snapshot_size(const covey_world *world)
{
    if (world == NULL)
        return 0;
    return covey_snapshot_state_size(world) + covey_recipe_words(world) * COVEY_SNAPSHOT_WORD;
}

static unsigned char *put_double(unsigned char *bytes, double value)
{
    return covey_bytes_put(bytes, covey_bits_of(value));
}

static unsigned char *save_params(const covey_params *params, unsigned char *bytes)
{
    const double *values = params->values;
    for (size_t k = 0; k < covey_params_count(params); k++)
        bytes = put_double(bytes, values[k]);
    return bytes;
}

static unsigned char *save_aim(const covey_aim *aim, unsigned char *bytes)
{
    const double number[] = {aim->to.x,           aim->to.y,          aim->to.z,
                             (double)aim->weight, (double)aim->speed, (double)aim->slowing};
    bytes = covey_bytes_put(bytes, (uint64_t)aim->kind);
    for (size_t k = 0; k < sizeof number / sizeof *number; k++)
        bytes = put_double(bytes, number[k]);
    return bytes;
}

static unsigned char *save_agent(const covey_state *state, size_t i, unsigned char *bytes)
{
    bytes = covey_bytes_put(bytes, state->id[i]);
    for (int axis = 0; axis < state->dim; axis++)
        bytes = put_double(bytes, state->pos[axis][i]);
    for (int axis = 0; axis < state->dim; axis++)
        bytes = put_double(bytes, state->vel[axis][i]);
    for (int k = 0; k < state->extra_count; k++)
        bytes = put_double(bytes, state->extra[k][i]);
    for (int k = 0; k < state->trait_count; k++)
        bytes = put_double(bytes, state->trait[k][i]);
    if (state->user != NULL)
        bytes = covey_bytes_put(bytes, state->user[i]);
    return state->aim != NULL ? save_aim(&state->aim[i], bytes) : bytes;
}

static unsigned char *save_traits(const covey_traits *traits, unsigned char *bytes)
{
    for (int k = 0; k < traits->count; k++) {
        const covey_distribution *from = &traits->use[k].draws.from;
        bytes = covey_bytes_put(bytes, (uint64_t)from->kind);
        bytes = put_double(put_double(bytes, from->first), from->second);
        bytes = put_double(put_double(bytes, from->low), from->high);
    }
    return bytes;
}

/// Agents of a flock by their indices.
typedef struct selection {
    size_t begin, count;
} selection;

/// The order of ids is found at the end of the room that the agents take, where each number of it
/// is read before an agent is written over it.
static unsigned char *save_agents(const covey_flock *flock, selection of, unsigned char *bytes)
{
    const covey_state *state = &flock->state;
    unsigned char *end = bytes + of.count * covey_snapshot_agent_words(flock) * COVEY_SNAPSHOT_WORD;
    unsigned char *order = end - of.count * sizeof(uint32_t);
    covey_id_order(state->id + of.begin, of.count, order, order - of.count * sizeof(uint32_t));
    for (size_t k = 0; k < of.count; k++)
        bytes = save_agent(state, of.begin + covey_id_order_at(order, k), bytes);
    return bytes;
}

/// Saves all of a flock but its agents.
static unsigned char *save_head(const covey_flock *flock, size_t count, unsigned char *bytes)
{
    bytes = covey_bytes_put(bytes, flock->entries);
    bytes = covey_bytes_put(bytes, count);
    bytes = covey_bytes_put(bytes, flock->index.next);
    bytes = save_params(&flock->params, bytes);
    bytes = save_params(&flock->motion_params, bytes);
    for (int k = 0; k < flock->reactions.count; k++)
        for (const covey_param *row = covey_response_params(); row->name != NULL; row++)
            bytes = put_double(bytes, covey_param_value(row, &flock->reactions.list[k].is));
    bytes = save_traits(&flock->traits, bytes);
    if (flock->catches.radius > 0.0)
        bytes = covey_bytes_put(bytes, flock->catches.caught);
    return bytes;
}

static unsigned char *save_flock(const covey_flock *flock, selection of, unsigned char *bytes)
{
    return save_agents(flock, of, save_head(flock, of.count, bytes));
}

static unsigned char *save_past(const covey_shape *shape, unsigned char *bytes)
{
    for (int axis = 0; axis < shape->dim; axis++)
        for (size_t k = 0; k < shape->count; k++)
            bytes = put_double(bytes, shape->past[axis][k]);
    return bytes;
}

static unsigned char *save_influences(const covey_world *world, unsigned char *bytes)
{
    const covey_influence_list *list = &world->influences;
    bytes = covey_bytes_put(bytes, (uint64_t)list->next);
    for (size_t k = 0; k < list->count; k++) {
        const covey_influence_item *item = &list->item[k];
        bool came = world->step > 0 && item->since == world->step;
        bytes = covey_bytes_put(bytes, (uint64_t)item->handle | (came ? COVEY_SNAPSHOT_CAME : 0) |
                                           (item->swept.is ? COVEY_SNAPSHOT_MOVED : 0));
        bytes = save_params(&item->params, bytes);
        bytes = item->swept.is ? save_past(item->shape, bytes) : bytes;
    }
    return bytes;
}

static unsigned char *save_first(const covey_world *world, int format, unsigned char *bytes)
{
    bool whole = format != COVEY_SNAPSHOT_STATE;
    memcpy(bytes, COVEY_SNAPSHOT_MAGIC, COVEY_SNAPSHOT_MAGIC_SIZE);
    bytes = covey_bytes_put(bytes + COVEY_SNAPSHOT_MAGIC_SIZE,
                            covey_snapshot_format(format, world->def.precision));
    bytes = covey_bytes_put(bytes,
                            whole ? covey_recipe_words(world) : covey_snapshot_definitions(world));
    bytes = covey_bytes_put(bytes, world->step);
    if (whole)
        bytes = covey_recipe_put(world, bytes);
    return save_influences(world, bytes);
}

/// Ends a snapshot of this size with its hash.
static void save_hash(void *buffer, size_t size)
{
    size_t words = size / COVEY_SNAPSHOT_WORD - COVEY_SNAPSHOT_FOOTER;
    (void)covey_bytes_put((unsigned char *)buffer + words * COVEY_SNAPSHOT_WORD,
                          covey_bytes_hash(buffer, words));
}

static void save(const covey_world *world, int format, void *buffer, size_t size)
{
    unsigned char *bytes = save_first(world, format, buffer);
    for (int number = 0; number < world->flock_count; number++)
        bytes = save_flock(world->flock[number], (selection){0, world->flock[number]->state.count},
                           bytes);
    save_hash(buffer, size);
}

covey_status covey_world_save(const covey_world *world, void *buffer, size_t size)
{
    if (world == NULL || buffer == NULL)
        return covey_missing(NULL, __func__);
    size_t needed = covey_world_snapshot_size(world);
    if (size < needed)
        return COVEY_ARG;
    save(world, COVEY_SNAPSHOT_FORMAT, buffer, needed);
    return COVEY_OK;
}

covey_status covey_world_keep(const covey_world *world, void *buffer, size_t size)
{
    if (world == NULL || buffer == NULL)
        return covey_missing(NULL, __func__);
    if (size < covey_world_keep_size(world))
        return COVEY_ARG;
    unsigned char *bytes = save_first(world, COVEY_SNAPSHOT_KEPT, buffer);
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        bytes = covey_keep_put(flock, save_head(flock, flock->state.count, bytes));
    }
    size_t words = COVEY_SNAPSHOT_HEAD + covey_recipe_words(world);
    (void)covey_bytes_put(bytes, covey_bytes_hash(buffer, words));
    return COVEY_OK;
}

void covey_snapshot_state_save(const covey_world *world, void *buffer)
{
    save(world, COVEY_SNAPSHOT_STATE, buffer, covey_snapshot_state_size(world));
}

size_t covey_snapshot_some_size(const covey_world *world, int flock, size_t count)
{
    size_t words = covey_snapshot_first_words(world) + COVEY_SNAPSHOT_FOOTER;
    for (int number = 0; number < world->flock_count; number++)
        words += covey_snapshot_flock_words(world->flock[number], number == flock ? count : 0);
    return words * COVEY_SNAPSHOT_WORD;
}

void covey_snapshot_save_some(const covey_world *world, int flock, size_t begin, size_t count,
                              void *buffer)
{
    unsigned char *bytes = save_first(world, COVEY_SNAPSHOT_STATE, buffer);
    for (int number = 0; number < world->flock_count; number++)
        bytes = save_flock(world->flock[number],
                           number == flock ? (selection){begin, count} : (selection){0, 0}, bytes);
    save_hash(buffer, covey_snapshot_some_size(world, flock, count));
}

static const unsigned char *restore_params(covey_params *params, const unsigned char *bytes)
{
    double *values = params->values;
    for (size_t k = 0; k < covey_params_count(params); k++)
        bytes = covey_snapshot_take(bytes, &values[k]);
    return bytes;
}

static const unsigned char *restore_responses(covey_reactions *all, const unsigned char *bytes)
{
    for (int k = 0; k < all->count; k++)
        for (const covey_param *row = covey_response_params(); row->name != NULL; row++) {
            covey_setting setting = {.name = row->name};
            bytes = covey_snapshot_take(bytes, &setting.value);
            covey_param_set(covey_response_params(), &all->list[k].is, &setting, NULL);
        }
    return bytes;
}

static const unsigned char *restore_traits(covey_traits *traits, const unsigned char *bytes)
{
    for (int k = 0; k < traits->count; k++) {
        covey_distribution from;
        bool sound;
        bytes = covey_snapshot_take_trait(bytes, traits->use[k].row, &from, &sound);
        traits->use[k].draws = covey_draws_of(&from, traits->use[k].row);
    }
    return bytes;
}

static const unsigned char *restore_agent(covey_state *state, size_t i, const unsigned char *bytes)
{
    uint64_t id;
    bytes = covey_bytes_take(bytes, &id);
    state->id[i] = (covey_id)id;
    for (int axis = 0; axis < state->dim; axis++)
        bytes = covey_snapshot_take(bytes, &state->pos[axis][i]);
    for (int axis = 0; axis < state->dim; axis++)
        bytes = covey_snapshot_take(bytes, &state->vel[axis][i]);
    for (int k = 0; k < state->extra_count; k++)
        bytes = covey_snapshot_take(bytes, &state->extra[k][i]);
    for (int k = 0; k < state->trait_count; k++)
        bytes = covey_snapshot_take(bytes, &state->trait[k][i]);
    if (state->user != NULL)
        bytes = covey_bytes_take(bytes, &state->user[i]);
    return state->aim != NULL ? covey_snapshot_take_aim(bytes, &state->aim[i]) : bytes;
}

/// Restores the agents of the slice that the world has of each flock. Returns NULL without memory
/// for them.
static const unsigned char *restore_agents(covey_world *world, covey_flock *flock, size_t count,
                                           const unsigned char *bytes)
{
    size_t width = covey_snapshot_agent_words(flock) * COVEY_SNAPSHOT_WORD, end;
    size_t first = covey_slice_begin(world->slice, count, &end);
    const unsigned char *behind = bytes + count * width;
    if (end - first > flock->state.room &&
        covey_flock_make_room(&world->memory, flock, end - first) != COVEY_OK)
        return NULL;
    covey_flock_resize(flock, end - first);
    bytes += first * width;
    for (size_t i = 0; i < flock->state.count; i++)
        bytes = restore_agent(&flock->state, i, bytes);
    if (flock->state.index != NULL)
        covey_index_fill(&flock->index, flock->state.id, flock->state.count);
    return behind;
}

/// Restores all of a flock but its agents, and returns how many of them follow.
static const unsigned char *restore_head(covey_flock *flock, uint64_t *count,
                                         const unsigned char *bytes)
{
    bytes = covey_bytes_take(bytes, &flock->entries);
    bytes = covey_bytes_take(bytes, count);
    bytes = covey_bytes_take(bytes, &flock->index.next);
    flock->has_before = false;
    bytes = restore_params(&flock->params, bytes);
    bytes = restore_params(&flock->motion_params, bytes);
    bytes = restore_responses(&flock->reactions, bytes);
    bytes = restore_traits(&flock->traits, bytes);
    if (flock->catches.radius > 0.0)
        bytes = covey_bytes_take(bytes, &flock->catches.caught);
    covey_flock_update(flock, NULL); // parameters within their ranges give zones
    return bytes;
}

/// Restores the agents of a flock that were kept as they lie.
static const unsigned char *take_agents(covey_world *world, covey_flock *flock, size_t count,
                                        const unsigned char *bytes)
{
    if (count > flock->state.room &&
        covey_flock_make_room(&world->memory, flock, count) != COVEY_OK)
        return NULL;
    covey_flock_resize(flock, count);
    bytes = covey_keep_take(flock, bytes);
    if (flock->state.index != NULL)
        covey_index_fill(&flock->index, flock->state.id, count);
    return bytes;
}

static const unsigned char *restore_flock(covey_world *world, covey_flock *flock, bool kept,
                                          const unsigned char *bytes)
{
    uint64_t count;
    bytes = restore_head(flock, &count, bytes);
    if (kept)
        return take_agents(world, flock, (size_t)count, bytes);
    return restore_agents(world, flock, (size_t)count, bytes);
}

static const unsigned char *restore_past(const covey_world *world, covey_influence_item *item,
                                         const unsigned char *bytes)
{
    const covey_shape *shape = item->shape;
    for (int axis = 0; axis < shape->dim; axis++)
        for (size_t k = 0; k < shape->count; k++)
            bytes = covey_snapshot_take(bytes, &shape->past[axis][k]);
    covey_moved_find(&world->def.space, item);
    return bytes;
}

static const unsigned char *restore_influences(covey_world *world, const unsigned char *bytes)
{
    covey_influence_list *list = &world->influences;
    uint64_t number;
    bytes = covey_bytes_take(bytes, &number);
    list->next = (int)number;
    list->bounds.ready = false; // parameters may differ
    list->swept = false;
    for (size_t k = 0; k < list->count; k++) {
        covey_influence_item *item = &list->item[k];
        bytes = covey_bytes_take(bytes, &number);
        item->handle = (int)(number & INT_MAX);
        item->since = (number & COVEY_SNAPSHOT_CAME) != 0 ? world->step : 0;
        item->swept.is = item->wide = false;
        bytes = restore_params(&item->params, bytes);
        if ((number & COVEY_SNAPSHOT_MOVED) != 0)
            bytes = restore_past(world, item, bytes);
        list->swept = list->swept || item->swept.is;
    }
    return bytes;
}

/// A state that was saved after it left the finite range takes no further step here either.
static void check_finite(const covey_flock *flock, uint64_t step, covey_error *error)
{
    ptrdiff_t bad = covey_state_find_infinite(&flock->state, 0, flock->state.count);
    if (bad < 0 || error->status == COVEY_DIVERGED)
        return;
    covey_fail(error, COVEY_DIVERGED,
               "the restored position or velocity of agent %" COVEY_PRI_ID
               " of flock %s is not finite",
               flock->state.id[bad], flock->name);
    error->step = step;
    error->id = flock->state.id[bad];
    error->flock = flock->number;
}

/// Sets all that follows from the numbers that were restored.
static void end_restore(covey_world *world)
{
    covey_world_relate(world);
    covey_world_set_radii(world);
    (void)covey_world_take_trees(world, NULL); // optional: no result depends on trees
    world->error = (covey_error){0};
    for (int number = 0; number < world->flock_count; number++)
        check_finite(world->flock[number], world->step, &world->error);
}

static const unsigned char *restore_first(covey_world *world, const covey_snapshot_bytes *from)
{
    (void)covey_bytes_take(from->bytes + 3 * COVEY_SNAPSHOT_WORD, &world->step);
    return restore_influences(world, covey_snapshot_state(from));
}

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the agents of a snapshot");
}

covey_status covey_snapshot_take_state(covey_world *world, const covey_snapshot_bytes *from,
                                       covey_error *error)
{
    const unsigned char *bytes = restore_first(world, from);
    for (int number = 0; number < world->flock_count && bytes != NULL; number++)
        bytes = restore_flock(world, world->flock[number], from->kept, bytes);
    if (bytes == NULL)
        return no_memory(error);
    end_restore(world);
    return COVEY_OK;
}

// ---- Some agents at a time ----

static covey_status open_piece(const covey_world *world, const void *buffer, size_t size,
                               covey_snapshot_bytes *from, covey_error *error)
{
    covey_status status = covey_snapshot_open(buffer, size, from, error);
    if (status == COVEY_OK && from->recipe > 0)
        return covey_fail(error, COVEY_INPUT, "a piece of the snapshot is none of a checkpoint");
    return status == COVEY_OK ? covey_snapshot_check(world, from, error) : status;
}

covey_status covey_snapshot_begin(covey_world *world, const void *buffer, size_t size,
                                  const uint64_t *rooms, covey_error *error)
{
    covey_snapshot_bytes from;
    covey_status status = open_piece(world, buffer, size, &from, error);
    if (status != COVEY_OK)
        return status;
    const unsigned char *bytes = restore_first(world, &from);
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *flock = world->flock[number];
        uint64_t count;
        if (rooms[number] > flock->capacity)
            return covey_fail(error, COVEY_INPUT, "flock %s has more agents than its capacity",
                              flock->name);
        bytes = restore_head(flock, &count, bytes);
        bytes += count * covey_snapshot_agent_words(flock) * COVEY_SNAPSHOT_WORD;
        covey_flock_resize(flock, 0);
        if (rooms[number] > flock->state.room &&
            covey_flock_make_room(&world->memory, flock, (size_t)rooms[number]) != COVEY_OK)
            return no_memory(error);
    }
    return COVEY_OK;
}

covey_status covey_snapshot_add(covey_world *world, const void *buffer, size_t size,
                                const covey_snapshot_share *share, covey_error *error)
{
    uint64_t step, count, next;
    covey_snapshot_bytes from;
    covey_status status = open_piece(world, buffer, size, &from, error);
    if (status != COVEY_OK)
        return status;
    const unsigned char *bytes = buffer;
    (void)covey_bytes_take(bytes + 3 * COVEY_SNAPSHOT_WORD, &step);
    bytes += covey_snapshot_first_words(world) * COVEY_SNAPSHOT_WORD;
    for (int number = 0; number < share->flock; number++) {
        (void)covey_bytes_take(bytes + COVEY_SNAPSHOT_WORD, &count);
        bytes +=
            covey_snapshot_flock_words(world->flock[number], (size_t)count) * COVEY_SNAPSHOT_WORD;
    }
    covey_flock *flock = world->flock[share->flock];
    covey_state *state = &flock->state;
    (void)covey_bytes_take(covey_bytes_take(bytes + COVEY_SNAPSHOT_WORD, &count), &next);
    size_t first = state->count, some = share->end - share->begin;
    if (step != world->step || share->end > count || some > state->room - first)
        return covey_fail(error, COVEY_INPUT, "a piece of the snapshot is not of the others");
    flock->index.next = next > flock->index.next ? next : flock->index.next;
    bytes += (COVEY_SNAPSHOT_ENTRY + covey_snapshot_params_words(flock) +
              share->begin * covey_snapshot_agent_words(flock)) *
             COVEY_SNAPSHOT_WORD;
    covey_flock_resize(flock, first + some);
    for (size_t i = first; i < first + some; i++)
        bytes = restore_agent(state, i, bytes);
    return COVEY_OK;
}

void covey_snapshot_end(covey_world *world)
{
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *flock = world->flock[number];
        if (flock->state.index != NULL)
            covey_index_fill(&flock->index, flock->state.id, flock->state.count);
    }
    end_restore(world);
}
