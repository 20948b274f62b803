// SPDX-License-Identifier: MIT
// The selected agent in numbers: known places, and the rules at every step of the past.
#include "view/inspect.h"
#include "view/view_draw.h"

#include "support/files.h"
#include "support/viewer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static sim *world;
static viewer view;
static inspect_line lines[INSPECT_LINES];
static int count;

static void begin(const char *name)
{
    test_viewer_begin(&view, &world, name);
    view.clock.runs = false;
}

static void end(void)
{
    test_viewer_end(&view, world);
}

static void look(int flock, covey_id id)
{
    view.selected_flock = flock;
    view.selected = id;
    viewer_advance(&view, 0.0, true);
    count = inspect_lines(&view, lines);
}

static const char *line(const char *name)
{
    for (int k = 0; k < count; k++)
        if (strcmp(lines[k].name, name) == 0)
            return lines[k].value;
    return "";
}

/// A torus with agents in known places; one hunts.
static void write_few(void)
{
    static const char text[] =
        "space: {kind: torus, width: 100, height: 50}\n"
        "flocks:\n"
        "  - {name: boids, model: torus, radius: 10, max_speed: 9,\n"
        "     place: {agents: [[2, 25, 3, 4], [98, 25, -2, 0], [2, 34, 0, 0], [50, 5, 1, 0]]}}\n"
        "  - {name: hawks, model: predator, hunts: boids, place: {agents: [[2, 20, 0, 1]]}}\n";
    files_write(files_path("few.yaml"), text, sizeof text - 1);
}

static void test_places_speeds_and_neighbors_are_those_of_the_frame(void **unused)
{
    (void)unused;
    write_few();
    begin(files_path("few.yaml"));
    look(-1, 0);
    assert_int_equal(count, 0);
    look(0, 0);
    assert_string_equal(line("agent"), "boids 0");
    assert_string_equal(line("place"), "2, 25 L");
    assert_string_equal(line("speed"), "5 L/T");
    assert_string_equal(line("heading"), "53.1\302\260"); // atan(4 / 3)
    assert_string_equal(line("nearest"), "4 L");          // across the seam
    assert_string_equal(line("neighbors"), "3");          // two at 4 and 9, and the hawk at 5
    assert_string_equal(line("caught"), "");
    look(0, 1);
    assert_string_equal(line("heading"), "180.0\302\260");
    look(0, 2);
    assert_string_equal(line("heading"), "none: it rests");
    look(0, 3);
    assert_string_equal(line("neighbors"), "0");
    look(1, 0);
    assert_string_equal(line("agent"), "hawks 0");
    assert_string_equal(line("caught"), "0");
    assert_string_equal(line("nearest"), ""); // it has no like
    look(0, 77);
    assert_int_equal(count, 0);
    end();
}

/// Sizes and directions of the forces, and their sum, from the frame's own vectors.
static void test_rules_are_told_in_size_and_direction(void **unused)
{
    (void)unused;
    char wanted[INSPECT_VALUE];
    covey_vec sum = {0, 0, 0};
    begin("torus-0");
    look(0, 7);
    assert_int_equal(view.now->rules_count, 4); // with flight
    for (int k = 0; k < 4; k++) {
        covey_vec push = view.now->rules[k].push;
        sum = covey_vec_add(sum, push);
        (void)snprintf(wanted, sizeof wanted, "%.4g L/T at %.1f\302\260", hypot(push.x, push.y),
                       57.29577951308232 * atan2(push.y, push.x));
        assert_string_equal(line(view.now->rules[k].name),
                            push.x == 0.0 && push.y == 0.0 ? "0" : wanted);
    }
    (void)snprintf(wanted, sizeof wanted, "%.4g L/T at ", hypot(sum.x, sum.y));
    assert_memory_equal(line("together"), wanted, strlen(wanted));
    end();
}

/// "Why did it turn?": the same numbers when time goes back, and others in between.
static void test_every_step_of_the_past_tells_of_then(void **unused)
{
    (void)unused;
    char then[INSPECT_VALUE], later[INSPECT_VALUE];
    begin("torus-0");
    look(0, 7);
    for (int k = 0; k < 2; k++) {
        view.clock.runs = true;
        for (int f = 0; f < 30; f++)
            viewer_advance(&view, 1.0 / 30.0, true);
        view.clock.runs = false;
        look(0, 7);
        (void)snprintf(k == 0 ? then : later, INSPECT_VALUE, "%s", line("cohesion"));
    }
    uint64_t last = view.now->step;
    assert_string_not_equal(then, later);
    viewer_go(&view, (double)(last / 2));
    look(0, 7);
    assert_int_equal(view.now->step, last / 2);
    assert_string_equal(line("cohesion"), then);
    viewer_go(&view, (double)last);
    look(0, 7);
    assert_string_equal(line("cohesion"), later);
    end();
}

static void test_rules_of_all_agents_are_those_of_each(void **unused)
{
    (void)unused;
    covey_vec kept[FRAME_RULES];
    begin("torus-1");
    view.set.all = 1.0;
    look(0, 31);
    const frame_flock *flock = &view.now->flocks[0];
    assert_int_equal(flock->rules_count, view.now->rules_count);
    for (int k = 0; k < flock->rules_count; k++) {
        assert_string_equal(frame_rule_name(flock, k), view.now->rules[k].name);
        kept[k] = flock->pushes[31 * flock->rules_count + k];
        assert_memory_equal(&kept[k], &view.now->rules[k].push, sizeof kept[k]);
    }
    view.set.all = 0.0;
    look(0, 31);
    assert_int_equal(view.now->flocks[0].rules_count, 0);
    viewer_command(&view, "agents 400"); // more than FRAME_WATCHED
    view.set.all = 1.0;
    look(0, 31);
    assert_int_equal(view.now->flocks[0].rules_count, 0);
    end();
}

/// An arrow of 24 units is a round force, and stays that while arrows change little.
static void test_the_scale_of_arrows_is_round_and_stays(void **unused)
{
    (void)unused;
    rules_scale scale = {.push = 0.0};
    begin("torus-0");
    look(0, 7);
    assert_true(rules_follow(&scale, &view));
    assert_true(scale.push > 0.0 && covey_round_number(scale.push * 1.0000001) == scale.push);
    assert_memory_equal(scale.text, "rule ", 5);
    double before = scale.push;
    viewer_command(&view, "set flocks.0.cohesion 13");
    look(0, 7);
    assert_true(rules_follow(&scale, &view));
    assert_true(scale.push == before);
    viewer_command(&view, "set flocks.0.cohesion 1200");
    look(0, 7);
    assert_true(rules_follow(&scale, &view));
    assert_true(scale.push > before);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places_speeds_and_neighbors_are_those_of_the_frame),
        cmocka_unit_test(test_rules_are_told_in_size_and_direction),
        cmocka_unit_test(test_every_step_of_the_past_tells_of_then),
        cmocka_unit_test(test_rules_of_all_agents_are_those_of_each),
        cmocka_unit_test(test_the_scale_of_arrows_is_round_and_stays),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
