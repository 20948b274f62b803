// SPDX-License-Identifier: MIT
// Matrices of distances, first all neighbors, then all forces; each pair is visited once.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { X, Y, VX, VY };
enum { RC, RS, FMAX, RA, KC, KS, KA };

static double p[7];
static double (*s)[4];     // the state
static double *distance;   // n * n
static double (*total)[2]; // the forces
static int n;

static void measure(void)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double d = hypot(s[i][X] - s[j][X], s[i][Y] - s[j][Y]);
            distance[i * n + j] = d;
            distance[j * n + i] = d;
        }
}

static void add_means(int axis)
{
    for (int i = 0; i < n; i++) {
        double offsets = 0, velocities = 0;
        int near = 0, aligned = 0;
        for (int j = n - 1; j >= 0; j--) {
            if (distance[i * n + j] <= p[RC] && i != j) {
                offsets += s[j][axis] - s[i][axis];
                near++;
            }
            if (distance[i * n + j] <= p[RA]) {
                velocities += s[j][axis + VX];
                aligned++;
            }
        }
        total[i][axis] = p[KA] * velocities / aligned;
        if (near != 0 && p[RC] != 0)
            total[i][axis] += p[KC] * offsets / near / p[RC];
    }
}

static void add_pushes(void)
{
    double(*push)[2] = calloc(n + 1, sizeof *push);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double d = distance[i * n + j];
            if (d == 0 || d > p[RS])
                continue;
            for (int axis = X; axis <= Y; axis++) {
                double part = (s[i][axis] - s[j][axis]) / d / d;
                push[i][axis] += part;
                push[j][axis] -= part;
            }
        }
    for (int i = 0; i < n; i++) {
        double size = hypot(push[i][X], push[i][Y]);
        double cut = size > p[FMAX] ? p[FMAX] / size : 1;
        total[i][X] += p[KS] * cut * push[i][X];
        total[i][Y] += p[KS] * cut * push[i][Y];
    }
    free(push);
}

static void step(double dt)
{
    measure();
    add_means(X);
    add_means(Y);
    add_pushes();
    for (int i = 0; i < n; i++)
        for (int axis = X; axis <= Y; axis++) {
            s[i][VX + axis] += total[i][axis] * dt;
            s[i][axis] += s[i][VX + axis] * dt;
        }
}

int main(void)
{
    double dt;
    for (int k = 0; k < 7; k++)
        if (scanf("%lf", &p[k]) != 1)
            return 1;
    if (scanf("%d", &n) != 1)
        return 1;
    s = calloc(n + 1, sizeof *s);
    total = calloc(n + 1, sizeof *total);
    distance = calloc(n * n + 1, sizeof *distance);
    for (int i = 0; i < n; i++)
        for (int k = X; k <= VY; k++)
            if (scanf("%lf", &s[i][k]) != 1)
                return 1;
    while (scanf("%lf", &dt) == 1) {
        step(dt);
        for (int i = 0; i < n; i++)
            printf("%.3f %.3f %.3f %.3f\n", s[i][X], s[i][Y], s[i][VX], s[i][VY]);
    }
    return 0;
}
