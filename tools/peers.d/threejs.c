// SPDX-License-Identifier: MIT
// The rule of the birds of three.js as a model of covey, for tools/peers: 256 birds in open space,
// their places and velocities at the steps 0 to 60 as covey writes them to csv.
//
// Written from the page's shader. A velocity is 15 times the shader's. All within 60 act:
// those within 60/sqrt(3) repel, up to 60 sqrt(2/3) they are followed, beyond that attract, but
// repel in the middle of their zone; all by the square of the distance. A pull of 5 leads to the
// origin, mostly in height.
#include <covey/covey.h>
#include <math.h>
#include <stdio.h>

enum { BIRDS = 256, STEPS = 60 };

static const double dt = 0.016, to_covey = 15.0, radius = 60.0, pull = 5.0, limit = 9.0;
static const double two_pi = 6.283185307179586;

static void add(const void *values, const covey_agent *self, const covey_other *other,
                covey_percept *sum)
{
    (void)values, (void)self;
    const double share = other->distance * other->distance / (radius * radius);
    const double nearest = 1.0 / 3.0, near = 2.0 / 3.0; // ends of the zones
    if (!(other->distance > 0.0))
        return;
    covey_vec way = covey_vec_unit(other->offset);
    double f;
    if (share < nearest) {
        f = 1.0 - nearest / share;
    } else if (share < near) {
        way = covey_vec_unit(other->vel);
        f = 1.0 - 0.5 * cos(two_pi * (share - nearest) / (near - nearest));
    } else {
        f = 0.5 * cos(two_pi * (share - near) / (1.0 - near));
    }
    sum->offset = covey_vec_add(sum->offset, covey_vec_scale(way, f));
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    (void)values;
    zone[0] = covey_zone_default(radius);
    zone[0].strict = true;
    zone[0].add = add;
    return 1;
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    (void)values;
    const covey_vec high = {self->pos.x, 2.5 * self->pos.y, self->pos.z};
    const covey_vec home = covey_vec_scale(covey_vec_unit(high), -pull);
    return covey_vec_scale(covey_vec_add(percepts[0].offset, home), to_covey);
}

static const covey_param none[] = {{0}};

static const covey_model birds = {
    .name = "birds",
    .title = "The birds of three.js.",
    .source = "three.js, examples/webgl_gpgpu_birds.html",
    .params = none,
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
};

static covey_status create(covey_world **world, covey_error *error)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep(covey_space_open(), 0.0);
    covey_flock_def flock = covey_flock_def_default();
    flock.custom_model = &birds;
    flock.count = BIRDS;
    flock.place.kind = COVEY_PLACE_DISC;
    flock.place.radius = 100.0;
    flock.place.speed = 0.3 * limit * to_covey;
    int number;
    covey_status status = covey_world_create(&def, world, error);
    return status != COVEY_OK ? status : covey_world_add(*world, &flock, &number, error);
}

static void print(const covey_world *world)
{
    const covey_view view = covey_world_view(world, 0);
    for (int id = 0; id < BIRDS; id++) {
        const ptrdiff_t i = covey_world_index(world, 0, (covey_id)id);
        printf("birds,%.17g,%d", (double)view.step * dt, id);
        for (int axis = 0; axis < 3; axis++)
            printf(",%.17g,%.17g", view.pos[axis][i], view.vel[axis][i]);
        printf("\n");
    }
}

int main(void)
{
    covey_error error;
    covey_world *world = NULL;
    if (create(&world, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    covey_world_set(world, 0, "max_speed", limit * to_covey, NULL);
    covey_world_set(world, 0, "min_speed", 0.0, NULL);
    covey_world_set(world, 0, "max_force", 1e9, NULL);
    printf("# dt %.17g\nset,t,id,x,vx,y,vy,z,vz\n", dt);
    for (print(world); covey_world_view(world, 0).step < STEPS; print(world))
        if (covey_world_step(world, dt) != COVEY_OK)
            return fprintf(stderr, "%s\n", covey_world_error(world)->message), 1;
    covey_world_destroy(world);
    return 0;
}
