// SPDX-License-Identifier: MIT
// Finds the nearest agents of a place by the grid: where enough agents are within the radius that
// was searched, no agent further off can be nearer. The radius is guessed from the searches for the
// agents before. Where the guess was too small or too large, the search begins again, with the
// radius of the grid, twice, and four times that.
#ifndef COVEY_KERNELS_NEAR_H
#define COVEY_KERNELS_NEAR_H

#include "kernels/kernels.h"
#include "kernels/simd.h"

#include <string.h>

// More candidates than MOST_CANDIDATES are left to the tree, which has fewer then. WIDEST is the
// largest multiple of the grid's radius that is searched. MOST_FOUND agents are ranked at most,
// RANKED of them at a time.
enum { MOST_CANDIDATES = 256, MOST_FOUND = 32, WIDEST = 4, RANKED = 4 * LANES };

/// If a root can be rounded to a distance, it is that of a square below so many times the square of
/// the distance.
#define MARGIN (1.0 + 0x1p-40)

/// The agents within a bound, in no order: the squares of their distances, later the distances. The
/// columns have more room, as whole vectors are stored and loaded.
typedef struct near_set {
    size_t count;
    double distance[MOST_FOUND + RANKED];
    uint32_t index[MOST_FOUND + LANES];
} near_set;

typedef struct search {
    const covey_sense *sense;
    bool deep;       ///< in three dimensions
    int most;        ///< largest multiple of the grid's radius to search, 0 if the grid cannot say
    double rounding; ///< added to a radius, so that no agent is missed by rounding
    const covey_kdtree_query *query;
    double bound; ///< on squares: agents beyond are no hits
    size_t found;
    covey_kdtree_hit *hits;
    covey_grid_run run[COVEY_GRID_RUNS];
    int runs;
    size_t candidates;
} search;

/// True if a radius so many times the grid's does not meet itself beyond the seam.
static bool has_room(const covey_axis *axis, int times)
{
    return axis->cells == 0 || axis->cells > 12 * times;
}

/// The largest multiple of the grid's radius that can be searched.
static int most_times(const covey_grid *grid)
{
    int times = 1;
    while (times < WIDEST && has_room(&grid->row, 2 * times) && has_room(&grid->col, 2 * times) &&
           (!grid->deep || has_room(&grid->layer, 2 * times)))
        times *= 2;
    return times;
}

/// Finds the candidates within a radius; false if there are too few or too many.
static bool find_runs_within(search *self, double radius)
{
    const covey_sense *sense = self->sense;
    const covey_area area = {self->query->p, self->query->p, radius + self->rounding};
    covey_grid_lines lines = covey_grid_lines_within(sense->grid, &area);
    self->runs = covey_grid_runs_within(sense->grid, sense->to, &area, &lines, self->run);
    self->candidates = 0;
    for (int k = 0; k < self->runs; k++)
        self->candidates += self->run[k].end - self->run[k].begin;
    return self->candidates >= self->query->limit && self->candidates <= MOST_CANDIDATES &&
           self->runs < COVEY_GRID_RUNS; // or there was no room for all
}

/// A run as seen from the place of the search: the place or the candidates are shifted where the
/// run lies beyond the seam (see visit_beyond() of the fast kernel), so that offsets are those of
/// covey_space_between().
typedef struct run_view {
    const double *x, *y, *z; ///< z: NULL in the plane
    covey_vec place, shift;
} run_view;

static inline run_view view_of(const search *self, const covey_grid_run *run)
{
    const covey_state *to = self->sense->to;
    const double *size = self->sense->space->size;
    run_view view = {.x = to->pos[0], .y = to->pos[1], .place = self->query->p};
    if (self->deep)
        view.z = to->pos[2];
    if ((run->turn[0] | run->turn[1] | run->turn[2]) == 0)
        return view;
    view.place.z -= run->turn[2] < 0 ? size[2] : 0.0;
    view.shift.z = run->turn[2] > 0 ? size[2] : 0.0;
    view.place.x -= run->turn[0] < 0 ? size[0] : 0.0;
    view.place.y -= run->turn[1] < 0 ? size[1] : 0.0;
    view.shift.x = run->turn[0] > 0 ? size[0] : 0.0;
    view.shift.y = run->turn[1] > 0 ? size[1] : 0.0;
    return view;
}

static inline double square_of(const run_view *to, size_t j)
{
    double x = (to->x[j] - to->shift.x) - to->place.x;
    double y = (to->y[j] - to->shift.y) - to->place.y;
    if (to->z == NULL)
        return x * x + y * y;
    double z = (to->z[j] - to->shift.z) - to->place.z;
    return x * x + y * y + z * z;
}

