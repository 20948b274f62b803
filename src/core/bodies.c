// SPDX-License-Identifier: MIT
// Hard bodies, as position-based dynamics has them: agents that overlap are pushed apart by half of
// the overlap each, all at a time, again and again (M. Müller, B. Heidelberger, M. Hennix,
// J. Ratcliff, "Position based dynamics", 2007). An agent with several contacts takes the mean of
// its pushes, times a factor for speed (M. Macklin, M. Müller, N. Chentanez, T.-Y. Kim, "Unified
// particle physics for real-time applications", 2014, section 4.2). An agent that was pushed back
// loses the part of its velocity that led against the push, as in a contact without a bounce.
//
// Bodies of which one is in a heap, which touches very many, are moved once in that step, and twice
// in a thick crowd: a heap takes many steps to spread, and no step takes long.
#include "core/bodies.h"

#include "core/bodies_near.h"
#include "core/bodies_push.h"
#include "core/collide.h"
#include "geometry/single.h"
#include "geometry/space.h"

#include <string.h>

#define EASE 1.5    ///< times the mean push
#define ENOUGH 0.01 ///< overlaps, by the sum of the radii, at which sweeps end
#define MARGIN 0.3  ///< of lists, by the largest radius

enum {
    SOME = 8,    // passes of a step in which any two overlap by more than half
    FEW = 2,     // where a crowd is thick
    SHARE = 256, // bodies that a thread takes at a time, about
    COLUMNS = COVEY_AXES + 1,
};

// ---- Memory ----

static void give(covey_memory *memory, covey_bodies *self)
{
    covey_memory_give(memory, self->list, self->room, sizeof *self->list);
    covey_memory_give(memory, self->push, self->room, sizeof *self->push);
    covey_memory_give(memory, self->at[0], self->room, COLUMNS * sizeof *self->at[0]);
    covey_memory_give(memory, self->start, self->room, sizeof *self->start);
    covey_memory_give(memory, self->spare, self->room, sizeof *self->spare);
    covey_memory_give(memory, self->lists, self->room, sizeof *self->lists);
    covey_memory_give(memory, self->near, self->room, COVEY_BODIES_NEAR * sizeof *self->near);
    covey_memory_give(memory, self->of, self->room, COVEY_BODIES_NEAR * sizeof *self->of);
    covey_memory_give(memory, self->ghosts, self->room, sizeof *self->ghosts);
    *self = (covey_bodies){.room = 0};
}

/// False without memory; nothing is taken then.
static bool take(covey_memory *memory, size_t room, bool ghosts, covey_bodies *self)
{
    *self = (covey_bodies){.room = room};
    self->list = covey_memory_take(memory, room, sizeof *self->list);
    self->push = covey_memory_take(memory, room, sizeof *self->push);
    self->at[0] = covey_memory_take(memory, room, COLUMNS * sizeof *self->at[0]);
    self->start = covey_memory_take(memory, room, sizeof *self->start);
    self->spare = covey_memory_take(memory, room, sizeof *self->spare);
    self->lists = covey_memory_take(memory, room, sizeof *self->lists);
    self->near = covey_memory_take(memory, room, COVEY_BODIES_NEAR * sizeof *self->near);
    self->of = covey_memory_take(memory, room, COVEY_BODIES_NEAR * sizeof *self->of);
    if (ghosts)
        self->ghosts = covey_memory_take(memory, room, sizeof *self->ghosts);
    if (self->list != NULL && self->push != NULL && self->start != NULL && self->spare != NULL &&
        self->lists != NULL && self->near != NULL && self->of != NULL && self->at[0] != NULL &&
        (self->ghosts != NULL || !ghosts)) {
        self->at[1] = self->at[0] + room;
        self->at[2] = self->at[1] + room;
        self->radius = self->at[2] + room;
        return true;
    }
    give(memory, self);
    return false;
}

