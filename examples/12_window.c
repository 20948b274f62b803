// SPDX-License-Identifier: MIT
// A flock in a window of SDL2. With the two files of tools/amalgamate:
//     tools/amalgamate covey
//     cc -O2 -I. examples/12_window.c covey/covey.c $(sdl2-config --cflags --libs) -lm -pthread
// A number of frames as its argument ends it after them.
#include <SDL.h>
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

enum { BIRDS = 800, WIDTH = 960, HEIGHT = 600 };
static const float shape[3][2] = {{10, 0}, {-5, 4}, {-5, -4}}; // a beak and two wings

int main(int count, char **words)
{
    static float bird[BIRDS][4]; // x, y and heading
    static SDL_Vertex corner[BIRDS][3];
    covey_world *world;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(WIDTH, HEIGHT);
    covey_flock_def boids = covey_flock_def_default();
    boids.model = "reynolds";
    boids.count = BIRDS;
    int flock, frames = count > 1 ? atoi(words[1]) : -1;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || covey_world_create(&def, &world, NULL) != COVEY_OK ||
        covey_world_add(world, &boids, &flock, NULL) != COVEY_OK)
        return 1;
    SDL_Window *window = SDL_CreateWindow("covey", 0, 0, WIDTH, HEIGHT, 0);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    for (SDL_Event event = {0}; event.type != SDL_QUIT && frames != 0; frames--) {
        covey_world_step(world, 1.0 / 60);
        covey_world_interpolate(world, flock, 1, &(covey_instances){.out = bird[0]});
        for (int k = 0; k < 3 * BIRDS; k++) {
            const float *at = bird[k / 3], *to = shape[k % 3];
            corner[k / 3][k % 3] = (SDL_Vertex){
                {at[0] + to[0] * at[2] - to[1] * at[3], at[1] + to[0] * at[3] + to[1] * at[2]},
                {(Uint8)(155 + 100 * at[2]), 190, (Uint8)(155 + 100 * at[3]), 255},
                {0, 0}};
        }
        SDL_SetRenderDrawColor(renderer, 18, 24, 38, 255);
        SDL_RenderClear(renderer);
        SDL_RenderGeometry(renderer, NULL, corner[0], 3 * BIRDS, NULL, 0);
        SDL_RenderPresent(renderer);
        SDL_PollEvent(&event);
    }
    printf("%d birds, state %016llx\n", BIRDS, (unsigned long long)covey_world_hash(world));
    covey_world_destroy(world);
    SDL_Quit();
}
