// SPDX-License-Identifier: MIT
// A missing pointer is COVEY_ARG or does no harm, never a crash. Each row is a process of its own.
#define _XOPEN_SOURCE 700
#include "covey/block.h"
#include "covey/covey.h"
#include "covey/encoder.h"
#include "covey/image.h"
#include "covey/run.h"
#include "support/files.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static covey_world_def world_def; // arguments of rows
static covey_world *world;
static covey_flock_def flock_def;
static covey_influence_def influence_def;
static covey_scenario *scenario;
static covey_scenario_def scenario_def;
static covey_session *session;
static covey_error error;
static covey_view view;
static covey_canvas canvas;
static covey_image *image;
static covey_trail *trail;
static covey_output *output;
static covey_input *input;
static covey_output_def output_def;
static covey_input_def input_def;
static const covey_allocator plain;
static const covey_sink no_sink;
static int number;
static double x;
static char text[] = "flocks: {model: torus}\n";

static covey_status take(void *context, const void *bytes, size_t size)
{
    (void)context, (void)bytes, (void)size;
    return COVEY_OK;
}
static const covey_sink sink = {take, NULL};

static int setup(void **state)
{
    bool good = files_setup(state) == 0;
    const char *path = files_path("a.csv");
    world_def = covey_world_def_default();
    flock_def = covey_flock_def_default();
    flock_def.count = 3;
    influence_def = covey_influence_def_default();
    influence_def.kind = "wind";
    scenario_def = covey_scenario_def_default();
    good = good && covey_world_create(&world_def, &world, NULL) == COVEY_OK &&
           covey_world_add(world, &flock_def, &number, NULL) == COVEY_OK &&
           covey_world_influence_add(world, &influence_def, &number, NULL) == COVEY_OK;
    covey_scenario *other = NULL;
    good = good &&
           covey_scenario_read(&scenario_def, text, strlen(text), &scenario, NULL) == COVEY_OK &&
           covey_scenario_read(&scenario_def, text, strlen(text), &other, NULL) == COVEY_OK &&
           covey_session_create(other, &world_def, &session, NULL) == COVEY_OK;
    view = covey_world_view(world, 0);
    covey_image_def image_def = {.width = 9, .height = 9, .sink = {take, NULL}};
    output_def = files_def(path);
    input_def = covey_input_def_default();
    input_def.path = path;
    good = good && covey_image_create(&image_def, &image, NULL) == COVEY_OK &&
           covey_trail_create(3, plain, &trail, NULL) == COVEY_OK &&
           covey_output_open(&output_def, &output, NULL) == COVEY_OK &&
           covey_input_open(&input_def, &input, NULL) == COVEY_OK;
    return good ? 0 : -1;
}

static int teardown(void **state)
{
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    covey_session_destroy(session);
    covey_image_destroy(image);
    covey_trail_destroy(trail);
    covey_input_close(input);
    (void)covey_output_close(output, NULL);
    return files_teardown(state);
}

// ---- Rows: conditions ----

enum { RIGHT, WRONG, BEYOND, TEXTS = 17 };

/// One row, in the place `wanted`.
#define ROW(expression)                                                                            \
    if (k++ == wanted)                                                                             \
        return (expression) ? RIGHT : WRONG;
#define REFUSES(call) ROW((call) == COVEY_ARG)
#define DOES(call) ROW(((call), true))

