// SPDX-License-Identifier: MIT
#include "support/naive.h"

#include "base/bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Row and cell, whole numbers, and the agent there.
typedef struct naive_place {
    double row, cell;
    covey_id id;
} naive_place;

// ---- Rows and cells ----

/// How an axis is cut: the number of cells around the torus, 0 in the open plane, and cells per L.
typedef struct cut {
    double cells, inverse;
} cut;

typedef struct cuts {
    cut rows, cols;
} cuts;

static cut cut_of(double size, double width)
{
    if (size == 0.0)
        return (cut){0.0, fmin(1.0 / width, 0x1p1000)};
    double cells = fmax(1.0, fmin(floor(size / width), 0x1p60));
    return (cut){cells, cells / size};
}

static cuts cuts_of(const naive *flock)
{
    const naive_rules *r = &flock->rules;
    double reach = fmax(r->r_c, fmax(r->r_s, r->r_a)) * (1.0 + 0x1p-20);
    const double *size = flock->space.size; // 0 in the open plane
    reach = fmin(reach + fmax(size[0], size[1]) * 0x1p-50, 0x1.fffffffffffffp1023);
    return (cuts){cut_of(size[1], reach), cut_of(size[0], reach / 4.0)};
}

/// In the open plane numbers too large for neighbors to differ need not be whole.
static double number(cut axis, double x)
{
    double cell = floor(x * axis.inverse);
    return axis.cells > 0.0 ? fmin(cell, axis.cells - 1.0) : cell;
}

/// Cells from one to another by the shorter way around; with few cells, plain numbers.
static double way(cut axis, double from, double to, double few)
{
    if (axis.cells < few)
        return to;
    double way = to - from;
    if (way > 0.5 * axis.cells)
        return way - axis.cells;
    return way < -0.5 * axis.cells ? way + axis.cells : way;
}

