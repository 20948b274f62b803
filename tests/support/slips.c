// SPDX-License-Identifier: MIT
#include "support/slips.h"

#include "formal/mistakes.h"
#include "support/slips_program.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const slips_info infos[SLIPS_COUNT] = {
#define X(id, name, names, parts) {name, names, parts},
    SLIPS(X)
#undef X
};

const slips_info *slips_get(int row)
{
    return row >= 0 && row < SLIPS_COUNT ? &infos[row] : NULL;
}

bool slips_has(const program *self, slip one)
{
    return self->slips[0] == (int)one || self->slips[1] == (int)one;
}

// ---- Reading ----

static bool read_number(program *self, double *x)
{
    char *end;
    *x = strtod(self->input, &end);
    bool found = end != self->input;
    self->input = end;
    if (slips_has(self, FLOAT_READ) || slips_has(self, FLOAT_ALL))
        *x = covey_mistakes_float(*x);
    if (slips_has(self, ALL_INT))
        *x = trunc(*x);
    return found;
}

static void swap(double *a, double *b)
{
    double c = *a;
    *a = *b;
    *b = c;
}

static void slip_parameters(program *self)
{
    static const struct {
        slip one;
        int a, b;
    } swaps[] = {{KC_KS, KC, KS}, {KS_KA, KS, KA}, {KC_KA, KC, KA},    {RC_RS, RC, RS},
                 {RS_RA, RS, RA}, {RC_RA, RC, RA}, {RA_FMAX, RA, FMAX}};
    double *par = self->par;
    for (size_t k = 0; k < sizeof swaps / sizeof *swaps; k++)
        if (slips_has(self, swaps[k].one))
            swap(&par[swaps[k].a], &par[swaps[k].b]);
    for (int k = 0; k < N; k++) {
        bool radius = k == RC || k == RS || k == RA;
        if ((radius && slips_has(self, D_INT_RADII)) || (k >= KC && slips_has(self, GAINS_INT)))
            par[k] = trunc(par[k]);
        if (radius && slips_has(self, D_EPSILON) && par[k] > 0)
            par[k] += 0.01;
        if (radius && slips_has(self, ONE_RADIUS))
            par[k] = par[RC];
        if (k >= KC && slips_has(self, NO_GAINS))
            par[k] = 1;
    }
    par[KC] = slips_has(self, NO_KC) ? 1 : par[KC];
    par[KS] = slips_has(self, NO_KS) ? 1 : par[KS];
    par[KA] = slips_has(self, NO_KA) ? 1 : par[KA];
    double sum = par[KC] + par[KS] + par[KA];
    for (int k = KC; k < N && slips_has(self, GAINS_SUM_ONE) && sum > 0; k++)
        par[k] /= sum;
}

void *slips_take(size_t size)
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
    self->now = slips_take(size);
    self->next = slips_take(size);
    self->start = slips_take(size);
    self->before = slips_take(size);
    self->first = slips_take(size);
    self->kept = slips_take(2 * self->n * sizeof(double));
    for (size_t i = 0; i < self->n; i++) {
        agent *a = &self->now[i];
        double *const plain[] = {&a->x, &a->y, &a->vx, &a->vy};
        double *const mixed[] = {&a->x, &a->vx, &a->y, &a->vy};
        for (int k = 0; k < 4; k++)
            read_number(self, slips_has(self, X_VX_Y_VY) ? mixed[k] : plain[k]);
        if (slips_has(self, VX_VY_SWAPPED))
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
    if (slips_has(self, TRUNC_INT))
        x = trunc(x * 1000) / 1000;
    if (slips_has(self, ROUND_UP))
        x = ceil(x * 1000) / 1000;
    if (slips_has(self, FORM_SIX))
        (void)snprintf(text, sizeof text, "%.6f", x);
    else if (slips_has(self, FORM_SHORTEST))
        (void)snprintf(text, sizeof text, "%.10g", x);
    else if (slips_has(self, FORM_EXPONENT))
        (void)snprintf(text, sizeof text, "%.6e", x);
    else if (slips_has(self, FORM_WIDE))
        (void)snprintf(text, sizeof text, "%8.3f", x);
    else if (slips_has(self, FORM_PLUS))
        (void)snprintf(text, sizeof text, "%+.3f", x);
    else
        (void)snprintf(text, sizeof text, "%.3f", x);
    char *shown = text;
    if (!slips_has(self, MINUS_ZERO) && strspn(text, "-0.") == strlen(text) && text[0] == '-')
        shown++;
    char *zero = shown + (*shown == '-');
    if (slips_has(self, FORM_FORTRAN) && zero[0] == '0' && zero[1] == '.')
        memmove(zero, zero + 1, strlen(zero));
    if (slips_has(self, FORM_COMMA) && strchr(shown, '.') != NULL)
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
    while (rows[row].one != NONE && !slips_has(self, rows[row].one))
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
    if (slips_has(self, PRINT_VX_FIRST)) {
        swap(&v[0], &v[2]);
        swap(&v[1], &v[3]);
    }
    if (slips_has(self, PRINT_INTERLEAVED))
        swap(&v[1], &v[2]);
    if (slips_has(self, PRINT_OLD_VELOCITY)) {
        v[2] = old->vx;
        v[3] = old->vy;
    }
    if (slips_has(self, PRINT_OLD_POSITION)) {
        v[0] = old->x;
        v[1] = old->y;
    }
    if (slips_has(self, PRINT_FORCE)) {
        v[2] = self->kept[2 * i];
        v[3] = self->kept[2 * i + 1];
    }
    if (slips_has(self, PRINT_X_TWICE))
        v[1] = v[0];
    if (slips_has(self, FORM_INDEX))
        put(self, "%zu: ", i + 1);
    if (slips_has(self, FORM_TIME_COLUMN))
        put(self, "%.3f ", self->dt_sum);
    put_four(self, v);
}

