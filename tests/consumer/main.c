// SPDX-License-Identifier: MIT
// The smallest use of an installed covey: a flock, ten steps, its hash, and an inline function.
#include <covey/covey.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    covey_world *world;
    if (covey_world_create(&def, &world, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;

    covey_flock_def flock_def = covey_flock_def_default();
    flock_def.count = 100;
    int flock;
    if (covey_world_add(world, &flock_def, &flock, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    for (int step = 0; step < 10; step++)
        if (covey_world_step(world, 0.1) != COVEY_OK)
            return fprintf(stderr, "%s\n", covey_world_error(world)->message), 1;

    covey_view view = covey_world_view(world, flock);
    covey_vec vel = {view.vel[0][0], view.vel[1][0]};
    printf("speed %.3f\n", covey_vec_length(vel)); // calls sqrt

    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", COVEY_VERSION_MAJOR, COVEY_VERSION_MINOR,
             COVEY_VERSION_PATCH);
    printf("covey %s %016llx\n", version, (unsigned long long)covey_world_hash(world));
    covey_world_destroy(world);
    return strcmp(version, covey_version()) != 0;
}
