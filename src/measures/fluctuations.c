// SPDX-License-Identifier: MIT
// Fluctuations of the number of agents (Toner & Tu 1995; Narayan, Ramaswamy & Menon, Science 317,
// 105, 2007): the space is cut into ever smaller equal boxes, as near to squares or cubes as its
// sides allow. x is the mean number of agents in a box, the value the variance of that number,
//
//     Σ (n_box - x)² / (boxes - 1)
//
// Agents at random places have the variance x, to the last digit on average; flocks that are
// ordered have "giant" ones, which grow as a higher power of x. It needs a space with sides that
// agents fill all of, a torus; the smallest boxes hold one agent on average.
#include "base/minmax.h"
#include "measures/agents.h"

/// Boxes along the axes, and of how many agents they are.
typedef struct boxes {
    size_t along[COVEY_AXES], count;
    uint32_t *agents;
} boxes;

/// Cuts the shortest side into `parts`, and the others into as many as are nearest to as long ones.
static boxes cut(const covey_space *space, int dim, size_t parts, uint32_t *agents)
{
    double least = space->size[0];
    for (int axis = 1; axis < dim; axis++)
        least = covey_smaller(least, space->size[axis]);
    boxes made = {{1, 1, 1}, 1, agents};
    double count = 1.0;
    for (int axis = 0; axis < dim; axis++) {
        double along = floor((double)parts * space->size[axis] / least + 0.5);
        count *= along;
        made.along[axis] = along < 1e9 ? (size_t)along : 0;
    }
    made.count = count < 1e9 ? (size_t)count : SIZE_MAX;
    return made;
}

static size_t box_of(const boxes *self, const covey_space *space, covey_vec pos)
{
    const double place[] = {pos.x, pos.y, pos.z};
    size_t box = 0;
    for (int axis = COVEY_AXES - 1; axis >= 0; axis--) {
        double share = self->along[axis] > 1 ? place[axis] / space->size[axis] : 0.0;
        share -= floor(share); // an agent of a track may be any number of turns off
        size_t at = (size_t)(share * (double)self->along[axis]);
        box = box * self->along[axis] + (at < self->along[axis] ? at : self->along[axis] - 1);
    }
    return box;
}

static double variance_of(const covey_view *view, const boxes *self)
{
    double mean = (double)view->count / (double)self->count, sum = 0.0;
    for (size_t k = 0; k < self->count; k++)
        self->agents[k] = 0;
    for (size_t i = 0; i < view->count; i++)
        self->agents[box_of(self, &view->space, covey_agents_pos(view, i))]++;
    for (size_t k = 0; k < self->count; k++)
        sum += ((double)self->agents[k] - mean) * ((double)self->agents[k] - mean);
    return sum / ((double)self->count - 1.0);
}

/// 2, 3, 4, 6, 8, 12, 16, 24, …
static size_t next_parts(size_t parts)
{
    bool is_power = (parts & (parts - 1)) == 0;
    return parts == 2 ? 3 : is_power ? parts / 2 * 3 : parts / 3 * 4;
}

static covey_status take(covey_measure_work *work, covey_profile *profile)
{
    const covey_view *view = work->view;
    if (view->count < 4 || view->space.kind != COVEY_SPACE_TORUS)
        return COVEY_OK;
    uint32_t *agents = covey_memory_take(&work->shared->memory, view->count, sizeof *agents);
    if (agents == NULL)
        return COVEY_MEMORY;
    for (size_t parts = 2; profile->count < COVEY_MAX_POINTS; parts = next_parts(parts)) {
        boxes now = cut(&view->space, covey_agents_dim(view), parts, agents);
        if (now.count > view->count)
            break;
        double mean = (double)view->count / (double)now.count;
        profile->points[profile->count++] =
            (covey_profile_point){mean, variance_of(view, &now), now.count};
    }
    covey_memory_give(&work->shared->memory, agents, view->count, sizeof *agents);
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"number_fluctuations", "Variance of the number of agents in boxes, over their mean number.",
     "", "Narayan et al. 2007, doi:10.1126/science.1140414", false,
     "on an open plane or in an open space, which have no sides"},
    {0},
};

const covey_measure_group covey_measure_fluctuations = {
    .name = "fluctuations", .columns = columns, .profile = take};
