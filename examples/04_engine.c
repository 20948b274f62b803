// SPDX-License-Identifier: MIT
// Inside a game engine: its memory, its threads, and a fixed step with frames drawn between steps.
#include <covey/covey.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// ---- The engine's memory: an arena, from which blocks are cut and never returned one by one ----

typedef struct arena {
    size_t used;
    int blocks;
    _Alignas(max_align_t) char bytes[1 << 20];
} arena;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    arena *memory = context;
    size_t rounded = (new_size + 63) / 64 * 64;
    if (new_size == 0 || rounded > sizeof memory->bytes - memory->used)
        return NULL;
    char *grown = memory->bytes + memory->used;
    if (block != NULL)
        memcpy(grown, block, old_size < new_size ? old_size : new_size);
    memory->used += rounded;
    memory->blocks++;
    return grown;
}

// ---- The engine's threads: two that share out the tasks ----

typedef struct job {
    covey_task *task;
    void *argument;
    size_t count;
    atomic_size_t next;
} job;

static void *work(void *shared)
{
    job *shift = shared;
    for (size_t index; (index = atomic_fetch_add(&shift->next, 1)) < shift->count;)
        shift->task(shift->argument, index);
    return NULL;
}

static void run(void *context, covey_task *task, void *argument, size_t count)
{
    (void)context;
    job shift = {.task = task, .argument = argument, .count = count};
    pthread_t helper;
    bool helped = pthread_create(&helper, NULL, work, &shift) == 0;
    work(&shift);
    if (helped)
        pthread_join(helper, NULL);
}

// ---- The game: steps of 50 ms; frames of 16 ms show a state between the last two steps ----

enum { BOIDS = 1000, STEP_MS = 50, FRAME_MS = 16, FRAMES = 10 };

// Positions by id: an agent's place in a view changes from step to step.
typedef struct scene {
    covey_vec before[BOIDS], now[BOIDS];
} scene;

static void remember(covey_view view, scene *game)
{
    memcpy(game->before, game->now, sizeof game->now);
    for (size_t i = 0; i < view.count; i++)
        game->now[view.id[i]] = (covey_vec){view.pos[0][i], view.pos[1][i], 0.0};
}

static void draw(const scene *game, int frame, double part)
{
    covey_vec way = covey_vec_sub(game->now[0], game->before[0]); // a torus: covey_space_offset
    covey_vec shown = covey_vec_add(game->before[0], covey_vec_scale(way, part));
    printf("frame %2d  %.2f of a step  boid 0 at (%.4f, %.4f)\n", frame, part, shown.x, shown.y);
}

int main(void)
{
    static arena memory;
    static scene game;
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.allocator = (covey_allocator){resize, &memory};
    def.executor = (covey_executor){run, NULL};
    covey_world *world;
    covey_flock_def boids = covey_flock_def_default();
    boids.count = BOIDS;
    int flock;
    if (covey_world_create(&def, &world, &error) != COVEY_OK ||
        covey_world_add(world, &boids, &flock, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    int blocks = memory.blocks;

    remember(covey_world_view(world, flock), &game);
    int pending_ms = STEP_MS; // the first frame is drawn after one step
    for (int frame = 0; frame < FRAMES; frame++, pending_ms += FRAME_MS) {
        for (; pending_ms >= STEP_MS; pending_ms -= STEP_MS) {
            if (covey_world_step(world, (double)STEP_MS / 1000.0) != COVEY_OK)
                return fprintf(stderr, "%s\n", covey_world_error(world)->message), 1;
            remember(covey_world_view(world, flock), &game);
        }
        draw(&game, frame, (double)pending_ms / (double)STEP_MS);
    }
    printf("%d blocks taken by steps\n", memory.blocks - blocks);
    covey_world_destroy(world);
}
