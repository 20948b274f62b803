// SPDX-License-Identifier: MIT
// What agents of every model sense, in all spaces of its dimensions, against a look at all others
// by the definition of a zone (covey/model.h): the number of neighbors exactly, sums to rounding.
#include "core/world.h"
#include "support/probe.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 220, HUNTERS = 30 };

/// Sums of 250 numbers are off by less than this part of their size, and by the 256 pieces that
/// kernels take falloffs in.
#define BOUND 1e-11
#define PIECES 1e-5

static void add_flock(covey_world *world, covey_flock_def def, double size)
{
    def.place.x = def.place.y = def.place.z = 0.5 * size;
    def.place.width = def.place.height = def.place.depth = size;
    def.place.speed = 1.0;
    def.place.speed_spread = 0.5;
    test_world_add(world, &def);
}

static double size_for(const covey_model *model)
{
    double values[16], longest = 0.0;
    covey_zone zone[COVEY_MAX_ZONES];
    assert_true(model->params_size <= sizeof values);
    covey_param_init(model->params, values);
    for (int k = model->zones(values, zone) - 1; k >= 0; k--)
        longest = zone[k].radius < 1e9 && zone[k].radius > longest ? zone[k].radius : longest;
    return longest > 0.0 ? 3.0 * longest : 10.0;
}

static covey_world *make(const covey_model *model, covey_space_kind kind, bool deep, double size)
{
    covey_world_def def = covey_world_def_default();
    def.space = (covey_space){kind, 2, {size, size}};
    if (deep)
        def.space = covey_space_deep(def.space, size);
    def.kernel = test_kernel;
    covey_world *world = test_world_create(&def);
    covey_flock_def prey = covey_flock_def_default(), hunter = prey;
    prey.name = "prey";
    prey.model = model->name;
    prey.count = AGENTS;
    hunter.name = "hunters";
    hunter.model = model->name;
    hunter.hunts = "prey";
    hunter.count = HUNTERS;
    add_flock(world, prey, size);
    add_flock(world, hunter, size);
    return world;
}

// ---- By the definition ----

/// An agent that an observer looks at.
typedef struct other {
    covey_vec offset, vel;
    covey_vec pos;
    double distance;
    uint32_t id;
} other;

static int nearer(const void *a, const void *b)
{
    const other *one = a, *two = b;
    if (one->distance != two->distance)
        return one->distance < two->distance ? -1 : 1;
    return one->id < two->id ? -1 : one->id > two->id;
}

static bool is_seen(const covey_zone *zone, covey_vec heading, const other *at)
{
    bool inside = zone->strict ? at->distance < zone->radius && at->distance >= zone->inner
                               : at->distance <= zone->radius &&
                                     (at->distance > zone->inner || zone->inner == 0.0);
    double ahead = covey_vec_dot(heading, at->offset);
    return inside && (zone->blind_cos <= -1.0 || ahead >= zone->blind_cos * at->distance);
}

static covey_vec weighed(const covey_zone *zone, const other *at)
{
    double d = at->distance, factor = 0.0;
    covey_vec r = at->offset;
    if (zone->weight == COVEY_WEIGHT_AXIS)
        return (covey_vec){r.x == 0 ? 0 : copysign(1 / d, r.x), r.y == 0 ? 0 : copysign(1 / d, r.y),
                           r.z == 0 ? 0 : copysign(1 / d, r.z)};
    if (zone->weight == COVEY_WEIGHT_ONE)
        factor = 1.0;
    if (zone->weight == COVEY_WEIGHT_UNIT)
        factor = 1.0 / d;
    if (zone->weight == COVEY_WEIGHT_INVERSE)
        factor = 1.0 / (d * d);
    if (zone->weight == COVEY_WEIGHT_LINEAR)
        factor = (1.0 - d / zone->radius) / d;
    if (zone->weight == COVEY_WEIGHT_RAMP)
        factor = 1.0 - d / zone->radius;
    return d > 0.0 ? covey_vec_scale(r, factor) : (covey_vec){0, 0, 0};
}

static covey_vec carried(const covey_zone *zone, const other *at)
{
    if (zone->carry == COVEY_CARRY_VELOCITY)
        return at->vel;
    if (zone->carry == COVEY_CARRY_HEADING)
        return covey_vec_unit(at->vel);
    return zone->carry == COVEY_CARRY_POSITION ? at->pos : (covey_vec){0, 0, 0};
}