static int base_rows(int wanted)
{
    static covey_setting setting = {"x", 0};
    const covey_param *table = covey_model_at(0)->params;
    double values[64];
    int k = 0;
    ROW(covey_fail(NULL, COVEY_IO, "x") == COVEY_IO && covey_version_results(NULL) == -1)
    DOES((covey_param_init(NULL, values), covey_param_init(table, NULL)))
    ROW(covey_param_find(NULL, "x") == NULL && covey_param_find(table, NULL) == NULL)
    ROW(covey_param_shared(NULL, table) == NULL && covey_param_shared(table, NULL) == NULL)
    ROW(covey_param_value(NULL, values) != covey_param_value(NULL, values))
    ROW(covey_param_value(table, NULL) != covey_param_value(table, NULL))
    REFUSES(covey_param_set(NULL, values, &setting, &error))
    REFUSES(covey_param_set(table, NULL, &setting, &error))
    REFUSES(covey_param_set(table, values, NULL, &error))
    REFUSES(covey_param_set(table, values, &(covey_setting){NULL, 0}, NULL))
    ROW(covey_param_choice(NULL, "x") == -1 && covey_param_choice(table, NULL) == -1)
    DOES(covey_block_uniforms(NULL, 0, values))
    DOES(covey_block_uniforms(&(covey_block){.count = 1}, 0, NULL))
    ROW(covey_space_offset(NULL, (covey_vec){1, 2}, (covey_vec){3, 4}).x == 0.0 &&
        covey_space_fold(NULL, (covey_vec){1, 2}).x == 1.0)
    ROW(!covey_model_find(NULL) && !covey_motion_find(NULL) && !covey_influence_find(NULL))
    ROW(covey_measure_find(NULL) == -1 && covey_picture_done(NULL, 3) == 0)
    covey_measure_def def = covey_measure_def_default();
    double all[COVEY_MAX_MEASURES];
    REFUSES(covey_measure_all(NULL, &def, all, &error))
    REFUSES(covey_measure_all(&view, NULL, all, &error))
    REFUSES(covey_measure_all(&view, &def, NULL, &error))
    REFUSES(covey_measure_check(NULL, &error))
    static const covey_measure_group nothing = {.name = "x"};
    const covey_measure_group *const broken[] = {&nothing, NULL};
    covey_measure_def wrong = def;
    wrong.custom = broken;
    REFUSES(covey_measure_check(&wrong, &error))
    REFUSES(covey_measure_all(&view, &wrong, all, &error))
    ROW(covey_measure_of(NULL, 0) == covey_measure_at(0) && covey_measure_fits(NULL, 0, 2) &&
        !covey_measure_fits(NULL, -1, 2) &&
        covey_measure_agents(NULL, &def, NULL, &error) == COVEY_ARG &&
        covey_measure_agents(&view, NULL, NULL, &error) == COVEY_ARG)
    ROW(covey_profile_of(NULL, 0) != NULL && covey_profile_of(NULL, -1) == NULL)
    static covey_profile found;
    const covey_measure_group *profile = covey_profile_of(NULL, 0);
    REFUSES(covey_profile_take(NULL, &view, &def, &found, &error))
    REFUSES(covey_profile_take(broken[0], &view, &def, &found, &error))
    REFUSES(covey_profile_take(profile, NULL, &def, &found, &error))
    REFUSES(covey_profile_take(profile, &view, NULL, &found, &error))
    REFUSES(covey_profile_take(profile, &view, &def, NULL, &error))
    ROW(isnan(covey_polarization(NULL)) && isnan(covey_milling(NULL)) && covey_center(NULL).x == 0)
    REFUSES(covey_formal_run(NULL, NULL, &error))
    covey_formal_def formal = covey_formal_def_default();
    REFUSES(covey_formal_run(&formal, NULL, &error))
    formal.in = (covey_source){NULL, NULL};
    formal.out = (covey_sink){take, NULL};
    REFUSES(covey_formal_run(&formal, NULL, NULL))
    return BEYOND;
}