static size_t place_of(const program *self, size_t i, const agent *frame)
{
    if (slips_has(self, PRINT_REVERSED))
        return self->n - 1 - i;
    if (!slips_has(self, PRINT_SORTED))
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
    bool json = slips_has(self, FORM_JSON) || slips_has(self, FORM_JSON_LINES);
    if (slips_has(self, FORM_ONE_FRAME))
        self->used = 0;
    if (slips_has(self, FORM_HEADING))
        put(self, "Frame %zu, dt = %.3f\n", self->step + 1, self->dt);
    if (slips_has(self, FORM_TIME))
        put(self, "%.3f\n", self->dt);
    put(self, "%s", json ? "[" : "");
    size_t from = slips_has(self, FORM_NOT_FIRST_AGENT), to = self->n;
    to -= slips_has(self, FORM_NOT_LAST_AGENT) && to > 0;
    for (size_t i = from; i < to; i++) {
        size_t at = place_of(self, i, frame);
        put(self, "%s", json && i > from ? ", " : "");
        put_agent(self, at, &frame[at]);
    }
    put(self, "%s", json ? "]\n" : "");
    if (slips_has(self, FORM_EXTRA_AGENT))
        put(self, "0.000 0.000 0.000 0.000\n");
    put(self, "%s", slips_has(self, FORM_EMPTY) ? "\n" : "");
}

/// True if the program comes to its end here, before or behind a step.
static bool breaks(program *self, bool behind)
{
    bool touch = false;
    for (size_t i = 0; i < self->n; i++)
        for (size_t j = 0; j < i; j++)
            touch = touch || (self->now[i].x == self->now[j].x && self->now[i].y == self->now[j].y);
    bool crash = !behind && ((slips_has(self, CRASH_EMPTY) && self->n == 0) ||
                             (slips_has(self, CRASH_MANY) && self->n > 5) ||
                             (slips_has(self, CRASH_SECOND) && self->step == 1) ||
                             (slips_has(self, CRASH_TOUCH) && touch));
    bool hang = !behind && ((slips_has(self, HANG_EMPTY) && self->n == 0) ||
                            (slips_has(self, HANG_THIRD) && self->step == 2));
    self->end = crash ? SLIPS_CRASH : hang ? SLIPS_TIMEOUT : self->end;
    return crash || hang;
}

static void run(program *self)
{
    double dt;
    if (slips_has(self, FORM_START))
        put_frame(self, self->now);
    for (; read_number(self, &dt); self->step++) {
        self->dt_before = self->step > 0 ? self->dt : dt;
        self->dt_first = self->step > 0 ? self->dt_first : dt;
        self->dt = dt;
        self->dt_sum += dt;
        if (breaks(self, false))
            return;
        if (slips_has(self, FORM_START_NOT_END))
            put_frame(self, self->now);
        slips_step(self);
        bool last =
            slips_has(self, FORGETS_LAST_DT) && strspn(self->input, " \n") == strlen(self->input);
        bool shows = !slips_has(self, FORM_START_NOT_END) && !last &&
                     !(slips_has(self, FORM_NO_FIRST) && self->step == 0);
        for (int k = 0; k <= slips_has(self, FORM_TWICE) && shows; k++)
            put_frame(self, slips_has(self, FIRST_STEP_ONLY) ? self->first : self->now);
    }
    if (slips_has(self, FORM_AGAIN) && self->step > 0) {
        slips_step(self);
        put_frame(self, self->now);
    }
    self->end = slips_has(self, CRASH_END)  ? SLIPS_CRASH
                : slips_has(self, FAIL_END) ? SLIPS_FAIL
                                            : SLIPS_END;
    if (slips_has(self, FORM_NO_END) && self->used > 0)
        self->out[--self->used] = '\0';
}

char *slips_run(const char *input, int one, int other, slips_end *end)
{
    program self = {.slips = {one, other}, .input = input};
    self.out = slips_take(1);
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
