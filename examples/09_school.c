// SPDX-License-Identifier: MIT
// A school of fish in three dimensions and a shark that eats those that it reaches. Each frame an
// engine would hand the floats of `fish_buffer` to its graphics card, as instances of a mesh.
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

enum { FISH = 400, STEPS = 240, FRAMES_PER_STEP = 2, FLOATS = 6, EVERY = 40 };

static const double dt = 1.0 / 30.0, bite = 12;

typedef struct sea {
    covey_world *world;
    int fish, sharks; // numbers of flocks
    float fish_buffer[FISH * FLOATS];
    covey_id meal; // the fish that the shark eats in this step
} sea;

static void check(covey_status status, const covey_error *error)
{
    if (status == COVEY_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static void fill(sea *self)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep(covey_space_torus(600, 600), 600);
    def.seed = 3;
    check(covey_world_create(&def, &self->world, &error), &error);

    covey_setting slow = {"max_speed", 50}, fast = {"max_speed", 80};
    covey_flock_def fish = covey_flock_def_default();
    fish.name = "fish";
    fish.model = "torus"; // whose agents flee from flocks that hunt them
    fish.settings = &slow;
    fish.settings_count = 1;
    fish.count = FISH;
    fish.place.kind = COVEY_PLACE_DISC; // a ball, in three dimensions
    fish.place.x = fish.place.y = fish.place.z = 300;
    fish.place.radius = 100;
    fish.place.speed = 50;
    check(covey_world_add(self->world, &fish, &self->fish, &error), &error);

    covey_flock_def sharks = covey_flock_def_default();
    sharks.name = "sharks";
    sharks.model = "predator";
    sharks.hunts = "fish";
    sharks.settings = &fast;
    sharks.settings_count = 1;
    sharks.count = 1;
    sharks.place.speed = 80;
    check(covey_world_add(self->world, &sharks, &self->sharks, &error), &error);
}

// The first agent that is visited is the nearest: no other is needed.
static bool take(void *context, const covey_neighbor *agent)
{
    ((sea *)context)->meal = agent->id;
    return false;
}

// Ids of eaten fish are never given again, so whatever the game keeps by id stays right.
static void eat(sea *self)
{
    covey_error error;
    covey_pose shark;
    check(covey_world_get(self->world, self->sharks, 0, &shark, &error), &error);
    self->meal = COVEY_NO_AGENT;
    covey_world_near(self->world, self->fish, shark.pos, bite, take, self);
    if (self->meal != COVEY_NO_AGENT)
        check(covey_world_remove(self->world, self->fish, self->meal, &error), &error);
}

// Fish between two steps: places and headings, x y z each, going on across the seams of the torus.
static void draw(sea *self, double part)
{
    covey_instances to = {.out = self->fish_buffer};
    covey_world_interpolate(self->world, self->fish, part, &to);
}

static void report(const sea *self)
{
    covey_view fish = covey_world_view(self->world, self->fish);
    covey_pose shark;
    covey_neighbor near;
    size_t found;
    covey_world_get(self->world, self->sharks, 0, &shark, NULL);
    covey_world_nearest(self->world, self->fish, shark.pos, 1, &near, &found);
    const float *drawn = self->fish_buffer;
    printf("step %3d  %zu fish  polarization %.2f  milling %.2f  fish %3u is %5.1f from the shark  "
           "drawn first at %3.0f %3.0f %3.0f\n",
           (int)fish.step, fish.count, covey_polarization(&fish), covey_milling(&fish),
           (unsigned)near.id, near.distance, (double)drawn[0], (double)drawn[1], (double)drawn[2]);
}

int main(void)
{
    static sea game;
    fill(&game);
    for (int step = 1; step <= STEPS; step++) {
        if (covey_world_step(game.world, dt) != COVEY_OK)
            return fprintf(stderr, "%s\n", covey_world_error(game.world)->message), 1;
        for (int frame = 1; frame <= FRAMES_PER_STEP; frame++)
            draw(&game, (double)frame / (double)FRAMES_PER_STEP);
        eat(&game);
        if (step % EVERY == 0)
            report(&game);
    }
    covey_world_destroy(game.world);
}
