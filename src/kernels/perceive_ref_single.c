// SPDX-License-Identifier: MIT
// The reference kernel of single precision: the plainest way to sense in floats, and the definition
// of every bit of it. A faster kernel must give the same.
//
// Offsets, squares, distances, weights, what is carried and all sums but counts are floats. 1/d and
// 1/d² in weights are 1/(d + e) and 1/(d² + e²) with e = 2^-63 L, which changes no bit of them from
// d = 2^-38 L on and keeps them finite where the square of an offset underflows.
#define COVEY_SINGLE

#include "base/fade.h"
#include "core/space.h"
#include "core/zone.h"
#include "kernels/fall.h"
#include "kernels/kernels.h"

typedef struct vec {
    float x, y;
} vec;

/// Somebody as seen by the agent that looks.
typedef struct pair {
    vec offset;
    float square, distance;
    size_t index;
} pair;

/// The agent that looks.
typedef struct viewer {
    covey_vec pos;
    vec heading;  ///< 0 at rest
    size_t index; ///< where it stands among those it senses; SIZE_MAX if it is not one of them
    covey_percept sums[COVEY_MAX_ZONES];
} viewer;

static vec vec_of(covey_vec v)
{
    return (vec){(float)v.x, (float)v.y};
}

static float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y;
}

static vec scale(vec v, float factor)
{
    return (vec){v.x * factor, v.y * factor};
}

/// covey_space_around()
static float around(float own, float their, float size)
{
    float straight = their - own;
    if (straight > size * 0.5f)
        return (their - size) - own;
    if (straight < size * -0.5f)
        return their - (own - size);
    return straight;
}

static pair pair_of(const covey_sense *sense, covey_vec from, size_t j)
{
    const covey_space *space = sense->space;
    vec own = vec_of(from), their = vec_of(covey_state_pos(sense->to, j));
    pair seen = {.offset = {their.x - own.x, their.y - own.y}, .index = j};
    if (space->kind == COVEY_SPACE_TORUS) {
        seen.offset.x = around(own.x, their.x, (float)space->size[0]);
        seen.offset.y = around(own.y, their.y, (float)space->size[1]);
    }
    seen.square = dot(seen.offset, seen.offset);
    seen.distance = sqrtf(seen.square);
    return seen;
}

static bool is_visible(const covey_zone_bounds *bounds, const pair *seen, vec heading)
{
    if (heading.x == 0.0f && heading.y == 0.0f)
        return true;
    float ahead = dot(heading, seen->offset);
    return !(ahead * fabsf(ahead) < (float)bounds->sight * seen->square);
}

static float inverse_of(float d)
{
    return 1.0f / (d + COVEY_SINGLE_SOFT);
}

static float sign(float x)
{
    return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f;
}

/// The weighted offset of a zone, times a factor; see covey_weight.
static vec weigh(const covey_zone *zone, const pair *seen, float factor)
{
    const float soft_square = COVEY_SINGLE_SOFT * COVEY_SINGLE_SOFT;
    float inverse = inverse_of(seen->distance);
    // Nobody is within a tiny radius but where offsets are nothing.
    float slope = zone->radius > COVEY_SINGLE_LOW ? (float)(1.0 / zone->radius) : 0.0f;
    switch (zone->weight) {
    case COVEY_WEIGHT_NOTHING:
        break;
    case COVEY_WEIGHT_ONE:
        return scale(seen->offset, factor);
    case COVEY_WEIGHT_UNIT:
        return scale(seen->offset, inverse * factor);
    case COVEY_WEIGHT_INVERSE:
        return scale(seen->offset, 1.0f / (seen->square + soft_square) * factor);
    case COVEY_WEIGHT_LINEAR:
        return scale(seen->offset, (inverse - slope) * factor);
    case COVEY_WEIGHT_AXIS:
        return scale(scale((vec){sign(seen->offset.x), sign(seen->offset.y)}, inverse), factor);
    case COVEY_WEIGHT_RAMP:
        return scale(seen->offset, (1.0f - seen->square * inverse * slope) * factor);
    }
    return (vec){0, 0};
}

