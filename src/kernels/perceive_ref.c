// SPDX-License-Identifier: MIT
// The reference kernels: the plainest way to sense, and the definition of every bit of it. Faster
// kernels must give the same bits. There are four of them, for the four ways in which a zone can
// be sensed: pair by pair, only the nearest neighbors, each by itself, and by sums of whole
// numbers. The first is compiled for doubles and once more for floats, where COVEY_SINGLE is
// defined.
#include "geometry/arcs.h"
#include "geometry/side_cell.h"
#include "geometry/stray.h"
#include "kernels/pair.h"
#include "kernels/zone_sum.h"

/// The sense without the headings that were found for the fast kernels: a reference finds them
/// itself.
static covey_sense without_headings(const covey_sense *given)
{
    covey_sense plain = *given;
    plain.to_heading[0] = NULL;
    return plain;
}

// ---- Pair by pair ----

/// An agent that senses, and its percepts so far.
typedef struct observer {
    covey_vec pos;
    covey_real_vec heading;
    size_t index; ///< its index among the agents of sense->to; SIZE_MAX if it is not one of them
    covey_percept sums[COVEY_MAX_ZONES];
} observer;

static void visit_agent(const covey_sense *sense, const covey_pair *pair, size_t j, observer *self)
{
    for (int k = 0; k < sense->which_count; k++) {
        const covey_zone *zone = &sense->zones[sense->which[k]];
        if (!covey_zone_holds(zone, (double)pair->distance) ||
            !covey_pair_is_visible(zone, pair, self->heading) ||
            (j == self->index && covey_zone_passes_self(zone)))
            continue;
        covey_pair_add(sense, zone, pair, j, &self->sums[sense->which[k]]);
    }
}

static void visit_run(const covey_sense *sense, covey_grid_run run, observer *self)
{
    double longest = sense->grid->reach;
    for (size_t j = run.begin; j < run.end; j++) {
        covey_pair pair = covey_pair_of(sense->space, self->pos, covey_state_pos(sense->to, j));
        if ((double)pair.distance <= longest)
            visit_agent(sense, &pair, j, self);
    }
}

/// Rounds sums that began with another flock, in doubles, to floats: sums go on in floats. A tiny
/// negative sum is rounded to -0, which becomes 0.
static void round_sums(const covey_sense *sense, covey_percept *sums)
{
#ifdef COVEY_SINGLE
    const covey_vec zero = {0.0, 0.0, 0.0};
    for (int k = 0; k < sense->which_count; k++) {
        covey_percept *sum = &sums[sense->which[k]];
        const covey_zone *zone = &sense->zones[sense->which[k]];
        sum->offset = covey_vec_add(covey_single_round_vec(sum->offset), zero);
        sum->carried = covey_vec_add(covey_single_round_vec(sum->carried), zero);
        if (zone->decay > 0.0 || zone->falloff != NULL) // else it is the count
            sum->weight_sum = covey_single_round(sum->weight_sum) + 0.0;
    }
#else
    (void)sense;
    (void)sums;
#endif
}

/// Senses for agent i. Returns the number of its candidates.
static uint64_t sense_agent(const covey_sense *sense, size_t i,
                            const covey_percept_columns *columns)
{
    observer self = {
        .pos = covey_state_pos(sense->from, i),
        .index = sense->from == sense->to ? i : SIZE_MAX,
        .heading = covey_real_vec_of(covey_vec_unit(covey_state_vel(sense->from, i))),
    };
    covey_sense_begin(sense, i, columns, self.sums);
    round_sums(sense, self.sums);
    covey_grid_run runs[COVEY_GRID_RUNS];
    int count = covey_stray_find(sense->grid, sense->space, sense->to, self.pos, runs);
    uint64_t candidates = 0;
    for (int k = 0; k < count; k++) {
        visit_run(sense, runs[k], &self);
        candidates += runs[k].end - runs[k].begin;
    }
    covey_sense_end(sense, i, self.sums, columns);
    return candidates;
}

static uint64_t sense_pairs(const covey_sense *given, size_t begin, size_t end,
                            const covey_percept_columns *columns)
{
    const covey_sense sense = without_headings(given);
    uint64_t candidates = 0;
    for (size_t i = begin; i < end; i++)
        candidates += sense_agent(&sense, i, columns);
    return candidates;
}

#ifdef COVEY_SINGLE

uint64_t covey_kernels_perceive_ref_single(const covey_sense *sense, size_t begin, size_t end,
                                           const covey_percept_columns *columns)
{
    if (!sense->safe)
        return covey_kernels_perceive_ref(sense, begin, end, columns);
    return sense_pairs(sense, begin, end, columns);
}

#else

uint64_t covey_kernels_perceive_ref(const covey_sense *sense, size_t begin, size_t end,
                                    const covey_percept_columns *columns)
{
    return sense_pairs(sense, begin, end, columns);
}

// ---- Only the nearest ----

/// The nearest neighbors so far, ascending by (distance, id).
typedef struct nearest {
    int count;
    struct {
        covey_pair pair;
        size_t index;
        covey_id id;
    } agent[COVEY_MAX_NEAREST];
} nearest;