// ---- One after the other ----

static bool comes_before(const covey_kdtree_hit *a, const covey_kdtree_hit *b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->id < b->id);
}

/// Inserts agent j into the hits, which stand in order, if it is one. Once there are as many hits
/// as are wanted, the last of them bounds the search.
static void insert_hit(search *self, size_t j, double square)
{
    const covey_kdtree_query *query = self->query;
    covey_kdtree_hit hit = {sqrt(square), self->sense->to->id[j], (uint32_t)j};
    bool full = self->found == query->limit;
    if (j == query->skip || !(hit.distance <= query->radius) ||
        (full && !comes_before(&hit, &self->hits[self->found - 1])) ||
        (query->accepts != NULL && !query->accepts(query->context, &hit)))
        return;
    size_t k = full ? self->found - 1 : self->found++;
    for (; k > 0 && comes_before(&hit, &self->hits[k - 1]); k--)
        self->hits[k] = self->hits[k - 1];
    self->hits[k] = hit;
    if (self->found == query->limit) {
        double longest = self->hits[self->found - 1].distance;
        self->bound = longest * longest * MARGIN;
    }
}

static void search_run(search *self, const covey_grid_run *run)
{
    run_view to = view_of(self, run);
    for (size_t j = run->begin; j < run->end; j++) {
        double square = square_of(&to, j);
        if (square <= self->bound)
            insert_hit(self, j, square);
    }
}

/// Finds the hits within a radius, one candidate after the other. Returns false if an agent further
/// off may be one.
static bool find_one_by_one(search *self, double radius)
{
    self->found = 0;
    self->bound = HUGE_VAL;
    if (!find_runs_within(self, radius))
        return false;
    for (int k = 0; k < self->runs; k++)
        search_run(self, &self->run[k]);
    bool full = self->found == self->query->limit;
    return (full ? self->hits[self->found - 1].distance : self->query->radius) <= radius;
}

// ---- All at once ----

/// Writes squares, and the indices from j on, behind the `count` agents of the set, for the
/// lanes in `near` side by side. Returns the new count. Nothing branches on the mask: lanes that
/// are not in it are written and then overwritten.
COVEY_INLINE size_t keep_near(near_set *all, size_t count, wide square, uint32_t j, lane_mask near)
{
#ifdef COVEY_MASKED
    typedef uint32_t quartet __attribute__((vector_size(LANES * sizeof(uint32_t))));
    const quartet numbers = {0, 1, 2, 3};
    _mm256_storeu_pd(all->distance + count, _mm256_maskz_compress_pd(near, square));
    __m128i kept = _mm_maskz_compress_epi32(near, (__m128i)(numbers + j));
    memcpy(all->index + count, &kept, sizeof kept);
    return count + (size_t)__builtin_popcount(near);
#else
    UNROLL for (int lane = 0; lane < LANES; lane++)
    {
        all->distance[count] = square[lane];
        all->index[count] = j + (uint32_t)lane;
        count -= (size_t)near[lane];
    }
    return count;
#endif
}

/// Adds the agents of a run that are within the bound. The ends of the run and the agent itself are
/// compared in lanes too, by index; indices are exact as doubles.
COVEY_INLINE void collect_run(const search *self, const covey_grid_run *run, bool deep,
                              near_set *all)
{
    const run_view to = view_of(self, run);
    const wide place_x = spread(to.place.x), place_y = spread(to.place.y);
    const wide shift_x = spread(to.shift.x), shift_y = spread(to.shift.y);
    const wide place_z = spread(to.place.z), shift_z = spread(to.shift.z);
    const wide bound = spread(self->bound), end = spread((double)(int64_t)run->end);
    const wide skip = spread((double)self->query->skip);
    wide number = spread((double)(int64_t)run->begin) + lane_numbers();
    size_t count = all->count;
    for (size_t j = run->begin; j < run->end && count < MOST_FOUND; j += LANES, number += LANES) {
        wide x = (load(to.x + j) - shift_x) - place_x;
        wide y = (load(to.y + j) - shift_y) - place_y;
        wide square = x * x + y * y;
        if (deep) {
            wide z = (load(to.z + j) - shift_z) - place_z;
            square += z * z;
        }
        lane_mask near = is_at_most(square, bound) & is_above(end, number) & is_not(number, skip);
        count = keep_near(all, count, square, (uint32_t)j, near);
    }
    all->count = count;
}