static int world_rows(int wanted)
{
    int k = 0;
    covey_world *made;
    char bytes[8] = {0};
    covey_kernel_kind kernel;
    REFUSES(covey_kernel_find(NULL, &kernel, &error))
    REFUSES(covey_kernel_find("ref", NULL, &error))
    REFUSES(covey_world_create(NULL, &made, &error))
    REFUSES(covey_world_create(&world_def, NULL, &error))
    DOES(covey_world_destroy(NULL))
    REFUSES(covey_world_add(NULL, &flock_def, &number, &error))
    REFUSES(covey_world_add(world, NULL, &number, &error))
    REFUSES(covey_world_add(world, &flock_def, NULL, &error))
    REFUSES(covey_world_step(NULL, 1))
    DOES((covey_world_def_init(NULL, 9), covey_flock_def_init(NULL, 9)))
    DOES((covey_influence_def_init(NULL, 9), covey_world_def_of(world, NULL)))
    ROW(covey_world_error(NULL)->status == COVEY_ARG)
    ROW(covey_world_steps(NULL) == 0 && covey_world_flocks(NULL) == 0)
    ROW(covey_world_find(NULL, "flock") == -1 && covey_world_find(world, NULL) == -1)
    ROW(covey_world_view(NULL, 0).count == 0)
    DOES(covey_view_order(NULL, NULL))
    covey_pose pose = {{0}, {0}};
    REFUSES(covey_world_get(NULL, 0, 0, &pose, &error))
    REFUSES(covey_world_get(world, 0, 0, NULL, &error))
    ROW(covey_world_index(NULL, 0, 0) == -1 && covey_world_next_id(NULL, 0) == 0)
    REFUSES(covey_world_put(NULL, 0, 0, (covey_pose){{0, 0}, {0, 0}}, &error))
    REFUSES(covey_world_spawn(NULL, 0, (covey_pose){{0, 0}, {0, 0}}, NULL, &error))
    REFUSES(covey_world_remove(NULL, 0, 0, &error))
    ROW(covey_world_name(NULL, 0) == NULL && covey_world_model(NULL, 0) == NULL)
    ROW(covey_world_motion(NULL, 0) == NULL && covey_world_prey(NULL, 0) == -1)
    ROW(covey_world_responses(NULL, 0) == 0 && covey_world_response(NULL, 0, 0).to == NULL)
    ROW(covey_response_default(NULL, COVEY_RESPONSE_FLEE).weight == 1.0)
    ROW(covey_response_params() != NULL && covey_response_rules() != NULL)
    REFUSES(covey_world_drop(NULL, 0, &error))
    ROW(covey_world_body(NULL, 0) == 0.0 && covey_world_entries(NULL, 0) == 0)
    covey_zone zones[COVEY_MAX_ZONES];
    ROW(covey_world_zones(NULL, 0, zones) == 0 && covey_world_zones(world, 0, NULL) == 0)
    REFUSES(covey_world_set(NULL, 0, "r_c", 1, &error))
    REFUSES(covey_world_set(world, 0, NULL, 1, &error))
    ROW(covey_world_param(NULL, 0, "r_c") != covey_world_param(NULL, 0, "r_c"))
    ROW(covey_world_param(world, 0, NULL) != covey_world_param(world, 0, NULL))
    covey_vec push;
    REFUSES(covey_world_rule(NULL, 0, 0, "K_c", &push))
    REFUSES(covey_world_rule(world, 0, 0, NULL, &push))
    REFUSES(covey_world_rule(world, 0, 0, "K_c", NULL))
    ROW(covey_world_stable_dt(NULL) == HUGE_VAL)
    ROW(covey_world_hash(NULL) == 0 && covey_world_snapshot_size(NULL) == 0)
    REFUSES(covey_world_save(NULL, bytes, sizeof bytes))
    REFUSES(covey_world_save(world, NULL, 1 << 20))
    REFUSES(covey_world_restore(NULL, bytes, sizeof bytes, &error))
    REFUSES(covey_world_restore(world, NULL, sizeof bytes, &error))
    REFUSES(covey_world_adopt(NULL, world, &error))
    REFUSES(covey_world_adopt(world, NULL, &error))
    ROW(covey_world_stats(NULL).steps == 0)
    return BEYOND;
}