static int by_place(const void *a, const void *b)
{
    const naive_place *p = a, *q = b;
    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    if (p->cell != q->cell)
        return p->cell < q->cell ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

static void find_places(naive *flock, const cuts *grid)
{
    for (uint32_t id = 0; id < flock->count; id++)
        flock->place[id] = (naive_place){number(grid->rows, flock->pos[id].y),
                                         number(grid->cols, flock->pos[id].x), id};
    if (grid->rows.cells == 0.0)
        qsort(flock->place, flock->count, sizeof *flock->place, by_place);
}

/// All agents in the order in which agent `id` adds them up.
static const naive_place *line_up(naive *flock, const cuts *grid, covey_id id)
{
    if (grid->rows.cells == 0.0) // the same for all, and found already
        return flock->place;
    const naive_place *own = &flock->place[id];
    for (size_t j = 0; j < flock->count; j++) {
        naive_place seen = flock->place[j];
        seen.row = way(grid->rows, own->row, seen.row, 5.0);
        seen.cell = way(grid->cols, own->cell, seen.cell, 12.0);
        size_t k = j;
        for (; k > 0 && by_place(&seen, &flock->near[k - 1]) < 0; k--)
            flock->near[k] = flock->near[k - 1];
        flock->near[k] = seen;
    }
    return flock->near;
}

// ---- Space ----

static double offset(double size, double a, double b)
{
    if (size > 0.0 && b - a > 0.5 * size)
        return (b - size) - a;
    if (size > 0.0 && b - a < -0.5 * size)
        return b - (a - size);
    return b - a;
}

static double fold(double size, double x)
{
    double folded = size > 0.0 ? x - size * floor(x / size) : x;
    return size > 0.0 && (folded >= size || folded < 0.0) ? 0.0 : folded;
}

// ---- The model ----

/// Sums over neighbors, the agent itself counted among them.
typedef struct sums {
    double cohering, aligned;
    covey_vec offset, push, vel;
} sums;

static double sign(double x)
{
    return (double)((x > 0.0) - (x < 0.0));
}

static covey_vec pull(naive_dialect dialect, covey_vec r, double d)
{
    double square = r.x * r.x + r.y * r.y, steep = fmin(1.0 / d, 0x1p960);
    if (dialect == NAIVE_SUITE2023)
        return (covey_vec){sign(r.x) * steep, sign(r.y) * steep};
    if (covey_vec_square_is_safe(square))
        return covey_vec_scale(r, 1.0 / square);
    return covey_vec_scale(covey_vec_unit(r), steep);
}

static void add(const naive *flock, covey_id i, covey_id j, sums *sum)
{
    const naive_rules *rules = &flock->rules;
    const double *size = flock->space.size;
    covey_vec r = {offset(size[0], flock->pos[i].x, flock->pos[j].x),
                   offset(size[1], flock->pos[i].y, flock->pos[j].y)};
    double d = covey_vec_length(r);
    if (d <= rules->r_c) {
        sum->cohering += 1.0;
        sum->offset = covey_vec_add(sum->offset, r);
    }
    if (d <= rules->r_s && d > 0.0)
        sum->push = covey_vec_add(sum->push, pull(rules->dialect, r, d));
    if (d <= rules->r_a) {
        sum->aligned += 1.0;
        sum->vel = covey_vec_add(sum->vel, flock->vel[j]);
    }
}

static covey_vec cohesion(const naive_rules *rules, const sums *sum)
{
    double others = sum->cohering - 1.0;
    covey_vec none = {0, 0};
    covey_vec mean = others > 0.0 ? covey_vec_divide(sum->offset, others) : none;
    if (rules->dialect == NAIVE_UNIT)
        return covey_vec_unit(mean);
    return rules->r_c > 0.0 ? covey_vec_limit(covey_vec_divide(mean, rules->r_c), 1.0) : none;
}

/// K_s F_s
static covey_vec separation(const naive_rules *rules, covey_vec pull)
{
    covey_vec push = {-pull.x, -pull.y};
    switch (rules->dialect) {
    case NAIVE_UNIT:
        return covey_vec_limit(covey_vec_scale(pull, -rules->K_s), rules->F_Smax);
    case NAIVE_SUITE2023:
        if (fabs(push.x * push.y) > rules->F_Smax)
            push = covey_vec_scale(covey_vec_unit(push), rules->F_Smax);
        break;
    case NAIVE_TEXT:
        push = covey_vec_limit(push, rules->F_Smax);
        break;
    }
    return covey_vec_scale(push, rules->K_s);
}

static covey_vec force(naive *flock, const cuts *grid, covey_id id)
{
    const naive_rules *rules = &flock->rules;
    const naive_place *line = line_up(flock, grid, id);
    sums sum = {0};
    for (size_t k = 0; k < flock->count; k++)
        add(flock, id, line[k].id, &sum);
    covey_vec total = covey_vec_scale(cohesion(rules, &sum), rules->K_c);
    total = covey_vec_add(total, separation(rules, sum.push));
    covey_vec mean = covey_vec_divide(sum.vel, sum.aligned);
    return covey_vec_add(total, covey_vec_scale(mean, rules->K_a));
}

bool naive_step(naive *flock, double dt)
{
    cuts grid = cuts_of(flock);
    find_places(flock, &grid);
    for (uint32_t id = 0; id < flock->count; id++)
        flock->force[id] = force(flock, &grid, id);
    bool finite = true;
    for (size_t id = 0; id < flock->count; id++) {
        covey_vec *pos = &flock->pos[id], *vel = &flock->vel[id];
        *vel = covey_vec_add(*vel, covey_vec_scale(flock->force[id], dt));
        *pos = covey_vec_add(*pos, covey_vec_scale(*vel, dt));
        pos->x = fold(flock->space.size[0], pos->x);
        pos->y = fold(flock->space.size[1], pos->y);
        finite =
            finite && isfinite(pos->x) && isfinite(pos->y) && isfinite(vel->x) && isfinite(vel->y);
    }
    return finite;
}

// ---- Making and reading ----

naive naive_create(const naive_rules *rules, covey_space space, const test_flock *agents)
{
    naive made = {.rules = *rules, .space = space, .count = agents->count};
    size_t room = agents->count + 1;
    made.pos = calloc(room, sizeof *made.pos);
    made.vel = calloc(room, sizeof *made.vel);
    made.force = calloc(room, sizeof *made.force);
    made.place = calloc(room, sizeof *made.place);
    made.near = calloc(room, sizeof *made.near);
    assert_true(made.pos && made.vel && made.force && made.place && made.near);
    for (size_t id = 0; id < made.count; id++) {
        made.pos[id].x = fold(space.size[0], agents->pos[0][id]);
        made.pos[id].y = fold(space.size[1], agents->pos[1][id]);
        made.vel[id] = (covey_vec){agents->vel[0][id], agents->vel[1][id]};
    }
    return made;
}

void naive_destroy(naive *flock)
{
    free(flock->pos);
    free(flock->vel);
    free(flock->force);
    free(flock->place);
    free(flock->near);
}

uint64_t naive_hash(const naive *flock)
{
    uint64_t sum = 0;
    for (size_t id = 0; id < flock->count; id++) {
        const double values[] = {flock->pos[id].x, flock->pos[id].y, flock->vel[id].x,
                                 flock->vel[id].y};
        uint64_t hash = covey_hash_word(0, id);
        for (int k = 0; k < 4; k++)
            hash = covey_hash_word(hash, covey_bits_of(values[k]));
        sum += hash;
    }
    return sum;
}

void naive_settings(const naive_rules *rules, covey_setting settings[NAIVE_SETTINGS])
{
    const covey_setting made[NAIVE_SETTINGS] = {
        {"r_c", rules->r_c}, {"r_s", rules->r_s}, {"F_Smax", rules->F_Smax},   {"r_a", rules->r_a},
        {"K_c", rules->K_c}, {"K_s", rules->K_s}, {"dialect", rules->dialect}, {"K_a", rules->K_a},
    };
    memcpy(settings, made, sizeof made);
}
