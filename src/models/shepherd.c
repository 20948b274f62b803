// SPDX-License-Identifier: MIT
// The shepherd's dog of Strömbom et al. 2014. With N sheep of center G, and the sheep F furthest
// from it, it goes at its top speed toward
//
//     collecting, |F - G| > radius N^(2/3):  F + radius unit(F - G)
//     driving, else:                         G + radius √N unit(G - goal)
//
// plus noise ê, which is a unit vector in any direction; within 3 radius of a sheep at 0.3 radius.
#include "base/math_trig.h"
#include "covey/block.h"

#include <float.h>
#include <math.h>

#define NEAR 3.0 ///< times `radius`: sheep so near slow the dog down
#define SLOW 0.3 ///< times `radius`: to this speed, at most

typedef struct shepherd {
    double radius, goal_x, goal_y, noise;
} shepherd;

static const covey_param params[] = {
    COVEY_PARAM(shepherd, radius, 2, 1e-9, 1e9, "L", "That at which sheep keep apart, r_a."),
    COVEY_PARAM(shepherd, goal_x, 0, -1e15, 1e15, "L", "The sheep are driven there: x."),
    COVEY_PARAM(shepherd, goal_y, 0, -1e15, 1e15, "L", "The sheep are driven there: y."),
    COVEY_PARAM(shepherd, noise, 0.3, 0, 1e9, "", "Weight of a random way, e."),
    {0},
};

static const covey_setting motion_settings[] = {{"max_speed", 1.5}, {0}};

/// The nearest sheep, wherever it is: ranks with a dog have all sheep, as covey_herd asks for.
static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    (void)values;
    zone[0] = covey_zone_default(DBL_MAX);
    zone[0].nearest = 1;
    zone[0].of = COVEY_OF_PREY;
    return 1;
}

/// The place that the dog goes to.
static covey_vec place_of(const shepherd *p, const covey_agent *self)
{
    const covey_herd *herd = self->herd;
    double count = (double)herd->count;
    covey_vec stray = covey_space_offset(self->space, herd->center, herd->stray);
    if (covey_vec_length(stray) > p->radius * covey_exp(covey_log(count) * (2.0 / 3.0)))
        return covey_vec_add(herd->stray, covey_vec_scale(covey_vec_unit(stray), p->radius));
    covey_vec goal = {p->goal_x, p->goal_y, 0.0};
    covey_vec behind = covey_vec_unit(covey_space_offset(self->space, goal, herd->center));
    return covey_vec_add(herd->center, covey_vec_scale(behind, p->radius * sqrt(count)));
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const shepherd *p = values;
    if (self->herd == NULL || self->herd->count == 0)
        return covey_vec_scale(self->vel, -1.0);
    covey_vec way = covey_vec_unit(covey_space_offset(self->space, self->pos, place_of(p, self)));
    if (p->noise > 0.0) {
        double around = covey_uniform(self->seed, self->step, self->id, COVEY_STREAM_MODEL);
        way = covey_vec_add(way, covey_vec_scale(covey_direction(COVEY_TURN * around), p->noise));
    }
    double speed = self->top_speed <= DBL_MAX ? self->top_speed : 1.5;
    bool near = percepts[0].count > 0.0 && covey_vec_length(percepts[0].offset) < NEAR * p->radius;
    speed = near && speed > SLOW * p->radius ? SLOW * p->radius : speed;
    return covey_vec_sub(covey_vec_scale(covey_vec_unit(way), speed), self->vel);
}

extern const covey_model covey_model_shepherd;
const covey_model covey_model_shepherd = {
    .name = "shepherd",
    .title = "A dog that collects the sheep that it hunts and drives them to a place.",
    .source = "D. Strömbom, R. P. Mann, A. M. Wilson, S. Hailes, A. J. Morton, D. J. T. Sumpter, "
              "A. J. King, Solving the shepherding problem: heuristics for herding autonomous, "
              "interacting agents, J. R. Soc. Interface 11, 20140719 (2014)",
    .params = params,
    .params_size = sizeof(shepherd),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "impulse",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .plane_only = true,
    .herds = true,
};