/// Questions and changes of many agents.
static int query_rows(int wanted)
{
    int k = 0;
    covey_pose pose = {{0}, {0}};
    covey_ray ray = covey_ray_default(pose.pos, pose.vel);
    covey_hit hit;
    covey_neighbor near;
    bool found;
    size_t count;
    REFUSES(covey_world_push(NULL, 0, 0, pose.vel, &error))
    REFUSES(covey_world_get_many(world, 0, 1, NULL, &pose, &error))
    REFUSES(covey_world_put_many(NULL, 0, 1, NULL, &pose, &error))
    REFUSES(covey_world_push_many(NULL, 0, 1, NULL, &pose.vel, &error))
    REFUSES(covey_world_spawn_many(NULL, 0, 1, &pose, NULL, &error))
    REFUSES(covey_world_remove_many(NULL, 0, 1, NULL, &error))
    ROW(covey_world_interpolate(NULL, 0, 0.5, NULL) == COVEY_ARG)
    ROW(covey_world_interpolate(world, 0, 0.5, NULL) == COVEY_ARG)
    REFUSES(covey_world_prepare(NULL, &error))
    REFUSES(covey_world_near(NULL, 0, pose.pos, 1.0, NULL, NULL))
    REFUSES(covey_world_nearest(world, 0, pose.pos, 1, NULL, &count))
    REFUSES(covey_world_nearest(NULL, 0, pose.pos, 1, &near, &count))
    REFUSES(covey_world_in_box(NULL, 0, pose.pos, pose.pos, NULL, NULL))
    REFUSES(covey_world_ray(NULL, &ray, &hit, &found))
    REFUSES(covey_world_ray(world, NULL, &hit, &found))
    REFUSES(covey_world_ray_all(NULL, &ray, NULL, NULL))
    REFUSES(covey_world_inside(NULL, 0, pose.pos, 1.0, &number))
    REFUSES(covey_world_sees(NULL, 0, pose.pos, pose.pos, &found))
    ROW(covey_world_drop(NULL, 0, &error) == COVEY_ARG)
    return BEYOND;
}

/// Pointers in structs that are pointed to.
static int def_rows(int wanted)
{
    int k = 0;
    const double *points[COVEY_AXES] = {&x, NULL}, *none[COVEY_AXES] = {NULL, NULL};
    covey_flock_def def = flock_def;
    def.name = "other";
    def.settings_count = 1;
    REFUSES(covey_world_add(world, &def, &number, &error))
    def = flock_def;
    def.name = NULL;
    REFUSES(covey_world_add(world, &def, &number, &error))
    def.name = "other";
    def.model = NULL;
    REFUSES(covey_world_add(world, &def, &number, &error))
    static const covey_model empty = {.name = "empty"};
    static const covey_motion still = {.name = "still"};
    def.custom_model = &empty;
    REFUSES(covey_world_add(world, &def, &number, &error))
    def = flock_def;
    def.name = "other";
    def.custom_motion = &still;
    REFUSES(covey_world_add(world, &def, &number, &error))
    REFUSES(covey_world_influence_add(NULL, &influence_def, &number, &error))
    REFUSES(covey_world_influence_add(world, NULL, &number, &error))
    REFUSES(covey_world_influence_add(world, &influence_def, NULL, &error))
    covey_influence_def other = covey_influence_def_default();
    REFUSES(covey_world_influence_add(world, &other, &number, &error))
    other = influence_def;
    other.settings_count = 1;
    REFUSES(covey_world_influence_add(world, &other, &number, &error))
    other = (covey_influence_def){.kind = "obstacle", .points_count = 1};
    REFUSES(covey_world_influence_add(world, &other, &number, &error))
    other.points[0] = &x;
    REFUSES(covey_world_influence_add(world, &other, &number, &error))
    REFUSES(covey_world_influence_remove(NULL, 0, &error))
    REFUSES(covey_world_influence_move(NULL, 0, points, &error))
    REFUSES(covey_world_influence_move(world, 0, NULL, &error))
    REFUSES(covey_world_influence_move(world, 0, none, &error))
    REFUSES(covey_world_influence_set(NULL, 0, "x", 1, &error))
    REFUSES(covey_world_influence_set(world, 0, NULL, 1, &error))
    ROW(covey_world_influence_param(NULL, 0, "x") != 0.0)
    ROW(covey_world_influence_param(world, 0, NULL) != 0.0)
    ROW(covey_world_influences(NULL) == 0 && covey_world_influence(NULL, 0).kind == NULL)
    ROW(covey_world_influence_at(NULL, 0) == -1)
    return BEYOND;
}