covey_status covey_bodies_take(covey_world *world, covey_flock *flock, const covey_flock_def *def,
                               covey_error *error)
{
    size_t room = flock->state.room;
    flock->hard = def->hard;
    flock->hard_passes = def->hard_passes;
    if (def->hard_passes < 1)
        return covey_fail(error, COVEY_ARG, "the hard bodies of flock %s need a pass, not %d",
                          flock->name, def->hard_passes);
    if (!def->hard)
        return COVEY_OK;
    if (!(def->body > 0.0))
        return covey_fail(error, COVEY_ARG, "the hard bodies of flock %s need a radius above 0",
                          flock->name);
    for (int number = 0; number < world->flock_count; number++)
        room += world->flock[number]->hard ? world->flock[number]->state.room : 0;
    if (room <= world->bodies.room)
        return COVEY_OK;
    covey_bodies more;
    if (!take(&world->memory, room, false, &more))
        return covey_fail(error, COVEY_MEMORY, "no memory for the bodies of flock %s", flock->name);
    give(&world->memory, &world->bodies);
    world->bodies = more;
    return COVEY_OK;
}

covey_status covey_bodies_make_room(covey_world *world)
{
    size_t room = 0;
    for (int number = 0; number < world->flock_count; number++)
        room += world->flock[number]->hard ? world->flock[number]->state.room : 0;
    bool fits = room == world->bodies.room && world->bodies.ghosts != NULL;
    if (room == 0 || fits)
        return COVEY_OK;
    covey_bodies more;
    if (!take(&world->memory, room, true, &more))
        return COVEY_MEMORY;
    // Between covey_bodies_begin() and covey_bodies_end() these stay.
    more.count = world->bodies.count < room ? world->bodies.count : room;
    if (more.count > 0) {
        memcpy(more.list, world->bodies.list, more.count * sizeof *more.list);
        memcpy(more.start, world->bodies.start, more.count * sizeof *more.start);
    }
    give(&world->memory, &world->bodies);
    world->bodies = more;
    return COVEY_OK;
}

void covey_bodies_destroy(covey_world *world)
{
    give(&world->memory, &world->bodies);
}

// ---- The bodies of a sweep ----

static size_t owned(const covey_bodies_sweep *self, int number)
{
    return self->own != NULL ? self->own[number] : self->world->flock[number]->state.count;
}

/// Writes the bodies of a flock from index `begin` on; returns the place behind them.
static struct covey_body *list_bodies(const covey_bodies_sweep *self, int number, size_t begin,
                                      size_t end, struct covey_body *body)
{
    const covey_state *state = &self->world->flock[number]->state;
    for (size_t i = begin; i < end; i++, body++) {
        *body = (struct covey_body){
            .id = state->id[i], .index = (uint32_t)i, .flock = (uint32_t)number};
        covey_bodies_near_put(self, body, covey_state_pos(state, i));
    }
    return body;
}

/// Lists the owned bodies, and notes where they are.
static void gather(covey_bodies_sweep *self)
{
    struct covey_body *end = self->list;
    for (int number = 0; number < self->world->flock_count; number++)
        if (self->world->flock[number]->hard)
            end = list_bodies(self, number, 0, owned(self, number), end);
    self->count = (size_t)(end - self->list);
    for (size_t k = 0; k < self->count; k++)
        self->world->bodies.start[k] = self->list[k].pos;
    covey_bodies_near_sort(self->list, self->world->bodies.spare, self->count);
}

/// Brings bodies that have moved into the order of rows.
static void sort_again(covey_bodies_sweep *self)
{
    for (size_t k = 0; k < self->count; k++)
        covey_bodies_near_put(self, &self->list[k], self->list[k].pos);
    covey_bodies_near_sort(self->list, self->world->bodies.spare, self->count);
}

// ---- Moves ----

/// Where a body is pushed to, around solids and back into the space.
static covey_vec pushed(const covey_bodies_sweep *self, const struct covey_body *body,
                        covey_vec from, covey_vec to)
{
    covey_world *world = self->world;
    covey_flock *flock = world->flock[body->flock];
    covey_path path = covey_touch_path(world, flock);
    path.swept = false; // solids that have moved have pushed it
    covey_agent agent = covey_flock_any(flock, path.space, world->step);
    agent.id = body->id;
    agent.body = covey_flock_body(flock, body->index);
    agent.pos = to;
    agent.vel = covey_state_vel(&flock->state, body->index);
    if (path.space->kind == COVEY_SPACE_RESPAWN && !covey_space_holds(path.space, to))
        return from; // pushed to the rim, it stays inside
    (void)covey_collide(&path, from, &agent);
    return agent.pos;
}

