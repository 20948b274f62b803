// SPDX-License-Identifier: MIT
// Contacts of hard bodies. An agent sums its own pushes in the order of flock and id, so the bits
// depend neither on threads nor on the way in which contacts are found. A sweep goes over lists of
// the bodies near each one, which hold until some body has moved by half of their margin. Where a
// body is near too many, bodies are sorted into rows, in three dimensions also layers, as high as
// the largest pair, and in a row by x, then flock and id, and a sweep looks along the rows.
#include "core/bodies_near.h"

#include "base/math_trig.h"
#include "base/minmax.h"
#include "base/streams.h"
#include "geometry/space.h"

#include <math.h>
#include <string.h>

#define FARTHEST 0x1p30 ///< rows beyond this one are one

enum {
    CONTACTS = 64, // so many contacts of a body make a heap
    DEEP = COVEY_BODIES_DEEP,
    BESIDE = 8, // bodies of its row, before and behind it, that push one in a heap
    RUN = 8,    // bodies that are sorted by insertion before runs are merged
};

// ---- Rows ----

covey_bodies_rows covey_bodies_near_rows(const covey_space *space, int axis, double reach)
{
    covey_bodies_rows made = {reach, 0};
    if (space->kind != COVEY_SPACE_TORUS)
        return made;
    double fit = floor(space->size[axis] / reach);
    made.count = fit < 3.0 ? 1 : fit < FARTHEST ? (int32_t)fit : (int32_t)FARTHEST;
    made.height = space->size[axis] / (double)made.count;
    return made;
}

static int32_t row_at(const covey_bodies_rows *along, double x)
{
    double row = floor(x / along->height);
    row = row < -FARTHEST ? -FARTHEST : row;
    row = row > FARTHEST ? FARTHEST : row;
    if (along->count > 0 && row >= (double)along->count)
        row = (double)(along->count - 1);
    return (int32_t)row;
}

void covey_bodies_near_put(const covey_bodies_sweep *self, struct covey_body *body, covey_vec pos)
{
    body->pos = pos;
    body->x = pos.x;
    body->row = row_at(&self->rows, pos.y);
    body->layer =
        covey_space_dim(&self->world->def.space) == COVEY_AXES ? row_at(&self->layers, pos.z) : 0;
}

// ---- Order ----

bool covey_bodies_near_is_before(const struct covey_body *a, const struct covey_body *b)
{
    if (a->layer != b->layer)
        return a->layer < b->layer;
    if (a->row != b->row)
        return a->row < b->row;
    if (a->x < b->x || a->x > b->x)
        return a->x < b->x;
    return a->flock != b->flock ? a->flock < b->flock : a->id < b->id;
}

/// Merges two sorted runs, from `a` to `b` and on to `end`.
static void merge(const struct covey_body *a, const struct covey_body *b,
                  const struct covey_body *end, struct covey_body *to)
{
    const struct covey_body *middle = b;
    while (a < middle && b < end)
        *to++ = covey_bodies_near_is_before(b, a) ? *b++ : *a++;
    memcpy(to, a, (size_t)(middle - a) * sizeof *a);
    memcpy(to + (middle - a), b, (size_t)(end - b) * sizeof *b);
}

static void insert_run(struct covey_body *run, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        const struct covey_body one = run[k];
        size_t at = k;
        for (; at > 0 && covey_bodies_near_is_before(&one, &run[at - 1]); at--)
            run[at] = run[at - 1];
        run[at] = one;
    }
}

/// Sorts bodies by runs that are merged; `spare` has as much room.
void covey_bodies_near_sort(struct covey_body *list, struct covey_body *spare, size_t count)
{
    struct covey_body *from = list, *to = spare;
    for (size_t begin = 0; begin < count; begin += RUN)
        insert_run(list + begin, count - begin < RUN ? count - begin : RUN);
    for (size_t run = RUN; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            size_t middle = count - begin < run ? count : begin + run;
            size_t end = count - middle < run ? count : middle + run;
            merge(from + begin, from + middle, from + end, to + begin);
        }
        struct covey_body *last = from;
        from = to;
        to = last;
    }
    if (from != list)
        memcpy(list, from, count * sizeof *list);
}