static int scenario_rows(int wanted)
{
    int k = 0;
    covey_scenario *made;
    covey_world *of;
    REFUSES(covey_scenario_read(NULL, text, sizeof text - 1, &made, &error))
    REFUSES(covey_scenario_read(&scenario_def, NULL, 3, &made, &error))
    REFUSES(covey_scenario_read(&scenario_def, text, sizeof text - 1, NULL, &error))
    REFUSES(covey_scenario_open(NULL, "/a", &made, &error))
    REFUSES(covey_scenario_open(&scenario_def, NULL, &made, &error))
    REFUSES(covey_scenario_open(&scenario_def, "/a", NULL, &error))
    DOES(covey_scenario_destroy(NULL))
    REFUSES(covey_scenario_set(NULL, "dt", "1", &error))
    REFUSES(covey_scenario_set(scenario, NULL, "1", &error))
    REFUSES(covey_scenario_set(scenario, "dt", NULL, &error))
    REFUSES(covey_scenario_print(NULL, sink))
    REFUSES(covey_scenario_print(scenario, no_sink))
    REFUSES(covey_scenario_schema(no_sink))
    REFUSES(covey_scenario_world(NULL, &world_def, &of, &error))
    REFUSES(covey_scenario_world(scenario, NULL, &of, &error))
    REFUSES(covey_scenario_world(scenario, &world_def, NULL, &error))
    ROW(covey_scenario_plan(NULL).outputs_count == 0 && covey_scenario_plan(NULL).title != NULL)
    ROW(covey_scenario_file(NULL, 0) == NULL && covey_scenario_flocks(NULL) == 0)
    ROW(covey_scenario_flock(NULL, 0).name == NULL && covey_scenario_sweep(NULL).vary_count == 0)
    ROW(!covey_scenario_influence(NULL, 0, &number).kind && !covey_scenario_panel(NULL, 0).text)
    DOES(covey_scenario_influence(scenario, 0, NULL))
    ROW(covey_preset_find(NULL) == NULL && covey_section_param(NULL, 0).name == NULL)
    covey_run_def run = covey_run_def_default();
    REFUSES(covey_run(NULL, NULL, &error))
    REFUSES(covey_run(&run, NULL, &error))
    return BEYOND;
}

static int session_rows(int wanted)
{
    int k = 0;
    covey_session *made;
    covey_vec push;
    uint64_t whole;
    REFUSES(covey_session_create(NULL, &world_def, &made, &error))
    REFUSES(covey_session_create(scenario, NULL, &made, &error))
    REFUSES(covey_session_create(scenario, &world_def, NULL, &error))
    REFUSES(covey_session_open(NULL, &world_def, &made, &error))
    REFUSES(covey_session_open("/a", NULL, &made, &error))
    REFUSES(covey_session_open("/a", &world_def, NULL, &error))
    REFUSES(covey_session_restore(NULL, "", 0, &error))
    REFUSES(covey_session_restore(session, NULL, 0, &error))
    DOES(covey_session_destroy(NULL))
    ROW(covey_session_world(NULL) == NULL && covey_session_scenario(NULL) == NULL &&
        covey_session_undoable(NULL) == 0)
    REFUSES(covey_session_rule(NULL, 0, 0, "cohesion", &push))
    REFUSES(covey_session_rule(session, 0, 0, NULL, &push))
    REFUSES(covey_session_rule(session, 0, 0, "cohesion", NULL))
    REFUSES(covey_session_do(NULL, "undo", &error))
    REFUSES(covey_session_do(session, NULL, &error))
    REFUSES(covey_session_catch_up(NULL, &error))
    REFUSES(covey_session_step(NULL, &error))
    ROW(covey_session_results(NULL) == -1 && covey_session_results(session) == -1)
    ROW(!covey_session_end(NULL, &whole, &whole) && !covey_session_end(session, NULL, &whole) &&
        !covey_session_end(session, &whole, NULL))
    REFUSES(covey_session_write(NULL, sink, &error))
    REFUSES(covey_session_write(session, no_sink, &error))
    REFUSES(covey_session_write_state(NULL, sink, &error))
    REFUSES(covey_session_write_state(session, no_sink, &error))
    REFUSES(covey_history_create(NULL, 1, &(covey_history *){NULL}, &error))
    REFUSES(covey_history_create(session, 1, NULL, &error))
    DOES(covey_history_destroy(NULL))
    REFUSES(covey_history_step(NULL, &error))
    REFUSES(covey_history_changed(NULL, &error))
    REFUSES(covey_history_go(NULL, 0, &error))
    REFUSES(covey_history_take(NULL, 0, &error))
    REFUSES(covey_history_forget(NULL, 0))
    ROW(covey_history_begin(NULL) + covey_history_end(NULL) + covey_history_memory(NULL) == 0)
    ROW(covey_history_branch_end(NULL, 0) == 0 && covey_history_branches(NULL) == 0)
    return BEYOND;
}

