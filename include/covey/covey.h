// SPDX-License-Identifier: MIT
/// covey simulates flocks. A tour:
///
///     #include <covey/covey.h>
///     #include <stdio.h>
///
///     int main(void)
///     {
///         covey_error error;
///         covey_world_def def = covey_world_def_default();
///         def.space = covey_space_torus(100, 100);
///         def.seed = 42;
///         covey_world *world;
///         if (covey_world_create(&def, &world, &error) != COVEY_OK)
///             return fprintf(stderr, "%s\n", error.message), 1;
///
///         covey_setting settings[] = {{"r_c", 10}, {"r_s", 2}, {"r_a", 5}, {"K_a", 0.1}};
///         covey_flock_def boids = covey_flock_def_default();
///         boids.model = "formal";
///         boids.settings = settings;
///         boids.settings_count = sizeof settings / sizeof *settings;
///         boids.count = 500;
///         int flock;
///         if (covey_world_add(world, &boids, &flock, &error) != COVEY_OK)
///             return fprintf(stderr, "%s\n", error.message), 1;
///
///         for (int step = 0; step < 100; step++)
///             if (covey_world_step(world, 0.05) != COVEY_OK)
///                 return fprintf(stderr, "%s\n", covey_world_error(world)->message), 1;
///
///         covey_view view = covey_world_view(world, flock);
///         for (size_t i = 0; i < view.count; i++)
///             if (view.id[i] < 3)
///                 printf("agent %u is at (%.3f, %.3f)\n", (unsigned)view.id[i], view.pos[0][i],
///                        view.pos[1][i]);
///         printf("state %016llx\n", (unsigned long long)covey_world_hash(world));
///         covey_world_destroy(world);
///     }
///
/// The headers, from the ground up: base.h (statuses, hooks), vec.h (vectors), param.h (parameter
/// tables), space.h (open plane, torus, boxes), place.h (where agents begin), model.h (models and
/// motions of your own), block.h (makes them fast, and is included by itself), influence.h
/// (obstacles, wind and other actions from outside), order.h (in which agents move), world.h
/// (flocks and steps), batch.h (many agents at once), aim.h (a target for each agent), handles.h
/// (numbers for calls in every frame), describe.h (tables of members of definitions), events.h
/// (bounces and arrivals in a step), query.h (which agents are near, which things are on a ray),
/// schedule.h (parameters that change with the step), measure.h (order, spacing, clusters of a
/// flock), lags.h (numbers over the time between frames), delays.h (which agents lead), map.h
/// (where neighbors stand), forces.h (how agents accelerate by that), formal.h (the text protocol
/// of the formal assignment). Others belong to covey_run (scenarios, files) and covey_draw
/// (pictures), libraries of their own, and say so.
///
/// A pointer may be NULL where its comment says so, and an `error` everywhere.
///
/// Units: length L and time T are yours to choose; angles are radians. The library never prints,
/// exits, reads the environment, changes the locale or installs signal handlers, and has no
/// globals.
#ifndef COVEY_COVEY_H
#define COVEY_COVEY_H

#include "covey/base.h"
#include "covey/batch.h"
#include "covey/delays.h"
#include "covey/describe.h"
#include "covey/events.h"
#include "covey/forces.h"
#include "covey/formal.h"
#include "covey/handles.h"
#include "covey/interpolate.h"
#include "covey/lags.h"
#include "covey/map.h"
#include "covey/measure.h"
#include "covey/model.h"
#include "covey/param.h"
#include "covey/query.h"
#include "covey/schedule.h"
#include "covey/space.h"
#include "covey/vec.h"
#include "covey/world.h"

#endif
