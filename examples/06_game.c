// SPDX-License-Identifier: MIT
// A short game: a stone that rolls through a flock, a hawk that the player flies, boids that it
// catches and boids that hatch. Positions in px, y pointing up.
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOIDS = 60, HATCHED = 20, STEPS = 120, STEPS_PER_BROOD = 60 };

static const double dt = 0.1, reach = 30;
static const covey_vec nest = {600, 450};

typedef struct game {
    covey_space space;
    covey_world *world; // flock 0: boids, flock 1: the hawk, influence 0: the stone
    covey_vec stone, hawk;
    size_t boids; // alive: ids 0 ... boids - 1
    size_t caught;
} game;

static void check(covey_status status, const covey_error *error)
{
    if (status == COVEY_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

// ---- The world: made at the start, and again with other numbers of boids ----

static void add_flocks(covey_world *world, size_t boids)
{
    covey_error error;
    int flock;
    covey_flock_def def = covey_flock_def_default();
    def.name = "boids";
    def.model = "torus";
    def.count = boids;
    def.body = 5;
    def.place.speed = 75;
    check(covey_world_add(world, &def, &flock, &error), &error);
    def.name = "hawk";
    def.model = "predator";
    def.hunts = "boids"; // so that they flee from it
    def.count = 1;
    check(covey_world_add(world, &def, &flock, &error), &error);
}

static covey_world *make(const game *self, size_t boids)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = self->space;
    covey_world *world;
    check(covey_world_create(&def, &world, &error), &error);
    add_flocks(world, boids);

    covey_setting radius = {"radius", 40};
    covey_influence_def stone = covey_influence_def_default();
    stone.kind = "obstacle";
    stone.settings = &radius;
    stone.settings_count = 1;
    stone.points[0] = &self->stone.x;
    stone.points[1] = &self->stone.y;
    stone.points_count = 1;
    int number;
    check(covey_world_influence_add(world, &stone, &number, &error), &error);
    return world;
}

// From now on there are so many boids: those of the lowest ids go on, new ones have the highest.
static void resize(game *self, size_t boids)
{
    covey_error error;
    covey_world *world = make(self, boids);
    check(covey_world_adopt(world, self->world, &error), &error);
    covey_world_destroy(self->world);
    self->world = world;
    self->boids = boids;
}

// ---- Birth and death ----

// The boid with the highest id takes the number of the dead one, and its own is no longer used.
static void bury(game *self, covey_pose poses[], uint32_t dead)
{
    covey_error error;
    poses[dead] = poses[--self->boids];
    check(covey_world_put(self->world, 0, dead, poses[dead], &error), &error);
    self->caught++;
}

// Goes from the highest id down, so that whoever takes a dead one's number is alive.
static void catch_boids(game *self)
{
    covey_pose poses[BOIDS + STEPS / STEPS_PER_BROOD * HATCHED]; // by id
    covey_view view = covey_world_view(self->world, 0);
    for (size_t i = 0; i < view.count; i++)
        poses[view.id[i]] =
            (covey_pose){{view.pos[0][i], view.pos[1][i]}, {view.vel[0][i], view.vel[1][i]}};
    size_t before = self->boids;
    for (uint32_t id = (uint32_t)before; id-- > 0;) {
        covey_vec way = covey_space_offset(&self->space, self->hawk, poses[id].pos);
        if (covey_vec_length(way) <= reach)
            bury(self, poses, id);
    }
    if (self->boids < before)
        resize(self, self->boids);
}

static void hatch(game *self)
{
    covey_error error;
    size_t before = self->boids;
    resize(self, before + HATCHED);
    for (uint32_t k = 0; k < HATCHED; k++) {
        covey_pose pose = {{nest.x + k % 5 * 10, nest.y + k / 5 * 10}, {0, 75}};
        check(covey_world_put(self->world, 0, (uint32_t)before + k, pose, &error), &error);
    }
}

// ---- What the game steers itself ----

static void roll_stone(game *self)
{
    covey_error error;
    self->stone.x += 40 * dt;
    const double *points[COVEY_AXES] = {&self->stone.x, &self->stone.y};
    check(covey_world_influence_move(self->world, 0, points, &error), &error);
}

// The player: up and to the right, whatever the model of the hawk has in mind.
static void fly_hawk(game *self)
{
    covey_error error;
    covey_vec vel = {240, 180};
    covey_vec ahead = covey_vec_add(self->hawk, covey_vec_scale(vel, dt));
    self->hawk = covey_space_fold(&self->space, ahead);
    covey_pose pose = {self->hawk, vel};
    check(covey_world_put(self->world, 1, 0, pose, &error), &error);
}

int main(void)
{
    game self = {.space = covey_space_torus(800, 600),
                 .stone = {100, 300},
                 .hawk = {50, 50},
                 .boids = BOIDS};
    self.world = make(&self, BOIDS);
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
                   self.boids);
    }
    covey_world_destroy(self.world);
}
