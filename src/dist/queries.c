// SPDX-License-Identifier: MIT
// Zones that sense the nearest k agents of a flock, however far they are. An agent whose k nearest
// may be outside the box of its rank knows a circle that they are in: at least k agents of its own
// rank are in it. It asks the ranks whose boxes meet the circle, and each answers with the ones of
// its agents that are in the circle and no further than its own k nearest of them. A zone with a
// blind angle or an inner radius counts and gets only agents that it sees. Ghosts that come
// by another zone anyway are left out, as no agent may come twice.
#include "dist/inside.h"

#include "geometry/space.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- Flocks that query ----

/// Zones of one flock that sense the nearest of another: all plain ones together, as many and as
/// far as any of them does, or another one alone.
typedef struct watch {
    size_t nearest; ///< 0: there is none
    double radius;
    const covey_zone *zone; ///< NULL: plain ones
} watch;

/// Finds the watches of a flock for another. Returns how many there are; the first is of plain
/// zones.
static int watches_of(const covey_dist *self, int watcher, int f, watch found[1 + COVEY_MAX_ZONES])
{
    const covey_zone_plan *plan = &self->world->flock[watcher]->plan;
    int count = 1;
    found[0] = (watch){.radius = -1.0};
    for (int z = 0; z < plan->count; z++) {
        const covey_zone *zone = &plan->zones[z];
        if (plan->way[z] != COVEY_WAY_NEAREST || covey_zone_plan_rests(plan, z) ||
            !covey_world_meets(self->world, watcher, zone->of, plan->to[z], f))
            continue;
        size_t nearest = (size_t)zone->nearest + (watcher == f); // it finds itself
        if (!covey_sight_is_plain(zone)) {
            found[count++] = (watch){nearest, zone->radius, zone};
            continue;
        }
        found[0].nearest = nearest > found[0].nearest ? nearest : found[0].nearest;
        found[0].radius = zone->radius > found[0].radius ? zone->radius : found[0].radius;
    }
    return count;
}

bool covey_dist_is_queried(const covey_dist *self, int f)
{
    const covey_world *world = self->world;
    bool queried = world->flock[f]->sensed.radius[COVEY_WAY_NEAREST] >= 0.0 && self->ranks > 1;
    for (int w = 0; w < covey_dist_flocks(self) && queried; w++)
        queried = !(world->flock[w]->model->herds && world->flock[w]->hunts == f);
    return queried;
}

// ---- Asking ----

/// A question on its way: of a rank, about the nearest so many in a circle. Where all zones are
/// plain, the sight is left out.
typedef struct question {
    uint64_t rank, nearest;
    double place[COVEY_AXES], radius;
    covey_sight sight;
} question;

enum {
    PLAIN = offsetof(question, sight) / sizeof(uint64_t),
    QUESTION = sizeof(question) / sizeof(uint64_t),
};

_Static_assert(QUESTION * sizeof(uint64_t) == sizeof(question), "questions are rows of words");

/// Words of the questions about a flock.
static size_t question_width(const covey_dist *self, int f)
{
    watch some[1 + COVEY_MAX_ZONES];
    size_t width = PLAIN;
    for (int w = 0; w < covey_dist_flocks(self); w++)
        width = watches_of(self, w, f, some) > 1 ? (size_t)QUESTION : width;
    return width;
}

/// Asks for one agent.
static bool query(covey_dist *self, const covey_owned_cells *cells, const watch *of,
                  const covey_state *state, size_t i)
{
    const covey_space *space = &self->world->def.space;
    covey_vec place = covey_state_pos(state, i);
    question one = {
        (uint64_t)self->rank, of->nearest, {place.x, place.y, place.z}, 0.0, {{0.0}, -1.0, 0.0}};
    if (of->zone != NULL)
        one.sight = covey_sight_of(of->zone, covey_state_vel(state, i));
    const int dim = covey_space_dim(space);
    covey_region inner = covey_borders_inner(&self->near, covey_borders_reach(space, of->radius));
    if (covey_borders_is_inner(&inner, dim, one.place, one.place))
        return true;
    double bound = covey_owned_cells_bound(cells, place, of->nearest, of->radius,
                                           of->zone != NULL ? &one.sight : NULL);
    one.radius = covey_borders_reach(space, bound);
    inner = covey_borders_inner(&self->near, one.radius);
    if (covey_borders_is_inner(&inner, dim, one.place, one.place))
        return true;
    uint64_t row[QUESTION];
    bool good = true;
    memcpy(row, &one, sizeof one);
    for (int n = 0; n < self->ranks && good; n++) {
        const covey_remote *other = &self->near.all[n];
        if (other->away > one.radius)
            break;
        if (covey_borders_meets(&self->near, other->rank, place, one.radius))
            good = covey_exchange_add(&self->exchange, row, other->rank);
    }
    return good;
}

/// Asks for all agents of this rank that sense the nearest of a flock.
static bool query_all(covey_dist *self, int f, const covey_owned_cells *cells)
{
    watch of[1 + COVEY_MAX_ZONES];
    bool good = true;
    for (int w = 0; w < covey_dist_flocks(self) && good; w++) {
        int watches = watches_of(self, w, f, of);
        for (int k = 0; k < watches; k++)
            for (size_t i = 0; i < self->owned[w] && of[k].nearest > 0 && good; i++)
                good = query(self, cells, &of[k], covey_dist_state(self, w), i);
    }
    return good;
}

