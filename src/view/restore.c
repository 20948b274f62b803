// SPDX-License-Identifier: MIT
#include "view/slider.h"

/// The next parameter that differs, from row `*p` of flock `*flock` on; NULL if there is none.
static const covey_param *next(const viewer *of, const sliders *from, int *flock, int *p)
{
    for (; *flock < of->now->flocks_count; (*flock)++, *p = 0) {
        const frame_flock *at = &of->now->flocks[*flock];
        const slider_rack *rack = &from->flocks[*flock];
        const covey_param *row;
        bool is_known = from->loaded == of->now->loaded && rack->model == at->model &&
                        rack->motion == at->motion && !of->now->recorded;
        for (; is_known && *p < FRAME_PARAMS && (row = frame_param(at, *p)) != NULL; (*p)++)
            if (at->params[*p] != rack->of[*p].base)
                return row;
    }
    return NULL;
}

bool restore_has_work(const viewer *of, const sliders *from)
{
    int flock = 0, p = 0;
    return next(of, from, &flock, &p) != NULL;
}

void restore_all(viewer *self, const sliders *from)
{
    const covey_param *row;
    const char *verb = "set";
    for (int flock = 0, p = 0; (row = next(self, from, &flock, &p)) != NULL; p++) {
        double value = from->flocks[flock].of[p].base;
        if (row->choices != NULL)
            viewer_command(self, "%s flocks.%d.%s %s", verb, flock, row->name,
                           row->choices[(int)value]);
        else
            viewer_command(self, "%s flocks.%d.%s %.17g", verb, flock, row->name, value);
        verb = "move";
    }
}
