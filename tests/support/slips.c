// SPDX-License-Identifier: MIT
#include "support/slips.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// name, names of classic mistakes that are the same, parts
#define SLIPS(X)                                                                                   \
    X(NONE, "none", "", "")                                                                        \
    X(COHESION_OVER_N, "cohesion divided by N", "", "c")                                           \
    X(COHESION_OVER_MORE, "cohesion divided by count + 1", "cohesion-with-self", "c")              \
    X(COHESION_SUM, "cohesion of the sum, not the mean", "", "c")                                  \
    X(COHESION_CENTER, "the center itself is the force", "", "c")                                  \
    X(COHESION_FLIPPED, "away from the center", "", "c")                                           \
    X(COHESION_SQUARE, "cohesion divided by r_c twice", "", "c")                                   \
    X(COHESION_DISTANCE, "cohesion unit times distance over r_c squared", "", "c")                 \
    X(COHESION_INVERSE, "cohesion weaker with distance", "", "c")                                  \
    X(COHESION_CLAMPED, "cohesion clamped to F_Smax", "", "c")                                     \
    X(COHESION_ALL, "cohesion with all agents", "", "c")                                           \
    X(COHESION_ALL_SELF, "cohesion with all agents and itself", "", "c")                           \
    X(COHESION_BY_RS, "cohesion divided by r_s", "", "c")                                          \
    X(COHESION_SEES_RS, "cohesion sees within r_s", "", "c")                                       \
    X(COHESION_SEES_RA, "cohesion sees within r_a", "", "c")                                       \
    X(COHESION_TWICE_RC, "cohesion sees within 2 r_c", "", "c")                                    \
    X(COHESION_SQUARED_D, "cohesion compares d squared with r_c", "", "c")                         \
    X(COHESION_X_ONLY, "cohesion in x only", "", "c")                                              \
    X(COHESION_BOX, "cohesion looks in a square", "", "c")                                         \
    X(COHESION_MANHATTAN, "cohesion with d = |dx| + |dy|", "", "c")                                \
    X(COHESION_FIRST, "cohesion with the first neighbor", "", "c")                                 \
    X(COHESION_LAST, "cohesion with the last neighbor", "", "c")                                   \
    X(COHESION_NEAREST, "cohesion with the nearest neighbor", "", "c")                             \
    X(COHESION_LATER, "cohesion with later agents only", "", "c")                                  \
    X(COHESION_KEPT, "center not set to zero for each agent", "", "c")                             \
    X(COHESION_VELOCITY, "center of velocities", "", "c")                                          \
    X(COHESION_DESIRED, "cohesion minus own velocity", "", "c")                                    \
    X(COHESION_LINEAR_COUNT, "int division of the center", "", "c")                                \
    X(SEPARATION_SUM_R, "separation of offsets not divided at all", "", "s")                       \
    X(SEPARATION_CUBED, "1 / d cubed", "", "s")                                                    \
    X(SEPARATION_LINEAR, "1 - d / r_s", "", "s")                                                   \
    X(SEPARATION_OVER_RS, "r_s / d", "", "s")                                                      \
    X(SEPARATION_SQRT, "1 / sqrt d", "", "s")                                                      \
    X(SEPARATION_OVER_N, "separation divided by N", "", "s")                                       \
    X(SEPARATION_CLAMP_EACH, "each push clamped", "", "s")                                         \
    X(SEPARATION_CLAMP_ALWAYS, "always of length F_Smax", "", "s")                                 \
    X(SEPARATION_CLAMP_ONE, "clamped to 1", "", "s")                                               \
    X(SEPARATION_CLAMP_LOW, "F_Smax as a lower limit", "", "s")                                    \
    X(SEPARATION_CLAMP_ZERO, "none beyond F_Smax", "", "s")                                        \
    X(SEPARATION_CLAMP_SQUARE, "clamp compares the square of the length", "clamp-squared", "s")    \
    X(SEPARATION_CLAMP_AXIS, "clamp per axis", "clamp-per-axis", "s")                              \
    X(SEPARATION_CLAMP_TOTAL, "the whole force clamped", "", "sca")                                \
    X(SEPARATION_SEES_RC, "separation sees within r_c", "", "s")                                   \
    X(SEPARATION_SEES_RA, "separation sees within r_a", "", "s")                                   \
    X(SEPARATION_ALL, "separation from all", "", "s")                                              \
    X(SEPARATION_NEAREST, "separation from the nearest", "", "s")                                  \
    X(SEPARATION_LAST, "separation from the last neighbor, = not +=", "", "s")                     \
    X(SEPARATION_LATER, "separation from later agents", "", "s")                                   \
    X(SEPARATION_CENTER, "separation from the center of neighbors", "", "s")                       \
    X(SEPARATION_EPSILON, "1 / (d + 0.01)", "", "s")                                               \
    X(SEPARATION_TOUCH, "coincident agents pushed along x", "", "s")                               \
    X(SEPARATION_KEPT, "separation not set to zero for each agent", "", "s")                       \
    X(SEPARATION_X, "separation y from dx", "", "s")                                               \
    X(SEPARATION_SQUARED_D, "separation compares d squared with r_s", "", "s")                     \
    X(SEPARATION_GAIN_TWICE, "K_s twice", "", "s")                                                 \
    X(SEPARATION_AXES, "1/dx and 1/dy for the axes", "", "s")                                      \
    X(SEPARATION_SIGNS, "1/d with signs of the axes", "suite2023", "s")                            \
    X(SEPARATION_MAX_GAIN, "clamp to F_Smax K_s after the gain squared", "", "s")                  \
    X(ALIGNMENT_SUM, "sum of velocities", "", "a")                                                 \
    X(ALIGNMENT_UNIT, "unit mean velocity", "", "a")                                               \
    X(ALIGNMENT_OVER_N, "sum of velocities divided by N", "", "a")                                 \
    X(ALIGNMENT_ALL, "alignment with all", "", "a")                                                \
    X(ALIGNMENT_SEES_RC, "alignment within r_c", "", "a")                                          \
    X(ALIGNMENT_SEES_RS, "alignment within r_s", "", "a")                                          \
    X(ALIGNMENT_OFF_COUNT, "alignment counts self in the sum only", "", "a")                       \
    X(ALIGNMENT_OFF_SUM, "alignment counts self in the count only", "", "a")                       \
    X(ALIGNMENT_TWICE, "alignment counts self twice", "", "a")                                     \
    X(ALIGNMENT_OLD, "alignment with velocities of the step before", "", "a")                      \
    X(ALIGNMENT_KEPT, "alignment not set to zero for each agent", "", "a")                         \
    X(ALIGNMENT_POSITIONS, "mean of positions", "", "a")                                           \
    X(ALIGNMENT_LONELY, "no alignment without neighbors", "", "a")                                 \
    X(ALIGNMENT_FLIPPED, "alignment negative", "", "a")                                            \
    X(ALIGNMENT_SPEED, "mean speed in the own direction", "", "a")                                 \
    X(ALIGNMENT_X, "alignment y from vx", "", "a")                                                 \
    X(ALIGNMENT_OVER_RA, "alignment divided by r_a", "", "a")                                      \
    X(ALIGNMENT_OVER_DT, "alignment difference over dt", "", "a")                                  \
    X(NO_KC, "K_c left out", "gain-left-out", "c")                                                 \
    X(NO_KS, "K_s left out", "gain-left-out", "s")                                                 \
    X(NO_KA, "K_a left out", "gain-left-out", "a")                                                 \
    X(NO_GAINS, "no gains at all", "", "csa")                                                      \
    X(GAINS_SUM_ONE, "gains divided by their sum", "", "csa")                                      \
    X(KC_KS, "K_c and K_s swapped", "parameter-swapped", "csr")                                    \
    X(KS_KA, "K_s and K_a swapped", "parameter-swapped", "sar")                                    \
    X(KC_KA, "K_c and K_a swapped", "parameter-swapped", "car")                                    \
    X(RC_RS, "r_c and r_s swapped", "parameter-swapped", "csr")                                    \
    X(RS_RA, "r_s and r_a swapped", "parameter-swapped", "sar")                                    \
    X(RC_RA, "r_c and r_a swapped", "parameter-swapped", "car")                                    \
    X(RA_FMAX, "r_a read before F_Smax", "parameter-swapped", "sar")                               \
    X(ONE_RADIUS, "r_c for all", "", "sa")                                                         \
    X(ALL_STRICT, "< for all radii",                                                               \
      "all-strict cohesion-strict separation-strict "                                              \
      "alignment-strict",                                                                          \
      "csa")                                                                                       \
    X(NO_ROOT, "the distance without its root everywhere", "", "csa")                              \
    X(D_FLOOR, "distances as whole numbers", "", "csa")                                            \
    X(D_EPSILON, "radii with a tolerance of 0.01", "", "csa")                                      \
    X(D_INT_RADII, "radii read as whole numbers", "", "csar")                                      \
    X(GAINS_INT, "gains read as whole numbers", "", "csar")                                        \
    X(DT_INT, "time steps read as whole numbers", "", "mr")                                        \
    X(ALL_INT, "all numbers whole", "", "csamr")                                                   \
    X(X_VX_Y_VY, "the agent read as x vx y vy", "agent-order", "csamr")                            \
    X(VX_VY_SWAPPED, "vx and vy swapped when read", "", "amr")                                     \
    X(PRINT_VX_FIRST, "prints vx vy x y", "", "o")                                                 \
    X(PRINT_INTERLEAVED, "prints x vx y vy", "", "o")                                              \
    X(PRINT_OLD_VELOCITY, "prints the velocity before the step", "", "o")                          \
    X(PRINT_OLD_POSITION, "prints the position before the step", "", "o")                          \
    X(PRINT_FORCE, "prints the force as velocity", "", "o")                                        \
    X(PRINT_X_TWICE, "prints x x vx vy", "", "o")                                                  \
    X(PRINT_REVERSED, "prints agents backwards", "", "o")                                          \
    X(PRINT_SORTED, "prints agents sorted by x", "", "o")                                          \
    X(FIRST_STEP_ONLY, "prints the first frame for all steps", "", "om")                           \
    X(ACCUMULATES, "force kept from step to step", "", "csam")                                     \
    X(DT_TOTAL, "dt added up", "", "mr")                                                           \
    X(DT_FIRST, "the first dt for all steps", "", "mr")                                            \
    X(DT_PREVIOUS, "the dt before", "", "mr")                                                      \
    X(DT_TWICE, "dt squared on the position", "", "m")                                             \
    X(DT_ON_FORCE_TWICE, "dt squared on the velocity", "", "m")                                    \
    X(NO_DT_POSITION, "no dt on the position", "", "m")                                            \
    X(NO_DT_AT_ALL, "no dt at all", "", "m")                                                       \
    X(MEAN_VELOCITY, "moves with the mean of old and new velocity", "half-square", "m")            \
    X(HALF_FORCE, "half of the force", "", "m")                                                    \
    X(FORCE_X, "F_y from x", "force-y-from-x", "m")                                                \
    X(FORCE_UNIT, "force of length one", "", "csam")                                               \
    X(SPEED_LIMIT, "speed limited to 1", "", "m")                                                  \
    X(FRICTION, "velocity times 0.99", "", "m")                                                    \
    X(FORCE_IS_VELOCITY, "velocity is the force", "", "m")                                         \
    X(SEMI_IN_PLACE_V, "velocities in place, positions later", "in-place", "am")                   \
    X(SEMI_IN_PLACE_P, "positions in place, velocities later", "in-place", "csm")                  \
    X(BACKWARD_IN_PLACE, "in place, last agent first", "", "csam")                                 \
    X(STALE_NEIGHBORS, "neighbors of the first step", "", "csa")                                   \
    X(LAST_LEFT_OUT, "loops to n - 1: the last is no neighbor", "", "csa")                         \
    X(FIRST_LEFT_OUT, "loops from 1: the first is no neighbor", "", "csa")                         \
    X(LAST_STILL, "the last agent does not move", "", "m")                                         \
    X(FIRST_STILL, "the first agent does not move", "", "m")                                       \
    X(SELF_BY_PLACE, "self known by its place: coincident agents are none", "", "csa")             \
    X(SELF_EVERYWHERE, "counts itself in cohesion and leaves it out of alignment",                 \
      "cohesion-with-self alignment-without-self", "ca")                                           \
    X(WRAPS, "a torus of 100", "", "csam")                                                         \
    X(FORGETS_LAST_DT, "stops before the last step", "", "ox")                                     \
    X(MINUS_ZERO, "prints -0.000", "form", "f")                                                    \
    X(TRUNC_INT, "rounds with (int)(x * 1000) / 1000", "truncated", "o")                           \
    X(ROUND_UP, "rounds up", "", "o")                                                              \
    X(ROUND_STATE, "rounds the state at each step", "", "om")                                      \
    X(FLOAT_FORCE, "forces in float", "float", "csa")                                              \
    X(FLOAT_ALL, "float everywhere", "float", "csamo")                                             \
    X(FLOAT_READ, "reads in float", "float", "r")                                                  \
    X(FORM_COMMA, "decimal commas", "form", "f")                                                   \
    X(FORM_JSON, "JSON", "form", "f")                                                              \
    X(FORM_JSON_LINES, "JSON in many lines", "form", "f")                                          \
    X(FORM_FORTRAN, "no zero before the point", "form", "f")                                       \
    X(FORM_PLUS, "a sign before all", "form", "f")                                                 \
    X(FORM_EXPONENT, "exponents", "form", "f")                                                     \
    X(FORM_WIDE, "%8.3f", "form", "f")                                                             \
    X(FORM_TABS, "tabs", "form", "f")                                                              \
    X(FORM_CSV, "commas between", "form", "f")                                                     \
    X(FORM_BRACKETS, "(x, y) (vx, vy)", "form", "f")                                               \
    X(FORM_INDEX, "a number before each line", "form", "f")                                        \
    X(FORM_TIME, "the time step before each frame", "form", "f")                                   \
    X(FORM_TIME_COLUMN, "the time before each line", "form", "f")                                  \
    X(FORM_HEADING, "a heading for each frame", "form", "f")                                       \
    X(FORM_EMPTY, "empty lines between frames", "form", "f")                                       \
    X(FORM_TWO, "positions, then velocities, in lines of two", "form", "f")                        \
    X(FORM_SIX, "six decimals", "form decimals", "f")                                              \
    X(FORM_SHORTEST, "%g of ten digits", "form significant", "f")                                  \
    X(FORM_NO_END, "no end of the last line", "form", "f")                                         \
    X(FORM_START, "the start, too", "form first-frame", "f")                                       \
    X(FORM_START_NOT_END, "the frame before each step", "form", "f")                               \
    X(FORM_NO_FIRST, "not the first frame", "form", "f")                                           \
    X(FORM_TWICE, "each frame twice", "form", "f")                                                 \
    X(FORM_NOT_FIRST_AGENT, "not the first agent", "form", "f")                                    \
    X(FORM_NOT_LAST_AGENT, "not the last agent", "form", "f")                                      \
    X(FORM_EXTRA_AGENT, "an agent of zeros at the end", "form", "f")                               \
    X(FORM_ONE_FRAME, "the last frame alone", "form last-frame", "f")                              \
    X(FORM_AGAIN, "the last step twice", "form extra-step", "f")                                   \
    X(CRASH_EMPTY, "crashes without agents", "", "x")                                              \
    X(CRASH_MANY, "crashes with more than five agents", "", "x")                                   \
    X(CRASH_SECOND, "crashes in the second step", "", "x")                                         \
    X(CRASH_TOUCH, "crashes where two agents touch", "", "x")                                      \
    X(CRASH_END, "crashes at the end", "", "x")                                                    \
    X(HANG_EMPTY, "hangs without agents", "", "x")                                                 \
    X(HANG_THIRD, "hangs in the third step", "", "x")                                              \
    X(FAIL_END, "ends with 1", "", "x")                                                            \
    X(NAN_TOUCH, "0/0 for coincident agents", "", "sx")                                            \
    X(NAN_ALONE, "0/0 without neighbors", "", "cx")                                                \
    X(NAN_RC, "x/0 for r_c = 0", "", "cx")

