// SPDX-License-Identifier: MIT
// Facts about all agents of a flock.
#include "geometry/state.h"

#include "base/minmax.h"
#include "geometry/single.h"

#include <math.h>

covey_totals covey_totals_none(void)
{
    covey_totals none = {0};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        none.low[axis] = HUGE_VAL;
        none.high[axis] = -HUGE_VAL;
    }
    return none;
}

void covey_totals_add(covey_totals *totals, covey_vec pos, covey_vec vel)
{
    const double at[COVEY_AXES] = {pos.x, pos.y, pos.z};
    totals->count++;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        totals->low[axis] = covey_smaller(at[axis], totals->low[axis]);
        totals->high[axis] = covey_larger(at[axis], totals->high[axis]);
    }
    totals->fastest = covey_larger(fabs(vel.x), totals->fastest);
    totals->fastest = covey_larger(fabs(vel.y), totals->fastest);
    totals->fastest = covey_larger(fabs(vel.z), totals->fastest);
}

void covey_totals_merge(covey_totals *totals, const covey_totals *more)
{
    totals->count += more->count;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        totals->low[axis] = covey_smaller(more->low[axis], totals->low[axis]);
        totals->high[axis] = covey_larger(more->high[axis], totals->high[axis]);
    }
    totals->fastest = covey_larger(more->fastest, totals->fastest);
}

covey_totals covey_totals_of(const covey_state *state)
{
    covey_totals totals = covey_totals_none();
    for (size_t i = 0; i < state->count; i++)
        covey_totals_add(&totals, covey_state_pos(state, i), covey_state_vel(state, i));
    return totals;
}

bool covey_totals_fit_floats(const covey_totals *totals)
{
    double largest = 0.0;
    for (int axis = 0; axis < COVEY_AXES && totals->count > 0; axis++) {
        largest = covey_larger(fabs(totals->low[axis]), largest);
        largest = covey_larger(fabs(totals->high[axis]), largest);
    }
    return largest <= COVEY_SINGLE_HIGH;
}