static bool is_before(double d, covey_id id, double other_d, covey_id other_id)
{
    return d < other_d || (d == other_d && id < other_id);
}

/// Inserts a neighbor if it is one of the `most` nearest so far; the last of them makes room.
static void insert(nearest *all, int most, const covey_pair *pair, size_t index, covey_id id)
{
    int k = all->count;
    if (k == most &&
        !is_before(pair->distance, id, all->agent[k - 1].pair.distance, all->agent[k - 1].id))
        return;
    if (k < most)
        all->count++;
    else
        k--;
    for (; k > 0 &&
           is_before(pair->distance, id, all->agent[k - 1].pair.distance, all->agent[k - 1].id);
         k--)
        all->agent[k] = all->agent[k - 1];
    all->agent[k].pair = *pair;
    all->agent[k].index = index;
    all->agent[k].id = id;
}

/// Adds up the nearest of all agents from the nearest to the furthest, so the sums depend on no
/// other agent and on no order of memory.
static void sense_nearest(const covey_sense *sense, size_t i, const covey_zone *zone,
                          covey_percept *sum)
{
    covey_vec pos = covey_state_pos(sense->from, i);
    covey_vec heading = covey_vec_unit(covey_state_vel(sense->from, i));
    nearest all = {0};
    for (size_t j = 0; j < sense->to->count; j++) {
        if (sense->from == sense->to && j == i)
            continue;
        covey_pair pair = covey_pair_of(sense->space, pos, covey_state_pos(sense->to, j));
        if (covey_zone_holds(zone, pair.distance) && covey_pair_is_visible(zone, &pair, heading))
            insert(&all, zone->nearest, &pair, j, sense->to->id[j]);
    }
    for (int k = 0; k < all.count; k++)
        covey_pair_add(sense, zone, &all.agent[k].pair, all.agent[k].index, sum);
    if (zone->self && sense->from == sense->to && covey_zone_holds(zone, 0.0)) {
        covey_pair self = {.distance = 0.0};
        covey_pair_add(sense, zone, &self, i, sum);
    }
}

uint64_t covey_kernels_perceive_nearest(const covey_sense *given, size_t begin, size_t end,
                                        const covey_percept_columns *columns)
{
    const covey_sense sense = without_headings(given);
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES];
        covey_sense_begin(&sense, i, columns, sums);
        for (int k = 0; k < sense.which_count; k++)
            sense_nearest(&sense, i, &sense.zones[sense.which[k]], &sums[sense.which[k]]);
        covey_sense_end(&sense, i, sums, columns);
    }
    return (end - begin) * sense.to->count;
}

// ---- Each by itself ----

/// An agent that senses with a zone that asks each.
typedef struct asker {
    const covey_sense *sense;
    const covey_zone *zone;
    size_t index; ///< its index among the agents of sense->to; SIZE_MAX if it is not one of them
    covey_agent agent;
    covey_vec heading;
    covey_percept *sum;
    union {
        covey_side_cell cell; ///< of a zone of Voronoi neighbors
        covey_arcs arcs;      ///< of a zone that is a field of view
    };
    double viewed; ///< agents in a round of the arcs
} asker;

static void add_each(asker *self, const covey_pair *pair, size_t j)
{
    const covey_state *to = self->sense->to;
    if (self->zone->add == NULL) {
        covey_pair_add(self->sense, self->zone, pair, j, self->sum);
        return;
    }
    covey_other other = {to->id[j], pair->offset, pair->distance, covey_state_vel(to, j), {0}};
    for (int k = 0; k < to->extra_count; k++)
        other.extra[k] = to->extra[k][j];
    self->sum->count += 1.0;
    self->sum->weight_sum += 1.0;
    self->zone->add(self->sense->params, &self->agent, &other, self->sum);
}

static void ask_run(asker *self, covey_grid_run run)
{
    const covey_sense *sense = self->sense;
    for (size_t j = run.begin; j < run.end; j++) {
        covey_pair pair =
            covey_pair_of(sense->space, self->agent.pos, covey_state_pos(sense->to, j));
        bool is_self = j == self->index;
        if (!covey_zone_holds(self->zone, pair.distance) ||
            !covey_pair_is_visible(self->zone, &pair, self->heading) ||
            (is_self && covey_zone_passes_self(self->zone)))
            continue;
        if (self->zone->disc > 0.0) {
            covey_arcs_add_disc(&self->arcs, pair.offset, pair.distance, self->zone->disc);
            self->viewed += 1.0;
        } else if (self->zone->voronoi && !is_self) {
            covey_cell_side side = {0.0, 0.0, j, pair.distance, sense->to->id[j]};
            covey_side_cell_cut(&self->cell, pair.offset, &side);
        } else {
            add_each(self, &pair, j);
        }
    }
}

