// SPDX-License-Identifier: MIT
// The model of Vicsek et al. (1995), eqs. 1 and 2: with all agents, itself included, nearer than
// the radius,
//
//     θ' = angle(Σ unit(v_j)) + U(-noise/2, noise/2)
//
// at constant speed. The paper moves by the old velocity, p' = p + v dt; here, as everywhere,
// positions follow the new one, p' = p + v' dt. Seen from there, headings follow places that are a
// step newer, which matters where agents cross a good part of the radius in one step.
//
// In three dimensions the new heading is uniform in a cap around unit(Σ unit(v_j)) that has the
// share noise/2π of all directions, as the arc has it of the circle in the plane: the angular noise
// of H. Chaté, F. Ginelli, G. Grégoire, F. Raynaud, Phys. Rev. E 77, 046113 (2008), a cap of the
// solid angle 4πη, with η = noise/2π.
//
// The vectorial noise of G. Grégoire and H. Chaté, Phys. Rev. Lett. 92, 025702 (2004), eq. 3, is an
// error of each look at a neighbor, not of the turn:
//
//     θ' = angle(Σ unit(v_j) + vector_noise n ξ)
//
// over the n neighbors, itself included, with a random unit vector ξ. Both noises may act together.
//
// With `voronoi` the neighbors are those of Voronoi within the radius instead, however near or far:
// the metric-free model of F. Ginelli and H. Chaté, Phys. Rev. Lett. 105, 168103 (2010).
#include "base/angle.h"
#include "base/math_trig.h"
#include "base/sphere.h"
#include "covey/block.h"

typedef struct vicsek {
    double radius, noise, vector_noise, voronoi;
} vicsek;

static const char *const no_yes[] = {"no", "yes", NULL};

static const covey_param params[] = {
    COVEY_PARAM(vicsek, radius, 1, 0, 1e9, "L", "Agents nearer than this are averaged."),
    COVEY_PARAM(vicsek, noise, 0.1, 0, COVEY_TURN, "rad", "Full width of the angular noise."),
    COVEY_PARAM(vicsek, vector_noise, 0, 0, 1, "", "Length of the vectorial noise per neighbor."),
    COVEY_PARAM_CHOICE(vicsek, voronoi, 0, 2, no_yes,
                       "Only Voronoi neighbors count; in the plane."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 0.03}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const vicsek *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].strict = true;
    zone[0].weight = COVEY_WEIGHT_NOTHING;
    zone[0].carry = COVEY_CARRY_HEADING;
    zone[0].self = true;
    zone[0].voronoi = p->voronoi != 0.0;
    return 1;
}

/// The direction to fly in after the noise of the angle, given a number in [0, 1).
COVEY_INLINE covey_vec turned(const vicsek *p, covey_vec mean, const double *given)
{
    double heading = covey_angle(mean) + p->noise * (given[0] - 0.5);
    return covey_direction_within(heading);
}

/// The same in three dimensions, given two such numbers. A cap that ends at the angle A to the mean
/// has the share (1 - cos A)/2 of the sphere, and a height above its rim is uniform in it.
COVEY_INLINE covey_vec turned_in_space(const vicsek *p, covey_vec mean, const double *given)
{
    covey_vec along_x = {1.0, 0.0, 0.0};
    covey_vec heading = covey_vec_unit(mean);
    heading = covey_vec_is_zero(heading) ? along_x : heading;
    double drop = p->noise / COVEY_PI * given[0]; // 1 - cos, below 2
    covey_vec lean = {1.0 - drop, sqrt(drop * (2.0 - drop)), 0.0};
    return covey_sphere_lean(heading, lean, covey_direction_within(COVEY_TURN * given[1]));
}

/// The sum of the headings, or the agent's own where that is 0.
COVEY_INLINE covey_vec sum_of(const covey_agent *self, const covey_percept *percepts)
{
    covey_vec sum = percepts[0].carried;
    return covey_vec_is_zero(sum) ? self->vel : sum;
}

COVEY_INLINE covey_vec direction(const void *values, const covey_agent *self,
                                 const covey_percept *percepts, const double *given)
{
    return turned(values, sum_of(self, percepts), given);
}

