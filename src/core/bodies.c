// SPDX-License-Identifier: MIT
// Hard bodies, as position-based dynamics has them: agents that overlap are pushed apart by half of
// the overlap each, all at a time, again and again (M. Müller, B. Heidelberger, M. Hennix,
// J. Ratcliff, "Position based dynamics", 2007). An agent with several contacts takes the mean of
// its pushes, times a factor for speed (M. Macklin, M. Müller, N. Chentanez, T.-Y. Kim, "Unified
// particle physics for real-time applications", 2014, section 4.2). An agent that was pushed back
// loses the part of its velocity that led against the push, as in a contact without a bounce.
//
// Each sweep sorts the bodies into rows, in three dimensions also layers, as high as the largest
// pair; in a row they stand in the order of x, then of flock and id. An agent sums its own pushes
// in that order, so the bits are the same on any number of threads.
#include "core/bodies.h"

#include "base/heap_sort.h"
#include "base/math_trig.h"
#include "base/streams.h"
#include "core/collide.h"
#include "geometry/single.h"
#include "geometry/space.h"

#include <math.h>
#include <string.h>

#define EASE 1.5        ///< times the mean push
#define ENOUGH 0.01     ///< overlaps, by the sum of the radii, at which sweeps end
#define FARTHEST 0x1p30 ///< rows beyond this one are one

enum {
    SWEEPS = 32,
    CONTACTS = 256, // of a body in a sweep, so that heaps of agents do not take for ever
    SHIFTS = 64,    // a body, beyond which sorting begins again
    SHARE = 256,    // bodies that a thread takes at a time, about
};

/// An agent with a hard body.
struct covey_body {
    covey_vec pos;
    double x; ///< pos.x, which is the order along a row
    int32_t layer, row;
    covey_id id;
    uint32_t index;
    uint32_t flock;
};

_Static_assert(sizeof(struct covey_body) <= COVEY_HEAP_SORT_SIZE, "bodies are sorted");

/// A way that an agent is pushed.
struct covey_push {
    covey_vec way;
    uint32_t contacts;
};

// ---- Memory ----

static void give(covey_memory *memory, covey_bodies *self)
{
    covey_memory_give(memory, self->list, self->room, sizeof *self->list);
    covey_memory_give(memory, self->push, self->room, sizeof *self->push);
    covey_memory_give(memory, self->start, self->room, sizeof *self->start);
    covey_memory_give(memory, self->ghosts, self->room, sizeof *self->ghosts);
    *self = (covey_bodies){.room = 0};
}

/// False without memory; nothing is taken then.
static bool take(covey_memory *memory, size_t room, bool ghosts, covey_bodies *self)
{
    *self = (covey_bodies){.room = room};
    self->list = covey_memory_take(memory, room, sizeof *self->list);
    self->push = covey_memory_take(memory, room, sizeof *self->push);
    self->start = covey_memory_take(memory, room, sizeof *self->start);
    if (ghosts)
        self->ghosts = covey_memory_take(memory, room, sizeof *self->ghosts);
    if (self->list != NULL && self->push != NULL && self->start != NULL &&
        (self->ghosts != NULL || !ghosts))
        return true;
    give(memory, self);
    return false;
}

