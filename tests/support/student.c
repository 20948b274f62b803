// SPDX-License-Identifier: MIT
#include "support/student.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct vec {
    double x, y;
} vec;

typedef struct agent {
    vec p, v;
} agent;

typedef struct program {
    student_dialect dialect;
    student_mistake mistakes[2];
    const char *input; ///< the rest of it
    double r_c, r_s, f_max, r_a, k_c, k_s, k_a;
    size_t n;
    agent *agents;
    agent *next;
    char *output;
    size_t used, room;
} program;

const char *student_dialect_name(int dialect)
{
    static const char *const names[STUDENT_DIALECTS] = {"text", "suite2023", "unit"};
    return names[dialect];
}

const char *student_mistake_text(int mistake)
{
#define STUDENT_MISTAKE_TEXT(name, text) text,
    static const char *const texts[STUDENT_MISTAKES] = {STUDENT_MISTAKE_LIST(STUDENT_MISTAKE_TEXT)};
#undef STUDENT_MISTAKE_TEXT
    return texts[mistake];
}

static void *get_memory(void *old, size_t size)
{
    void *block = realloc(old, size > 0 ? size : 1);
    if (block == NULL)
        abort();
    return block;
}

static bool makes(const program *self, student_mistake mistake)
{
    return self->mistakes[0] == mistake || self->mistakes[1] == mistake;
}

/// A variable of the type that the program uses for numbers.
static double stored(const program *self, double x)
{
    return makes(self, STUDENT_FLOAT) ? (double)(float)x : x;
}

static vec stored_vec(const program *self, double x, double y)
{
    return (vec){stored(self, x), stored(self, y)};
}