/// Returns the number of candidates.
static uint64_t ask_runs(asker *self)
{
    const covey_sense *sense = self->sense;
    covey_grid_run runs[COVEY_GRID_RUNS];
    int count = covey_stray_find(sense->grid, sense->space, sense->to, self->agent.pos, runs);
    uint64_t candidates = 0;
    for (int k = 0; k < count; k++) {
        ask_run(self, runs[k]);
        candidates += runs[k].end - runs[k].begin;
    }
    return candidates;
}

/// Adds the field of view, in as many rounds as its arcs take.
static uint64_t view_all(asker *self)
{
    covey_arcs_field field;
    uint64_t candidates = 0;
    covey_arcs_field_begin(&field);
    self->arcs.until = -2.0;
    do {
        covey_arcs_begin(&self->arcs, self->arcs.until);
        self->viewed = 0.0;
        candidates = ask_runs(self);
    } while (covey_arcs_end(&self->arcs, &field));
    covey_arcs_field_end(&field);
    covey_percept *sum = self->sum;
    sum->count += self->viewed;
    sum->weight_sum += self->viewed;
    sum->offset = covey_vec_add(sum->offset, field.covered);
    sum->carried = covey_vec_add(sum->carried, field.edges);
    return candidates;
}

/// Adds the Voronoi neighbors from the nearest to the furthest, so that the sums depend on no order
/// of memory.
static void add_sides(asker *self)
{
    covey_side_cell_order(&self->cell);
    for (int k = 0; k < self->cell.count; k++) {
        size_t j = self->cell.side[k].index;
        covey_pair pair =
            covey_pair_of(self->sense->space, self->agent.pos, covey_state_pos(self->sense->to, j));
        add_each(self, &pair, j);
    }
}

static uint64_t ask_all(const covey_sense *sense, size_t i, const covey_zone *zone,
                        covey_percept *sum)
{
    const covey_state *from = sense->from;
    asker self = {.sense = sense, .zone = zone, .sum = sum};
    self.index = from == sense->to ? i : SIZE_MAX;
    self.agent.id = from->id[i];
    self.agent.space = sense->space;
    self.agent.pos = covey_state_pos(from, i);
    self.agent.vel = covey_state_vel(from, i);
    for (int k = 0; k < from->extra_count; k++)
        self.agent.extra[k] = from->extra[k][i];
    self.heading = covey_vec_unit(self.agent.vel);
    if (zone->disc > 0.0)
        return view_all(&self);
    if (zone->voronoi)
        covey_side_cell_begin(zone->radius, &self.cell);
    uint64_t candidates = ask_runs(&self);
    if (zone->voronoi)
        add_sides(&self);
    return candidates;
}

uint64_t covey_kernels_perceive_each(const covey_sense *given, size_t begin, size_t end,
                                     const covey_percept_columns *columns)
{
    const covey_sense sense = without_headings(given);
    uint64_t candidates = 0;
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES];
        covey_sense_begin(&sense, i, columns, sums);
        for (int k = 0; k < sense.which_count; k++)
            candidates += ask_all(&sense, i, &sense.zones[sense.which[k]], &sums[sense.which[k]]);
        covey_sense_end(&sense, i, sums, columns);
    }
    return candidates;
}

// ---- By sums of whole numbers ----

static void add_agent(const covey_sense *sense, covey_vec pos, size_t j, covey_zone_sum *sum)
{
    covey_aggregate_row row = covey_aggregate_of(sense->sums, sense->to, j);
    covey_vec other = covey_state_pos(sense->to, j);
    sum->count++;
    covey_aggregate_add(&sum->sum, &row);
    if (sense->space->kind == COVEY_SPACE_TORUS) {
        sum->images[0] += covey_zone_sum_image(pos.x, other.x, sense->space->size[0]);
        sum->images[1] += covey_zone_sum_image(pos.y, other.y, sense->space->size[1]);
        if (covey_space_dim(sense->space) == COVEY_AXES)
            sum->images[2] += covey_zone_sum_image(pos.z, other.z, sense->space->size[2]);
    }
}

static void sum_zone(const covey_sense *sense, size_t i, const covey_zone *zone,
                     covey_percept *percept)
{
    covey_zone_sum sum = {0};
    covey_vec pos = covey_state_pos(sense->from, i);
    for (size_t j = 0; j < sense->to->count; j++) {
        bool self = sense->from == sense->to && j == i;
        covey_pair pair = covey_pair_of(sense->space, pos, covey_state_pos(sense->to, j));
        if (covey_zone_holds(zone, pair.distance) && !(self && covey_zone_passes_self(zone)))
            add_agent(sense, pos, j, &sum);
    }
    covey_zone_sum_end(sense, i, zone, &sum, percept);
}

uint64_t covey_kernels_aggregate_ref(const covey_sense *sense, size_t begin, size_t end,
                                     const covey_percept_columns *columns)
{
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES] = {{0}};
        covey_sense_begin(sense, i, columns, sums);
        for (int k = 0; k < sense->which_count; k++)
            sum_zone(sense, i, &sense->zones[sense->which[k]], &sums[sense->which[k]]);
        covey_sense_end(sense, i, sums, columns);
    }
    return (end - begin) * sense->to->count * (uint64_t)sense->which_count;
}

#endif
