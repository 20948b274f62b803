// SPDX-License-Identifier: MIT
// The parts of the program that need SQLite, in a program without it (COVEY_SWEEP=OFF).
#include "commands.h"
#include "plot_sweep.h"

#include <covey/base.h>

#include <stdio.h>

const option sweep_options[] = {{0}};
const char sweep_details[] = "This program was built without it: it needs SQLite.\n";

static covey_status refuse(const command *self)
{
    (void)fprintf(stderr, "covey %s: this program was built without SQLite\n", self->name);
    return COVEY_SYSTEM;
}

int sweep_run(const command *self, const options *given)
{
    (void)given;
    return covey_status_exit(refuse(self));
}

covey_status plot_sweep(const plot_sweep_def *def)
{
    return refuse(def->self);
}

bool sweep_show_is(const char *path)
{
    (void)path;
    return false;
}

covey_status sweep_show_statistics(const command *self, const char *path, const char *flock,
                                   const char *measures)
{
    (void)path;
    (void)flock;
    (void)measures;
    return refuse(self);
}
