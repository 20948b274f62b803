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
} covey_response_rule;

/// A response of a flock. Start from covey_response_default().
typedef struct covey_response {
    const char *to; ///< name of the flock, which need not be there yet; also that of the own flock
    covey_response_rule rule;
    double radius;      ///< L
    double weight;      ///< in the measure of the model's intent; separate: that times L; follow
                        ///< and queue: 1/T
    double blind_angle; ///< rad, the angle behind in which nothing is sensed
    double lead;        ///< T, how far flee and chase look ahead, and follow stays behind
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
