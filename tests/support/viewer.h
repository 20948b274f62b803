// SPDX-License-Identifier: MIT
// A viewer of a preset or file without a window, for tests of what it shows.
#ifndef COVEY_TESTS_VIEWER_H
#define COVEY_TESTS_VIEWER_H

#include "view/viewer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// Opens a world on one thread, and a viewer of it with initial settings; fails if that fails.
static inline void test_viewer_begin(viewer *view, sim **world, const char *name)
{
    const settings set = settings_read(NULL);
    const sim_def def = {.name = name, .how = {.threads = 1}};
    covey_error error = {0};
    if (sim_create(&def, world, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    viewer_init(view, *world, &set, NULL);
}

static inline void test_viewer_end(viewer *view, sim *world)
{
    viewer_free(view);
    sim_destroy(world);
}

#endif
