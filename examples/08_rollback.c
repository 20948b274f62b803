// SPDX-License-Identifier: MIT
// Rollback: a game shows steps before the other player's input has come, and takes them again with
// the right input when it comes late. A snapshot and the same steps give the same bits.
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 60, DELAY = 6, INPUT_STEP = 30 };

static const double dt = 1.0 / 30.0;

static covey_world *make_world(void)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(100, 100);
    covey_flock_def boids = covey_flock_def_default();
    boids.model = "three_rule";
    boids.count = 400;
    covey_world *world;
    int flock;
    if (covey_world_create(&def, &world, &error) != COVEY_OK ||
        covey_world_add(world, &boids, &flock, &error) != COVEY_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return world;
}

// The other player scares boid 7 away in one step.
static void step(covey_world *world, bool has_input)
{
    if (has_input)
        covey_world_push(world, 0, 7, (covey_vec){20, -10, 0}, NULL);
    if (covey_world_step(world, dt) != COVEY_OK) {
        fprintf(stderr, "%s\n", covey_world_error(world)->message);
        exit(1);
    }
}

static unsigned long long hash(const covey_world *world)
{
    return (unsigned long long)covey_world_hash(world);
}

int main(void)
{
    covey_world *server = make_world(), *client = make_world();
    size_t size = covey_world_snapshot_size(client);
    void *snapshot = malloc(size);
    covey_error error;
    for (int k = 0; k < STEPS; k++) {
        step(server, k == INPUT_STEP);
        if (k == INPUT_STEP && covey_world_save(client, snapshot, size) != COVEY_OK)
            return 1;
        step(client, false); // it predicts that there is no input
        if (k != INPUT_STEP + DELAY)
            continue;
        printf("step %d  server %016llx  client %016llx: mispredicted\n", k, hash(server),
               hash(client));
        if (covey_world_restore(client, snapshot, size, &error) != COVEY_OK)
            return fprintf(stderr, "%s\n", error.message), 1;
        for (int again = INPUT_STEP; again <= k; again++)
            step(client, again == INPUT_STEP);
        printf("step %d  server %016llx  client %016llx: taken again\n", k, hash(server),
               hash(client));
    }
    printf("step %d  server %016llx  client %016llx: %s\n", STEPS, hash(server), hash(client),
           hash(server) == hash(client) ? "the same bits" : "different");
    free(snapshot);
    covey_world_destroy(client);
    covey_world_destroy(server);
}