static int format_rows(int wanted)
{
    int k = 0;
    covey_output *out;
    covey_input *in;
    const covey_frame_set *sets;
    covey_frame_set set = {.set = "a", .count = 1};
    covey_id id = 0;
    ROW(covey_format_find(NULL) == NULL && covey_format_of(NULL) == NULL)
    REFUSES(covey_output_open(NULL, &out, &error))
    REFUSES(covey_output_open(&output_def, NULL, &error))
    REFUSES(covey_output_open_all(NULL, 1, &out, &error))
    REFUSES(covey_output_open_all(&output_def, 1, NULL, &error))
    REFUSES(covey_output_put(NULL, &set, 1, &error))
    REFUSES(covey_output_put(output, NULL, 1, &error))
    REFUSES(covey_output_put(output, &set, 1, &error))
    set.id = &id;
    REFUSES(covey_output_put(output, &set, 1, &error))
    set.pos[0] = &x;
    REFUSES(covey_output_put(output, &set, 1, &error))
    set.pos[1] = &x;
    set.vel[0] = &x;
    REFUSES(covey_output_put(output, &set, 1, &error))
    set.set = NULL;
    REFUSES(covey_output_put(output, &set, 1, &error))
    REFUSES(covey_output_sync(NULL, &error))
    covey_bookmark bookmark;
    REFUSES(covey_output_bookmark(NULL, &bookmark))
    REFUSES(covey_output_bookmark(output, NULL))
    covey_output_def own = output_def;
    own.custom_formats = (const covey_format *const[]){&(const covey_format){.name = "x"}, NULL};
    REFUSES(covey_output_open(&own, &out, &error))
    DOES(covey_text_put(NULL, "x", 1))
    DOES(covey_text_string(NULL, "x"))
    DOES(covey_text_string(NULL, NULL))
    DOES(covey_text_integer(NULL, 1))
    DOES(covey_text_number(NULL, 1))
    DOES(covey_text_field(NULL, "x", 1))
    ROW(covey_output_close(NULL, &error) == COVEY_OK)
    covey_output_def no_path = output_def;
    no_path.path = NULL;
    no_path.format = "csv";
    REFUSES(covey_output_open(&no_path, &out, &error))
    REFUSES(covey_input_open(NULL, &in, &error))
    REFUSES(covey_input_open(&input_def, NULL, &error))
    covey_input_def nothing = covey_input_def_default();
    REFUSES(covey_input_open(&nothing, &in, &error))
    nothing.format = "csv";
    REFUSES(covey_input_open(&nothing, &in, &error))
    nothing.format = "h5md";
    REFUSES(covey_input_open(&nothing, &in, &error))
    REFUSES(covey_input_next(NULL, &sets, &number, &error))
    REFUSES(covey_input_next(input, NULL, &number, &error))
    REFUSES(covey_input_next(input, &sets, NULL, &error))
    ROW(covey_input_provenance(NULL).scenario != NULL && covey_input_label(NULL, 0) == NULL)
    ROW(covey_input_dim(NULL) == 0 && !covey_input_mirrored(NULL) &&
        covey_input_note(NULL, 0) == NULL && !covey_input_gap(NULL))
    DOES(covey_input_close(NULL))
    return BEYOND;
}

