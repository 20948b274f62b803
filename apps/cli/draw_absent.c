// SPDX-License-Identifier: MIT
// The drawing commands of a program without cairo (COVEY_DRAW=OFF): they report that they are
// missing.
#include "commands.h"

#include <covey/base.h>

#include <stdio.h>

const option render_options[] = {{0}};
const option plot_options[] = {{0}};
const char render_details[] = "This program was built without it: it needs cairo.\n";
const char plot_details[] = "This program was built without it: it needs cairo.\n";

static int refuse(const command *self)
{
    (void)fprintf(stderr, "covey %s: this program was built without cairo\n", self->name);
    return covey_status_exit(COVEY_SYSTEM);
}

int render_run(const command *self, const options *given)
{
    (void)given;
    return refuse(self);
}

int plot_run(const command *self, const options *given)
{
    (void)given;
    return refuse(self);
}