typedef enum slip {
#define X(id, name, names, parts) id,
    SLIPS(X)
#undef X
        SLIPS_COUNT,
} slip;

static const slips_info infos[SLIPS_COUNT] = {
#define X(id, name, names, parts) {name, names, parts},
    SLIPS(X)
#undef X
};

enum { MOST = 2048 };

typedef struct agent {
    double x, y, vx, vy;
} agent;

typedef struct program {
    int slips[2];
    const char *input;
    double par[8];
    size_t n, step;
    double dt, dt_before, dt_first, dt_sum;
    agent *now, *next, *start, *before, *first;
    double *kept; ///< forces
    double total[6];
    char *out;
    size_t used, room;
    slips_end end;
} program;

const slips_info *slips_get(int row)
{
    return row >= 0 && row < SLIPS_COUNT ? &infos[row] : NULL;
}

static bool has(const program *self, slip one)
{
    return self->slips[0] == (int)one || self->slips[1] == (int)one;
}

static double narrow(const program *self, double x)
{
    return has(self, FLOAT_ALL) ? (double)(float)x : x;
}

// ---- Reading ----

static bool read_number(program *self, double *x)
{
    char *end;
    *x = strtod(self->input, &end);
    bool found = end != self->input;
    self->input = end;
    if (has(self, FLOAT_READ) || has(self, FLOAT_ALL))
        *x = (double)(float)*x;
    if (has(self, ALL_INT))
        *x = trunc(*x);
    return found;
}

