// SPDX-License-Identifier: MIT
// Responses: agents of a flock of any model flee, chase, join, follow the agents of another flock,
// or wait behind them. With r_j
// the offset to an agent of that flock within `radius` and outside the blind angle, d_j = |r_j|,
// f(d) = 1 - d/radius, and unit(0) = 0, a response adds to the intent that the model decides
//
//     flee      -weight Σ f(d_j) unit(r_j)
//     chase      weight unit(Σ f(d_j) unit(r_j))
//     align      weight unit(Σ v_j)
//     cohere     weight unit(Σ r_j)
//     separate  -weight Σ r_j/d_j²
//
// With a `lead` above 0, flee and chase are about the nearest agent alone, and about the place
// where that will be, e = r + T v: the evasion and the pursuit of C. W. Reynolds, Steering
// behaviors for autonomous characters, Game Developers Conference, 1999:
//
//     flee      -weight f(d) unit(e)      chase      weight unit(e)
//
// where T is `lead`, or the time d/s that the one that chases needs, with its speed s, if that is
// shorter.
//
// Two more rules are about the nearest agent alone, at r with velocity v, and set a velocity that
// the agent, with velocity w and top speed s, should have. Both are of the same paper:
//
//     follow     weight (u - w), u = v + unit(e) min(s, |e| weight/4), at most s long,
//                with e = r - v lead, the place where the leader was `lead` ago
//     queue     -weight f(d) max(0, (w - v) · unit(r)) unit(r)
//
// follow is leader following: the agents arrive behind the leader, as fast as they can without
// running past it. One that is in its way, ahead of it by less than its way in `lead`, leaves that
// way at a right angle first: u = s unit(r - (r · h) h) (-1), h = unit(v). queue is the braking of
// queuing: an agent brakes behind a slower one near it and ahead, within 45 degrees of its heading
// or less by its blind angle; where it goes, and how near the others may come, is for others to
// say. `weight` is a rate, 1/T, and counts for one over the step at most. To an intent that is a
// direction, follow adds an arrow along u, queue one back, of length `weight` at speed s.
//
// The last two rules keep agents with bodies from touching, r being the sum of two radii. With p
// and v the place and the velocity of an agent relative to another one that it senses, the two
// touch after the time t, the lesser root of |p + v t| = r; T is `lead`, or for 0 `radius` by the
// agent's top speed.
//
//     anticipate  -grad_p (weight exp(-t/T)/t²)
//
// is the power law of pedestrians, summed over all agents that it is going to touch (I. Karamouzas,
// B. Skinner, S. J. Guy, Universal power law governing pedestrian interactions, Physical Review
// Letters 113, 238701, 2014, where weight is 1.5, T is 3 s and the mass 1): a force, which changes
// v by no more than |v| in a step. Agents that overlap have 0.99 of their distance for r, and the
// ones that are exactly head-on pass each other on the right.
//
//     avoid       the velocity next to w with n_j · (u - s - weight/2 out_j) >= 0 for all j
//
// is optimal reciprocal collision avoidance (J. van den Berg, S. J. Guy, M. Lin, D. Manocha,
// Reciprocal n-body collision avoidance, 2011): not a share of the intent, but a bound on the
// velocity w that the motion makes of all of it. s is the velocity before the step, out_j the
// shortest change of v that keeps agent j from touching this one within T, and n_j its direction.
// Each agent takes half of the change; weight 2 is for others that do not avoid this one. The 10
// nearest count, in the order of distance, flock and id. Where no velocity up to the top speed is
// allowed, the one is taken by which the worst violation is the least. Solids count for the step at
// hand. max_force and limits of turns do not bind avoid.
//
// Where the motion follows forces or directions, the sum is one of them. Where it takes the intent
// for a push per step (the motion impulse), responses are multiplied by the length of the step, so
// that they do the same at any number of steps a second.
#ifndef COVEY_RESPONSE_H
#define COVEY_RESPONSE_H

#include "covey/param.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum covey_response_rule {
    COVEY_RESPONSE_FLEE,
    COVEY_RESPONSE_CHASE,
    COVEY_RESPONSE_ALIGN,
    COVEY_RESPONSE_COHERE,
    COVEY_RESPONSE_SEPARATE,
    COVEY_RESPONSE_FOLLOW,
    COVEY_RESPONSE_QUEUE,
    COVEY_RESPONSE_ANTICIPATE,
    COVEY_RESPONSE_AVOID,
} covey_response_rule;

/// A response of a flock. Start from covey_response_default().
typedef struct covey_response {
    const char *to; ///< name of the flock, which need not be there yet; also that of the own flock
    covey_response_rule rule;
    double radius;      ///< L
    double weight;      ///< in the measure of the model's intent; separate: that times L; follow
                        ///< and queue: 1/T; anticipate: L²; avoid: share, of 2
    double blind_angle; ///< rad, the angle behind in which nothing is sensed
    double lead;        ///< T, how far flee, chase, anticipate and avoid look ahead, and follow
                        ///< stays behind
} covey_response;

/// A response with initial numbers.
COVEY_API covey_response covey_response_default(const char *to, covey_response_rule rule);

/// Names of the rules, in the order of their numbers, up to a NULL; and the table of the numbers of
/// a covey_response. Static.
COVEY_API const char *const *covey_response_rules(void);
COVEY_API const covey_param *covey_response_params(void);

#ifdef __cplusplus
}
#endif
#endif
