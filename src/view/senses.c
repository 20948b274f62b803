// SPDX-License-Identifier: MIT
#include "view/senses.h"

#include <math.h>

void senses_choices(const char *list[SENSES_CHOICES])
{
    const char *const *rules = covey_response_rules();
    int count = 0;
    list[count++] = "nothing";
    while (*rules != NULL && count < SENSES_CHOICES - 1)
        list[count++] = *rules++;
    list[count] = NULL;
}

int senses_of(const frame *now, int flock, int other)
{
    return now->flocks[flock].sees[other] + 1;
}

void senses_set(viewer *self, int flock, int other, int choice)
{
    const frame *now = self->now;
    const char *name = now->flocks[other].name;
    if (choice <= 0)
        viewer_command(self, "set flocks.%d.sees.%s []", flock, name);
    else
        viewer_command(self, "set flocks.%d.sees.%s {rule: %s, radius: %.6g, weight: %.6g}", flock,
                       name, covey_response_rules()[choice - 1], now->reach, now->push);
}

bool senses_is_blind(const frame *now, int prey, int hunter)
{
    const frame_flock *flock = &now->flocks[prey];
    if (now->recorded || now->flocks[hunter].prey != prey || flock->sees[hunter] >= 0)
        return false;
    for (int z = 0; z < flock->zones_count; z++)
        if (flock->zones[z].of == COVEY_OF_PREDATORS)
            return false;
    return true;
}

int senses_unseen(const frame *now, int prey)
{
    for (int k = 0; k < now->flocks_count; k++)
        if (now->flocks[k].count > 0 && senses_is_blind(now, prey, k))
            return k;
    return -1;
}

void senses_catch(viewer *self, int flock, bool catches, bool births)
{
    const frame *now = self->now;
    const frame_flock *hunters = &now->flocks[flock];
    double radius = hunters->def.catches > 0.0 ? hunters->def.catches
                                               : fmax(hunters->def.body, 0.1 * now->reach);
    viewer_command(self, "set flocks.%d.catch {radius: %.6g, births: %s}", flock,
                   catches ? radius : 0.0, births && catches ? "yes" : "no");
}
