// SPDX-License-Identifier: MIT
#include "view/frame.h"

#include <stdlib.h>

void trails_clear(trails *self)
{
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++) {
        covey_trail_destroy(self->of[k]);
        free(self->changes[k]);
    }
    *self = (trails){0};
}

static void find_changes(trails *self, int k, const covey_view *view, double elapsed)
{
    if (self->room[k] < view->count) {
        covey_vec *grown = realloc(self->changes[k], view->count * sizeof *grown);
        if (grown == NULL)
            return;
        self->changes[k] = grown;
        self->room[k] = view->count;
    }
    self->known[k] = view->count;
    covey_trail_changes(self->of[k], view, self->changes[k]);
    for (size_t i = 0; i < view->count; i++)
        self->changes[k][i] = covey_vec_divide(self->changes[k][i], elapsed);
}

void trails_add(trails *self, const frame *now, size_t length, bool changes)
{
    if (self->length != length || (self->has_step && now->step < self->step))
        trails_clear(self);
    if (self->has_step && now->step == self->step)
        return;
    self->length = length;
    for (int k = 0; k < now->flocks_count; k++) {
        covey_view view = frame_view(now, k);
        if (self->of[k] == NULL &&
            covey_trail_create(length, (covey_allocator){0}, &self->of[k], NULL) != COVEY_OK)
            continue;
        self->known[k] = 0;
        if (self->has_step)
            covey_trail_pace(self->of[k], now->time - self->time);
        if (self->has_step && changes)
            find_changes(self, k, &view, (double)(now->step - self->step) * now->dt);
        (void)covey_trail_add(self->of[k], &view, NULL);
    }
    self->step = now->step;
    self->time = now->time;
    self->has_step = true;
}