/// The factor by which zone z multiplies the share of a neighbor.
static float factor_of(const covey_sense *sense, int z, const pair *seen)
{
    if (sense->zones[z].decay > 0.0)
        return covey_fade(seen->square, (float)sense->zones[z].decay);
    if (sense->zones[z].falloff != NULL)
        return covey_falloff_at(sense->falloff[z], seen->distance);
    return 1.0f;
}

static vec carried_of(const covey_sense *sense, const covey_zone *zone, size_t j)
{
    switch (zone->carry) {
    case COVEY_CARRY_NOTHING:
        break;
    case COVEY_CARRY_VELOCITY:
        return vec_of(covey_state_vel(sense->to, j));
    case COVEY_CARRY_HEADING:
        return vec_of(covey_vec_unit(covey_state_vel(sense->to, j)));
    case COVEY_CARRY_POSITION:
        return vec_of(covey_state_pos(sense->to, j));
    }
    return (vec){0, 0};
}

/// The sum in floats.
static double add(double sum, float share)
{
    return (double)((float)sum + share);
}

static void add_pair(const covey_sense *sense, int z, const pair *seen, covey_percept *sum)
{
    const covey_zone *zone = &sense->zones[z];
    bool fades = zone->decay > 0.0 || zone->falloff != NULL;
    float factor = factor_of(sense, z, seen);
    vec offset = weigh(zone, seen, factor);
    vec carried = scale(carried_of(sense, zone, seen->index), factor);
    sum->count += 1.0;
    sum->weight_sum = fades ? add(sum->weight_sum, factor) : sum->count;
    sum->offset = (covey_vec){add(sum->offset.x, offset.x), add(sum->offset.y, offset.y)};
    sum->carried = (covey_vec){add(sum->carried.x, carried.x), add(sum->carried.y, carried.y)};
}

static void visit_agent(const covey_sense *sense, const pair *seen, viewer *self)
{
    for (int k = 0; k < sense->which_count; k++) {
        int z = sense->which[k];
        const covey_zone *zone = &sense->zones[z];
        if (covey_zone_holds(zone, (double)seen->distance) &&
            is_visible(&sense->bounds[z], seen, self->heading) &&
            !(seen->index == self->index && covey_zone_passes_self(zone)))
            add_pair(sense, z, seen, &self->sums[z]);
    }
}

/// Sums that began in doubles, with another flock, go on in floats.
static void begin(const covey_sense *sense, size_t i, const covey_percepts *percepts,
                  covey_percept *sums)
{
    covey_sense_begin(sense, i, percepts, sums);
    for (int k = 0; k < sense->which_count; k++) {
        covey_percept *sum = &sums[sense->which[k]];
        const covey_zone *zone = &sense->zones[sense->which[k]];
        const covey_vec zero = {0.0, 0.0}; // what is rounded to -0 is 0
        sum->offset = covey_vec_add(covey_single_round_vec(sum->offset), zero);
        sum->carried = covey_vec_add(covey_single_round_vec(sum->carried), zero);
        if (zone->decay > 0.0 || zone->falloff != NULL)
            sum->weight_sum = covey_single_round(sum->weight_sum) + 0.0;
    }
}

uint64_t covey_kernels_perceive_ref_single(const covey_sense *sense, size_t first, size_t end,
                                           covey_percepts *percepts)
{
    if (!sense->tame)
        return covey_kernels_perceive_ref(sense, first, end, percepts);
    uint64_t candidates = 0;
    for (size_t i = first; i < end; i++) {
        viewer self = {
            .pos = covey_state_pos(sense->from, i),
            .index = sense->from == sense->to ? i : SIZE_MAX,
            .heading = vec_of(covey_vec_unit(covey_state_vel(sense->from, i))),
        };
        begin(sense, i, percepts, self.sums);
        covey_grid_run runs[COVEY_GRID_RUNS];
        int count = covey_grid_runs(sense->grid, sense->to, self.pos, self.pos, runs);
        for (int k = 0; k < count; k++) {
            for (size_t j = runs[k].begin; j < runs[k].end; j++) {
                pair seen = pair_of(sense, self.pos, j);
                visit_agent(sense, &seen, &self);
            }
            candidates += runs[k].end - runs[k].begin;
        }
        covey_sense_end(sense, i, self.sums, percepts);
    }
    return candidates;
}
