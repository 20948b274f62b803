// SPDX-License-Identifier: MIT
// The lines of a program, with each right and wrong way to print and round.
#include "check/reason_parts.h"

#include <math.h>

/// The agent that stands in line i.
static size_t place_of(const reason_world *world, size_t i)
{
    int print = world->program.step[PRINT];
    if (print == PRINT_REVERSED)
        return world->n - 1 - i;
    for (size_t k = 0; print == PRINT_SORTED && k < world->n; k++) {
        size_t before = 0;
        for (size_t j = 0; j < world->n; j++)
            before +=
                world->now[j].x < world->now[k].x || (world->now[j].x <= world->now[k].x && j < k);
        if (before == i)
            return k;
    }
    return i;
}

static void set_line(double line[4], double a, double b, double c, double d)
{
    line[0] = a;
    line[1] = b;
    line[2] = c;
    line[3] = d;
}

void reason_fill(int print, const reason_agent *a, const reason_agent *old, const double f[2],
                 double line[4])
{
    set_line(line, a->x, a->y, a->vx, a->vy);
    switch (print) {
    case PRINT_VELOCITY_FIRST:
        set_line(line, a->vx, a->vy, a->x, a->y);
        break;
    case PRINT_INTERLEAVED:
        set_line(line, a->x, a->vx, a->y, a->vy);
        break;
    case PRINT_OLD_VELOCITY:
        set_line(line, a->x, a->y, old->vx, old->vy);
        break;
    case PRINT_OLD_POSITION:
        set_line(line, old->x, old->y, a->vx, a->vy);
        break;
    case PRINT_FORCE:
        set_line(line, a->x, a->y, f[0], f[1]);
        break;
    case PRINT_X_TWICE:
        line[1] = a->x;
        break;
    case PRINT_VX_TWICE:
        line[3] = a->vx;
        break;
    case PRINT_POSITION_TWICE:
        set_line(line, a->x, a->y, a->x, a->y);
        break;
    case PRINT_SPEED_ANGLE:
        set_line(line, a->x, a->y, sqrt(a->vx * a->vx + a->vy * a->vy), atan2(a->vy, a->vx));
        break;
    case PRINT_P_SWAPPED:
        set_line(line, a->y, a->x, a->vx, a->vy);
        break;
    case PRINT_V_SWAPPED:
        set_line(line, a->x, a->y, a->vy, a->vx);
        break;
    case PRINT_ALL_SWAPPED:
        set_line(line, a->y, a->x, a->vy, a->vx);
        break;
    default:
        break;
    }
}

void reason_line(const reason_world *world, size_t i, double line[4])
{
    int print = world->program.step[PRINT];
    i = place_of(world, i);
    const reason_agent *a = print == PRINT_FIRST_FRAME ? &world->first[i] : &world->now[i];
    reason_fill(print, a, &world->before[i], world->force[i], line);
}

/// The whole thousandths of the exact value: 0.484 is stored as a little less and has 483.
static double floor_exact(double x)
{
    double whole = floor(x * 1000);
    return fma(x, 1000, -whole) < 0 ? whole - 1 : whole;
}

double reason_rounded(int way_of, double x)
{
    double size = fabs(x), side = x < 0 ? -1 : 1;
    switch (way_of) {
    case ROUND_TRUNCATED:
        return side * floor(size * 1000) / 1000;
    case ROUND_DOWN:
        return floor(x * 1000) / 1000;
    case ROUND_UP:
        return ceil(x * 1000) / 1000;
    case ROUND_AWAY:
        return side * floor(size * 1000 + 0.5) / 1000;
    case ROUND_CUT_EXACT:
        return side * floor_exact(size) / 1000;
    case ROUND_DOWN_EXACT:
        return floor_exact(x) / 1000;
    case ROUND_WHOLE:
        return trunc(x);
    case ROUND_NO_SIGN:
        return size;
    case ROUND_TWO_DECIMALS:
        return round(x * 100) / 100;
    default:
        return x;
    }
}