// ---- Contacts ----

/// The number of bodies before a place of a row.
static size_t below(const covey_bodies_sweep *self, int32_t layer, int32_t row, double x)
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

static bool comes_first(const struct covey_body *a, const struct covey_body *b)
{
    return a->flock != b->flock ? a->flock < b->flock : a->id < b->id;
}

/// The way from one body to another one at the same place, of length 1, which both draw.
static covey_vec draw_way(const covey_bodies_sweep *self, const struct covey_body *from,
                          const struct covey_body *to)
{
    bool first = comes_first(from, to);
    const covey_flock *flock = self->world->flock[first ? from->flock : to->flock];
    covey_id id = first ? from->id : to->id;
    covey_vec way = covey_direction(
        COVEY_TURN * covey_uniform(flock->seed, self->world->step, id, COVEY_STREAM_APART));
    return first ? way : covey_vec_scale(way, -1.0);
}

static double apart_of(const covey_bodies_sweep *self, const struct covey_body *one,
                       const struct covey_body *other)
{
    return covey_bodies_near_radius(self, one) + covey_bodies_near_radius(self, other);
}

/// The pushes on a body.
typedef struct contacts {
    const struct covey_body *body;
    size_t count, deep;
    double worst;
    bool listing;   ///< bodies are noted that may touch it until the lists are too old
    uint32_t room;  ///< for these
    uint32_t *near; ///< their places
    struct covey_push *push;
} contacts;

/// Adds the push of a body that touches the one at hand, to which `between` leads. In the order of
/// flock and id.
static void touch(const covey_bodies_sweep *self, const struct covey_body *other, covey_vec between,
                  contacts *all)
{
    double apart = apart_of(self, all->body, other), square = covey_vec_dot(between, between);
    if (square > apart * apart * (1.0 + 0x1p-40))
        return;
    double distance = covey_vec_length(between);
    if (!(distance < apart))
        return;
    all->deep += square < 0.25 * apart * apart;
    covey_vec way = covey_vec_square_is_safe(square) ? covey_vec_divide(between, distance)
                    : distance > 0.0                 ? covey_vec_unit(between)
                                                     : draw_way(self, all->body, other);
    way = covey_vec_scale(way, 0.5 * (apart - distance));
    all->push->way = covey_vec_sub(all->push->way, way);
    all->push->contacts++;
    double overlap = (apart - distance) / apart;
    all->worst = overlap > all->worst ? overlap : all->worst;
}

/// Notes a body at place j of the list that touches the one at hand, or with `listing` may soon.
/// Returns false if there is no need for more.
static bool note(const covey_bodies_sweep *self, size_t j, contacts *all)
{
    const struct covey_body *other = &self->list[j];
    covey_vec between = covey_space_between(&self->world->def.space, all->body->pos, other->pos);
    double apart = apart_of(self, all->body, other),
           far = apart + (all->listing ? self->margin : 0.0);
    double square = covey_vec_dot(between, between);
    if (square > far * far * (1.0 + 0x1p-40) || !covey_bodies_near_meet(self, all->body, other))
        return true;
    if (!all->listing && !(covey_vec_length(between) < apart))
        return true;
    all->deep += square < 0.25 * apart * apart;
    if (all->count < all->room)
        all->near[all->count] = (uint32_t)j;
    all->count++;
    return all->count < all->room && all->deep < DEEP;
}

/// Brings places of bodies into the order of flock and id.
static void order(const covey_bodies_sweep *self, uint32_t *near, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        uint32_t one = near[k];
        size_t at = k;
        for (; at > 0 && comes_first(&self->list[one], &self->list[near[at - 1]]); at--)
            near[at] = near[at - 1];
        near[at] = one;
    }
}

/// A line of bodies, by its layer and row, and the first of them that may touch the one at hand.
typedef struct line {
    int32_t layer, row;
    size_t at;
} line;

