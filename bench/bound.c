// SPDX-License-Identifier: MIT
// The roofline: the least cost of a candidate, and of a pair, from the sums of the model's zones
// up.
#include "bound.h"

#include "base/minmax.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 4 };
/// The work of picking per candidate for all lanes: a difference of quantized positions, its square
/// The work of picking per candidate for all lanes: a difference of quantized positions, its square
/// and the smallest of all, for each lane; but eight candidates at a time.
#define PICKING (3.0 * (double)LANES / 8)

/// Operations on vectors for one candidate of as many agents as a vector has lanes.
typedef struct operations {
    double add;      ///< and subtract, compare
    double multiply; ///< also with the result added at once, as 1 or 0 times a number
    double logic;    ///< select, count
    double load;     ///< numbers of the candidate
    bool square;     ///< 1/d² is needed
    bool inverse;    ///< 1/d is needed
} operations;

static bool same_reach(const covey_zone *a, const covey_zone *b)
{
    return a->radius == b->radius && a->inner == b->inner && a->strict == b->strict &&
           a->blind_cos == b->blind_cos;
}

/// Tests and counts; zones of one reach share them.
static void add_tests(const covey_zone *zones, int z, operations *sum)
{
    for (int other = 0; other < z; other++)
        if (zones[other].of == COVEY_OF_OWN && same_reach(&zones[other], &zones[z]))
            return;
    sum->add += zones[z].inner > 0.0 ? 2.0 : 1.0;
    sum->logic += 2.0; // the count; 1 or 0
    if (zones[z].blind_cos > -1.0) {
        sum->multiply += 4.0; // heading · offset |heading · offset| >= cosine |cosine| d²
        sum->add += 2.0;
        sum->logic += 2.0;
    }
}

static void add_offsets(covey_weight weight, operations *sum)
{
    if (weight == COVEY_WEIGHT_NOTHING)
        return;
    sum->multiply += 2.0;
    if (weight == COVEY_WEIGHT_ONE)
        return;
    sum->add += weight == COVEY_WEIGHT_AXIS ? 0.0 : weight >= COVEY_WEIGHT_LINEAR ? 3.0 : 2.0;
    sum->multiply += weight == COVEY_WEIGHT_RAMP ? 2.0 : 0.0;
    if (weight != COVEY_WEIGHT_INVERSE)                        // which divides 1 or 0
        sum->logic += weight == COVEY_WEIGHT_AXIS ? 3.0 : 1.0; // signs
    if (weight == COVEY_WEIGHT_INVERSE)
        sum->square = true;
    else
        sum->inverse = true;
}

static void add_carried(covey_carry carry, operations *sum)
{
    if (carry == COVEY_CARRY_NOTHING)
        return;
    sum->multiply += 2.0;
    sum->load = carry == COVEY_CARRY_POSITION ? sum->load : 4.0;
}

/// False if not all of them are sums over a radius.
static bool add_zones(const covey_zone *zones, int count, operations *sum)
{
    *sum = (operations){.add = 3, .multiply = 2, .load = 2}; // offset, square, place
    for (int z = 0; z < count; z++) {
        if (zones[z].of != COVEY_OF_OWN)
            continue;
        if (zones[z].nearest > 0 || zones[z].decay != 0.0 || zones[z].falloff != NULL)
            return false;
        add_tests(zones, z, sum);
        add_offsets(zones[z].weight, sum);
        add_carried(zones[z].carry, sum);
    }
    return true;
}

/// The work of the zones of the scene's model, on doubles, as the machine was measured; false if
/// that is not known.
static bool count_operations(const scene *of, operations *sum)
{
    if (of->in_disc || of->precision != COVEY_PRECISION_DOUBLE)
        return false;
    const covey_model *model = scene_model(of->model);
    covey_setting settings[SCENE_SETTINGS];
    covey_zone zones[COVEY_MAX_ZONES];
    void *params = model != NULL ? malloc(model->params_size) : NULL;
    if (params == NULL)
        return false;
    covey_param_init(model->params, params);
    size_t count = scene_settings(of->model, settings);
    for (size_t k = 0; k < count; k++) // those of the motion are refused, and do not matter here
        (void)covey_param_set(model->params, params, &settings[k], NULL);
    int zone_count = model->zones(params, zones);
    bool known = strcmp(of->model, "predator") != 0 && add_zones(zones, zone_count, sum);
    free(params);
    return known;
}

/// Time of the busiest part of the core in ns, for so many vectors of candidates, and so many of
/// those that some lane holds. Where something is divided, the others can be left out before.
static double core_time(const machine *self, const operations *sum, double candidates, double held)
{
    bool picks = sum->square || sum->inverse;
    double time = (sum->add + sum->multiply + sum->logic) / self->mixed;
    time = covey_larger(time, sum->add / self->add);
    time = covey_larger(time, sum->multiply / self->multiply);
    time = covey_larger(time, sum->load * (double)LANES * sizeof(double) / self->l1);
    if (!picks)
        return candidates * time;
    double divisions = (sum->square ? 1.0 : 0.0) + (sum->inverse ? 1.0 : 0.0);
    double divider = divisions / self->divide + (sum->inverse ? 1.0 / self->root : 0.0);
    return candidates * PICKING / self->mixed + held * covey_larger(time, divider);
}

bool bound_is_known(const scene *of)
{
    operations sum;
    return !of->deep && count_operations(of, &sum);
}

double bound_time(const machine *self, const scene *of, double candidates, double held,
                  double bytes)
{
    operations sum;
    if (!count_operations(of, &sum))
        return 0.0;
    double rate = of->count * bytes < self->l2_size ? self->l2 : self->memory;
    double time =
        core_time(self, &sum, candidates / (double)LANES, held / (double)LANES) + bytes / rate;
    return time / (of->threads > 1 ? of->threads : 1);
}