static double length(vec v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static vec times(double factor, vec v)
{
    return (vec){factor * v.x, factor * v.y};
}

static vec from_to(vec a, vec b)
{
    return (vec){b.x - a.x, b.y - a.y};
}

/// The distance that the rules use.
static double reach(const program *self, vec offset)
{
    double squares = offset.x * offset.x + offset.y * offset.y;
    return makes(self, STUDENT_SQUARED_DISTANCE) ? squares : sqrt(squares);
}

static vec unit(vec v)
{
    double l = length(v);
    return l > 0 ? (vec){v.x / l, v.y / l} : v;
}

// ---- Input and output ----

static bool read_number(program *self, double *x)
{
    char *end;
    *x = stored(self, strtod(self->input, &end));
    bool found = end != self->input;
    self->input = end;
    return found;
}

static void read_all(program *self, const int takes[7])
{
    double n = 0, read[8] = {[7] = 1};
    double *const params[] = {&self->r_c, &self->r_s, &self->f_max, &self->r_a,
                              &self->k_c, &self->k_s, &self->k_a};
    for (int k = 0; k < 7; k++)
        read_number(self, &read[k]);
    for (int k = 0; k < 7; k++)
        *params[k] = read[takes[k]];
    read_number(self, &n);
    self->n = (size_t)n;
    self->agents = get_memory(NULL, self->n * sizeof(agent));
    self->next = get_memory(NULL, self->n * sizeof(agent));
    for (size_t i = 0; i < self->n; i++) {
        agent *a = &self->agents[i];
        bool mixed = makes(self, STUDENT_READ_ORDER);
        double *const values[] = {&a->p.x, mixed ? &a->v.x : &a->p.y, mixed ? &a->p.y : &a->v.x,
                                  &a->v.y};
        for (int k = 0; k < 4; k++)
            read_number(self, values[k]);
    }
}

static void print_number(program *self, double x, char after)
{
    char text[512];
    if (makes(self, STUDENT_TRUNCATED))
        x = trunc(x * 1000) / 1000;
    if (makes(self, STUDENT_ROUNDED_DOWN))
        x = floor(x * 1000) / 1000;
    if (makes(self, STUDENT_HALF_AWAY))
        x = round(x * 1000) / 1000;
    int decimals = makes(self, STUDENT_SIX_DECIMALS) ? 6 : 3;
    if (makes(self, STUDENT_THREE_DIGITS)) // as std::cout << std::setprecision(3) << x
        (void)snprintf(text, sizeof text, "%.3g", x);
    else
        (void)snprintf(text, sizeof text, "%.*f", decimals, x);
    bool zero = strspn(text, "-0.") == strlen(text);
    const char *shown = zero && text[0] == '-' ? text + 1 : text;
    size_t size = strlen(shown);
    if (self->used + size + 2 > self->room) {
        self->room = 2 * self->room + 1024;
        self->output = get_memory(self->output, self->room);
    }
    memcpy(self->output + self->used, shown, size);
    self->used += size;
    self->output[self->used++] = after;
    self->output[self->used] = '\0';
}

static void print_frame(program *self)
{
    if (makes(self, STUDENT_LAST_FRAME))
        self->used = 0;
    for (size_t i = 0; i < self->n; i++) {
        const agent *a = &self->agents[i];
        const vec first = makes(self, STUDENT_PRINT_ORDER) ? a->v : a->p;
        const vec second = makes(self, STUDENT_PRINT_ORDER) ? a->p : a->v;
        print_number(self, first.x, ' ');
        print_number(self, first.y, ' ');
        print_number(self, second.x, ' ');
        print_number(self, second.y, '\n');
    }
}

// ---- Rules ----

static bool is_inside(const program *self, double d, double radius, student_mistake strict)
{
    return makes(self, STUDENT_STRICT) || makes(self, strict) ? d < radius : d <= radius;
}

static size_t others(const program *self)
{
    return makes(self, STUDENT_LAST_UNSEEN) ? self->n - 1 : self->n;
}

static vec cohesion(const program *self, size_t i)
{
    vec here = self->agents[i].p, sum = {0, 0};
    int count = 0;
    for (size_t j = 0; j < others(self); j++) {
        if (j == i && !makes(self, STUDENT_COHESION_WITH_SELF))
            continue;
        vec there = self->agents[j].p;
        double d = reach(self, from_to(here, there));
        if (!is_inside(self, d, self->r_c, STUDENT_COHESION_STRICT))
            continue;
        sum.x += there.x;
        sum.y += there.y;
        count++;
    }
    if (count == 0)
        return (vec){0, 0};
    double all = (double)self->n;
    vec center = makes(self, STUDENT_COHESION_OVER_ALL) ? (vec){sum.x / all, sum.y / all}
                 : makes(self, STUDENT_COHESION_SUM)    ? sum
                                                        : (vec){sum.x / count, sum.y / count};
    vec to_center = makes(self, STUDENT_COHESION_CENTER) ? center : from_to(here, center);
    if (makes(self, STUDENT_COHESION_FLIPPED))
        to_center = (vec){-to_center.x, -to_center.y};
    bool normalize = (self->dialect == STUDENT_UNIT) != (makes(self, STUDENT_COHESION_OTHER_SCALE));
    bool divide = !normalize;
    if (makes(self, STUDENT_COHESION_NOT_DIVIDED))
        normalize = divide = false;
    if (normalize)
        to_center = unit(to_center);
    if (makes(self, STUDENT_ONCE_PER_NEIGHBOR))
        to_center = times(count, to_center);
    if (!divide)
        return to_center;
    return self->r_c > 0 ? times(1 / self->r_c, to_center) : (vec){0, 0};
}

/// How one neighbor at distance d > 0 pushes.
static vec push(const program *self, vec offset, double d)
{
    double strength = makes(self, STUDENT_SEPARATION_CONSTANT)  ? 1
                      : makes(self, STUDENT_SEPARATION_SQUARED) ? 1 / (d * d)
                                                                : 1 / d;
    bool attracts = makes(self, STUDENT_SEPARATION_FLIPPED);
    if (makes(self, STUDENT_SEPARATION_OFFSETS))
        return attracts ? offset : (vec){-offset.x, -offset.y};
    if (attracts)
        strength = -strength;
    if (self->dialect == STUDENT_SUITE2023)
        return (vec){offset.x > 0   ? -strength
                     : offset.x < 0 ? strength
                                    : 0,
                     offset.y > 0   ? -strength
                     : offset.y < 0 ? strength
                                    : 0};
    return (vec){-strength * offset.x / d, -strength * offset.y / d};
}

static double clamp_one(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

static vec clamp(const program *self, vec f)
{
    if (makes(self, STUDENT_CLAMP_PER_AXIS))
        return (vec){clamp_one(f.x, self->f_max), clamp_one(f.y, self->f_max)};
    if (makes(self, STUDENT_CLAMP_SQUARED))
        return f.x * f.x + f.y * f.y > self->f_max ? times(self->f_max, unit(f)) : f;
    double measure = self->dialect == STUDENT_SUITE2023 ? fabs(f.x * f.y) : length(f);
    if (makes(self, STUDENT_ALWAYS_CLAMPED))
        return times(self->f_max, unit(f));
    bool never = makes(self, STUDENT_NOT_CLAMPED) || makes(self, STUDENT_FORCE_CLAMPED);
    if (never || measure <= self->f_max)
        return f;
    return times(self->f_max, unit(f));
}

/// Times K_s already.
static vec separation(const program *self, size_t i)
{
    vec here = self->agents[i].p, sum = {0, 0};
    int count = 0;
    for (size_t j = 0; j < others(self); j++) {
        vec offset = from_to(here, self->agents[j].p);
        double d = reach(self, offset);
        if (j == i || d == 0 || !is_inside(self, d, self->r_s, STUDENT_SEPARATION_STRICT))
            continue;
        vec one = push(self, offset, d);
        sum.x += one.x;
        sum.y += one.y;
        count++;
    }
    if (makes(self, STUDENT_SEPARATION_AVERAGED) && count > 0)
        sum = (vec){sum.x / count, sum.y / count};
    bool gain_first = (self->dialect == STUDENT_UNIT) != (makes(self, STUDENT_CLAMP_OTHER_SIDE));
    vec force =
        gain_first ? clamp(self, times(self->k_s, sum)) : times(self->k_s, clamp(self, sum));
    return makes(self, STUDENT_ONCE_PER_NEIGHBOR) ? times(count, force) : force;
}

static vec alignment(const program *self, size_t i)
{
    vec here = self->agents[i].p, own = self->agents[i].v, sum = {0, 0};
    int count = 0;
    for (size_t j = 0; j < others(self); j++) {
        bool is_self = j == i;
        if (is_self && makes(self, STUDENT_ALIGNMENT_WITHOUT_SELF))
            continue;
        double d = reach(self, from_to(here, self->agents[j].p));
        if (!is_self && !is_inside(self, d, self->r_a, STUDENT_ALIGNMENT_STRICT))
            continue;
        sum.x += self->agents[j].v.x;
        sum.y += self->agents[j].v.y;
        count++;
    }
    if (count == 0)
        return (vec){0, 0};
    double all = makes(self, STUDENT_ALIGNMENT_OVER_ALL) ? (double)self->n : count;
    vec mean = {sum.x / all, sum.y / all};
    if (makes(self, STUDENT_ALIGNMENT_SUM))
        mean = sum;
    if (makes(self, STUDENT_ALIGNMENT_DIFFERENCE))
        mean = from_to(own, mean);
    if (makes(self, STUDENT_ALIGNMENT_UNIT))
        mean = unit(mean);
    return makes(self, STUDENT_ONCE_PER_NEIGHBOR) ? times(count, mean) : mean;
}

// ---- Steps ----

static agent moved(const program *self, size_t i, double dt)
{
    vec c = cohesion(self, i), s = separation(self, i), a = alignment(self, i);
    vec f = stored_vec(self, self->k_c * c.x + s.x + self->k_a * a.x,
                       self->k_c * c.y + s.y + self->k_a * a.y);
    if (makes(self, STUDENT_FORCE_CLAMPED) && length(f) > self->f_max)
        f = times(self->f_max, unit(f));
    if (makes(self, STUDENT_FY_FROM_FX))
        f.y = f.x;
    agent old = self->agents[i], new;
    double gain = makes(self, STUDENT_NO_DT) ? 1 : dt;
    new.v = stored_vec(self, old.v.x + f.x * gain, old.v.y + f.y * gain);
    if (makes(self, STUDENT_FORCE_AS_VELOCITY))
        new.v = stored_vec(self, f.x * gain, f.y * gain);
    vec by = new.v;
    if (makes(self, STUDENT_OLD_VELOCITY))
        by = old.v;
    if (makes(self, STUDENT_HALF_SQUARE))
        by = (vec){old.v.x + f.x * dt / 2, old.v.y + f.y * dt / 2};
    double time = makes(self, STUDENT_POSITION_NO_DT) ? 1 : dt;
    new.p = stored_vec(self, old.p.x + by.x * time, old.p.y + by.y * time);
    return new;
}

static void step(program *self, double dt)
{
    agent *target = makes(self, STUDENT_IN_PLACE) ? self->agents : self->next;
    for (size_t i = 0; i < self->n; i++) {
        target[i] = moved(self, i, dt);
        if (makes(self, STUDENT_VELOCITIES_IN_PLACE))
            self->agents[i].v = target[i].v;
    }
    if (target == self->agents)
        return;
    self->next = self->agents;
    self->agents = target;
}

char *student_run(const char *input, student_dialect dialect, student_mistake mistake)
{
    return student_run_both(input, dialect, mistake, STUDENT_NONE);
}

/// Mixes parameters up as the simulator does first: F_Smax and r_a, F_Smax for r_a, K_c left out.
static void mix_up(student_mistake mistake, int takes[7])
{
    if (mistake == STUDENT_SWAPPED)
        takes[2] = 3;
    if (mistake == STUDENT_SWAPPED || mistake == STUDENT_REPLACED)
        takes[3] = 2;
    if (mistake == STUDENT_GAIN_LEFT_OUT)
        takes[4] = 7;
}

char *student_run_both(const char *input, student_dialect dialect, student_mistake one,
                       student_mistake other)
{
    student_def def = {dialect, {one, other}, {0, 1, 2, 3, 4, 5, 6}};
    mix_up(one, def.takes);
    mix_up(other, def.takes);
    return student_run_def(input, &def);
}

char *student_run_def(const char *input, const student_def *def)
{
    program self = {
        .dialect = def->dialect, .mistakes = {def->mistakes[0], def->mistakes[1]}, .input = input};
    self.output = get_memory(NULL, 1);
    self.output[0] = '\0';
    self.room = 1;
    read_all(&self, def->takes);
    double dt, first = 0, last = 0;
    bool moved_once = false;
    if (makes(&self, STUDENT_FIRST_FRAME))
        print_frame(&self);
    for (; read_number(&self, &dt); last = dt, moved_once = true) {
        first = moved_once ? first : dt;
        dt = makes(&self, STUDENT_FIRST_DT) ? first : dt;
        step(&self, dt);
        print_frame(&self);
    }
    if (moved_once && makes(&self, STUDENT_EXTRA_STEP)) {
        step(&self, last);
        print_frame(&self);
    }
    free(self.agents);
    free(self.next);
    return self.output;
}