covey_status covey_bodies_take(covey_world *world, covey_flock *flock, const covey_flock_def *def,
                               covey_error *error)
{
    size_t room = flock->state.room;
    flock->hard = def->hard;
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

// ---- Rows ----

/// Rows along an axis: `count` of them go round a torus, 0: they do not.
typedef struct rows {
    double height;
    int32_t count;
} rows;

/// A sweep at work.
typedef struct sweep {
    covey_world *world;
    struct covey_body *list;
    struct covey_push *push;
    size_t count;
    const size_t *own;              ///< of each flock; NULL: all agents are owned
    size_t first[COVEY_MAX_FLOCKS]; ///< place of a flock in world->bodies.start
    double largest;                 ///< radius
    double reach;                   ///< slightly above that of the largest pair
    rows layers, rows;
    double *worst; ///< of each share: the largest overlap by the sum of the radii
} sweep;

static rows rows_of(const covey_space *space, int axis, double reach)
{
    rows made = {reach, 0};
    if (space->kind != COVEY_SPACE_TORUS)
        return made;
    double fit = floor(space->size[axis] / reach);
    made.count = fit < 3.0 ? 1 : fit < FARTHEST ? (int32_t)fit : (int32_t)FARTHEST;
    made.height = space->size[axis] / (double)made.count;
    return made;
}

static int32_t row_at(const rows *along, double x)
{
    double row = floor(x / along->height);
    row = row < -FARTHEST ? -FARTHEST : row;
    row = row > FARTHEST ? FARTHEST : row;
    if (along->count > 0 && row >= (double)along->count)
        row = (double)(along->count - 1);
    return (int32_t)row;
}

static bool is_before(const void *one, const void *other)
{
    const struct covey_body *a = one, *b = other;
    if (a->layer != b->layer)
        return a->layer < b->layer;
    if (a->row != b->row)
        return a->row < b->row;
    if (a->x < b->x || a->x > b->x)
        return a->x < b->x;
    return a->flock != b->flock ? a->flock < b->flock : a->id < b->id;
}

static void put(const sweep *self, struct covey_body *body, covey_vec pos)
{
    body->pos = pos;
    body->x = pos.x;
    body->row = row_at(&self->rows, pos.y);
    body->layer =
        covey_space_dim(&self->world->def.space) == COVEY_AXES ? row_at(&self->layers, pos.z) : 0;
}

static size_t owned(const sweep *self, int number)
{
    return self->own != NULL ? self->own[number] : self->world->flock[number]->state.count;
}

static bool is_ghost(const sweep *self, const struct covey_body *body)
{
    return self->own != NULL && body->index >= self->own[body->flock];
}

/// Writes the bodies of a flock from index `begin` on; returns the place behind them.
static struct covey_body *list_bodies(const sweep *self, int number, size_t begin, size_t end,
                                      struct covey_body *body)
{
    const covey_state *state = &self->world->flock[number]->state;
    for (size_t i = begin; i < end; i++, body++) {
        *body = (struct covey_body){
            .id = state->id[i], .index = (uint32_t)i, .flock = (uint32_t)number};
        put(self, body, covey_state_pos(state, i));
    }
    return body;
}

/// Lists the owned bodies, and notes where they are.
static void gather(sweep *self)
{
    struct covey_body *end = self->list;
    for (int number = 0; number < self->world->flock_count; number++)
        if (self->world->flock[number]->hard)
            end = list_bodies(self, number, 0, owned(self, number), end);
    self->count = (size_t)(end - self->list);
    for (size_t k = 0; k < self->count; k++)
        self->world->bodies.start[k] = self->list[k].pos;
    covey_heap_sort(self->list, self->count, sizeof *self->list, is_before);
}

/// Sorts bodies again that moved little; where they moved far, by another way to the same order.
static void sort_again(sweep *self)
{
    size_t left = SHIFTS * self->count;
    for (size_t k = 1; k < self->count && left > 0; k++) {
        struct covey_body one = self->list[k];
        size_t at = k;
        for (; at > 0 && left > 0 && is_before(&one, &self->list[at - 1]); at--, left--)
            self->list[at] = self->list[at - 1];
        self->list[at] = one;
    }
    if (left == 0)
        covey_heap_sort(self->list, self->count, sizeof *self->list, is_before);
}

// ---- Contacts ----

/// The number of bodies before a place of a row.
static size_t below(const sweep *self, int32_t layer, int32_t row, double x)
{
    size_t low = 0, high = self->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct covey_body *at = &self->list[middle];
        bool before = at->layer != layer ? at->layer < layer
                      : at->row != row   ? at->row < row
                                         : at->x < x;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/// The way from one body to another, of length 1; for bodies at one place one that both draw.
static covey_vec way_to(const sweep *self, const struct covey_body *from,
                        const struct covey_body *to, covey_vec between, double distance)
{
    if (distance > 0.0)
        return covey_vec_unit(between);
    bool first = from->flock != to->flock ? from->flock < to->flock : from->id < to->id;
    const covey_flock *flock = self->world->flock[first ? from->flock : to->flock];
    covey_id id = first ? from->id : to->id;
    covey_vec way = covey_direction(
        COVEY_TURN * covey_uniform(flock->seed, self->world->step, id, COVEY_STREAM_APART));
    return first ? way : covey_vec_scale(way, -1.0);
}

static void touch(const sweep *self, const struct covey_body *one, const struct covey_body *other,
                  struct covey_push *push, double *worst)
{
    covey_vec between = covey_space_between(&self->world->def.space, one->pos, other->pos);
    double distance = covey_vec_length(between);
    double apart = self->world->flock[one->flock]->body + self->world->flock[other->flock]->body;
    if (!(distance < apart))
        return;
    covey_vec way = way_to(self, one, other, between, distance);
    push->way = covey_vec_sub(push->way, covey_vec_scale(way, 0.5 * (apart - distance)));
    push->contacts++;
    *worst = (apart - distance) / apart > *worst ? (apart - distance) / apart : *worst;
}

/// A line of bodies, by its layer and row, and the first of them that may touch the one at hand.
typedef struct line {
    int32_t layer, row;
    size_t at;
} line;

/// Looks at the bodies of a line from one on, up to x = high.
static void look(const sweep *self, size_t k, const line *along, size_t from, double high,
                 double *worst)
{
    for (size_t j = from; j < self->count && self->push[k].contacts < CONTACTS; j++) {
        const struct covey_body *other = &self->list[j];
        if (other->layer != along->layer || other->row != along->row || other->x > high)
            return;
        if (j != k)
            touch(self, &self->list[k], other, &self->push[k], worst);
    }
}

/// Looks along a line, on a torus also across the seam.
static void look_along(const sweep *self, size_t k, line *along, double *worst)
{
    const covey_space *space = &self->world->def.space;
    double x = self->list[k].x, reach = self->reach, width = space->size[0];
    bool torus = space->kind == COVEY_SPACE_TORUS;
    if (torus && 2.0 * reach >= width) {
        look(self, k, along, below(self, along->layer, along->row, -HUGE_VAL), HUGE_VAL, worst);
        return;
    }
    while (along->at < self->count && self->list[along->at].layer == along->layer &&
           self->list[along->at].row == along->row && self->list[along->at].x < x - reach)
        along->at++;
    look(self, k, along, along->at, x + reach, worst);
    if (torus && x < reach)
        look(self, k, along, below(self, along->layer, along->row, x - reach + width), HUGE_VAL,
             worst);
    if (torus && x + reach > width)
        look(self, k, along, below(self, along->layer, along->row, -HUGE_VAL), x + reach - width,
             worst);
}

/// The rows that a body of row `at` may touch; returns how many.
static int rows_near(const rows *along, int32_t at, int32_t near[3])
{
    int count = 0;
    for (int32_t step = -1; step <= 1; step++) {
        int32_t row = at + step;
        if (along->count > 0)
            row = (row + along->count) % along->count;
        if (along->count != 1 || step == 0)
            near[count++] = row;
    }
    return count;
}

/// The lines that a body may touch, from their first that may; returns how many.
static int find_lines(const sweep *self, const struct covey_body *body, line near[9])
{
    bool deep = covey_space_dim(&self->world->def.space) == COVEY_AXES;
    int32_t layer[3] = {0}, row[3];
    int layers = deep ? rows_near(&self->layers, body->layer, layer) : 1;
    int across = rows_near(&self->rows, body->row, row), count = 0;
    for (int a = 0; a < layers; a++)
        for (int b = 0; b < across; b++)
            near[count++] =
                (line){layer[a], row[b], below(self, layer[a], row[b], body->x - self->reach)};
    return count;
}

static void find_pushes(void *context, covey_share share)
{
    const sweep *self = context;
    const struct covey_body *last = NULL;
    double worst = 0.0;
    line near[9];
    int lines = 0;
    for (size_t k = share.begin; k < share.end; k++) {
        const struct covey_body *body = &self->list[k];
        if (last == NULL || last->layer != body->layer || last->row != body->row)
            lines = find_lines(self, body, near);
        self->push[k] = (struct covey_push){.contacts = 0};
        last = body;
        if (is_ghost(self, body))
            continue;
        for (int n = 0; n < lines; n++)
            look_along(self, k, &near[n], &worst);
    }
    self->worst[share.index] = worst;
}

// ---- Moves ----

static void move_bodies(void *context, covey_share bodies)
{
    const sweep *self = context;
    covey_world *world = self->world;
    for (size_t k = bodies.begin; k < bodies.end; k++) {
        const struct covey_push *push = &self->push[k];
        struct covey_body *body = &self->list[k];
        if (push->contacts == 0)
            continue;
        covey_flock *flock = world->flock[body->flock];
        const covey_path path = {
            .space = &world->def.space,
            .influences = &world->influences,
            .flock = flock->number,
            .dt = world->dt,
            .grain = flock->precision == COVEY_PRECISION_SINGLE ? 0x1p-21 : 0x1p-40,
            .solid = covey_influence_is_solid(&world->influences, flock->number),
        };
        covey_agent agent = covey_flock_any(flock, path.space, world->step);
        double share = push->contacts > 1 ? EASE / (double)push->contacts : 1.0;
        covey_vec way = covey_vec_scale(push->way, share);
        covey_vec from = body->pos;
        agent.id = body->id;
        agent.pos = covey_vec_add(from, way);
        agent.vel = covey_state_vel(&flock->state, body->index);
        if (path.space->kind == COVEY_SPACE_RESPAWN && !covey_space_holds(path.space, agent.pos))
            continue; // pushed to the rim, it stays inside
        (void)covey_collide(&path, from, &agent);
        if (flock->precision == COVEY_PRECISION_SINGLE)
            agent.pos = covey_single_place(path.space, agent.pos);
        covey_state_put_pos(&flock->state, body->index, agent.pos);
        put(self, body, agent.pos);
    }
}

/// Takes the part of the velocity away that leads against the way on which a body was pushed.
static void hold_up(const sweep *self, const struct covey_body *body)
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
    const sweep *self = context;
    for (size_t k = bodies.begin; k < bodies.end; k++)
        if (!is_ghost(self, &self->list[k]))
            hold_up(self, &self->list[k]);
}

/// A sweep of the bodies that a world has, or owns. The caller sets the list.
static sweep sweep_of(covey_world *world, const size_t *own)
{
    sweep self = {
        .world = world, .list = world->bodies.list, .push = world->bodies.push, .own = own};
    size_t first = 0;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        self.first[number] = first;
        first += flock->hard ? owned(&self, number) : 0;
        if (flock->hard && flock->body > self.largest)
            self.largest = flock->body;
    }
    self.reach = 2.0 * self.largest * (1.0 + 0x1p-30);
    self.rows = rows_of(&world->def.space, 1, self.reach);
    self.layers = rows_of(&world->def.space, 2, self.reach);
    return self;
}