/// Looks at the bodies of a line from one on, up to x = high. Returns false if there is no need for
/// more.
static bool look(const covey_bodies_sweep *self, const line *along, size_t from, double high,
                 contacts *all)
{
    bool more = true;
    for (size_t j = from; j < self->count && more; j++) {
        const struct covey_body *other = &self->list[j];
        if (other->layer != along->layer || other->row != along->row || other->x > high)
            return true;
        if (other != all->body)
            more = note(self, j, all);
    }
    return more;
}

/// Looks along a line, on a torus also across the seam.
static bool look_along(const covey_bodies_sweep *self, line *along, contacts *all)
{
    const covey_space *space = &self->world->def.space;
    double x = all->body->x, reach = self->reach, width = space->size[0];
    bool torus = space->kind == COVEY_SPACE_TORUS;
    if (torus && 2.0 * reach >= width)
        return look(self, along, below(self, along->layer, along->row, -HUGE_VAL), HUGE_VAL, all);
    while (along->at < self->count && self->list[along->at].layer == along->layer &&
           self->list[along->at].row == along->row && self->list[along->at].x < x - reach)
        along->at++;
    bool more = look(self, along, along->at, x + reach, all);
    if (more && torus && x < reach)
        more = look(self, along, below(self, along->layer, along->row, x - reach + width), HUGE_VAL,
                    all);
    if (more && torus && x + reach > width)
        more = look(self, along, below(self, along->layer, along->row, -HUGE_VAL),
                    x + reach - width, all);
    return more;
}

/// True if so many bodies of its line alone are deep in the one at hand that it is in a heap, which
/// is found sooner than by a look at all that touch it.
static bool is_amid(const covey_bodies_sweep *self, const struct covey_body *body)
{
    const double far = 0.5 * (self->radius[body->flock] + self->largest);
    size_t at = (size_t)(body - self->list), deep = 0;
    for (int side = -1; side <= 1; side += 2)
        for (size_t j = at + (size_t)side; j < self->count && deep < DEEP; j += (size_t)side) {
            const struct covey_body *other = &self->list[j];
            if (other->layer != body->layer || other->row != body->row ||
                !(fabs(other->x - body->x) <= far))
                break;
            covey_vec between = covey_space_between(&self->world->def.space, body->pos, other->pos);
            double apart = apart_of(self, body, other);
            deep += covey_vec_dot(between, between) < 0.25 * apart * apart &&
                    covey_bodies_near_meet(self, body, other);
        }
    return deep >= DEEP;
}

/// Looks for bodies that touch one in a heap, in its line: those before and behind it.
static void look_beside(const covey_bodies_sweep *self, contacts *all)
{
    size_t at = (size_t)(all->body - self->list), found = 0;
    for (int side = -1; side <= 1; side += 2) {
        size_t end = found + BESIDE;
        for (size_t j = at + (size_t)side; j < self->count && found < end; j += (size_t)side) {
            const struct covey_body *other = &self->list[j];
            if (other->layer != all->body->layer || other->row != all->body->row ||
                !(fabs(other->x - all->body->x) <= self->reach))
                break;
            covey_vec between =
                covey_space_between(&self->world->def.space, all->body->pos, other->pos);
            if (covey_bodies_near_meet(self, all->body, other) &&
                covey_vec_length(between) < apart_of(self, all->body, other))
                all->near[found++] = (uint32_t)j;
        }
    }
    all->count = found;
}

/// The rows that a body of row `at` may touch; returns how many.
static int rows_near(const covey_bodies_rows *along, int32_t at, int32_t near[3])
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
static int find_lines(const covey_bodies_sweep *self, const struct covey_body *body, line near[9])
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

/// The lines near the body at hand, which are those of the body before it as a rule.
typedef struct lines {
    const struct covey_body *of; ///< NULL: of none
    line near[9];
    int count;
} lines;