static void swap(double *a, double *b)
{
    double c = *a;
    *a = *b;
    *b = c;
}

enum { RC, RS, FMAX, RA, KC, KS, KA, N };

static void slip_parameters(program *self)
{
    static const struct {
        slip one;
        int a, b;
    } swaps[] = {{KC_KS, KC, KS}, {KS_KA, KS, KA}, {KC_KA, KC, KA},    {RC_RS, RC, RS},
                 {RS_RA, RS, RA}, {RC_RA, RC, RA}, {RA_FMAX, RA, FMAX}};
    double *par = self->par;
    for (size_t k = 0; k < sizeof swaps / sizeof *swaps; k++)
        if (has(self, swaps[k].one))
            swap(&par[swaps[k].a], &par[swaps[k].b]);
    for (int k = 0; k < N; k++) {
        bool radius = k == RC || k == RS || k == RA;
        if ((radius && has(self, D_INT_RADII)) || (k >= KC && has(self, GAINS_INT)))
            par[k] = trunc(par[k]);
        if (radius && has(self, D_EPSILON) && par[k] > 0)
            par[k] += 0.01;
        if (radius && has(self, ONE_RADIUS))
            par[k] = par[RC];
        if (k >= KC && has(self, NO_GAINS))
            par[k] = 1;
    }
    par[KC] = has(self, NO_KC) ? 1 : par[KC];
    par[KS] = has(self, NO_KS) ? 1 : par[KS];
    par[KA] = has(self, NO_KA) ? 1 : par[KA];
    double sum = par[KC] + par[KS] + par[KA];
    for (int k = KC; k < N && has(self, GAINS_SUM_ONE) && sum > 0; k++)
        par[k] /= sum;
}

