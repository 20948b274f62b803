// SPDX-License-Identifier: MIT
// Catching: an agent of the prey is caught by the nearest hunter within the distance, that of the
// lowest id if there are several. The caught are taken out in the order of their ids, so that the
// ids of the newborn depend on the state alone.
#include "core/predation.h"

#include "base/heap_sort.h"
#include "base/math_trig.h"
#include "base/minmax.h"
#include "base/streams.h"
#include "core/events.h"
#include "core/members.h"
#include "core/world.h"
#include "geometry/space.h"

#include <math.h>

// ---- Hunters in the order of x ----

static bool is_before(const void *context, const void *one, const void *other)
{
    (void)context;
    const covey_hunter *a = one, *b = other;
    return a->x < b->x;
}

static void line_up(const covey_flock *flock)
{
    covey_hunter *list = flock->catches.hunters;
    size_t count = flock->state.count;
    for (size_t i = 0; i < count; i++)
        list[i] = (covey_hunter){flock->state.pos[0][i], (uint32_t)i};
    covey_heap_sort(list, count, sizeof *list, is_before, NULL);
}

/// The number of hunters with a lower x.
static size_t below(const covey_flock *flock, double x)
{
    const covey_hunter *list = flock->catches.hunters;
    size_t low = 0, high = flock->state.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list[middle].x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// The nearest hunter that was found for an agent.
typedef struct nearest {
    double square;
    covey_id id;
    bool found;
} nearest;

static void look(const covey_world *world, const covey_flock *hunters, covey_vec from, double low,
                 double high, nearest *best)
{
    const covey_state *state = &hunters->state;
    for (size_t k = below(hunters, low); k < state->count; k++) {
        const covey_hunter *one = &hunters->catches.hunters[k];
        if (one->x > high)
            return;
        covey_vec way =
            covey_space_between(&world->def.space, from, covey_state_pos(state, one->index));
        double square = way.x * way.x + way.y * way.y + way.z * way.z;
        covey_id id = state->id[one->index];
        if (!(square <= hunters->catches.radius * hunters->catches.radius))
            continue;
        if (!best->found || square < best->square || (square == best->square && id < best->id))
            *best = (nearest){square, id, true};
    }
}

/// Looks at the hunters within the distance on the first axis, on a torus also across the seam.
static nearest find_hunter(const covey_world *world, const covey_flock *hunters, covey_vec from)
{
    nearest best = {.found = false};
    double radius = hunters->catches.radius * (1.0 + 0x1p-40), width = world->def.space.size[0];
    if (world->def.space.kind != COVEY_SPACE_TORUS || 2.0 * radius >= width) {
        bool all = world->def.space.kind == COVEY_SPACE_TORUS;
        look(world, hunters, from, all ? -HUGE_VAL : from.x - radius,
             all ? HUGE_VAL : from.x + radius, &best);
        return best;
    }
    look(world, hunters, from, from.x - radius, from.x + radius, &best);
    if (from.x < radius)
        look(world, hunters, from, from.x - radius + width, HUGE_VAL, &best);
    if (from.x + radius > width)
        look(world, hunters, from, -HUGE_VAL, from.x + radius - width, &best);
    return best;
}

// ---- Births ----

/// The velocity of a newborn: of the caught one's speed, in any direction.
static covey_vec turned(const covey_world *world, const covey_flock *prey, covey_id id,
                        covey_vec vel)
{
    double speed = covey_vec_length(vel);
    double around = covey_uniform(prey->seed, world->step, id, COVEY_STREAM_BIRTH);
    covey_vec way = covey_direction(COVEY_TURN * around);
    if (covey_space_dim(&world->def.space) == COVEY_AXES) {
        double up = 2.0 * covey_uniform(prey->seed, world->step, id, COVEY_STREAM_BIRTH + 1) - 1.0;
        double flat = sqrt(covey_larger(0.0, 1.0 - up * up));
        way = (covey_vec){flat * way.x, flat * way.y, up};
    }
    return covey_vec_scale(way, speed);
}

/// A random place that is clear of solids, or the last that was tried.
static covey_pose birth_of(const covey_world *world, const covey_flock *prey, covey_id id,
                           covey_vec vel)
{
    const covey_space *space = &world->def.space;
    covey_pose pose = {.vel = turned(world, prey, id, vel)};
    bool clear = false;
    for (uint32_t trial = 0; trial < COVEY_BIRTH_TRIALS && !clear; trial++) {
        double at[COVEY_AXES] = {0.0};
        for (int axis = 0; axis < covey_space_dim(space); axis++)
            at[axis] = space->size[axis] *
                       covey_uniform(prey->seed, world->step, id,
                                     COVEY_STREAM_BIRTH + 2 + 3 * trial + (uint32_t)axis);
        pose.pos = (covey_vec){at[0], at[1], at[2]};
        clear = covey_members_settle(world, prey, id, &pose, NULL) == COVEY_OK &&
                !covey_influence_holds(&world->influences, prey->number, pose.pos, prey->body);
    }
    return pose;
}

bool covey_catch_birth(covey_world *world, covey_flock *prey, covey_vec vel, covey_id *id,
                       covey_pose *pose)
{
    if (prey->index.next >= COVEY_INDEX_IDS)
        return false;
    *id = (covey_id)prey->index.next++;
    *pose = birth_of(world, prey, *id, vel);
    return true;
}

// ---- A step ----

static void take_out(covey_world *world, covey_flock *hunters, covey_flock *prey, covey_prey one)
{
    size_t i = covey_state_find(&prey->state, one.id);
    covey_vec vel = covey_state_vel(&prey->state, i);
    covey_events_add(world, &(covey_event){COVEY_EVENT_CAUGHT, prey->number, one.id, -1,
                                           hunters->number, one.by, -1});
    covey_members_drop(prey, i);
    hunters->catches.caught++;
    if (hunters->catches.births && covey_members_check_room(prey, 1, NULL) == COVEY_OK)
        (void)covey_members_add(world, prey,
                                birth_of(world, prey, (covey_id)prey->index.next, vel));
}

size_t covey_catch_find(covey_world *world, int number)
{
    const covey_flock *hunters = world->flock[number], *prey = world->flock[hunters->hunts];
    size_t count = 0;
    line_up(hunters);
    for (size_t i = 0; i < prey->state.count; i++) {
        nearest best = find_hunter(world, hunters, covey_state_pos(&prey->state, i));
        if (best.found)
            hunters->catches.prey[count++] = (covey_prey){prey->state.id[i], best.id, (uint32_t)i};
    }
    return count;
}

void covey_catch_step(covey_world *world, int number)
{
    covey_flock *hunters = world->flock[number], *prey = world->flock[hunters->hunts];
    covey_catch *self = &hunters->catches;
    covey_id *ids = self->caught_ids;
    uint32_t *order = self->order;
    size_t count = covey_catch_find(world, number);
    for (size_t k = 0; k < count; k++)
        ids[k] = self->prey[k].id;
    covey_id_order(ids, count, order, order + self->prey_room);
    for (size_t k = 0; k < count; k++)
        take_out(world, hunters, prey, self->prey[covey_id_order_at(order, k)]);
}

uint64_t covey_world_caught(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->catches.caught : 0;
}