static void find_near(const covey_bodies_sweep *self, lines *known, contacts *all)
{
    const struct covey_body *body = all->body;
    if (known->of == NULL || known->of->layer != body->layer || known->of->row != body->row)
        known->count = find_lines(self, body, known->near);
    known->of = body;
    bool more = true;
    for (int n = 0; n < known->count && more; n++)
        more = look_along(self, &known->near[n], all);
}

/// Sums the pushes of the bodies at these places.
static void sum(const covey_bodies_sweep *self, const uint32_t *near, size_t count, contacts *all)
{
    const covey_space *space = &self->world->def.space;
    *all->push = (struct covey_push){.contacts = 0};
    for (size_t k = 0; k < count; k++) {
        const struct covey_body *other = &self->list[near[k]];
        touch(self, other, covey_space_between(space, all->body->pos, other->pos), all);
    }
}

/// Finds pushes by the order of rows.
void covey_bodies_near_push(void *context, covey_share share)
{
    const covey_bodies_sweep *self = context;
    uint32_t near[CONTACTS];
    lines known = {.of = NULL};
    double worst = 0.0;
    for (size_t k = share.begin; k < share.end; k++) {
        contacts all = {
            .body = &self->list[k], .room = CONTACTS, .near = near, .push = &self->push[k]};
        self->push[k] = (struct covey_push){.contacts = 0};
        if (is_ghost(self, all.body))
            continue;
        bool heap = is_amid(self, all.body);
        if (!heap)
            find_near(self, &known, &all);
        heap = heap || all.deep >= DEEP || all.count >= CONTACTS;
        double crowded = heap ? COVEY_BODIES_HEAP : covey_bodies_near_worst(all.deep);
        if (heap)
            look_beside(self, &all);
        order(self, near, all.count);
        sum(self, near, all.count, &all);
        worst = covey_larger(covey_larger(all.worst, crowded), worst);
    }
    self->worst[share.index] = worst;
}

/// Lists the bodies near each one of a share.
void covey_bodies_near_list(void *context, covey_share share)
{
    const covey_bodies_sweep *self = context;
    covey_bodies *bodies = &self->world->bodies;
    uint32_t used = (uint32_t)(share.begin * COVEY_BODIES_NEAR),
             end = (uint32_t)(share.end * COVEY_BODIES_NEAR);
    lines known = {.of = NULL};
    self->exceeded[share.index] = false;
    for (size_t k = share.begin; k < share.end; k++) {
        uint32_t room = end - used < CONTACTS ? end - used : CONTACTS;
        contacts all = {
            .body = &self->list[k], .listing = true, .room = room, .near = bodies->near + used};
        find_near(self, &known, &all);
        if (all.count >= room || all.deep >= DEEP) {
            self->exceeded[share.index] = true;
            return;
        }
        order(self, all.near, all.count);
        covey_bodies_near_note(bodies, k, self->list[k].pos);
        bodies->radius[k] = covey_bodies_near_radius(self, &self->list[k]);
        for (size_t n = 0; n < all.count; n++)
            bodies->of[used + n] = (uint32_t)k;
        bodies->lists[k] = (struct covey_body_list){self->list[k].pos, used, (uint32_t)all.count};
        used += (uint32_t)all.count;
    }
}

/// Sums the pushes of the bodies in the list of the one at place k. Raises *worst to the largest
/// overlap. Returns how many have centers nearer than half of the radii.
size_t covey_bodies_near_sum(const covey_bodies_sweep *self, size_t k, double *worst)
{
    const covey_bodies *bodies = &self->world->bodies;
    const covey_space *space = &self->world->def.space;
    const uint32_t *near = bodies->near + bodies->lists[k].begin;
    const covey_vec at = covey_bodies_near_at(bodies, k);
    contacts all = {.body = &self->list[k], .push = &self->push[k]};
    *all.push = (struct covey_push){.contacts = 0};
    for (size_t n = 0; n < bodies->lists[k].count; n++) {
        covey_vec other = covey_bodies_near_at(bodies, near[n]);
        touch(self, &self->list[near[n]], covey_space_between(space, at, other), &all);
    }
    *worst = all.worst > *worst ? all.worst : *worst;
    return all.deep;
}
