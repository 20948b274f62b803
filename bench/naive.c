// SPDX-License-Identifier: MIT
// The plain program that covey's is compared with: the rules of the assignment written down as they
// stand, every agent looking at every other, scanf and printf. Correct and double-buffered.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct agent {
    double x, y, vx, vy;
} agent;

typedef struct rules {
    double r_c, r_s, f_max, r_a, k_c, k_s, k_a;
} rules;

/// Sums over the neighbors of one agent.
typedef struct sums {
    double cx, cy, sx, sy, ax, ay;
    int c_count, a_count;
} sums;

static sums look_around(const rules *r, const agent *agents, int n, int i)
{
    sums sum = {0};
    double x = agents[i].x, y = agents[i].y;
    for (int j = 0; j < n; j++) {
        double dx = agents[j].x - x, dy = agents[j].y - y;
        double d = sqrt(dx * dx + dy * dy);
        if (d <= r->r_a) {
            sum.ax += agents[j].vx;
            sum.ay += agents[j].vy;
            sum.a_count++;
        }
        if (j == i)
            continue;
        if (d <= r->r_c) {
            sum.cx += dx;
            sum.cy += dy;
            sum.c_count++;
        }
        if (d > 0 && d <= r->r_s) {
            sum.sx -= dx / d / d;
            sum.sy -= dy / d / d;
        }
    }
    return sum;
}

static agent move(const rules *r, agent a, const sums *sum, double dt)
{
    double fx = 0, fy = 0;
    if (sum->c_count > 0 && r->r_c > 0) {
        fx += r->k_c * (sum->cx / sum->c_count / r->r_c);
        fy += r->k_c * (sum->cy / sum->c_count / r->r_c);
    }
    double sx = sum->sx, sy = sum->sy, length = sqrt(sx * sx + sy * sy);
    if (length > r->f_max) {
        sx = sx / length * r->f_max;
        sy = sy / length * r->f_max;
    }
    fx += r->k_s * sx + r->k_a * (sum->ax / sum->a_count);
    fy += r->k_s * sy + r->k_a * (sum->ay / sum->a_count);
    a.vx += fx * dt;
    a.vy += fy * dt;
    a.x += a.vx * dt;
    a.y += a.vy * dt;
    return a;
}

/// As "%.3f", without the sign of a zero.
static void print(double x, char after)
{
    if (x < 0 && x >= -0.0005) {
        char text[16];
        snprintf(text, sizeof text, "%.3f", x);
        printf("%s%c", strcmp(text, "-0.000") == 0 ? "0.000" : text, after);
        return;
    }
    printf("%.3f%c", x == 0 ? 0.0 : x, after);
}

// NOLINTBEGIN(cert-err34-c): a plain program reads with scanf.
int main(void)
{
    rules r;
    int n;
    if (scanf("%lf %lf %lf %lf %lf %lf %lf %d", &r.r_c, &r.r_s, &r.f_max, &r.r_a, &r.k_c, &r.k_s,
              &r.k_a, &n) != 8 ||
        n < 0)
        return 1;
    agent *now = malloc(((size_t)n + 1) * sizeof *now);
    agent *next = malloc(((size_t)n + 1) * sizeof *next);
    if (now == NULL || next == NULL)
        exit(1);
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf %lf %lf", &now[i].x, &now[i].y, &now[i].vx, &now[i].vy) != 4)
            exit(1);
    double dt;
    while (scanf("%lf", &dt) == 1) {
        for (int i = 0; i < n; i++) {
            sums sum = look_around(&r, now, n, i);
            next[i] = move(&r, now[i], &sum, dt);
        }
        agent *old = now;
        now = next;
        next = old;
        for (int i = 0; i < n; i++) {
            print(now[i].x, ' ');
            print(now[i].y, ' ');
            print(now[i].vx, ' ');
            print(now[i].vy, '\n');
        }
        fflush(stdout);
    }
    free(now);
    free(next);
    return 0;
}
// NOLINTEND(cert-err34-c)