static int checkpoint_rows(int wanted)
{
    int k = 0;
    covey_checkpoint whole = {.scenario = NULL, .value_count = 1}, *made;
    uint64_t value;
    const char *path = files_path("null.ckpt");
    REFUSES(covey_checkpoint_write(NULL, &whole, plain, &error))
    REFUSES(covey_checkpoint_write(path, NULL, plain, &error))
    REFUSES(covey_checkpoint_write(path, &whole, plain, &error))
    whole.value_count = 0;
    whole.snapshot_size = 8;
    REFUSES(covey_checkpoint_write(path, &whole, plain, &error))
    REFUSES(covey_checkpoint_read(NULL, plain, &made, &error))
    REFUSES(covey_checkpoint_read("/a", plain, NULL, &error))
    REFUSES(covey_checkpoint_decode(NULL, 9, plain, &made, &error))
    REFUSES(covey_checkpoint_decode("x", 1, plain, NULL, &error))
    ROW(!covey_checkpoint_find(NULL, "x", &value) && !covey_checkpoint_find(&whole, NULL, &value))
    ROW(!covey_checkpoint_find(&whole, "x", NULL))
    DOES(covey_checkpoint_destroy(NULL))
    return BEYOND;
}

static int draw_rows(int wanted)
{
    int k = 0;
    covey_picture picture = covey_picture_default();
    covey_plot plot = covey_plot_default();
    covey_picture_mark mark;
    covey_image_kind kind;
    covey_image *made;
    covey_film *film;
    uint32_t clusters[3];
    covey_vec changes[3] = {{0}};
    covey_sight sight;
    covey_camera camera = covey_camera_fit((covey_box){0}, changes[0], changes[0]);
    ROW(!covey_camera_is_deep(covey_camera_look(NULL, changes[0], &sight) ? &camera : NULL))
    ROW(!covey_camera_look(&camera, changes[0], NULL))
    ROW(covey_camera_orbit((covey_box){0}, changes[0], changes[0], NULL).eye == 0.0)
    ROW(covey_camera_point(NULL, (covey_vec){1, 1}).x == 0.0F)
    ROW(covey_camera_place(NULL, 1, 1).x == 0.0)
    REFUSES(covey_trail_create(3, plain, NULL, &error))
    DOES(covey_trail_destroy(NULL))
    REFUSES(covey_trail_add(NULL, &view, &error))
    REFUSES(covey_trail_add(trail, NULL, &error))
    DOES(covey_trail_pace(NULL, 1.0))
    DOES(covey_trail_changes(NULL, &view, changes))
    DOES(covey_trail_changes(trail, NULL, changes))
    DOES(covey_trail_changes(trail, &view, NULL))
    ROW(covey_picture_area(NULL, &canvas).width == 0.0)
    ROW(covey_picture_area(&picture, NULL).width == 0.0)
    DOES(covey_picture_draw(NULL, &canvas))
    DOES(covey_picture_draw(&picture, NULL))
    DOES(covey_plot_draw(NULL, &canvas))
    DOES(covey_plot_draw(&plot, NULL))
    ROW(!covey_picture_flock_of(NULL, 0).name && !covey_picture_neighbors(NULL, NULL, NULL, NULL))
    ROW(!covey_picture_mark_of(NULL, 0, &mark) && !covey_picture_mark_of(world, 0, NULL))
    REFUSES(covey_picture_clusters(NULL, 1, plain, clusters, &error))
    REFUSES(covey_picture_clusters(&view, 1, plain, NULL, &error))
    ROW(!covey_image_is(NULL, &kind) && !covey_image_is("a.png", NULL))
    REFUSES(covey_image_create(NULL, &made, &error))
    REFUSES(covey_image_create(&(covey_image_def){.width = 9, .height = 9}, NULL, &error))
    DOES(covey_image_destroy(NULL))
    ROW(covey_image_canvas(NULL) == NULL)
    REFUSES(covey_image_finish(NULL, &error))
    ROW(!covey_film_is(NULL))
    REFUSES(covey_film_open(NULL, &film, &error))
    REFUSES(covey_film_open(&(covey_film_def){.path = "a.mp4"}, NULL, &error))
    REFUSES(covey_film_open(&(covey_film_def){.program = "ffmpeg"}, &film, &error))
    REFUSES(covey_film_put(NULL, image, &error))
    DOES(covey_film_drop(NULL))
    REFUSES(covey_image_save("a.png", NULL, 1, &error))
    ROW(covey_film_close(NULL, &error) == COVEY_OK)
    return BEYOND;
}