/// A place that a body is pushed to, as its flock can have it.
static covey_vec settled(const covey_bodies_sweep *self, const struct covey_body *body,
                         covey_vec from, covey_vec to)
{
    const covey_space *space = &self->world->def.space;
    to = self->free[body->flock] ? covey_space_fold(space, to) : pushed(self, body, from, to);
    return self->world->flock[body->flock]->precision == COVEY_PRECISION_SINGLE
               ? covey_single_place(space, to)
               : to;
}

/// Where a push moves a body that is at `from`.
COVEY_INLINE covey_vec moved(const covey_bodies_sweep *self, const struct covey_body *body,
                             const struct covey_push *push, covey_vec from)
{
    double share = push->contacts > 1 ? EASE / (double)push->contacts : 1.0;
    covey_vec to = covey_vec_add(from, covey_vec_scale(push->way, share));
    return self->plain[body->flock] ? to : settled(self, body, from, to);
}

static void put_body(const covey_bodies_sweep *self, struct covey_body *body, covey_vec pos)
{
    body->pos = pos;
    covey_state_put_pos(&self->world->flock[body->flock]->state, body->index, pos);
}

static void move_bodies(void *context, covey_share bodies)
{
    const covey_bodies_sweep *self = context;
    for (size_t k = bodies.begin; k < bodies.end; k++) {
        struct covey_body *body = &self->list[k];
        if (self->push[k].contacts > 0)
            put_body(self, body, moved(self, body, &self->push[k], body->pos));
    }
}

/// Moves bodies in the columns alone; see settle(). Notes whether one has moved so far that its
/// list may miss one that touches it.
static void move_listed(void *context, covey_share bodies)
{
    const covey_bodies_sweep *self = context;
    const covey_space *space = &self->world->def.space;
    const double half = 0.5 * self->margin, enough = half * half * (1.0 - 0x1p-20);
    bool old = false;
    for (size_t k = bodies.begin; k < bodies.end; k++) {
        if (self->push[k].contacts == 0)
            continue;
        covey_vec from = covey_bodies_near_at(&self->world->bodies, k);
        covey_vec to = moved(self, &self->list[k], &self->push[k], from);
        covey_vec way = covey_space_between(space, self->world->bodies.lists[k].made, to);
        covey_bodies_near_note(&self->world->bodies, k, to);
        old = old || !(covey_vec_dot(way, way) < enough);
    }
    self->exceeded[bodies.index] = old;
}

/// Brings listed bodies to where the columns have them.
static void settle_bodies(void *context, covey_share bodies)
{
    const covey_bodies_sweep *self = context;
    for (size_t k = bodies.begin; k < bodies.end; k++)
        put_body(self, &self->list[k], covey_bodies_near_at(&self->world->bodies, k));
}

/// Takes the part of the velocity away that leads against the way on which a body was pushed.
static void hold_up(const covey_bodies_sweep *self, const struct covey_body *body)
{
    covey_world *world = self->world;
    covey_flock *flock = world->flock[body->flock];
    covey_vec start = world->bodies.start[self->first[body->flock] + body->index];
    covey_vec way = covey_vec_unit(covey_space_between(&world->def.space, start, body->pos));
    covey_vec vel = covey_state_vel(&flock->state, body->index);
    double against = covey_vec_dot(vel, way);
    if (!(against < 0.0))
        return;
    covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
    covey_own_params own;
    covey_flock_look(flock, body->index, &agent);
    agent.vel = covey_vec_sub(vel, covey_vec_scale(way, against));
    if (flock->motion->init_from_velocity != NULL)
        flock->motion->init_from_velocity(covey_flock_motion_of(flock, body->index, &own), &agent);
    if (flock->precision == COVEY_PRECISION_SINGLE)
        covey_single_settle(&agent, flock->state.extra_count);
    covey_flock_store(flock, body->index, &agent);
}

static void hold_all(void *context, covey_share bodies)
{
    const covey_bodies_sweep *self = context;
    for (size_t k = bodies.begin; k < bodies.end; k++)
        if (!is_ghost(self, &self->list[k]))
            hold_up(self, &self->list[k]);
}

/// A bit for each flock whose bodies touch those of a flock.
static uint64_t flocks_that_meet(const covey_world *world, const covey_flock *flock)
{
    uint64_t flocks = 0;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *other = world->flock[number];
        bool meets = covey_flock_masks(flock, other) && covey_flock_masks(other, flock);
        flocks |= (uint64_t)meets << number;
    }
    return flocks;
}

