// SPDX-License-Identifier: MIT
// Sliders and arrow keys fit the world that is shown: the ends of tracks, and how far a hand turns
// an agent.
#include "view/slider.h"

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
static sliders tracks;

static void follow(void)
{
    viewer_advance(&view, 0.0, true);
    sliders_follow(&tracks, view.now);
}

static void begin(const char *text)
{
    files_write(files_path("world.yaml"), text, strlen(text));
    memset(&tracks, 0, sizeof tracks);
    test_viewer_begin(&view, &world, files_path("world.yaml"));
    view.clock.runs = false;
    follow();
}

static const slider *track(int flock, const char *name)
{
    const covey_param *row;
    for (int p = 0; (row = frame_param(&view.now->flocks[flock], p)) != NULL; p++)
        if (strcmp(row->name, name) == 0)
            return &tracks.flocks[flock].of[p];
    fail_msg("there is no %s", name);
    return NULL;
}

static void expect(int flock, const char *name, double least, double most)
{
    const slider *one = track(flock, name);
    // Commands tell values by nine digits.
    if (!(fabs(one->least - least) <= 1e-8 * fabs(least) &&
          fabs(one->most - most) <= 1e-8 * fabs(most)))
        fail_msg("%s goes from %.12g to %.12g", name, one->least, one->most);
}

// ---- Sliders ----

/// A table begins with a radius of 75 L and weights of 12; this world is small.
static void test_tracks_fit_the_world_and_not_the_table(void **unused)
{
    (void)unused;
    begin("space: {kind: torus, width: 20, height: 20}\ndt: 0.1\n"
          "flocks: {name: boids, model: torus, count: 5, radius: 1.5, separation: 0.1,\n"
          "         alignment: 0.3, cohesion: 0, flight: 0, max_speed: 2}\n");
    expect(0, "radius", 1e-9, 6);
    expect(0, "max_speed", 0, 8);
    expect(0, "alignment", 0, 1.2);
    expect(0, "separation", 0, 0.4);
    expect(0, "cohesion", 0, 0.4); // as far as a rule beside it
    test_viewer_end(&view, world);
}

/// Commands as the panel gives them: another model, back, predators that come, go, and come again.
static void test_tracks_follow_later_changes(void **unused)
{
    (void)unused;
    begin("space: {kind: torus, width: 20, height: 20}\ndt: 0.1\n"
          "flocks: {name: boids, model: torus, count: 5, radius: 1.5, max_speed: 2}\n");
    viewer_command(&view, "model couzin");
    follow();
    const frame *now = view.now;
    for (int p = 0; frame_param(&now->flocks[0], p) != NULL; p++) {
        double value = now->flocks[0].params[p];
        const slider *one = &tracks.flocks[0].of[p];
        if (strcmp(frame_param(&now->flocks[0], p)->unit, "L") == 0 && value < 1e6 && value > 0)
            assert_true(one->most >= value && one->most <= 4.0001 * value);
    }
    viewer_command(&view, "undo");
    follow();
    expect(0, "radius", 1e-9, 6);
    viewer_command(&view, "predator 3 3");
    follow();
    expect(1, "radius", 1e-9, 6);
    viewer_command(&view, "set flocks.0.radius 15");
    viewer_command(&view, "clear predators");
    follow();
    viewer_command(&view, "predator 3 3");
    follow();
    expect(1, "radius", 1e-9, 60);
    assert_true(track(1, "radius")->base == 15.0);
    test_viewer_end(&view, world);
}

// ---- Steering ----

/// The angle that agent 0, which is alone, turns in a step with the left key held.
static double turned(const char *flock)
{
    char text[512];
    (void)snprintf(text, sizeof text,
                   "space: {kind: torus, width: 900, height: 900}\ndt: 0.1\n"
                   "flocks: {name: one, %s, place: {agents: [[450, 450, 0, 2]]}}\n",
                   flock);
    begin(text);
    view.hand.left = 1;
    viewer_advance(&view, 0.0, true);
    viewer_advance(&view, 0.0, true);
    if (view.now->influences_count != 1)
        fail_msg("%s: %s", flock, view.message);
    view.clock.runs = true;
    view.set.speed = 10.0;
    viewer_advance(&view, 0.1, true);
    viewer_advance(&view, 0.0, true);
    assert_int_equal(view.now->step, 1);
    const frame_flock *now = &view.now->flocks[0];
    double angle = atan2(-now->vel[0][0], now->vel[1][0]);
    view.hand.left = 0;
    test_viewer_end(&view, world);
    return angle;
}

static void test_an_agent_turns_by_a_hand_as_it_can(void **unused)
{
    (void)unused;
    static const struct {
        const char *flock;
        double angle, error;
    } rows[] = {
        // The rate of its motion, 0.5 rad/T.
        {"model: couzin, motion: turn, speed: 2, turn_rate: 0.5, noise: 0", 0.05, 1e-9},
        {"model: couzin, motion: turn, speed: 2, turn_rate: 3, noise: 0", 0.3, 1e-9},
        // Its longest force, sideways: atan(F dt/v).
        {"model: reynolds, max_force: 1, max_speed: 2, min_speed: 0", 0.04995839572194276, 1e-6},
        // A circle as wide as its reach, by 2 v dt/radius. A tangent is a little less than that.
        {"model: torus, radius: 40, max_speed: 2", 0.01, 1e-5},
        {"model: torus, radius: 10, max_speed: 2", 0.04, 1e-4},
        {"model: vicsek, radius: 10, speed: 2, noise: 0", 0.04, 1e-4},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double angle = turned(rows[k].flock);
        if (!(fabs(angle - rows[k].angle) <= rows[k].error))
            fail_msg("%s: %.9g, not %.9g", rows[k].flock, angle, rows[k].angle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tracks_fit_the_world_and_not_the_table),
        cmocka_unit_test(test_tracks_follow_later_changes),
        cmocka_unit_test(test_an_agent_turns_by_a_hand_as_it_can),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
