// SPDX-License-Identifier: MIT
// Alignment along axes (Ginelli, Peruani, Bär, Chaté 2010), and Voronoi neighbors (Ginelli and
// Chaté 2010): axes in order without headings in order, and order at any density.
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

/// The orders of axes and of headings of a preset's agents.
typedef struct order {
    double axes, headings;
} order;

static order order_of(const covey_world *world)
{
    covey_view view = covey_world_view(world, 0);
    double sum[4] = {0};
    for (size_t i = 0; i < view.count; i++) {
        covey_vec h = covey_vec_unit(covey_vec_at(view.vel, i));
        sum[0] += h.x;
        sum[1] += h.y;
        sum[2] += h.x * h.x - h.y * h.y; // cos 2θ
        sum[3] += 2 * h.x * h.y;
    }
    double n = (double)view.count;
    return (order){hypot(sum[2], sum[3]) / n, hypot(sum[0], sum[1]) / n};
}

static order rods(const char *noise)
{
    const physics of = {.preset = "rods", .set = {{"noise", noise}}, .seed = 1};
    order mean = {0};
    covey_world *world = physics_world(&of);
    test_world_steps(world, 3000, 1);
    for (int k = 0; k < 20; k++) {
        test_world_steps(world, 50, 1);
        order now = order_of(world);
        mean.axes += now.axes / 20;
        mean.headings += now.headings / 20;
    }
    covey_world_destroy(world);
    return mean;
}

static void test_axes_order_and_headings_do_not(void **unused)
{
    (void)unused;
    order quiet = rods("0.157"), loud = rods("0.942"); // η = 0.05 and 0.3
    print_message("axes %.2f, headings %.2f; with much noise %.2f\n", quiet.axes, quiet.headings,
                  loud.axes);
    assert_true(quiet.axes > 0.6 && quiet.headings < 0.4 && loud.axes < 0.2);
}

/// The polarization of 400 agents on a torus of that side, averaged after they have met.
static double polarization(double side, bool voronoi)
{
    covey_world_def of = covey_world_def_default();
    of.space = covey_space_torus(side, side);
    covey_world *world = test_world_create(&of);
    covey_flock_def def = test_flock_plain("vicsek", 400);
    const covey_setting settings[] = {
        {"radius", voronoi ? side / 2 : 1}, {"noise", 1.5}, {"speed", 0.5}, {"voronoi", voronoi}};
    def.settings = settings;
    def.settings_count = 4;
    def.place.x = def.place.y = side / 2;
    def.place.width = def.place.height = side;
    test_world_add(world, &def);
    double mean = 0;
    test_world_steps(world, 1000, 1);
    for (int k = 0; k < 40; k++) {
        test_world_steps(world, 10, 1);
        mean += order_of(world).headings / 40;
    }
    covey_world_destroy(world);
    return mean;
}

static void test_voronoi_neighbors_order_a_thin_flock_as_a_dense_one(void **unused)
{
    (void)unused;
    double dense = polarization(20, true), thin = polarization(120, true);
    double metric = polarization(120, false);
    print_message("Voronoi: %.2f dense, %.2f thin; within a radius, thin: %.2f\n", dense, thin,
                  metric);
    assert_true(dense > 0.7 && fabs(dense - thin) < 0.1 && metric < 0.5 * thin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes_order_and_headings_do_not),
        cmocka_unit_test(test_voronoi_neighbors_order_a_thin_flock_as_a_dense_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