/// For RANKED agents from `first` on, counts the agents that are nearer: that is the place of each
/// in the order. All of the set are broadcast, one after the other, and each lane counts for
/// itself. The counts have names, as compilers would keep an array of them in memory.
COVEY_INLINE void rank_some(const near_set *all, size_t first, uint64_t *place)
{
    const double *distance = all->distance + first;
    const wide a = load(distance), b = load(distance + LANES);
    const wide c = load(distance + 2 * LANES), d = load(distance + 3 * LANES);
    wide_int before_a = {0}, before_b = {0}, before_c = {0}, before_d = {0};
    for (const double *other = all->distance; other < all->distance + all->count; other++) {
        wide other_distance = spread(*other);
        before_a = count_inside(before_a, is_above(a, other_distance));
        before_b = count_inside(before_b, is_above(b, other_distance));
        before_c = count_inside(before_c, is_above(c, other_distance));
        before_d = count_inside(before_d, is_above(d, other_distance));
    }
    before_a = -before_a;
    before_b = -before_b;
    before_c = -before_c;
    before_d = -before_d;
    memcpy(place, &before_a, sizeof before_a);
    memcpy(place + LANES, &before_b, sizeof before_b);
    memcpy(place + 2 * LANES, &before_c, sizeof before_c);
    memcpy(place + 3 * LANES, &before_d, sizeof before_d);
}

/// Finds the order of the set by distance: order[k] is the k-th nearest. Returns false if two
/// distances are equal: both have the same place then, and the sum of all places is too small.
static bool rank(near_set *all, uint8_t order[MOST_FOUND])
{
    for (size_t k = 0; k < all->count; k += LANES) {
        wide distance = root(load(all->distance + k));
        memcpy(all->distance + k, &distance, sizeof distance);
    }
    uint64_t place[MOST_FOUND + RANKED], sum = 0;
    for (size_t k = 0; k < all->count; k += RANKED)
        rank_some(all, k, place + k);
    for (size_t k = 0; k < all->count; k++) {
        order[place[k]] = (uint8_t)k;
        sum += place[k];
    }
    return sum == all->count * (all->count - 1) / 2;
}

/// Finds the hits within a radius by ranking all agents there. Returns false if it cannot: if there
/// are too few or too many, or equal distances, which ids must decide.
static bool find_at_once(search *self, double radius)
{
    size_t limit = self->query->limit;
    if (!find_runs_within(self, radius))
        return false;
    self->bound = radius * radius;
    near_set all;
    all.count = 0;
    for (int k = 0; k < self->runs; k++)
        if (self->deep)
            collect_run(self, &self->run[k], true, &all);
        else
            collect_run(self, &self->run[k], false, &all);
    uint8_t order[MOST_FOUND] = {0};
    if (all.count < limit || all.count >= MOST_FOUND || !rank(&all, order))
        return false;
    double longest = all.distance[order[limit - 1]];
    if (!(longest <= self->query->radius && longest * longest * MARGIN <= self->bound))
        return false;
    for (size_t k = 0; k < limit; k++)
        self->hits[k] = (covey_kdtree_hit){all.distance[order[k]], 0, all.index[order[k]]};
    self->found = limit;
    return true;
}

/// Begins searches among the agents of sense->to. It sets member by member, as clearing the runs
/// would take time.
static void begin_search(const covey_sense *sense, search *self)
{
    const covey_grid *grid = sense->grid;
    self->sense = sense;
    bool all = grid->row.all || grid->col.all || (grid->deep && grid->layer.all);
    self->deep = grid->deep;
    self->most = sense->safe && !all ? most_times(grid) : 0;
    self->rounding = (double)WIDEST * (grid->reach - grid->radius);
}

/// Finds the hits of covey_kdtree_find() for the query by the grid of sense->to. Returns their
/// number, and adds to `candidates` the number of distances computed; or returns -1 where a hit may
/// be further off than the grid says, or there are too many candidates. `guess` is a guess at the
/// distance of the last hit, which saves time if it is right, or 0. The ids of hits are not set.
static int find_near(search *self, const covey_kdtree_query *query, double guess,
                     covey_kdtree_hit *hits, uint64_t *candidates)
{
    double radius = self->sense->grid->radius, widest = radius * self->most;
    bool found = false;
    self->query = query;
    self->hits = hits;
    self->candidates = 0;
    int tries = self->most > 0 && guess > 0.0 && query->accepts == NULL ? 2 : 0;
    for (; tries > 0 && !found; tries--) {
        found = find_at_once(self, guess < widest ? guess : widest);
        guess *= 1.5;
    }
    for (int times = 1; times <= self->most && !found; times *= 2)
        found = find_one_by_one(self, radius * times);
    *candidates += self->candidates;
    return found ? (int)self->found : -1;
}

#endif
