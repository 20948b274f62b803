// SPDX-License-Identifier: MIT
// The formal assignment in plain C, right where REAL is double, and a program in float where it is
// float. Where CARELESS is 1 it counts the agent itself in cohesion and divides by r_c whatever it
// is.
#include <math.h>
#include <stdio.h>

#ifndef REAL
#define REAL double
#endif
#ifndef CARELESS
#define CARELESS 0
#endif

enum { MOST = 100 };

typedef struct bird {
    REAL x, y, vx, vy;
} bird;

static REAL r_c, r_s, f_max, r_a, k_c, k_s, k_a;
static bird now[MOST], next[MOST];
static int n;

static int read_real(REAL *value)
{
    double read;
    if (scanf("%lf", &read) != 1)
        return 0;
    *value = (REAL)read;
    return 1;
}

static REAL length(REAL x, REAL y)
{
    return (REAL)sqrt(x * x + y * y);
}

static bird move(int i, REAL dt)
{
    REAL px = 0, py = 0, sx = 0, sy = 0, ax = 0, ay = 0, fx = 0, fy = 0;
    int near = 0, aligned = 0;
    bird b = now[i];
    for (int j = 0; j < n; j++) {
        REAL dx = now[j].x - b.x, dy = now[j].y - b.y, d = length(dx, dy);
        if ((j != i || CARELESS) && d <= r_c) {
            px += now[j].x;
            py += now[j].y;
            near++;
        }
        if (j != i && d > 0 && d <= r_s) {
            sx -= dx / (d * d);
            sy -= dy / (d * d);
        }
        if (j == i || d <= r_a) {
            ax += now[j].vx;
            ay += now[j].vy;
            aligned++;
        }
    }
    if (near > 0 && (r_c > 0 || CARELESS)) {
        fx += k_c * (px / (REAL)near - b.x) / r_c;
        fy += k_c * (py / (REAL)near - b.y) / r_c;
    }
    REAL push = length(sx, sy), share = push > f_max ? f_max / push : 1;
    fx += k_s * sx * share + k_a * ax / (REAL)aligned;
    fy += k_s * sy * share + k_a * ay / (REAL)aligned;
    b.vx += fx * dt;
    b.vy += fy * dt;
    b.x += b.vx * dt;
    b.y += b.vy * dt;
    return b;
}

int main(void)
{
    REAL count, dt;
    REAL *const head[] = {&r_c, &r_s, &f_max, &r_a, &k_c, &k_s, &k_a, &count};
    for (int k = 0; k < 8; k++)
        if (!read_real(head[k]))
            return 1;
    n = (int)count;
    for (int i = 0; i < n; i++)
        if (!(read_real(&now[i].x) && read_real(&now[i].y) && read_real(&now[i].vx) &&
              read_real(&now[i].vy)))
            return 1;
    while (read_real(&dt)) {
        for (int i = 0; i < n; i++)
            next[i] = move(i, dt);
        for (int i = 0; i < n; i++) {
            now[i] = next[i];
            printf("%.3f %.3f %.3f %.3f\n", (double)now[i].x, (double)now[i].y, (double)now[i].vx,
                   (double)now[i].vy);
        }
        (void)fflush(stdout);
    }
    return 0;
}