/// A sweep of the bodies that a world has, or owns. The caller sets the list.
static covey_bodies_sweep sweep_of(covey_world *world, const size_t *own)
{
    covey_bodies_sweep self = {.world = world,
                               .list = world->bodies.list,
                               .push = world->bodies.push,
                               .own = own,
                               .lists = own == NULL ? COVEY_BODIES_LISTS_WANTED
                                                    : COVEY_BODIES_LISTS_OFF};
    covey_space_kind kind = world->def.space.kind;
    bool edges = kind != COVEY_SPACE_OPEN && kind != COVEY_SPACE_TORUS;
    size_t first = 0;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        self.first[number] = first;
        self.radius[number] = flock->body;
        self.radii[number] =
            flock->traits.body >= 0 ? flock->state.trait[flock->traits.body] : NULL;
        self.meets[number] = flocks_that_meet(world, flock);
        self.free[number] = !edges && !covey_influence_is_solid(&world->influences, number);
        self.plain[number] = self.free[number] && kind == COVEY_SPACE_OPEN &&
                             flock->precision == COVEY_PRECISION_DOUBLE;
        first += flock->hard ? owned(&self, number) : 0;
        if (flock->hard && flock->body > self.largest)
            self.largest = flock->body;
    }
    self.margin = MARGIN * self.largest;
    self.reach = (2.0 * self.largest + self.margin) * (1.0 + 0x1p-30);
    self.rows = covey_bodies_near_rows(&world->def.space, 1, self.reach);
    self.layers = covey_bodies_near_rows(&world->def.space, 2, self.reach);
    return self;
}

static size_t shares_of(const covey_bodies_sweep *self)
{
    return covey_parallel_shares(self->count, SHARE, COVEY_MAX_TASKS);
}

static bool any_of(const bool *exceeded, size_t shares)
{
    bool any = false;
    for (size_t share = 0; share < shares; share++)
        any = any || exceeded[share];
    return any;
}

/// Makes the lists, where there is room for them.
static void make_lists(covey_bodies_sweep *self)
{
    bool exceeded[COVEY_MAX_TASKS];
    size_t shares = shares_of(self);
    self->exceeded = exceeded;
    covey_parallel(&self->world->workers, self->count, shares, covey_bodies_near_list, self);
    self->lists = any_of(exceeded, shares) ? COVEY_BODIES_LISTS_OFF : COVEY_BODIES_LISTS_READY;
    self->exceeded = NULL;
}

static double find_by(covey_bodies_sweep *self, covey_work *work)
{
    double most = 0.0, worst[COVEY_MAX_TASKS];
    size_t shares = shares_of(self);
    self->worst = worst;
    covey_parallel(&self->world->workers, self->count, shares, work, self);
    for (size_t share = 0; share < shares; share++)
        most = worst[share] > most ? worst[share] : most;
    self->worst = NULL;
    return most;
}

/// Brings bodies to where the columns have them, as long as lists are in use.
static void settle(covey_bodies_sweep *self)
{
    if (self->lists == COVEY_BODIES_LISTS_READY)
        covey_parallel(&self->world->workers, self->count, shares_of(self), settle_bodies, self);
}

/// Finds the pushes. Returns the largest overlap by the sum of the radii, or COVEY_BODIES_HEAP.
static double find_all(covey_bodies_sweep *self)
{
    if (self->lists == COVEY_BODIES_LISTS_OLD)
        sort_again(self);
    if (self->lists == COVEY_BODIES_LISTS_WANTED || self->lists == COVEY_BODIES_LISTS_OLD)
        make_lists(self);
    if (self->lists == COVEY_BODIES_LISTS_READY) {
        double worst = find_by(self, covey_bodies_push_listed);
        if (worst < COVEY_BODIES_HEAP)
            return worst;
        settle(self);
        self->lists = COVEY_BODIES_LISTS_OFF;
        sort_again(self);
    }
    return find_by(self, covey_bodies_near_push);
}

static void move_all(covey_bodies_sweep *self)
{
    bool exceeded[COVEY_MAX_TASKS];
    size_t shares = shares_of(self);
    if (self->lists != COVEY_BODIES_LISTS_READY) {
        covey_parallel(&self->world->workers, self->count, shares, move_bodies, self);
        return;
    }
    self->exceeded = exceeded;
    covey_parallel(&self->world->workers, self->count, shares, move_listed, self);
    self->exceeded = NULL;
    if (!any_of(exceeded, shares))
        return;
    settle(self);
    self->lists = COVEY_BODIES_LISTS_OLD;
}