static size_t shares_of(const sweep *self)
{
    return covey_parallel_shares(self->count, SHARE, COVEY_MAX_TASKS);
}

/// Finds the pushes. Returns the largest overlap by the sum of the radii.
static double find_all(sweep *self)
{
    double most = 0.0, worst[COVEY_MAX_TASKS];
    size_t shares = shares_of(self);
    self->worst = worst;
    covey_parallel(&self->world->workers, self->count, shares, find_pushes, self);
    for (size_t share = 0; share < shares; share++)
        most = worst[share] > most ? worst[share] : most;
    self->worst = NULL;
    return most;
}

static void move_all(sweep *self)
{
    covey_parallel(&self->world->workers, self->count, shares_of(self), move_bodies, self);
    sort_again(self);
}

bool covey_bodies_go_on(int sweeps, double worst)
{
    return sweeps < SWEEPS && worst > ENOUGH;
}

void covey_bodies_step(covey_world *world)
{
    sweep self = sweep_of(world, NULL);
    int sweeps = 0;
    if (!(self.largest > 0.0))
        return;
    gather(&self);
    for (; covey_bodies_go_on(sweeps, find_all(&self)); sweeps++)
        move_all(&self);
    if (sweeps > 0)
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
    sweep self = sweep_of(world, own);
    gather(&self);
    world->bodies.count = self.count;
}