COVEY_INLINE covey_vec direction_in_space(const void *values, const covey_agent *self,
                                          const covey_percept *percepts, const double *given)
{
    return turned_in_space(values, sum_of(self, percepts), given);
}

/// The sum of the headings and of as many vectorial noises in the direction of `error`.
COVEY_INLINE covey_vec shaken(const vicsek *p, const covey_agent *self,
                              const covey_percept *percepts, covey_vec error)
{
    covey_vec noise = covey_vec_scale(error, p->vector_noise * percepts[0].count);
    covey_vec sum = covey_vec_add(percepts[0].carried, noise);
    return covey_vec_is_zero(sum) ? self->vel : sum;
}

/// With vectorial noise: `given` has its number in [0, 1) third.
COVEY_INLINE covey_vec shaken_direction(const void *values, const covey_agent *self,
                                        const covey_percept *percepts, const double *given)
{
    covey_vec error = covey_direction_within(COVEY_TURN * given[2]);
    return turned(values, shaken(values, self, percepts, error), given);
}

/// In three dimensions `given` has the height of a direction that is uniform on the sphere third,
/// and the angle around the axis of z fourth.
COVEY_INLINE covey_vec shaken_direction_in_space(const void *values, const covey_agent *self,
                                                 const covey_percept *percepts, const double *given)
{
    covey_vec around = covey_direction_within(COVEY_TURN * given[3]);
    double out = 2.0 * sqrt(given[2] * (1.0 - given[2]));
    covey_vec error = {out * around.x, out * around.y, 2.0 * given[2] - 1.0};
    return turned_in_space(values, shaken(values, self, percepts, error), given);
}

/// True if a noise reads number k: the angular one the first pair, the vectorial one the second.
/// The plane needs one number of each pair.
static bool is_drawn(uint32_t k, bool is_shaken, bool is_deep)
{
    return (k < 2 || is_shaken) && (k % 2 == 0 || is_deep);
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const vicsek *p = values;
    bool is_shaken = p->vector_noise != 0.0, is_deep = covey_agent_is_deep(self);
    double uniform[COVEY_BLOCK_GIVEN] = {0};
    for (uint32_t k = 0; k < COVEY_BLOCK_GIVEN; k++)
        if (is_drawn(k, is_shaken, is_deep))
            uniform[k] = covey_uniform(self->seed, self->step, self->id, COVEY_STREAM_MODEL + k);
    if (is_deep)
        return (is_shaken ? shaken_direction_in_space : direction_in_space)(values, self, percepts,
                                                                            uniform);
    return (is_shaken ? shaken_direction : direction)(values, self, percepts, uniform);
}

COVEY_BLOCK_DECIDE_GIVEN_IN(decide_in_plane, direction, false)
COVEY_BLOCK_DECIDE_GIVEN_IN(decide_in_space, direction_in_space, true)
COVEY_BLOCK_DECIDE_GIVEN_IN(decide_shaken_in_plane, shaken_direction, false)
COVEY_BLOCK_DECIDE_GIVEN_IN(decide_shaken_in_space, shaken_direction_in_space, true)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const vicsek *p = values;
    bool is_shaken = p->vector_noise != 0.0, is_deep = covey_block_is_deep(agents);
    covey_given uniform;
    for (uint32_t k = 0; k < COVEY_BLOCK_GIVEN; k++)
        if (is_drawn(k, is_shaken, is_deep))
            covey_block_uniforms(agents, COVEY_STREAM_MODEL + k, uniform.column[k]);
    if (is_deep)
        (is_shaken ? decide_shaken_in_space : decide_in_space)(values, agents, percepts, &uniform,
                                                               intents);
    else
        (is_shaken ? decide_shaken_in_plane : decide_in_plane)(values, agents, percepts, &uniform,
                                                               intents);
}

extern const covey_model covey_model_vicsek;
const covey_model covey_model_vicsek = {
    .name = "vicsek",
    .title = "Agents take the mean heading of those near them, with noise.",
    .source = "T. Vicsek, A. Czirók, E. Ben-Jacob, I. Cohen, O. Shochet, Novel type of phase "
              "transition in a system of self-driven particles, Phys. Rev. Lett. 75, 1226 (1995)",
    .params = params,
    .params_size = sizeof(vicsek),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "constant_speed",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
};
