// SPDX-License-Identifier: MIT
// Tower defence: a crowd follows a flow field through a map; towers on the way slow it and shoot.
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

enum { W = 24, H = 7, CELLS = W * H, GATE = 4 * W - 1 }; // of the map
enum { MOST = 150, NEAR = 24, STEPS = 1500, SPAWN = 6, SHOT = 25 };
static const double dt = 1.0 / 30.0, walk = 2, slow = 0.8, range = 2.5;
static char map[] = "####.....##...##########" // # rocks, T towers, x the gate
                    "##........#...T.....####"
                    "#....##......##.......##"
                    ".....##......####......x"
                    "#....##...T..##.......##"
                    "##........#.........####"
                    "####.....##...##########";
static covey_world *world;
static covey_error error;
static int flow = -1, shot, lost; // a handle; agents shot, and those that came through

static void check(covey_status status)
{
    if (status != COVEY_OK)
        exit((fprintf(stderr, "%s\n", error.message), 1));
}

static void build(int cell, char kind)
{
    int handle;
    covey_vec at = {cell % W + 0.5, cell / W + 0.5, 0};
    covey_setting settings[] = {{"radius", 0.45}, {"sight", 0}}; // solid, and not steered around
    covey_influence_def def = covey_influence_def_default();
    def.kind = "obstacle", def.settings = settings, def.settings_count = 2;
    def.points[0] = &at.x, def.points[1] = &at.y, def.points_count = 1;
    map[cell] = kind;
    check(covey_world_influence_add(world, &def, &handle, &error));
}

// From the gate on, cells lead back to the one that they were found from, and never into a tower.
static void make_flow(void)
{
    double x[CELLS] = {[GATE] = 1}, y[CELLS] = {0};
    int queue[CELLS] = {GATE}, last = 1;
    for (int k = 0; k < last; k++)
        for (int side = 0, to = queue[k]; side < 4; side++) {
            int cell = to + (const int[]){1, W, -1, -W}[side];
            bool out = cell < 0 || cell >= CELLS || abs(cell % W - to % W) > 1;
            if (out || x[cell] != 0 || y[cell] != 0)
                continue;
            x[cell] = to % W - cell % W, y[cell] = to / W - cell / W;
            if (map[cell] == '.')
                queue[last++] = cell;
        }
    covey_field grid = {{0.5, 0.5, 0}, {1, 1, 0}, {W, H, 0}, {x, y, NULL}};
    covey_setting settings[] = {{"scale", walk}, {"weight", 4}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "flow_field", def.settings = settings, def.settings_count = 2, def.field = &grid;
    check(flow < 0 ? COVEY_OK : covey_world_influence_remove(world, flow, &error)); // the old one
    check(covey_world_influence_add(world, &def, &flow, &error));
}

static void make_world(void)
{
    int flock;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_reflecting(W, H);
    check(covey_world_create(&def, &world, &error));
    covey_trait speed = {"max_speed", covey_distribution_number(walk), NULL};
    covey_setting settings[] = {
        {"alignment", 0}, {"cohesion", 0}, {"separation_radius", 0.6}, {"min_speed", 0}};
    covey_flock_def crowd = covey_flock_def_default();
    crowd.model = "reynolds", crowd.settings = settings, crowd.settings_count = 4;
    crowd.traits = &speed, crowd.traits_count = 1, crowd.capacity = MOST, crowd.body = 0.1;
    check(covey_world_add(world, &crowd, &flock, &error));
    for (int cell = 0; cell < CELLS; cell++)
        if (map[cell] == '#' || map[cell] == 'T')
            build(cell, map[cell]);
    make_flow();
}

// Agents in range of a tower walk slowly, and now and then it shoots the nearest one.
static void act(int cell, bool shoots)
{
    const bool gate = cell == GATE;
    const covey_vec at = {cell % W + 0.5, cell / W + 0.5, 0};
    size_t count;
    covey_neighbor near[NEAR]; // the nearest first
    check(covey_world_nearest(world, 0, at, NEAR, near, &count));
    for (size_t k = 0; k < count && near[k].distance < (gate ? 0.8 : range); k++)
        if (gate || (shoots && k == 0)) {
            check(covey_world_remove(world, 0, near[k].id, &error));
            ++*(gate ? &lost : &shot);
        } else {
            covey_agents one = {1, &near[k].id};
            check(covey_world_trait_put(world, 0, "max_speed", one, &slow, &error));
        }
}

int main(void)
{
    make_world();
    for (int step = 1; step <= STEPS; step++) {
        const covey_pose pose = {{0.5, 3.2 + 0.1 * (step % 7), 0}, {walk, 0, 0}};
        if (step % SPAWN == 0 && step <= SPAWN * MOST)
            check(covey_world_spawn(world, 0, pose, NULL, &error));
        if (covey_world_step(world, dt) != COVEY_OK)
            return fprintf(stderr, "%s\n", covey_world_error(world)->message), 1;
        check(covey_world_set(world, 0, "max_speed", walk, &error)); // of all agents
        for (int cell = 0; cell < CELLS; cell++)
            if (map[cell] == 'T' || cell == GATE)
                act(cell, step % SHOT == 0);
        if (step == STEPS / 3) // the player shuts the short way
            build(2 * W + 7, 'T'), make_flow();
        size_t left = covey_world_view(world, 0).count;
        if (step % 100 == 0)
            printf("step %4d: %2zu walk, %2d shot, %2d came through\n", step, left, shot, lost);
    }
    covey_world_destroy(world);
}
