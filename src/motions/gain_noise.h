// SPDX-License-Identifier: MIT
// Gains that are drawn anew for every agent and step, as the unicycle lesson has them.
#ifndef COVEY_MOTIONS_GAIN_NOISE_H
#define COVEY_MOTIONS_GAIN_NOISE_H

#include "covey/model.h"

/// The noise that multiplies gains.
enum {
    COVEY_GAIN_CONSTANT, ///< none
    COVEY_GAIN_TEXT,     ///< the lesson's: uniform from 0.9 to 1.2
    COVEY_GAIN_PROGRAM,  ///< its program's, see the two functions below
    COVEY_GAIN_KINDS,
};

/// 0.9, 1.0, … or 2.0, each as likely.
static inline double covey_gain_tenths(double uniform)
{
    return (9.0 + floor(12.0 * uniform)) / 10.0;
}

/// 0, 1 or 2 with weights 1/12, 10/12, 1/12.
static inline double covey_gain_whole(double uniform)
{
    double twelfth = 12.0 * uniform;
    return twelfth < 1.0 ? 0.0 : twelfth < 11.0 ? 1.0 : 2.0;
}

/// The factor of a gain. `whole` chooses the program's second kind of noise.
static inline double covey_gain_factor(int kind, int whole, const covey_agent *agent,
                                       uint32_t stream)
{
    if (kind == COVEY_GAIN_CONSTANT)
        return 1.0;
    double uniform = covey_uniform(agent->seed, agent->step, agent->id, stream);
    if (kind == COVEY_GAIN_TEXT)
        return 0.9 + (1.2 - 0.9) * uniform;
    return whole ? covey_gain_whole(uniform) : covey_gain_tenths(uniform);
}

#endif
