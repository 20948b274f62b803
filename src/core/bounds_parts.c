// SPDX-License-Identifier: MIT
// Boxes and balls around the parts of influences and their images, of which bounds.c makes trees
// and chart.c makes charts.
#include "base/minmax.h"
#include "core/influence.h"
#include "geometry/space.h"

enum { IMAGES = 2 }; // on either side, as in covey_shape

double covey_bounds_slack(const covey_space *space, const covey_boxtree_box *box, double by)
{
    double size = 0.0;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double torus = space->kind == COVEY_SPACE_TORUS ? 2.0 * space->size[axis] : 0.0;
        double most = covey_larger(fabs(box->low[axis]), fabs(box->high[axis]));
        size = covey_larger(size, most + torus);
    }
    return covey_larger(by, 0.0) * (1.0 + 0x1p-18) + size * 0x1p-18;
}

covey_boxtree_box covey_bounds_widen(const covey_space *space, const covey_boxtree_box *box,
                                     double by)
{
    double more = covey_bounds_slack(space, box, by);
    covey_boxtree_box wide;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        wide.low[axis] = box->low[axis] - more;
        wide.high[axis] = box->high[axis] + more;
    }
    return wide;
}

// ---- Parts ----

bool covey_bounds_looks_ahead(const covey_influence *kind)
{
    return kind->ahead != NULL && kind->solid != NULL;
}

bool covey_bounds_names_agent(const covey_influence *kind)
{
    return kind->only != NULL && kind->solid == NULL;
}

bool covey_bounds_acts_everywhere(const covey_influence_item *item)
{
    return (item->kind->reach == NULL || item->shape == NULL) &&
           !covey_bounds_names_agent(item->kind);
}

covey_bounds_part covey_bounds_part_of(const covey_influence_list *list, size_t index, bool fields)
{
    const covey_bounds *bounds = &list->bounds;
    covey_bounds_part part = {bounds->solids.box[index], bounds->ball[index]};
    if (!fields)
        return part;
    part.ball.radius = HUGE_VAL;
    part.box = bounds->fields.box[index];
    bool everywhere = covey_bounds_acts_everywhere(&list->item[index]);
    for (int axis = 0; axis < COVEY_AXES && everywhere; axis++) {
        part.box.low[axis] = -HUGE_VAL;
        part.box.high[axis] = HUGE_VAL;
    }
    return part;
}

// ---- Images ----

covey_turns_range covey_bounds_turns(const covey_space *space, const covey_boxtree_box *box,
                                     const covey_boxtree_box *other)
{
    covey_turns_range range = {{0, 0, 0}, {0, 0, 0}};
    int axes = space->kind == COVEY_SPACE_TORUS ? covey_space_dim(space) : 0;
    for (int axis = 0; axis < axes; axis++) {
        double size = space->size[axis];
        int low = 0, high = 0;
        if (box->low[axis] >= 0.0 && box->high[axis] <= size && other->low[axis] > 0.0 &&
            other->high[axis] < size)
            continue; // no image reaches as far
        while (low > -IMAGES && box->high[axis] + (low - 1) * size >= other->low[axis])
            low--;
        while (low <= IMAGES && box->high[axis] + low * size < other->low[axis])
            low++;
        while (high < IMAGES && box->low[axis] + (high + 1) * size <= other->high[axis])
            high++;
        while (high >= -IMAGES && box->low[axis] + high * size > other->high[axis])
            high--;
        range.low[axis] = low;
        range.high[axis] = high;
    }
    return range;
}

static double shift_of(const covey_space *space, int axis, const int turn[COVEY_AXES])
{
    return turn[axis] != 0 ? turn[axis] * space->size[axis] : 0.0;
}

covey_boxtree_box covey_bounds_turned(const covey_space *space, const covey_boxtree_box *box,
                                      const int turn[COVEY_AXES])
{
    covey_boxtree_box turned = *box;
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        double shift = shift_of(space, axis, turn);
        turned.low[axis] += shift;
        turned.high[axis] += shift;
    }
    return turned;
}

covey_bounds_ball covey_bounds_turned_ball(const covey_space *space, const covey_bounds_ball *ball,
                                           const int turn[COVEY_AXES])
{
    covey_bounds_ball turned = *ball;
    for (int axis = 0; axis < covey_space_dim(space); axis++)
        turned.center[axis] += shift_of(space, axis, turn);
    return turned;
}