/// Most passes of a step whose largest overlap is `worst`. Crowds without room take them all, and
/// the ones that stand in one another go on in the next step.
static int passes_of(const covey_world *world, double worst)
{
    int passes = 0;
    for (int number = 0; number < world->flock_count; number++)
        if (world->flock[number]->hard && world->flock[number]->hard_passes > passes)
            passes = world->flock[number]->hard_passes;
    int most = worst >= COVEY_BODIES_THICK ? FEW : worst > 0.5 ? SOME : passes;
    return passes < most ? passes : most;
}

bool covey_bodies_go_on(const covey_world *world, int sweeps, double worst)
{
    return worst > ENOUGH && sweeps < passes_of(world, worst);
}

bool covey_bodies_is_heap(double worst)
{
    return worst >= COVEY_BODIES_HEAP;
}

void covey_bodies_step(covey_world *world)
{
    covey_bodies_sweep self = sweep_of(world, NULL);
    int sweeps = 0, passes = passes_of(world, 0.0);
    bool heap = false;
    if (!(self.largest > 0.0))
        return;
    gather(&self);
    while (!heap && sweeps < passes) {
        double worst = find_all(&self);
        if (!covey_bodies_go_on(world, sweeps, worst))
            break;
        move_all(&self);
        sweeps++;
        heap = covey_bodies_is_heap(worst);
        if (self.lists == COVEY_BODIES_LISTS_OFF && !heap)
            sort_again(&self);
    }
    if (sweeps == 0)
        return;
    settle(&self);
    covey_parallel(&world->workers, self.count, shares_of(&self), hold_all, &self);
}

// ---- In parts ----

double covey_bodies_reach(const covey_world *world)
{
    double largest = 0.0;
    for (int number = 0; number < world->flock_count; number++)
        if (world->flock[number]->hard && world->flock[number]->body > largest)
            largest = world->flock[number]->body;
    return 2.0 * largest * (1.0 + 0x1p-30);
}

void covey_bodies_begin(covey_world *world, const size_t own[COVEY_MAX_FLOCKS])
{
    covey_bodies_sweep self = sweep_of(world, own);
    gather(&self);
    world->bodies.count = self.count;
}

/// Leaves the owned bodies in the list, in their order.
static void leave_own(covey_bodies_sweep *self)
{
    size_t kept = 0;
    for (size_t k = 0; k < self->world->bodies.count; k++)
        if (!is_ghost(self, &self->list[k]))
            self->list[kept++] = self->list[k];
    self->count = kept;
}

/// Adds the bodies of other parts to the list, which is merged from behind.
static void add_ghosts(covey_bodies_sweep *self)
{
    covey_world *world = self->world;
    struct covey_body *end = world->bodies.ghosts;
    for (int number = 0; number < world->flock_count; number++)
        if (world->flock[number]->hard)
            end = list_bodies(self, number, self->own[number], world->flock[number]->state.count,
                              end);
    size_t ghosts = (size_t)(end - world->bodies.ghosts), left = self->count;
    covey_bodies_near_sort(world->bodies.ghosts, world->bodies.spare, ghosts);
    self->count += ghosts;
    for (size_t at = self->count; ghosts > 0;) {
        bool own_is_last =
            left > 0 &&
            covey_bodies_near_is_before(&world->bodies.ghosts[ghosts - 1], &self->list[left - 1]);
        self->list[--at] = own_is_last ? self->list[--left] : world->bodies.ghosts[--ghosts];
    }
}

double covey_bodies_find(covey_world *world, const size_t own[COVEY_MAX_FLOCKS])
{
    covey_bodies_sweep self = sweep_of(world, own);
    leave_own(&self);
    add_ghosts(&self);
    world->bodies.count = self.count;
    return find_all(&self);
}

void covey_bodies_move(covey_world *world, const size_t own[COVEY_MAX_FLOCKS])
{
    covey_bodies_sweep self = sweep_of(world, own);
    self.count = world->bodies.count;
    move_all(&self);
    sort_again(&self);
}

void covey_bodies_end(covey_world *world, const size_t own[COVEY_MAX_FLOCKS])
{
    covey_bodies_sweep self = sweep_of(world, own);
    self.count = world->bodies.count;
    covey_parallel(&world->workers, self.count, shares_of(&self), hold_all, &self);
}
