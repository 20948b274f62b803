// SPDX-License-Identifier: MIT
#include "formats/interval.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

double covey_interval_of(const double *keys, size_t count, bool numbered, double *room)
{
    if (count < 2)
        return 0.0;
    for (size_t k = 0; k + 1 < count; k++)
        room[k] = keys[k + 1] - keys[k];
    qsort(room, count - 1, sizeof *room, by_size);
    if (numbered)
        return room[0];
    const double usual = room[(count - 2) / 2];
    size_t alike = 0;
    for (size_t k = 0; k + 1 < count; k++)
        alike += fabs(room[k] - usual) <= 0.1 * usual;
    return alike > 1 && 2 * alike >= count - 1 ? usual : 0.0;
}
