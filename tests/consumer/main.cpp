// SPDX-License-Identifier: MIT
// main.c by the installed covey/covey.hpp: the same lines.
#include <covey/covey.hpp>

#include <cstdio>
#include <cstring>

int main()
{
    auto world = covey::world::create(covey_world_def_default());
    if (!world)
        return std::fprintf(stderr, "%s\n", world.error().message), 1;

    covey_flock_def flock_def = covey_flock_def_default();
    flock_def.count = 100;
    auto flock = world->add(flock_def);
    if (!flock)
        return std::fprintf(stderr, "%s\n", flock.error().message), 1;
    for (int step = 0; step < 10; step++)
        if (auto done = world->step(0.1); !done)
            return std::fprintf(stderr, "%s\n", done.error().message), 1;

    std::printf("speed %.3f\n", covey_vec_length(world->view(*flock).velocities()[0]));
    char version[32];
    std::snprintf(version, sizeof version, "%d.%d.%d", COVEY_VERSION_MAJOR, COVEY_VERSION_MINOR,
                  COVEY_VERSION_PATCH);
    std::printf("covey %s %016llx\n", version, static_cast<unsigned long long>(world->hash()));
    return std::strcmp(version, covey_version()) != 0;
}
