// SPDX-License-Identifier: MIT
// A short game. game.cs and game.rs are the same in C# and Rust, and print the same.
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

static covey_error error;

static void check(covey_status status)
{
    if (status != COVEY_OK)
        exit(1);
}

static void line(const covey_world *world)
{
    printf("%d %016llx\n", (int)covey_world_steps(world),
           (unsigned long long)covey_world_hash(world));
}

static bool sum(void *context, const covey_neighbor *agent)
{
    *(uint64_t *)context = *(uint64_t *)context * 31 + agent->id;
    return true;
}

static void steps(covey_world *world, int count)
{
    for (int step = 0; step < count; step++)
        check(covey_world_step(world, 1.0 / 60));
    line(world);
}

int main(void)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(300, 200);
    def.seed = 7;
    covey_world *world;
    check(covey_world_create(&def, &world, &error));
    covey_setting settings[] = {{"separation_radius", 5}, {"alignment_radius", 12}};
    covey_flock_def boids = covey_flock_def_default();
    boids.name = "boids";
    boids.model = "reynolds";
    boids.settings = settings;
    boids.settings_count = 2;
    boids.count = 300;
    boids.capacity = 310;
    boids.body = 0.5;
    boids.hard = true;
    int flock, handle;
    check(covey_world_add(world, &boids, &flock, &error));
    double x = 150, y = 100;
    covey_setting radius = {"radius", 20};
    covey_influence_def obstacle = covey_influence_def_default();
    obstacle.kind = "obstacle";
    obstacle.settings = &radius;
    obstacle.settings_count = 1;
    obstacle.points[0] = &x;
    obstacle.points[1] = &y;
    obstacle.points_count = 1;
    check(covey_world_influence_add(world, &obstacle, &handle, &error));
    steps(world, 60);

    covey_pose pose = {{10, 20, 0}, {3, 4, 0}};
    covey_id id;
    check(covey_world_spawn(world, flock, pose, &id, &error));
    check(covey_world_remove(world, flock, 5, &error));
    check(covey_world_push(world, flock, 6, (covey_vec){1, -1, 0}, &error));
    check(covey_world_set(world, flock, "cohesion", 0.5, &error));
    size_t size = covey_world_snapshot_size(world);
    void *snapshot = malloc(size);
    check(covey_world_save(world, snapshot, size));
    steps(world, 30);

    check(covey_world_restore(world, snapshot, size, &error));
    x = 60;
    check(covey_world_influence_move(world, handle, (const double *[]){&x, &y, NULL}, &error));
    steps(world, 30);

    check(covey_world_prepare(world, &error));
    uint64_t near = 0;
    check(covey_world_near(world, COVEY_ALL_FLOCKS, (covey_vec){0, 0, 0}, 50, sum, &near));
    check(covey_world_get(world, flock, id, &pose, &error));
    static float out[4 * 310];
    check(covey_world_interpolate(world, flock, 0.5, &(covey_instances){.out = out}));
    printf("agent %u of %d at %.9f %.9f, near %016llx, first at %.4f %.4f\n", (unsigned)id,
           (int)covey_world_view(world, flock).count, pose.pos.x, pose.pos.y,
           (unsigned long long)near, out[0], out[1]);
    if (covey_world_set(world, flock, "no such", 1, &error) != COVEY_OK)
        printf("%s\n", error.message);
    free(snapshot);
    covey_world_destroy(world);
}
