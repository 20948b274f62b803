// SPDX-License-Identifier: MIT
// Your own loop and your own drawing: a flock as characters in the terminal. The world is only
// looked at through a view, so drawing cannot disturb it.
#include <covey/covey.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 72, ROWS = 18, FRAMES = 3, STEPS_PER_FRAME = 80 };

// The one of eight directions that is nearest to a velocity, y pointing up.
static char arrow(double vx, double vy)
{
    const char arrows[] = ">/^\\</v\\"; // counter-clockwise from the right
    double eighths = covey_atan2(vy, vx) / (6.283185307179586 / 8);
    int nearest = (int)floor(eighths + 0.5);
    return arrows[(nearest + 8) % 8];
}

static void draw(covey_view view)
{
    char picture[ROWS][COLUMNS + 1];
    memset(picture, ' ', sizeof picture);
    for (int row = 0; row < ROWS; row++)
        picture[row][COLUMNS] = '\0';
    for (size_t i = 0; i < view.count; i++) {
        int column = (int)(view.pos[0][i] / view.space.size[0] * (double)COLUMNS);
        int row = ROWS - 1 - (int)(view.pos[1][i] / view.space.size[1] * (double)ROWS);
        picture[row][column] = arrow(view.vel[0][i], view.vel[1][i]);
    }
    printf("step %llu\n", (unsigned long long)view.step);
    for (int row = 0; row < ROWS; row++)
        printf("|%s|\n", picture[row]);
}

int main(void)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(36, 18);
    covey_world *world;
    if (covey_world_create(&def, &world, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;

    covey_setting settings[] = {{"r_c", 5}, {"r_s", 1},   {"r_a", 2},
                                {"K_c", 1}, {"K_s", 0.2}, {"K_a", 0.05}};
    covey_flock_def boids = covey_flock_def_default();
    boids.model = "formal";
    boids.settings = settings;
    boids.settings_count = sizeof settings / sizeof *settings;
    boids.count = 120;
    int flock;
    if (covey_world_add(world, &boids, &flock, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;

    for (int frame = 0; frame < FRAMES; frame++) {
        draw(covey_world_view(world, flock));
        for (int step = 0; step < STEPS_PER_FRAME; step++)
            if (covey_world_step(world, 0.05) != COVEY_OK)
                return fprintf(stderr, "%s\n", covey_world_error(world)->message), 1;
    }
    covey_world_destroy(world);
}
