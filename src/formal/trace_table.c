// SPDX-License-Identifier: MIT
// All that moves an agent in a step, as a table for people: each neighbor with its distance and its
// part of each force, the sums, the old and the new state.
#include "formal/trace.h"
#include "geometry/space.h"
#include "kernels/zone.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { NAME = 36, NUMBER = 16, DECIMALS = 6 };

/// Puts a text and blanks up to the width.
static void put_left(covey_writer *writer, const char *text, size_t width)
{
    covey_writer_text(writer, text);
    for (size_t k = strlen(text); k < width; k++)
        covey_writer_text(writer, " ");
}

static void put_blanks(covey_writer *writer, size_t count)
{
    put_left(writer, "", count);
}

/// Writes the digits of a whole number, at least `least` of them; returns their number.
static size_t print_digits(char *text, uint64_t number, size_t least)
{
    char back[24];
    size_t count = 0;
    do {
        back[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 || count < least);
    for (size_t k = 0; k < count; k++)
        text[k] = back[count - 1 - k];
    return count;
}

/// Writes a number with six decimals, whatever the locale; a large one as short as it can be.
static size_t print_number(char *text, double value)
{
    const double large = 1e8, scale = 1e6;
    if (!(fabs(value) < large))
        return covey_print_shortest(text, value);
    uint64_t parts = (uint64_t)floor(fabs(value) * scale + 0.5);
    size_t size = 0;
    if (value < 0 && parts > 0)
        text[size++] = '-';
    size += print_digits(text + size, parts / (uint64_t)scale, 1);
    text[size++] = '.';
    return size + print_digits(text + size, parts % (uint64_t)scale, DECIMALS);
}

static void put_number(covey_writer *writer, double value)
{
    char text[COVEY_PRINT_SIZE];
    size_t size = print_number(text, value);
    put_blanks(writer, size < NUMBER ? NUMBER - size : 1);
    covey_writer_bytes(writer, text, size);
}

/// Puts a number among words, as short as it can be.
static void put_short(covey_writer *writer, const char *before, double value, const char *after)
{
    covey_writer_text(writer, before);
    covey_writer_number(writer, covey_print_shortest, value + 0.0);
    covey_writer_text(writer, after);
}

/// A line of a vector.
static void put_vec(covey_writer *writer, const char *name, covey_vec v)
{
    put_left(writer, name, NAME);
    put_number(writer, v.x);
    put_number(writer, v.y);
    covey_writer_text(writer, "\n");
}

/// What a neighbor adds to the sum of a rule: in cohesion the way to it, in separation its push, in
/// alignment its velocity.
static covey_vec find_share(const covey_trace *trace, size_t i, size_t j, int z)
{
    const covey_flock *flock = trace->world->flock[0];
    covey_vec way = covey_space_between(&trace->world->def.space, covey_state_pos(&flock->state, i),
                                        covey_state_pos(&flock->state, j));
    double d = covey_vec_length(way);
    if (z == COVEY_FORMAL_COHESION)
        return way;
    if (z == COVEY_FORMAL_ALIGNMENT)
        return covey_state_vel(&flock->state, j);
    if (d == 0)
        return (covey_vec){0, 0, 0.0};
    if (flock->plan.zones[z].weight == COVEY_WEIGHT_AXIS)
        return (covey_vec){way.x == 0 ? 0 : copysign(1 / d, -way.x),
                           way.y == 0 ? 0 : copysign(1 / d, -way.y), 0.0};
    return covey_vec_scale(covey_vec_divide(way, d), -1 / d);
}

/// A line of a neighbor: "  agent 3 at 1.739511" and what it adds.
static void put_neighbor(const covey_trace *trace, size_t i, covey_id id, int z)
{
    const covey_flock *flock = trace->world->flock[0];
    covey_writer *writer = trace->writer;
    char text[COVEY_PRINT_SIZE + 64] = "  agent ";
    size_t j = trace->where[id], size = strlen(text);
    size += print_digits(text + size, (uint64_t)id + 1, 1);
    (void)strcpy(text + size, j == i ? " itself" : " at ");
    size += strlen(text + size);
    if (j != i) {
        covey_vec way =
            covey_space_between(&trace->world->def.space, covey_state_pos(&flock->state, i),
                                covey_state_pos(&flock->state, j));
        size += print_number(text + size, covey_vec_length(way));
        text[size] = '\0';
    }
    put_vec(writer, text, find_share(trace, i, j, z));
}

/// The heading of a rule and its neighbors.
static void put_rule(const covey_trace *trace, size_t i, int z, double radius)
{
    static const char *const heads[] = {
        [COVEY_FORMAL_COHESION] = "cohesion, d <= r_c = ",
        [COVEY_FORMAL_SEPARATION] = "separation, 0 < d <= r_s = ",
        [COVEY_FORMAL_ALIGNMENT] = "alignment, d <= r_a = ",
    };
    static const char *const shares[] = {
        [COVEY_FORMAL_COHESION] = "P_j - P_i of each neighbor",
        [COVEY_FORMAL_SEPARATION] = "push of each neighbor",
        [COVEY_FORMAL_ALIGNMENT] = "velocity of each neighbor",
    };
    covey_writer *writer = trace->writer;
    size_t count = covey_trace_neighbors(trace, i, z);
    put_short(writer, heads[z], radius, count > 0 ? ": " : ": no neighbors");
    covey_writer_text(writer, count > 0 ? shares[z] : "");
    covey_writer_text(writer, "\n");
    for (size_t k = 0; k < count; k++)
        put_neighbor(trace, i, trace->room[k], z);
}

static covey_vec mean_of(const covey_trace *trace, size_t i, int z)
{
    size_t count = covey_trace_neighbors(trace, i, z);
    covey_vec sum = {0, 0, 0.0};
    for (size_t k = 0; k < count; k++)
        sum = covey_vec_add(sum, find_share(trace, i, trace->where[trace->room[k]], z));
    return covey_vec_divide(sum, count > 0 ? (double)count : 1.0);
}

/// The three rules with their forces.
static void put_rules(const covey_trace *trace, size_t i, const covey_model_formal_terms *terms)
{
    covey_writer *writer = trace->writer;
    const covey_model_formal_params *p = trace->world->flock[0]->params.values;
    const char *dialect = covey_formal_dialect((int)p->dialect);
    bool gains_first = strcmp(dialect, "unit") == 0;
    put_rule(trace, i, COVEY_FORMAL_COHESION, p->r_c);
    put_vec(writer, "  P_CM - P_i, their mean", mean_of(trace, i, COVEY_FORMAL_COHESION));
    put_vec(writer, gains_first ? "  F_c, of length 1" : "  F_c, divided by r_c", terms->cohesion);
    put_rule(trace, i, COVEY_FORMAL_SEPARATION, p->r_s);
    put_vec(writer, gains_first ? "  K_s times their sum" : "  their sum", terms->separation_sum);
    put_vec(writer, gains_first ? "  K_s F_s, clamped to F_Smax" : "  F_s, clamped to F_Smax",
            terms->separation);
    put_rule(trace, i, COVEY_FORMAL_ALIGNMENT, p->r_a);
    put_vec(writer, "  F_a, their mean", terms->alignment);
}

/// The sum of the forces with their gains, and the new state.
static void put_move(const covey_trace *trace, size_t i, const covey_model_formal_terms *terms,
                     double dt)
{
    covey_writer *writer = trace->writer;
    const covey_flock *flock = trace->world->flock[0];
    const covey_model_formal_params *p = flock->params.values;
    bool gains_first = strcmp(covey_formal_dialect((int)p->dialect), "unit") == 0;
    put_short(writer, "together, with K_c = ", p->K_c, ", K_s = ");
    put_short(writer, "", p->K_s, ", K_a = ");
    put_short(writer, "", p->K_a, "\n");
    put_vec(writer, "  K_c F_c", covey_vec_scale(terms->cohesion, p->K_c));
    put_vec(writer, "  K_s F_s", covey_vec_scale(terms->separation, gains_first ? 1 : p->K_s));
    put_vec(writer, "  K_a F_a", covey_vec_scale(terms->alignment, p->K_a));
    put_vec(writer, "  F, their sum", terms->force);
    covey_vec velocity =
        covey_vec_add(covey_state_vel(&flock->state, i), covey_vec_scale(terms->force, dt));
    put_vec(writer, "new velocity: v + F dt", velocity);
    put_vec(writer, "new position: p + new v dt",
            covey_vec_add(covey_state_pos(&flock->state, i), covey_vec_scale(velocity, dt)));
}

void covey_trace_table(const covey_trace *trace, covey_id agent, double dt)
{
    covey_writer *writer = trace->writer;
    const covey_flock *flock = trace->world->flock[0];
    size_t i = trace->where[agent];
    covey_model_formal_terms terms = covey_trace_terms(trace->world, i);
    covey_writer_text(writer, "step ");
    covey_writer_whole(writer, trace->world->step + 1);
    put_short(writer, ", dt = ", dt, ", agent ");
    covey_writer_whole(writer, (uint64_t)agent + 1);
    covey_writer_text(writer, " of ");
    covey_writer_whole(writer, flock->state.count);
    covey_writer_text(writer, "\n");
    put_left(writer, "", NAME);
    covey_writer_text(writer, "               x               y\n");
    put_vec(writer, "velocity v", covey_state_vel(&flock->state, i));
    put_vec(writer, "position p", covey_state_pos(&flock->state, i));
    put_rules(trace, i, &terms);
    put_move(trace, i, &terms, dt);
}
