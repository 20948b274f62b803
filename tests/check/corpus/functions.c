// SPDX-License-Identifier: MIT
// A function for each rule.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x, y;
} Vec2;

typedef struct {
    Vec2 pos, vel;
} Agent;

static double rc, rs, fsmax, ra, kc, ks, ka;
static int n;

static Vec2 add(Vec2 a, Vec2 b)
{
    return (Vec2){a.x + b.x, a.y + b.y};
}

static Vec2 sub(Vec2 a, Vec2 b)
{
    return (Vec2){a.x - b.x, a.y - b.y};
}

static Vec2 scale(Vec2 a, double s)
{
    return (Vec2){a.x * s, a.y * s};
}

static double length(Vec2 a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static Vec2 cohesion(const Agent *agents, int me)
{
    Vec2 center = {0, 0};
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (i == me)
            continue;
        double d = length(sub(agents[i].pos, agents[me].pos));
        if (d <= rc) {
            center = add(center, agents[i].pos);
            count++;
        }
    }
    if (count == 0 || rc == 0)
        return (Vec2){0, 0};
    center = scale(center, 1.0 / count);
    Vec2 to = sub(center, agents[me].pos);
    return scale(to, 1 / rc);
}

static Vec2 separation(const Agent *agents, int me)
{
    Vec2 force = {0, 0};
    for (int i = 0; i < n; i++) {
        Vec2 away = sub(agents[me].pos, agents[i].pos);
        double d = length(away);
        if (i != me && d > 0 && d <= rs) {
            Vec2 dir = scale(away, 1 / d);
            force = add(force, scale(dir, 1 / d));
        }
    }
    double size = length(force);
    if (size > fsmax)
        force = scale(force, fsmax / size);
    return force;
}

static Vec2 alignment(const Agent *agents, int me)
{
    Vec2 sum = {0, 0};
    int count = 0;
    for (int i = 0; i < n; i++) {
        double d = length(sub(agents[i].pos, agents[me].pos));
        if (d <= ra) {
            sum = add(sum, agents[i].vel);
            count++;
        }
    }
    return scale(sum, 1.0 / count);
}

static Agent step(const Agent *agents, int me, double dt)
{
    Agent a = agents[me];
    Vec2 fc = scale(cohesion(agents, me), kc);
    Vec2 fs = scale(separation(agents, me), ks);
    Vec2 fa = scale(alignment(agents, me), ka);
    Vec2 f = add(add(fc, fs), fa);
    a.vel = add(a.vel, scale(f, dt));
    a.pos = add(a.pos, scale(a.vel, dt));
    return a;
}

int main(void)
{
    if (scanf("%lf %lf %lf %lf %lf %lf %lf %d", &rc, &rs, &fsmax, &ra, &kc, &ks, &ka, &n) != 8)
        return 1;
    Agent *now = calloc(n + 1, sizeof *now), *next = calloc(n + 1, sizeof *next);
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf %lf %lf", &now[i].pos.x, &now[i].pos.y, &now[i].vel.x, &now[i].vel.y) !=
            4)
            return 1;
    double dt;
    while (scanf("%lf", &dt) == 1) {
        for (int i = 0; i < n; i++)
            next[i] = step(now, i, dt);
        Agent *swap = now;
        now = next;
        next = swap;
        for (int i = 0; i < n; i++)
            printf("%.3f %.3f %.3f %.3f\n", now[i].pos.x, now[i].pos.y, now[i].vel.x, now[i].vel.y);
        fflush(stdout);
    }
    return 0;
}
