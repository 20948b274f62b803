// SPDX-License-Identifier: MIT
// Polarization is the order parameter of T. Vicsek et al., "Novel type of phase transition in a
// system of self-driven particles", 1995: the length of the mean of all headings.
#include "base/rounding.h"
#include "measures/agents.h"
#include "measures/sum.h"

double covey_polarization(const covey_view *view)
{
    COVEY_ROUND();
    if (view == NULL)
        return (double)NAN;
    covey_sum_vectors sum = {0};
    size_t known = 0;
    for (size_t i = 0; i < view->count; i++) {
        covey_vec ahead = covey_agents_ahead(view, i);
        if (isnan(ahead.x))
            continue;
        known++;
        covey_vec heading = covey_vec_unit(ahead);
        covey_sum_vectors_add(&sum, heading, covey_agents_dim(view));
    }
    if (known == 0)
        return (double)NAN;
    return covey_agents_share(covey_vec_length(covey_sum_vectors_mean(&sum, known)));
}

static covey_status compute(covey_measure_work *work, double *values)
{
    values[0] = covey_polarization(work->view);
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"polarization", "Length of the mean heading: 1 when all fly the same way.", "",
     "Vicsek et al. 1995, doi:10.1103/PhysRevLett.75.1226", true, NULL},
    {0},
};

const covey_measure_group covey_measure_polarization = {
    .name = "polarization", .columns = columns, .compute = compute};