static void *take(size_t size)
{
    void *block = calloc(size + 1, 1);
    if (block == NULL)
        abort();
    return block;
}

static void read_all(program *self)
{
    for (int k = 0; k < 8; k++)
        read_number(self, &self->par[k]);
    self->n = (size_t)self->par[N];
    slip_parameters(self);
    size_t size = self->n * sizeof(agent);
    self->now = take(size);
    self->next = take(size);
    self->start = take(size);
    self->before = take(size);
    self->first = take(size);
    self->kept = take(2 * self->n * sizeof(double));
    for (size_t i = 0; i < self->n; i++) {
        agent *a = &self->now[i];
        double *const plain[] = {&a->x, &a->y, &a->vx, &a->vy};
        double *const mixed[] = {&a->x, &a->vx, &a->y, &a->vy};
        for (int k = 0; k < 4; k++)
            read_number(self, has(self, X_VX_Y_VY) ? mixed[k] : plain[k]);
        if (has(self, VX_VY_SWAPPED))
            swap(&a->vx, &a->vy);
    }
    memcpy(self->start, self->now, size);
    memcpy(self->before, self->now, size);
}

// ---- Printing ----

static void put(program *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(program *self, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    size_t size = (size_t)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (self->used + size + 1 > self->room) {
        self->room = 2 * self->room + size + 4096;
        self->out = realloc(self->out, self->room);
        if (self->out == NULL)
            abort();
    }
    memcpy(self->out + self->used, text, size + 1);
    self->used += size;
}

static void put_number(program *self, double x)
{
    char text[512];
    if (has(self, TRUNC_INT))
        x = trunc(x * 1000) / 1000;
    if (has(self, ROUND_UP))
        x = ceil(x * 1000) / 1000;
    if (has(self, FORM_SIX))
        (void)snprintf(text, sizeof text, "%.6f", x);
    else if (has(self, FORM_SHORTEST))
        (void)snprintf(text, sizeof text, "%.10g", x);
    else if (has(self, FORM_EXPONENT))
        (void)snprintf(text, sizeof text, "%.6e", x);
    else if (has(self, FORM_WIDE))
        (void)snprintf(text, sizeof text, "%8.3f", x);
    else if (has(self, FORM_PLUS))
        (void)snprintf(text, sizeof text, "%+.3f", x);
    else
        (void)snprintf(text, sizeof text, "%.3f", x);
    char *shown = text;
    if (!has(self, MINUS_ZERO) && strspn(text, "-0.") == strlen(text) && text[0] == '-')
        shown++;
    char *zero = shown + (*shown == '-');
    if (has(self, FORM_FORTRAN) && zero[0] == '0' && zero[1] == '.')
        memmove(zero, zero + 1, strlen(zero));
    if (has(self, FORM_COMMA) && strchr(shown, '.') != NULL)
        *strchr(shown, '.') = ',';
    put(self, "%s", shown);
}

static void put_four(program *self, const double v[4])
{
    static const struct {
        slip one;
        const char *between[5];
    } rows[] = {
        {FORM_JSON, {"{\"x\": ", ", \"y\": ", ", \"vx\": ", ", \"vy\": ", "}"}},
        {FORM_JSON_LINES,
         {"  {\n    \"x\": ", ",\n    \"y\": ", ",\n    \"vx\": ", ",\n    \"vy\": ", "\n  }"}},
        {FORM_TABS, {"", "\t", "\t", "\t", "\n"}},
        {FORM_CSV, {"", ", ", ", ", ", ", "\n"}},
        {FORM_BRACKETS, {"(", ", ", ") (", ", ", ")\n"}},
        {FORM_TWO, {"", " ", "\n", " ", "\n"}},
        {NONE, {"", " ", " ", " ", "\n"}},
    };
    size_t row = 0;
    while (rows[row].one != NONE && !has(self, rows[row].one))
        row++;
    for (int k = 0; k < 4; k++) {
        put(self, "%s", rows[row].between[k]);
        put_number(self, v[k]);
    }
    put(self, "%s", rows[row].between[4]);
}

static void put_agent(program *self, size_t i, const agent *a)
{
    const agent *old = &self->before[i];
    double v[4] = {a->x, a->y, a->vx, a->vy};
    if (has(self, PRINT_VX_FIRST)) {
        swap(&v[0], &v[2]);
        swap(&v[1], &v[3]);
    }
    if (has(self, PRINT_INTERLEAVED))
        swap(&v[1], &v[2]);
    if (has(self, PRINT_OLD_VELOCITY)) {
        v[2] = old->vx;
        v[3] = old->vy;
    }
    if (has(self, PRINT_OLD_POSITION)) {
        v[0] = old->x;
        v[1] = old->y;
    }
    if (has(self, PRINT_FORCE)) {
        v[2] = self->kept[2 * i];
        v[3] = self->kept[2 * i + 1];
    }
    if (has(self, PRINT_X_TWICE))
        v[1] = v[0];
    if (has(self, FORM_INDEX))
        put(self, "%zu: ", i + 1);
    if (has(self, FORM_TIME_COLUMN))
        put(self, "%.3f ", self->dt_sum);
    put_four(self, v);
}

static size_t place_of(const program *self, size_t i, const agent *frame)
{
    if (has(self, PRINT_REVERSED))
        return self->n - 1 - i;
    if (!has(self, PRINT_SORTED))
        return i;
    for (size_t k = 0; k < self->n; k++) {
        size_t before = 0;
        for (size_t j = 0; j < self->n; j++)
            before += frame[j].x < frame[k].x || (frame[j].x <= frame[k].x && j < k);
        if (before == i)
            return k;
    }
    return i;
}

static void put_frame(program *self, const agent *frame)
{
    bool json = has(self, FORM_JSON) || has(self, FORM_JSON_LINES);
    if (has(self, FORM_ONE_FRAME))
        self->used = 0;
    if (has(self, FORM_HEADING))
        put(self, "Frame %zu, dt = %.3f\n", self->step + 1, self->dt);
    if (has(self, FORM_TIME))
        put(self, "%.3f\n", self->dt);
    put(self, "%s", json ? "[" : "");
    size_t from = has(self, FORM_NOT_FIRST_AGENT), to = self->n;
    to -= has(self, FORM_NOT_LAST_AGENT) && to > 0;
    for (size_t i = from; i < to; i++) {
        size_t at = place_of(self, i, frame);
        put(self, "%s", json && i > from ? ", " : "");
        put_agent(self, at, &frame[at]);
    }
    put(self, "%s", json ? "]\n" : "");
    if (has(self, FORM_EXTRA_AGENT))
        put(self, "0.000 0.000 0.000 0.000\n");
    put(self, "%s", has(self, FORM_EMPTY) ? "\n" : "");
}

// ---- Rules ----

static double far(const program *self, double dx, double dy)
{
    double d = sqrt(dx * dx + dy * dy);
    if (has(self, NO_ROOT))
        d = dx * dx + dy * dy;
    return has(self, D_FLOOR) ? floor(d) : d;
}

static bool within(const program *self, double d, double r)
{
    return has(self, ALL_STRICT) ? d < r : d <= r;
}

/// The agents whose distances count.
static const agent *seen(const program *self)
{
    return has(self, STALE_NEIGHBORS) ? self->start : self->now;
}

static bool is_left_out(const program *self, size_t i, size_t j)
{
    const agent *a = &self->now[i], *b = &self->now[j];
    return (has(self, LAST_LEFT_OUT) && j + 1 == self->n && j != i) ||
           (has(self, FIRST_LEFT_OUT) && j == 0 && j != i) ||
           (has(self, SELF_BY_PLACE) && j != i && a->x == b->x && a->y == b->y);
}

static double shortest(const program *self, double offset)
{
    return has(self, WRAPS) ? offset - 100 * round(offset / 100) : offset;
}

static bool cohesion_sees(const program *self, size_t i, size_t j, double dx, double dy)
{
    double d = far(self, dx, dy), r = self->par[RC];
    r = has(self, COHESION_SEES_RS) ? self->par[RS] : r;
    r = has(self, COHESION_SEES_RA) ? self->par[RA] : r;
    r = has(self, COHESION_TWICE_RC) ? 2 * r : r;
    d = has(self, COHESION_SQUARED_D) ? dx * dx + dy * dy : d;
    d = has(self, COHESION_BOX) ? fmax(fabs(dx), fabs(dy)) : d;
    d = has(self, COHESION_MANHATTAN) ? fabs(dx) + fabs(dy) : d;
    if (has(self, COHESION_ALL_SELF))
        return true;
    if (j == i)
        return has(self, SELF_EVERYWHERE);
    if (has(self, COHESION_LATER) && j < i)
        return false;
    return has(self, COHESION_ALL) || within(self, d, r);
}

static void cohesion(program *self, size_t i, double f[2])
{
    const agent *a = &self->now[i], *from = seen(self);
    double sum[2] = {0, 0}, count = 0, nearest = (double)INFINITY, r_c = self->par[RC];
    if (has(self, COHESION_KEPT)) {
        sum[0] = self->total[0];
        sum[1] = self->total[1];
    }
    for (size_t j = 0; j < self->n; j++) {
        double dx = shortest(self, from[j].x - from[i].x);
        double dy = shortest(self, from[j].y - from[i].y), d = far(self, dx, dy);
        if (!cohesion_sees(self, i, j, dx, dy) || is_left_out(self, i, j))
            continue;
        bool takes = !(has(self, COHESION_FIRST) && count > 0) &&
                     !(has(self, COHESION_NEAREST) && d >= nearest);
        if (!takes)
            continue;
        bool alone =
            has(self, COHESION_LAST) || has(self, COHESION_NEAREST) || has(self, COHESION_FIRST);
        nearest = d;
        const agent *b = &self->now[j];
        double x = has(self, COHESION_VELOCITY) ? b->vx : a->x + shortest(self, b->x - a->x);
        double y = has(self, COHESION_VELOCITY) ? b->vy : a->y + shortest(self, b->y - a->y);
        sum[0] = alone ? x : sum[0] + x;
        sum[1] = alone ? y : sum[1] + y;
        count = alone ? 1 : count + 1;
    }
    self->total[0] = sum[0];
    self->total[1] = sum[1];
    f[0] = f[1] = 0;
    if (has(self, NAN_ALONE) && count == 0) {
        f[0] = f[1] = (double)NAN;
        return;
    }
    if (count == 0 || (r_c == 0 && !has(self, NAN_RC)))
        return;
    double by = has(self, COHESION_OVER_N)      ? (double)self->n
                : has(self, COHESION_OVER_MORE) ? count + 1
                                                : count;
    double cx = sum[0] / by - a->x, cy = sum[1] / by - a->y;
    if (has(self, COHESION_OVER_MORE)) {
        cx = (sum[0] + a->x) / by - a->x;
        cy = (sum[1] + a->y) / by - a->y;
    }
    if (has(self, COHESION_LINEAR_COUNT)) {
        cx = trunc(sum[0] / by) - a->x;
        cy = trunc(sum[1] / by) - a->y;
    }
    if (has(self, COHESION_SUM)) {
        cx = sum[0] - count * a->x;
        cy = sum[1] - count * a->y;
    }
    if (has(self, COHESION_CENTER)) {
        cx = sum[0] / by;
        cy = sum[1] / by;
    }
    double l = sqrt(cx * cx + cy * cy), scale = 1 / r_c;
    scale = has(self, COHESION_SQUARE) ? scale / r_c : scale;
    scale = has(self, COHESION_DISTANCE) ? l * scale / r_c : scale;
    scale = has(self, COHESION_BY_RS) && self->par[RS] > 0 ? 1 / self->par[RS] : scale;
    scale = has(self, COHESION_FLIPPED) ? -scale : scale;
    scale = has(self, COHESION_INVERSE) && l > 0 ? 1 / (l * l) : scale;
    f[0] = cx * scale;
    f[1] = has(self, COHESION_X_ONLY) ? 0 : cy * scale;
    if (has(self, COHESION_DESIRED)) {
        f[0] -= a->vx;
        f[1] -= a->vy;
    }
    l = sqrt(f[0] * f[0] + f[1] * f[1]);
    if (has(self, COHESION_CLAMPED) && l > self->par[FMAX]) {
        f[0] *= self->par[FMAX] / l;
        f[1] *= self->par[FMAX] / l;
    }
}

static double strength(const program *self, double d)
{
    double r = self->par[RS];
    if (has(self, SEPARATION_SUM_R))
        return d;
    if (has(self, SEPARATION_CUBED))
        return 1 / (d * d * d);
    if (has(self, SEPARATION_LINEAR))
        return r > 0 ? 1 - d / r : 0;
    if (has(self, SEPARATION_OVER_RS))
        return r / d;
    if (has(self, SEPARATION_SQRT))
        return 1 / sqrt(d);
    if (has(self, SEPARATION_EPSILON))
        return 1 / (d + 0.01);
    return 1 / d;
}

static void limit(const program *self, double f[2])
{
    double l = sqrt(f[0] * f[0] + f[1] * f[1]), most = self->par[FMAX], by = most;
    if (has(self, SEPARATION_CLAMP_ONE))
        most = by = 1;
    double measure = has(self, SEPARATION_CLAMP_SQUARE) ? l * l : l;
    if (has(self, SEPARATION_CLAMP_AXIS)) {
        f[0] = fmax(-most, fmin(most, f[0]));
        f[1] = fmax(-most, fmin(most, f[1]));
        return;
    }
    bool acts = measure > most || has(self, SEPARATION_CLAMP_ALWAYS);
    if (has(self, SEPARATION_CLAMP_LOW))
        acts = l < most;
    if (has(self, SEPARATION_CLAMP_ZERO))
        by = 0;
    if (has(self, SEPARATION_CLAMP_EACH) || has(self, SEPARATION_CLAMP_TOTAL))
        return;
    if (acts && l > 0) {
        f[0] *= by / l;
        f[1] *= by / l;
    }
}

static bool separation_sees(const program *self, size_t i, size_t j, double dx, double dy)
{
    double d = far(self, dx, dy), r = self->par[RS];
    r = has(self, SEPARATION_SEES_RC) ? self->par[RC] : r;
    r = has(self, SEPARATION_SEES_RA) ? self->par[RA] : r;
    d = has(self, SEPARATION_SQUARED_D) ? d * d : d;
    if (j == i || (has(self, SEPARATION_LATER) && j < i))
        return false;
    return has(self, SEPARATION_ALL) || within(self, d, r);
}

static void separation(program *self, size_t i, double f[2])
{
    const agent *from = seen(self), *a = &self->now[i];
    double sum[2] = {0, 0}, count = 0, nearest = (double)INFINITY;
    if (has(self, SEPARATION_KEPT)) {
        sum[0] = self->total[2];
        sum[1] = self->total[3];
    }
    for (size_t j = 0; j < self->n; j++) {
        double dx = shortest(self, from[j].x - from[i].x);
        double dy = shortest(self, from[j].y - from[i].y);
        if (!separation_sees(self, i, j, dx, dy) || is_left_out(self, i, j))
            continue;
        dx = shortest(self, self->now[j].x - a->x);
        dy = shortest(self, self->now[j].y - a->y);
        double d = far(self, dx, dy), g[2];
        if (d == 0) {
            sum[0] += has(self, SEPARATION_TOUCH) ? 1 : has(self, NAN_TOUCH) ? (double)NAN : 0;
            continue;
        }
        double s = strength(self, d);
        g[0] = -s * dx / d;
        g[1] = has(self, SEPARATION_X) ? g[0] : -s * dy / d;
        if (has(self, SEPARATION_AXES)) {
            g[0] = dx != 0 ? -1 / dx : 0;
            g[1] = dy != 0 ? -1 / dy : 0;
        }
        if (has(self, SEPARATION_SIGNS)) {
            g[0] = dx > 0 ? -1 / d : dx < 0 ? 1 / d : 0;
            g[1] = dy > 0 ? -1 / d : dy < 0 ? 1 / d : 0;
        }
        if (has(self, SEPARATION_CENTER)) {
            g[0] = dx;
            g[1] = dy;
        }
        double l = sqrt(g[0] * g[0] + g[1] * g[1]);
        if (has(self, SEPARATION_CLAMP_EACH) && l > self->par[FMAX]) {
            g[0] *= self->par[FMAX] / l;
            g[1] *= self->par[FMAX] / l;
        }
        if (has(self, SEPARATION_NEAREST) && d >= nearest)
            continue;
        bool alone = has(self, SEPARATION_NEAREST) || has(self, SEPARATION_LAST);
        nearest = d;
        sum[0] = alone ? g[0] : sum[0] + g[0];
        sum[1] = alone ? g[1] : sum[1] + g[1];
        count++;
    }
    self->total[2] = sum[0];
    self->total[3] = sum[1];
    if (has(self, SEPARATION_CENTER) && count > 0) {
        double x = sum[0] / count, y = sum[1] / count, d2 = x * x + y * y;
        sum[0] = d2 > 0 ? -x / d2 : 0;
        sum[1] = d2 > 0 ? -y / d2 : 0;
    }
    double by = has(self, SEPARATION_OVER_N) ? (double)self->n : 1;
    f[0] = sum[0] / by;
    f[1] = sum[1] / by;
    limit(self, f);
    if (has(self, SEPARATION_GAIN_TWICE)) {
        f[0] *= self->par[KS];
        f[1] *= self->par[KS];
    }
    if (has(self, SEPARATION_MAX_GAIN)) {
        f[0] *= self->par[FMAX];
        f[1] *= self->par[FMAX];
    }
}

static void alignment(program *self, size_t i, double f[2])
{
    const agent *from = seen(self), *a = &self->now[i];
    const agent *values = has(self, ALIGNMENT_OLD) ? self->before : self->now;
    double sum[2] = {0, 0}, count = 0, r = self->par[RA], speed = 0;
    if (has(self, ALIGNMENT_KEPT)) {
        sum[0] = self->total[4];
        sum[1] = self->total[5];
    }
    r = has(self, ALIGNMENT_SEES_RC) ? self->par[RC] : r;
    r = has(self, ALIGNMENT_SEES_RS) ? self->par[RS] : r;
    for (size_t j = 0; j < self->n; j++) {
        double d =
            far(self, shortest(self, from[j].x - from[i].x), shortest(self, from[j].y - from[i].y));
        bool counts =
            j == i ? !has(self, SELF_EVERYWHERE) : within(self, d, r) || has(self, ALIGNMENT_ALL);
        if (!counts || is_left_out(self, i, j))
            continue;
        double times = j == i && has(self, ALIGNMENT_TWICE) ? 2 : 1;
        double in_sum = j == i && has(self, ALIGNMENT_OFF_SUM) ? 0 : times;
        double x = has(self, ALIGNMENT_POSITIONS) ? values[j].x : values[j].vx;
        double y = has(self, ALIGNMENT_POSITIONS) ? values[j].y : values[j].vy;
        sum[0] += in_sum * x;
        sum[1] += in_sum * y;
        speed += sqrt(x * x + y * y);
        count += j == i && has(self, ALIGNMENT_OFF_COUNT) ? 0 : times;
    }
    self->total[4] = sum[0];
    self->total[5] = sum[1];
    f[0] = f[1] = 0;
    if (count == 0 || (has(self, ALIGNMENT_LONELY) && count == 1))
        return;
    double by = has(self, ALIGNMENT_SUM)      ? 1
                : has(self, ALIGNMENT_OVER_N) ? (double)self->n
                                              : count;
    f[0] = sum[0] / by;
    f[1] = has(self, ALIGNMENT_X) ? f[0] : sum[1] / by;
    double l = sqrt(f[0] * f[0] + f[1] * f[1]), own = sqrt(a->vx * a->vx + a->vy * a->vy);
    double scale = has(self, ALIGNMENT_UNIT) && l > 0 ? 1 / l : 1;
    scale = has(self, ALIGNMENT_FLIPPED) ? -1 : scale;
    scale = has(self, ALIGNMENT_OVER_RA) && r > 0 ? 1 / r : scale;
    f[0] *= scale;
    f[1] *= scale;
    if (has(self, ALIGNMENT_SPEED) && own > 0) {
        f[0] = a->vx / own * speed / count;
        f[1] = a->vy / own * speed / count;
    }
    if (has(self, ALIGNMENT_OVER_DT) && self->dt != 0) {
        f[0] = (f[0] - a->vx) / self->dt;
        f[1] = (f[1] - a->vy) / self->dt;
    }
}

// ---- Steps ----

static void force_on(program *self, size_t i, double f[2])
{
    double c[2] = {0, 0}, s[2] = {0, 0}, a[2] = {0, 0};
    const double *par = self->par;
    cohesion(self, i, c);
    separation(self, i, s);
    alignment(self, i, a);
    for (int axis = 0; axis < 2; axis++) {
        f[axis] = par[KC] * c[axis] + par[KS] * s[axis] + par[KA] * a[axis];
        if (has(self, FLOAT_FORCE) || has(self, FLOAT_ALL))
            f[axis] = (double)(float)f[axis];
    }
    double l = sqrt(f[0] * f[0] + f[1] * f[1]);
    if (has(self, FORCE_X))
        f[1] = f[0];
    double scale = has(self, HALF_FORCE) ? 0.5 : 1;
    scale = has(self, FORCE_UNIT) && l > 0 ? 1 / l : scale;
    scale = has(self, SEPARATION_CLAMP_TOTAL) && l > par[FMAX] ? par[FMAX] / l : scale;
    for (int axis = 0; axis < 2; axis++) {
        f[axis] *= scale;
        if (has(self, ACCUMULATES))
            f[axis] += self->kept[2 * i + (size_t)axis];
        self->kept[2 * i + (size_t)axis] = f[axis];
    }
}

static double slipped_dt(const program *self)
{
    double dt = has(self, DT_INT) ? trunc(self->dt) : self->dt;
    dt = has(self, DT_TOTAL) ? self->dt_sum : dt;
    dt = has(self, DT_FIRST) ? self->dt_first : dt;
    dt = has(self, DT_PREVIOUS) ? self->dt_before : dt;
    return has(self, NO_DT_AT_ALL) ? 1 : dt;
}

static double to_thousandths(const program *self, double x)
{
    return has(self, ROUND_STATE) ? round(x * 1000) / 1000 : narrow(self, x);
}

static agent moved(program *self, size_t i)
{
    double f[2], dt = slipped_dt(self);
    force_on(self, i, f);
    agent a = self->now[i], b = a;
    double gain = has(self, DT_ON_FORCE_TWICE) ? dt * dt : dt;
    b.vx = narrow(self, a.vx + f[0] * gain);
    b.vy = narrow(self, a.vy + f[1] * gain);
    if (has(self, FORCE_IS_VELOCITY)) {
        b.vx = f[0];
        b.vy = f[1];
    }
    double speed = sqrt(b.vx * b.vx + b.vy * b.vy), scale = has(self, FRICTION) ? 0.99 : 1;
    scale = has(self, SPEED_LIMIT) && speed > 1 ? 1 / speed : scale;
    b.vx = to_thousandths(self, b.vx * scale);
    b.vy = to_thousandths(self, b.vy * scale);
    double x = b.vx, y = b.vy, by = has(self, DT_TWICE) ? dt * dt : dt;
    if (has(self, MEAN_VELOCITY)) {
        x = (a.vx + b.vx) / 2;
        y = (a.vy + b.vy) / 2;
    }
    by = has(self, NO_DT_POSITION) ? 1 : by;
    b.x = to_thousandths(self, a.x + x * by);
    b.y = to_thousandths(self, a.y + y * by);
    bool still = (has(self, FIRST_STILL) && i == 0) || (has(self, LAST_STILL) && i + 1 == self->n);
    return still ? a : b;
}

static void step(program *self)
{
    size_t n = self->n;
    agent *saved = take(n * sizeof(agent));
    memcpy(saved, self->now, n * sizeof(agent));
    memset(self->total, 0, sizeof self->total);
    for (size_t k = 0; k < n; k++) {
        size_t i = has(self, BACKWARD_IN_PLACE) ? n - 1 - k : k;
        agent b = self->next[i] = moved(self, i);
        if (has(self, SEMI_IN_PLACE_V) || has(self, BACKWARD_IN_PLACE)) {
            self->now[i].vx = b.vx;
            self->now[i].vy = b.vy;
        }
        if (has(self, SEMI_IN_PLACE_P) || has(self, BACKWARD_IN_PLACE)) {
            self->now[i].x = b.x;
            self->now[i].y = b.y;
        }
    }
    memcpy(self->now, self->next, n * sizeof(agent));
    memcpy(self->before, saved, n * sizeof(agent));
    free(saved);
    if (self->step == 0)
        memcpy(self->first, self->now, n * sizeof(agent));
}

/// True if the program comes to its end here, before or behind a step.
static bool breaks(program *self, bool behind)
{
    bool touch = false;
    for (size_t i = 0; i < self->n; i++)
        for (size_t j = 0; j < i; j++)
            touch = touch || (self->now[i].x == self->now[j].x && self->now[i].y == self->now[j].y);
    bool crash =
        !behind &&
        ((has(self, CRASH_EMPTY) && self->n == 0) || (has(self, CRASH_MANY) && self->n > 5) ||
         (has(self, CRASH_SECOND) && self->step == 1) || (has(self, CRASH_TOUCH) && touch));
    bool hang = !behind && ((has(self, HANG_EMPTY) && self->n == 0) ||
                            (has(self, HANG_THIRD) && self->step == 2));
    self->end = crash ? SLIPS_CRASH : hang ? SLIPS_TIMEOUT : self->end;
    return crash || hang;
}

static void run(program *self)
{
    double dt;
    if (has(self, FORM_START))
        put_frame(self, self->now);
    for (; read_number(self, &dt); self->step++) {
        self->dt_before = self->step > 0 ? self->dt : dt;
        self->dt_first = self->step > 0 ? self->dt_first : dt;
        self->dt = dt;
        self->dt_sum += dt;
        if (breaks(self, false))
            return;
        if (has(self, FORM_START_NOT_END))
            put_frame(self, self->now);
        step(self);
        bool last = has(self, FORGETS_LAST_DT) && strspn(self->input, " \n") == strlen(self->input);
        bool shows = !has(self, FORM_START_NOT_END) && !last &&
                     !(has(self, FORM_NO_FIRST) && self->step == 0);
        for (int k = 0; k <= has(self, FORM_TWICE) && shows; k++)
            put_frame(self, has(self, FIRST_STEP_ONLY) ? self->first : self->now);
    }
    if (has(self, FORM_AGAIN) && self->step > 0) {
        step(self);
        put_frame(self, self->now);
    }
    self->end = has(self, CRASH_END) ? SLIPS_CRASH : has(self, FAIL_END) ? SLIPS_FAIL : SLIPS_END;
    if (has(self, FORM_NO_END) && self->used > 0)
        self->out[--self->used] = '\0';
}

char *slips_run(const char *input, int one, int other, slips_end *end)
{
    program self = {.slips = {one, other}, .input = input};
    self.out = take(1);
    self.room = 1;
    read_all(&self);
    run(&self);
    *end = self.end;
    free(self.now);
    free(self.next);
    free(self.start);
    free(self.before);
    free(self.first);
    free(self.kept);
    return self.out;
}