/// Leaves the owned bodies in the list, in their order.
static void leave_own(sweep *self)
{
    size_t kept = 0;
    for (size_t k = 0; k < self->world->bodies.count; k++)
        if (!is_ghost(self, &self->list[k]))
            self->list[kept++] = self->list[k];
    self->count = kept;
}

/// Adds the bodies of other parts to the list, which is merged from behind.
static void add_ghosts(sweep *self)
{
    covey_world *world = self->world;
    struct covey_body *end = world->bodies.ghosts;
    for (int number = 0; number < world->flock_count; number++)
        if (world->flock[number]->hard)
            end = list_bodies(self, number, self->own[number], world->flock[number]->state.count,
                              end);
    size_t ghosts = (size_t)(end - world->bodies.ghosts), left = self->count;
    covey_heap_sort(world->bodies.ghosts, ghosts, sizeof *end, is_before);
    self->count += ghosts;
    for (size_t at = self->count; ghosts > 0;) {
        bool own_is_last =
            left > 0 && is_before(&world->bodies.ghosts[ghosts - 1], &self->list[left - 1]);
        self->list[--at] = own_is_last ? self->list[--left] : world->bodies.ghosts[--ghosts];
    }
}

double covey_bodies_find(covey_world *world, const size_t own[COVEY_MAX_FLOCKS])
{
    sweep self = sweep_of(world, own);
    leave_own(&self);
    add_ghosts(&self);
    world->bodies.count = self.count;
    return find_all(&self);
}

void covey_bodies_move(covey_world *world, const size_t own[COVEY_MAX_FLOCKS])
{
    sweep self = sweep_of(world, own);
    self.count = world->bodies.count;
    move_all(&self);
}

void covey_bodies_end(covey_world *world, const size_t own[COVEY_MAX_FLOCKS])
{
    sweep self = sweep_of(world, own);
    self.count = world->bodies.count;
    covey_parallel(&world->workers, self.count, shares_of(&self), hold_all, &self);
}
