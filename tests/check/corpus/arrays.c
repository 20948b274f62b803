// SPDX-License-Identifier: MIT
// Arrays of numbers and one pass over all neighbors.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX 1000

double px[MAX], py[MAX], vx[MAX], vy[MAX], fx[MAX], fy[MAX];
double r_c, r_s, f_smax, r_a, k_c, k_s, k_a, dt;
int n;

void forces(void)
{
    for (int i = 0; i < n; i++) {
        double cx = 0, cy = 0, sx = 0, sy = 0, ax = vx[i], ay = vy[i];
        int nc = 0, na = 1;
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            double dx = px[j] - px[i], dy = py[j] - py[i];
            double dist = hypot(dx, dy);
            if (dist <= r_c) {
                cx += px[j];
                cy += py[j];
                nc++;
            }
            if (dist > 0 && dist <= r_s) {
                double angle = atan2(dy, dx);
                sx -= cos(angle) / dist;
                sy -= sin(angle) / dist;
            }
            if (dist <= r_a) {
                ax += vx[j];
                ay += vy[j];
                na++;
            }
        }
        if (nc > 0 && r_c > 0) {
            cx = (cx / nc - px[i]) / r_c;
            cy = (cy / nc - py[i]) / r_c;
        } else {
            cx = cy = 0;
        }
        double s = sqrt(sx * sx + sy * sy);
        if (s > f_smax) {
            sx = sx / s * f_smax;
            sy = sy / s * f_smax;
        }
        ax /= na;
        ay /= na;
        fx[i] = k_c * cx + k_s * sx + k_a * ax;
        fy[i] = k_c * cy + k_s * sy + k_a * ay;
    }
}

void move(void)
{
    for (int i = 0; i < n; i++) {
        vx[i] += fx[i] * dt;
        vy[i] += fy[i] * dt;
        px[i] += vx[i] * dt;
        py[i] += vy[i] * dt;
    }
}

void show(void)
{
    for (int i = 0; i < n; i++)
        printf("%.3lf %.3lf %.3lf %.3lf\n", px[i], py[i], vx[i], vy[i]);
}

int main(void)
{
    char line[1000];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %d", &r_c, &r_s, &f_smax, &r_a, &k_c, &k_s, &k_a, &n);
    for (int i = 0; i < n; i++) {
        if (!fgets(line, sizeof line, stdin))
            return 1;
        sscanf(line, "%lf %lf %lf %lf", &px[i], &py[i], &vx[i], &vy[i]);
    }
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%lf", &dt) != 1)
            continue;
        forces();
        move();
        show();
        fflush(stdout);
    }
    return 0;
}
