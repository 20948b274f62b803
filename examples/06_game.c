// SPDX-License-Identifier: MIT
// A short game: a stone that rolls through a flock, a hawk that the player flies, boids that it
// catches and boids that hatch. Positions in px, y pointing up.
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOIDS = 60, MOST_BOIDS = 100, HATCHED = 20, STEPS = 120, STEPS_PER_BROOD = 60 };

static const double dt = 0.1, reach = 30;
static const covey_vec nest = {600, 450, 0};

typedef struct game {
    covey_space space;
    covey_world *world; // flock 0: boids, flock 1: the hawk
    int rock;           // the influence that the stone is
    covey_vec stone, hawk;
    size_t caught;
} game;

static void check(covey_status status, const covey_error *error)
{
    if (status == COVEY_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

// ---- The world ----

static void add_flocks(covey_world *world)
{
    covey_error error;
    int flock;
    covey_flock_def def = covey_flock_def_default();
    def.name = "boids";
    def.model = "torus";
    def.count = BOIDS;
    def.capacity = MOST_BOIDS; // memory for them is taken here, and never again
    def.body = 5;
    def.place.speed = 75;
    check(covey_world_add(world, &def, &flock, &error), &error);
    def.name = "hawk";
    def.model = "predator";
    def.hunts = "boids"; // so that they flee from it
    def.count = def.capacity = 1;
    check(covey_world_add(world, &def, &flock, &error), &error);
}

static void add_stone(game *self)
{
    covey_error error;
    covey_setting radius = {"radius", 40};
    covey_influence_def stone = covey_influence_def_default();
    stone.kind = "obstacle";
    stone.settings = &radius;
    stone.settings_count = 1;
    stone.points[0] = &self->stone.x;
    stone.points[1] = &self->stone.y;
    stone.points_count = 1;
    check(covey_world_influence_add(self->world, &stone, &self->rock, &error), &error);
}

static void make_world(game *self)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = self->space;
    check(covey_world_create(&def, &self->world, &error), &error);
    add_flocks(self->world);
    add_stone(self);
}

// ---- Birth and death ----

static size_t boids(const game *self)
{
    return covey_world_view(self->world, 0).count;
}

// A view ends with the first agent that is removed, ids do not: they are noted before.
static void catch_boids(game *self)
{
    covey_error error;
    covey_view view = covey_world_view(self->world, 0);
    covey_id caught[MOST_BOIDS];
    size_t count = 0;
    for (size_t i = 0; i < view.count; i++) {
        covey_vec boid = {view.pos[0][i], view.pos[1][i], 0.0};
        covey_vec way = covey_space_offset(&self->space, self->hawk, boid);
        if (covey_vec_length(way) <= reach)
            caught[count++] = view.id[i];
    }
    for (size_t k = 0; k < count; k++)
        check(covey_world_remove(self->world, 0, caught[k], &error), &error);
    self->caught += count;
}

static void hatch(game *self)
{
    covey_error error;
    for (int k = 0; k < HATCHED && boids(self) < MOST_BOIDS; k++) {
        covey_pose pose = {{nest.x + k % 5 * 10, nest.y + k / 5 * 10, 0}, {0, 75, 0}};
        check(covey_world_spawn(self->world, 0, pose, NULL, &error), &error);
    }
}

// ---- Agents that the game steers itself ----

static void roll_stone(game *self)
{
    covey_error error;
    self->stone.x += 40 * dt;
    const double *points[COVEY_AXES] = {&self->stone.x, &self->stone.y};
    check(covey_world_influence_move(self->world, self->rock, points, &error), &error);
}

// The player: up and to the right, against the intent of the hawk's model.
static void fly_hawk(game *self)
{
    covey_error error;
    covey_vec vel = {240, 180, 0};
    covey_vec ahead = covey_vec_add(self->hawk, covey_vec_scale(vel, dt));
    self->hawk = covey_space_fold(&self->space, ahead);
    covey_pose pose = {self->hawk, vel};
    check(covey_world_put(self->world, 1, 0, pose, &error), &error);
}

int main(void)
{
    game self = {.space = covey_space_torus(800, 600), .stone = {100, 300, 0}, .hawk = {50, 50, 0}};
    make_world(&self);
    for (int step = 1; step <= STEPS; step++) {
        check(covey_world_step(self.world, dt), covey_world_error(self.world));
        roll_stone(&self);
        fly_hawk(&self);
        catch_boids(&self);
        if (step % STEPS_PER_BROOD == 0)
            hatch(&self);
        if (step % 20 == 0)
            printf("step %3d: stone at (%.0f, %.0f), hawk at (%.0f, %.0f), %zu caught, %zu boids\n",
                   step, self.stone.x, self.stone.y, self.hawk.x, self.hawk.y, self.caught,
                   boids(&self));
    }
    covey_world_destroy(self.world);
}