static double size_of(covey_vec v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/// The part of a line, at + t along, in which it is nearer to (0, 0) than to others.
typedef struct part {
    covey_vec at, along;
    double low, high;
} part;

/// Leaves the part in which the product with `normal` is at most `limit`.
static void keep(part *of, covey_vec normal, double limit)
{
    double slope = covey_vec_dot(of->along, normal), room = limit - covey_vec_dot(of->at, normal);
    if (slope > 0.0)
        of->high = fmin(of->high, room / slope);
    else if (slope < 0.0)
        of->low = fmax(of->low, room / slope);
    else if (room < 0.0)
        of->high = -HUGE_VAL;
}

/// True if the Voronoi cells of agent k of `seen` and of the one that looks share a side in its
/// square: some of the line of equal distance is nearer to no other.
static bool shares_side(const covey_zone *zone, const other *seen, size_t count, size_t k)
{
    static const covey_vec walls[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    const covey_vec to = seen[k].offset;
    part of = {covey_vec_scale(to, 0.5), {-to.y, to.x, 0.0}, -HUGE_VAL, HUGE_VAL};
    for (int wall = 0; wall < 4; wall++)
        keep(&of, walls[wall], zone->radius);
    for (size_t j = 0; j < count; j++)
        if (j != k)
            keep(&of, seen[j].offset, 0.5 * covey_vec_dot(seen[j].offset, seen[j].offset));
    return of.low < of.high;
}

/// Takes all but the Voronoi neighbors out of `seen`, and returns how many are left.
static size_t leave_neighbors(const covey_zone *zone, other *seen, size_t count)
{
    other all[AGENTS];
    size_t left = 0;
    memcpy(all, seen, count * sizeof *seen);
    for (size_t k = 0; k < count; k++)
        if (shares_side(zone, all, count, k))
            seen[left++] = all[k];
    return left;
}

/// Adds the field of view of discs, edge by edge: those in no other disc. ∫ V unit(φ) dφ is the sum
/// of the function (sin φ, -cos φ) at them, of the left edges of discs less the right ones.
static void add_field(const covey_zone *zone, const other *seen, size_t count, covey_percept *sum,
                      double *most)
{
    double middle[AGENTS], half[AGENTS];
    covey_percept field = {(double)count, {0, 0, 0}, {0, 0, 0}, (double)count};
    bool inside = false;
    for (size_t k = 0; k < count; k++) {
        inside = inside || seen[k].distance <= zone->disc;
        middle[k] = atan2(seen[k].offset.y, seen[k].offset.x);
        half[k] = asin(fmin(1.0, zone->disc / seen[k].distance));
    }
    for (size_t k = 0; k < 2 * count && !inside; k++) {
        double side = k % 2 == 0 ? 1.0 : -1.0, angle = middle[k / 2] + side * half[k / 2];
        bool is_edge = true;
        for (size_t j = 0; j < count && is_edge; j++)
            is_edge = j == k / 2 || fabs(remainder(angle - middle[j], 2 * acos(-1))) > half[j];
        if (!is_edge)
            continue;
        covey_vec edge = {cos(angle), sin(angle), 0.0};
        field.carried = covey_vec_add(field.carried, edge);
        field.offset = covey_vec_add(field.offset, (covey_vec){side * edge.y, -side * edge.x, 0});
        *most += 4.0;
    }
    sum->count += field.count;
    sum->weight_sum += field.weight_sum;
    sum->offset = covey_vec_add(sum->offset, field.offset);
    sum->carried = covey_vec_add(sum->carried, field.carried);
}

/// An agent that looks.
typedef struct observer {
    const covey_world *world;
    int own; ///< its flock
    uint32_t id;
} observer;

/// By the function of a zone that has one.
static void add_own(const observer *self, const covey_zone *zone, const other *at,
                    covey_percept *sum, double *most)
{
    const covey_percept before = *sum;
    covey_agent agent = {.id = self->id};
    agent.vel = test_world_vel(self->world, self->own, self->id);
    agent.pos = test_world_pos(self->world, self->own, self->id);
    covey_other seen = {at->id, at->offset, at->distance, at->vel, {0}};
    sum->count += 1.0;
    sum->weight_sum += 1.0;
    zone->add(self->world->flock[self->own]->params.values, &agent, &seen, sum);
    *most += 1.0 + size_of(covey_vec_sub(sum->offset, before.offset)) +
             size_of(covey_vec_sub(sum->carried, before.carried));
}

static void add(const observer *self, const covey_zone *zone, const other *at, covey_percept *sum,
                double *most)
{
    const void *values = self->world->flock[self->own]->params.values;
    if (zone->add != NULL) {
        add_own(self, zone, at, sum, most);
        return;
    }
    double factor = pow(1.0 + at->distance * at->distance, -zone->decay);
    if (zone->falloff != NULL)
        factor = zone->falloff(values, at->distance);
    covey_vec offset = covey_vec_scale(weighed(zone, at), factor);
    covey_vec carry = covey_vec_scale(carried(zone, at), factor);
    sum->count += 1.0;
    sum->weight_sum += factor;
    sum->offset = covey_vec_add(sum->offset, offset);
    sum->carried = covey_vec_add(sum->carried, carry);
    *most += size_of(offset) + size_of(carry) + fabs(factor);
}

/// Adds the agents of flock `number` that it senses.
static void look(const observer *self, const covey_zone *zone, int number, covey_percept *sum,
                 double *most)
{
    other seen[AGENTS];
    size_t count = 0;
    const covey_view view = covey_world_view(self->world, number);
    const covey_vec pos = test_world_pos(self->world, self->own, self->id);
    const covey_vec heading = covey_vec_unit(test_world_vel(self->world, self->own, self->id));
    for (uint32_t j = 0; j < view.count; j++) {
        other at = {.pos = test_world_pos(self->world, number, j), .id = j};
        at.vel = test_world_vel(self->world, number, j);
        at.offset = covey_space_offset(&view.space, pos, at.pos);
        at.distance = covey_vec_length(at.offset);
        bool is_self = self->own == number && j == self->id;
        if (is_self && zone->self)
            add(self, zone, &at, sum, most);
        else if (!is_self && is_seen(zone, heading, &at))
            seen[count++] = at;
    }
    if (zone->nearest > 0)
        qsort(seen, count, sizeof *seen, nearer);
    if (zone->voronoi)
        count = leave_neighbors(zone, seen, count);
    if (zone->disc > 0.0) {
        add_field(zone, seen, count, sum, most);
        return;
    }
    for (size_t k = 0; k < count && (zone->nearest == 0 || k < (size_t)zone->nearest); k++)
        add(self, zone, &seen[k], sum, most);
}

/// The flock that a zone of flock `own` means; -1: none.
static int meant(const covey_zone *zone, int own)
{
    if (zone->of == COVEY_OF_OWN)
        return own;
    bool is_there = own == (zone->of == COVEY_OF_PREDATORS ? 0 : 1);
    return is_there ? 1 - own : -1;
}

static void compare(const char *name, const covey_percept *found, const covey_percept *wanted,
                    double bound)
{
    if (found->count != wanted->count)
        fail_msg("%s counts %g, not %g", name, found->count, wanted->count);
    covey_vec offset = covey_vec_sub(found->offset, wanted->offset);
    covey_vec carry = covey_vec_sub(found->carried, wanted->carried);
    double worst = size_of(offset) + size_of(carry) + fabs(found->weight_sum - wanted->weight_sum);
    if (!(worst <= bound))
        fail_msg("%s is off by %g of %g", name, worst, bound);
}

/// Returns the number of neighbors.
static double check(const covey_model *model, covey_space_kind kind, bool deep)
{
    static covey_percept found[AGENTS * COVEY_MAX_ZONES];
    covey_world *world = make(model, kind, deep, size_for(model));
    test_world_steps(world, 2, TEST_DT);
    double neighbors = 0.0;
    for (int own = 0; own < 2; own++) {
        const covey_zone_plan *plan = &world->flock[own]->plan;
        const uint32_t count = (uint32_t)covey_world_view(world, own).count;
        test_sense_all(world, own, found);
        for (uint32_t id = 0; id < count; id += TEST_SANITIZED ? 8 : 1)
            for (int z = 0; z < plan->count; z++) {
                const covey_zone *zone = &plan->zones[z];
                covey_percept sum = {0};
                double most = 0.0;
                if (meant(zone, own) >= 0)
                    look(&(observer){world, own, id}, zone, meant(zone, own), &sum, &most);
                const bool cut = zone->falloff != NULL; // in pieces
                compare(model->name, &found[id * (uint32_t)plan->count + (uint32_t)z], &sum,
                        (cut ? PIECES : BOUND) * (most + 1e-200));
                neighbors += sum.count;
            }
    }
    covey_world_destroy(world);
    return neighbors;
}

static void test_each_zone_senses_as_a_look_at_all_agents_does(void **unused)
{
    (void)unused;
    const covey_model *model;
    for (int k = 0; (model = covey_model_at(k)) != NULL; k++) {
        double neighbors = 0.0;
        for (int which = 0; which < (model->plane_only ? 4 : 8); which++)
            neighbors += check(model, (covey_space_kind)(which % 4), which >= 4);
        if (neighbors < (TEST_SANITIZED ? 1.0 : 100.0))
            fail_msg("%s senses none", model->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_zone_senses_as_a_look_at_all_agents_does),
    };
    int failures = 0;
    while (test_next_kernel())
        failures +=
            cmocka_run_group_tests_name(covey_kernel_names()[test_kernel], tests, NULL, NULL);
    return failures;
}