// ---- The test ----

typedef int rows(int wanted);

static rows *const all_rows[] = {base_rows,   world_rows,      query_rows,
                                 def_rows,    scenario_rows,   session_rows,
                                 format_rows, checkpoint_rows, draw_rows};

static void test_null_is_refused_and_never_a_crash(void **state)
{
    (void)state;
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    int wrong = 0, status = 0;
    for (size_t part = 0; part < sizeof all_rows / sizeof *all_rows; part++)
        for (int k = 0; status == 0 || WEXITSTATUS(status) != BEYOND || k == 0; k++) {
            pid_t child = fork();
            assert_true(child >= 0);
            if (child == 0) {
                for (size_t s = 0; s < sizeof crashes / sizeof *crashes; s++)
                    (void)signal(crashes[s], SIG_DFL); // cmocka catches them
                _exit(all_rows[part](k));
            }
            assert_int_equal(waitpid(child, &status, 0), child);
            bool good = WIFEXITED(status) && WEXITSTATUS(status) != WRONG;
            if (!good)
                print_error("row %d of part %zu: status 0x%x\n", k, part, (unsigned)status);
            wrong += !good;
            status = WIFEXITED(status) ? status : 0;
        }
    assert_int_equal(wrong, 0);
}

/// Fails unless the functions of a header that take a pointer are in one of the texts.
static void check_header(const char *header, char *const texts[TEXTS])
{
    size_t size;
    char path[600];
    (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/include/covey/%s", header);
    char *content = files_read(path, &size);
    assert_non_null(content);
    for (const char *at = content; (at = strstr(at, "\nCOVEY_API ")) != NULL; at++) {
        const char *end = strchr(at, ';'), *open = strchr(at, '('), *name = open;
        if (end == NULL || open == NULL || open > end)
            continue;
        while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z'))
            name--;
        char called[80];
        (void)snprintf(called, sizeof called, "%.*s(", (int)(open - name), name);
        bool found = memchr(open, '*', (size_t)(end - open)) == NULL;
        for (int k = 0; k < TEXTS; k++)
            found = found || strstr(texts[k], called) != NULL;
        if (!found)
            fail_msg("%s of %s has no row", called, header);
    }
    free(content);
}

static void test_every_public_function_has_its_rows(void **state)
{
    (void)state;
    static const char *const names[TEXTS] = {"null",        "traits", "events", "mesh", "schedule",
                                             "catch",       "lags",   "delays", "map",  "voronoi",
                                             "motion",      "doing",  "recipe", "aim",  "keep",
                                             "frame_calls", "forces"};
    char path[600], *texts[TEXTS];
    for (size_t k = 0, size; k < TEXTS; k++) {
        (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/tests/unit/test_%s.c", names[k]);
        assert_non_null(texts[k] = files_read(path, &size));
    }
    int headers = 0;
    DIR *folder = opendir(COVEY_SOURCE_DIR "/include/covey"); // a failed one has no headers
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)); headers++)
        if (strstr(entry->d_name, ".h") != NULL)
            check_header(entry->d_name, texts);
    assert_true(headers >= 18 && closedir(folder) == 0);
    for (int k = 0; k < TEXTS; k++)
        free(texts[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null_is_refused_and_never_a_crash),
        cmocka_unit_test(test_every_public_function_has_its_rows),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
