// SPDX-License-Identifier: MIT
// A model of your own: agents fly the way that those near them fly on average, give or take some
// noise (after Vicsek et al. 1995). With little noise the flock falls into one direction.
#include <covey/covey.h>
#include <stdio.h>

typedef struct followers {
    double radius, noise, speed, rate;
} followers;

// A row gives a parameter its initial value, range, unit and meaning, wherever it is used.
static const covey_param params[] = {
    COVEY_PARAM(followers, radius, 1.0, 0.0, 1e9, "L", "Agents within it are followed."),
    COVEY_PARAM(followers, noise, 1.0, 0.0, 6.3, "rad", "Full width of the error in direction."),
    COVEY_PARAM(followers, speed, 1.0, 0.0, 1e9, "L/T", "Speed that agents want to have."),
    COVEY_PARAM(followers, rate, 4.0, 0.0, 1e9, "1/T", "How fast they come to what they want."),
    {0},
};

// What an agent needs to know: the sum of the headings around it, its own among them.
static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const followers *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].weight = COVEY_WEIGHT_NOTHING;
    zone[0].carry = COVEY_CARRY_HEADING;
    zone[0].self = true;
    return 1;
}

// What it wants: an acceleration towards the velocity it would like to have. A random number is a
// function of seed, step and agent, so neither threads nor the order of agents change it.
static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const followers *p = values;
    covey_vec sum = percepts[0].carried;
    double error = p->noise * (covey_uniform(self->seed, self->step, self->id, 0) - 0.5);
    double heading = covey_atan2(sum.y, sum.x) + error;
    covey_vec wanted = {p->speed * covey_cos(heading), p->speed * covey_sin(heading)};
    return covey_vec_scale(covey_vec_sub(wanted, self->vel), p->rate);
}

static const covey_model model = {
    .name = "followers",
    .title = "Fly as those near you fly.",
    .source = "After T. Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995)",
    .params = params,
    .params_size = sizeof(followers),
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
};

// 1 if all fly the same way, near 0 if each flies its own.
static double polarization(covey_view view)
{
    covey_vec sum = {0, 0};
    for (size_t i = 0; i < view.count; i++) {
        covey_vec vel = {view.vel[0][i], view.vel[1][i]};
        sum = covey_vec_add(sum, covey_vec_unit(vel));
    }
    return covey_vec_length(sum) / (double)view.count;
}

int main(void)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(10, 10);
    covey_world *world;
    if (covey_world_create(&def, &world, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;

    covey_flock_def birds = covey_flock_def_default();
    birds.own_model = &model;
    birds.count = 400;
    int flock;
    if (covey_world_add(world, &birds, &flock, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;

    for (int step = 0; step <= 800; step++) {
        if (step % 100 == 0)
            printf("step %3d  polarization %.2f\n", step,
                   polarization(covey_world_view(world, flock)));
        if (step == 400) { // parameters may change between steps
            covey_world_set(world, flock, "noise", 6.0, NULL);
            printf("more noise\n");
        }
        if (covey_world_step(world, 0.1) != COVEY_OK)
            return fprintf(stderr, "%s\n", covey_world_error(world)->message), 1;
    }
    covey_world_destroy(world);
}