// ---- Answering ----

/// An answer at work.
typedef struct answer {
    covey_dist *dist;
    int flock;
    bool plain; ///< of all questions: the sight is left out
    question of;
    size_t found;
    double square[COVEY_MAX_NEAREST + 1]; ///< of the nearest so far, ascending
    uint32_t token, *seen;                ///< of each agent, the question that it was last seen for
    uint32_t *sent; ///< of each agent, the rank, and one, that it last went to
    double most;    ///< the square up to which agents are sent
    bool good;
} answer;

/// True if the one that asks sees an agent.
static bool is_seen(const answer *self, size_t i, double square, covey_certainty how)
{
    const double *at = self->of.place;
    if (self->plain)
        return true;
    covey_vec to = covey_state_pos(covey_dist_state(self->dist, self->flock), i);
    covey_vec way =
        covey_space_between(&self->dist->world->def.space, (covey_vec){at[0], at[1], at[2]}, to);
    return covey_sight_is(&self->of.sight, way, square, how);
}

static void note_nearest(void *context, size_t i, double square)
{
    answer *self = context;
    size_t most = self->of.nearest;
    if (!is_seen(self, i, square, COVEY_SURELY) || self->seen[i] == self->token ||
        !(square <= self->of.radius * self->of.radius))
        return;
    self->seen[i] = self->token;
    if (self->found == most && square >= self->square[most - 1])
        return;
    size_t place = self->found < most ? self->found++ : most - 1;
    for (; place > 0 && self->square[place - 1] > square; place--)
        self->square[place] = self->square[place - 1];
    self->square[place] = square;
}

/// True if the agent is a ghost there by another zone.
static bool is_ghost_anyway(const covey_dist *self, int f, int rank, covey_vec place)
{
    return self->reach[f] >= 0.0 && covey_borders_number(&self->near, rank) >= 0 &&
           covey_borders_meets(&self->near, rank, place, self->reach[f]);
}

static void send_nearest(void *context, size_t i, double square)
{
    answer *self = context;
    covey_dist *dist = self->dist;
    int rank = (int)self->of.rank;
    covey_vec place = covey_state_pos(covey_dist_state(dist, self->flock), i);
    if (!(square <= self->most) || !is_seen(self, i, square, COVEY_PERHAPS) ||
        self->sent[i] == self->of.rank + 1 || is_ghost_anyway(dist, self->flock, rank, place))
        return;
    uint64_t row[1 + 2 * COVEY_AXES];
    covey_part_pack_one(dist->world, self->flock, i, dist->exchange.rows.width, row);
    self->good = self->good && covey_exchange_add(&dist->exchange, row, rank);
    self->sent[i] = (uint32_t)rank + 1;
}

static void answer_one(answer *self, const covey_owned_cells *cells)
{
    const double *at = self->of.place;
    const covey_vec place = {at[0], at[1], at[2]};
    self->found = 0;
    self->token++;
    covey_owned_cells_look(cells, place, self->of.radius, note_nearest, self);
    self->most = self->of.radius * self->of.radius;
    if (self->found == self->of.nearest)
        self->most = self->square[self->found - 1] * (1.0 + 0x1p-18);
    if (self->found > 0)
        covey_owned_cells_look(cells, place, sqrt(self->most) * (1.0 + 0x1p-18), send_nearest,
                               self);
}

static bool answer_all(covey_dist *self, int f, const covey_owned_cells *cells,
                       const covey_rows *queries)
{
    size_t count = self->owned[f];
    answer work = {.dist = self, .flock = f, .plain = queries->width == PLAIN, .good = true};
    work.seen = calloc(2 * count + 1, sizeof *work.seen);
    work.sent = work.seen != NULL ? work.seen + count : NULL;
    self->exchange.rows.width = covey_part_ghost_width(self->world, f);
    for (size_t k = 0; k < queries->count && work.seen != NULL; k++) {
        memcpy(&work.of, covey_rows_at(queries, k), queries->width * sizeof(uint64_t));
        answer_one(&work, cells);
    }
    free(work.seen);
    return work.good && work.sent != NULL;
}

void covey_dist_query(covey_dist *self, int f)
{
    size_t width = covey_part_ghost_width(self->world, f);
    covey_rows queries = {.width = question_width(self, f)}, came = {.width = width};
    covey_owned_cells *cells = &self->cells;
    covey_error error;
    bool good = covey_owned_cells_fill(cells, &self->world->def.space, covey_dist_state(self, f),
                                       self->owned[f]);
    self->exchange.rows.width = queries.width;
    good = good && query_all(self, f, cells);
    self->stats.bytes_sent += self->exchange.rows.count * queries.width * sizeof(uint64_t);
    bool passed =
        covey_exchange_send(self->comm, &self->exchange, !good, &queries, &error) == COVEY_OK;
    if (passed) {
        good = answer_all(self, f, cells, &queries);
        self->stats.bytes_sent += self->exchange.rows.count * width * sizeof(uint64_t);
        passed = covey_exchange_send(self->comm, &self->exchange, !good, &came, &error) == COVEY_OK;
    }
    self->failed = self->failed || !passed;
    if (passed && covey_dist_reserve(self, f, came.count)) {
        (void)covey_part_add(self->world, f, came.word, came.count, width);
        self->stats.ghosts += came.count;
    }
    covey_rows_free(&queries);
    covey_rows_free(&came);
}
