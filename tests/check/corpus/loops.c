// SPDX-License-Identifier: MIT
// A right program with loops over arrays, one rule after the other, and one count for all.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double rc, rs, limit, ra, kc, ks, ka, *x, *y, *vx, *vy, *fx, *fy;
int n, count;

static void add_rules(int i)
{
    // cohesion
    double cx = 0, cy = 0;
    count = 0;
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        double d = sqrt((x[j] - x[i]) * (x[j] - x[i]) + (y[j] - y[i]) * (y[j] - y[i]));
        if (d <= rc) {
            cx += x[j];
            cy += y[j];
            count++;
        }
    }
    if (count > 0 && rc > 0) {
        cx /= count;
        cy /= count;
        fx[i] += kc * (cx - x[i]) / rc;
        fy[i] += kc * (cy - y[i]) / rc;
    }

    // separation
    double sx = 0, sy = 0;
    for (int j = 0; j < n; j++) {
        double dx = x[i] - x[j], dy = y[i] - y[j];
        double dist = sqrt(dx * dx + dy * dy);
        if (dist > 0 && dist <= rs) {
            sx += dx / dist / dist;
            sy += dy / dist / dist;
        }
    }
    double len = sqrt(sx * sx + sy * sy);
    if (len > limit) {
        sx = sx / len * limit;
        sy = sy / len * limit;
    }
    fx[i] += ks * sx;
    fy[i] += ks * sy;

    // alignment
    double ax = 0, ay = 0;
    count = 0;
    for (int j = 0; j < n; j++) {
        double da = hypot(x[j] - x[i], y[j] - y[i]);
        if (da <= ra) {
            ax += vx[j];
            ay += vy[j];
            count++;
        }
    }
    fx[i] += ka * ax / count;
    fy[i] += ka * ay / count;
}

int main(void)
{
    double dt;
    if (scanf("%lf %lf %lf %lf %lf %lf %lf %d", &rc, &rs, &limit, &ra, &kc, &ks, &ka, &n) != 8)
        return 1;
    x = calloc(6 * n + 6, sizeof(double)), y = x + n, vx = y + n, vy = vx + n;
    fx = vy + n, fy = fx + n;
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf %lf %lf", &x[i], &y[i], &vx[i], &vy[i]) != 4)
            return 1;
    while (scanf("%lf", &dt) == 1) {
        for (int i = 0; i < n; i++) {
            fx[i] = fy[i] = 0;
            add_rules(i);
        }
        for (int i = 0; i < n; i++) {
            vx[i] += fx[i] * dt;
            vy[i] += fy[i] * dt;
            x[i] += vx[i] * dt;
            y[i] += vy[i] * dt;
            printf("%.3f %.3f %.3f %.3f\n", x[i], y[i], vx[i], vy[i]);
        }
        fflush(stdout);
    }
    return 0;
}
