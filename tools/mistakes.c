// SPDX-License-Identifier: MIT
// Draws the pictures of "Why is my flock wrong?": a small flock that moves as the text says beside
// the same flock with one mistake, both run by the simulator of mistakes, to one scale.
// usage: covey-mistakes FOLDER, where it writes mistake-NAME.png
#include "formal/mistakes.h"
#include "base/memory.h"
#include "covey/image.h"
#include "formats/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 6, STEPS = 24, MARGIN = 24, HEAD = 44, PANEL = 385, HEIGHT = 280, GAP = 10 };
enum { WIDTH = 2 * PANEL + GAP };

/// A flock and the outputs asked of it. The circle is around the first agent.
typedef struct scene {
    covey_mistake mistake;
    double r_c, r_s, f_max, r_a, k_c, k_s, k_a;
    double circle; ///< a radius to show, L; 0: none
    double dt;
    double first_dt; ///< where the first step has another length; 0: it has not
    size_t steps, agents;
    const double (*start)[4]; ///< x y vx vy of each
} scene;

// Where flocks start: x y vx vy of each agent.
static const double two[][4] = {{1, 0, 0, 1.41}, {-1, 0, 0, -1.41}};
static const double four[][4] = {
    {1, 0, 0, 1.155}, {0, 1, -1.155, 0}, {-1, 0, 0, -1.155}, {0, -1, 1.155, 0}};
static const double pairs[][4] = {
    {-0.2, 0, 0, 0}, {0.2, 0, 0, 0}, {-0.8, 2.2, 0, 0}, {0.8, 2.2, 0, 0}};
static const double wide_pairs[][4] = {
    {-0.3, 0, 0, 0}, {0.3, 0, 0, 0}, {-1.2, 2.6, 0, 0}, {1.2, 2.6, 0, 0}};
static const double cluster[][4] = {
    {0.5, 0.1, 0, 0}, {-0.1, 0.5, 0, 0}, {-0.5, -0.1, 0, 0}, {0.1, -0.5, 0, 0}};
static const double cross[][4] = {{0.6, 0, 0, 0}, {0, 0.6, 0, 0}, {-0.6, 0, 0, 0}, {0, -0.6, 0, 0}};
static const double slanted[][4] = {{-0.14, -0.056, 0, 0}, {0.14, 0.056, 0, 0}};
static const double slope[][4] = {{-1.5, -1, 1, 0}, {0, 0, 1, 0}, {1.5, 1, 1, 0}};
static const double hexagon[][4] = {{1, 0, 0, 0},  {0.5, 0.866, 0, 0},   {-0.5, 0.866, 0, 0},
                                    {-1, 0, 0, 0}, {-0.5, -0.866, 0, 0}, {0.5, -0.866, 0, 0}};
static const double apart[][4] = {{0, 0, 0, 0}, {2, 0, 0, 0}};
static const double passing[][4] = {{0, 0, 0, 0}, {2, 0, 0, 1}};
static const double column[][4] = {{0, 1, 1, 0.7}, {0, 0, 1, 0}, {0, -1, 1, -0.7}};
static const double aside[][4] = {{3, 1, 0, 0}, {4.4, 1, 0, 0}, {3.7, 2.2, 0, 0}};
static const double three[][4] = {{0, 0, 1, 0.6}, {0, 2, 1, -0.6}, {0, -3.5, 1, 0}};

static const scene scenes[] = {
    {.mistake = COVEY_MISTAKE_IN_PLACE,
     .r_c = 8,
     .k_c = 16,
     .dt = 0.4,
     .steps = 2,
     .agents = 6,
     .start = hexagon},
    {.mistake = COVEY_MISTAKE_OLD_VELOCITY,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.2,
     .steps = 20,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_HALF_SQUARE,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.3,
     .steps = 16,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_NO_DT,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.2,
     .steps = 9,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_POSITION_NO_DT,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.2,
     .steps = 4,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_READ_ORDER, .dt = 0.5, .steps = 4, .agents = 3, .start = slope},
    {.mistake = COVEY_MISTAKE_ALIGNMENT_WITHOUT_SELF,
     .r_a = 3,
     .k_a = 0.4,
     .dt = 0.5,
     .steps = 6,
     .agents = 3,
     .start = three},
    {.mistake = COVEY_MISTAKE_ALIGNMENT_DIFFERENCE,
     .r_a = 9,
     .k_a = 0.5,
     .dt = 0.5,
     .steps = 6,
     .agents = 3,
     .start = column},
    {.mistake = COVEY_MISTAKE_COHESION_WITH_SELF,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.2,
     .steps = 9,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_COHESION_STRICT,
     .r_c = 2,
     .k_c = 1,
     .circle = 2,
     .dt = 0.2,
     .steps = 5,
     .agents = 2,
     .start = apart},
    {.mistake = COVEY_MISTAKE_SEPARATION_STRICT,
     .r_s = 2,
     .f_max = 9,
     .k_s = 2,
     .circle = 2,
     .dt = 0.5,
     .steps = 3,
     .agents = 2,
     .start = apart},
    {.mistake = COVEY_MISTAKE_ALIGNMENT_STRICT,
     .r_a = 2,
     .k_a = 1,
     .circle = 2,
     .dt = 0.5,
     .steps = 4,
     .agents = 2,
     .start = passing},
    {.mistake = COVEY_MISTAKE_STRICT,
     .r_c = 2,
     .r_a = 2,
     .k_c = 0.7,
     .k_a = 0.7,
     .circle = 2,
     .dt = 0.5,
     .steps = 3,
     .agents = 2,
     .start = passing},
    {.mistake = COVEY_MISTAKE_SQUARED_DISTANCE,
     .r_c = 3,
     .k_c = 1,
     .circle = 3,
     .dt = 0.4,
     .steps = 4,
     .agents = 2,
     .start = apart},
    {.mistake = COVEY_MISTAKE_NOT_CLAMPED,
     .r_s = 1.5,
     .f_max = 1,
     .k_s = 1,
     .dt = 0.4,
     .steps = 4,
     .agents = 4,
     .start = cluster},
    {.mistake = COVEY_MISTAKE_SEPARATION_AVERAGED,
     .r_s = 1.5,
     .f_max = 99,
     .k_s = 0.3,
     .dt = 0.4,
     .steps = 4,
     .agents = 4,
     .start = cluster},
    {.mistake = COVEY_MISTAKE_SEPARATION_FLIPPED,
     .r_s = 1.5,
     .f_max = 1,
     .k_s = 1,
     .dt = 0.2,
     .steps = 3,
     .agents = 4,
     .start = cross},
    {.mistake = COVEY_MISTAKE_SEPARATION_CONSTANT,
     .r_s = 2,
     .f_max = 99,
     .k_s = 0.5,
     .dt = 0.5,
     .steps = 3,
     .agents = 4,
     .start = pairs},
    {.mistake = COVEY_MISTAKE_SEPARATION_SQUARED,
     .r_s = 2,
     .f_max = 99,
     .k_s = 0.5,
     .dt = 0.5,
     .steps = 3,
     .agents = 4,
     .start = pairs},
    {.mistake = COVEY_MISTAKE_CLAMP_OTHER_SIDE,
     .r_s = 2,
     .f_max = 1,
     .k_s = 3,
     .dt = 0.4,
     .steps = 3,
     .agents = 4,
     .start = pairs},
    {.mistake = COVEY_MISTAKE_CLAMP_PER_AXIS,
     .r_s = 2,
     .f_max = 0.4,
     .k_s = 1,
     .dt = 0.4,
     .steps = 3,
     .agents = 2,
     .start = slanted},
    {.mistake = COVEY_MISTAKE_CLAMP_SQUARED,
     .r_s = 2,
     .f_max = 6,
     .k_s = 0.2,
     .dt = 0.5,
     .steps = 3,
     .agents = 4,
     .start = pairs},
    {.mistake = COVEY_MISTAKE_COHESION_OTHER_SCALE,
     .r_c = 2.5,
     .k_c = 1,
     .dt = 0.5,
     .steps = 2,
     .agents = 4,
     .start = wide_pairs},
    {.mistake = COVEY_MISTAKE_COHESION_NOT_DIVIDED,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.1,
     .steps = 18,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_ONCE_PER_NEIGHBOR,
     .r_c = 8,
     .k_c = 8,
     .dt = 0.2,
     .steps = 6,
     .agents = 4,
     .start = four},
    {.mistake = COVEY_MISTAKE_FY_FROM_FX,
     .r_c = 2,
     .k_c = 1,
     .dt = 0.4,
     .steps = 3,
     .agents = 2,
     .start = apart},
    {.mistake = COVEY_MISTAKE_SWAPPED,
     .r_s = 2,
     .f_max = 1,
     .r_a = 4,
     .k_s = 1,
     .dt = 0.4,
     .steps = 3,
     .agents = 4,
     .start = cluster},
    {.mistake = COVEY_MISTAKE_REPLACED,
     .r_c = 1,
     .f_max = 1,
     .r_a = 3,
     .k_a = 0.4,
     .circle = 3,
     .dt = 0.5,
     .steps = 5,
     .agents = 3,
     .start = column},
    {.mistake = COVEY_MISTAKE_GAIN_LEFT_OUT,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.2,
     .steps = 9,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_VELOCITIES_IN_PLACE,
     .r_a = 9,
     .k_a = 1,
     .dt = 0.5,
     .steps = 4,
     .agents = 3,
     .start = column},
    {.mistake = COVEY_MISTAKE_FORCE_AS_VELOCITY,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.2,
     .steps = 9,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_FIRST_DT,
     .r_c = 16,
     .k_c = 16,
     .dt = 0.2,
     .first_dt = 0.4,
     .steps = 9,
     .agents = 2,
     .start = two},
    {.mistake = COVEY_MISTAKE_ALIGNMENT_SUM,
     .r_a = 9,
     .k_a = 0.3,
     .dt = 0.5,
     .steps = 4,
     .agents = 3,
     .start = column},
    {.mistake = COVEY_MISTAKE_ALIGNMENT_UNIT,
     .r_a = 9,
     .k_a = 1,
     .dt = 0.5,
     .steps = 5,
     .agents = 3,
     .start = column},
    {.mistake = COVEY_MISTAKE_COHESION_SUM,
     .r_c = 8,
     .k_c = 2,
     .dt = 0.4,
     .steps = 4,
     .agents = 3,
     .start = aside},
    {.mistake = COVEY_MISTAKE_COHESION_CENTER,
     .r_c = 8,
     .k_c = 2,
     .dt = 0.4,
     .steps = 4,
     .agents = 3,
     .start = aside},
    {.mistake = COVEY_MISTAKE_COHESION_FLIPPED,
     .r_c = 3,
     .k_c = 1,
     .dt = 0.4,
     .steps = 3,
     .agents = 4,
     .start = cross},
    {.mistake = COVEY_MISTAKE_SEPARATION_OFFSETS,
     .r_s = 2,
     .f_max = 99,
     .k_s = 0.5,
     .dt = 0.5,
     .steps = 3,
     .agents = 4,
     .start = pairs},
    {.mistake = COVEY_MISTAKE_ALWAYS_CLAMPED,
     .r_s = 2,
     .f_max = 2.5,
     .k_s = 0.5,
     .dt = 0.5,
     .steps = 3,
     .agents = 4,
     .start = pairs},
    {.mistake = COVEY_MISTAKE_FORCE_CLAMPED,
     .r_a = 9,
     .f_max = 0.5,
     .k_a = 1,
     .dt = 0.5,
     .steps = 5,
     .agents = 3,
     .start = column},
    {.mistake = COVEY_MISTAKE_COHESION_OVER_ALL,
     .r_c = 8,
     .k_c = 2,
     .dt = 0.4,
     .steps = 4,
     .agents = 3,
     .start = aside},
    {.mistake = COVEY_MISTAKE_ALIGNMENT_OVER_ALL,
     .r_a = 3.2,
     .k_a = 1,
     .dt = 0.5,
     .steps = 5,
     .agents = 3,
     .start = three},
    {.mistake = COVEY_MISTAKE_LAST_UNSEEN,
     .r_c = 3,
     .k_c = 1,
     .dt = 0.4,
     .steps = 3,
     .agents = 4,
     .start = cross},
};

// ---- Motion ----

/// Where all are before the first step and behind each.
typedef struct motion {
    covey_mistakes_agent at[STEPS + 1][AGENTS];
} motion;

static void run(const scene *self, covey_mistake_set mistakes, motion *done)
{
    double start[4 * AGENTS], dt[STEPS];
    covey_mistakes_agent room[2 * AGENTS];
    covey_mistakes_run program;
    for (size_t k = 0; k < 4 * self->agents; k++)
        start[k] = self->start[k / 4][k % 4];
    for (size_t k = 0; k < self->steps; k++)
        dt[k] = k == 0 && self->first_dt > 0 ? self->first_dt : self->dt;
    covey_problem problem = {self->r_c, self->r_s,    self->f_max, self->r_a, self->k_c, self->k_s,
                             self->k_a, self->agents, self->steps, start,     dt};
    covey_mistakes_start(&problem, (covey_variant){.mistakes = mistakes}, room, &program);
    for (size_t step = 0; step <= self->steps; step++) {
        for (size_t i = 0; i < self->agents; i++)
            done->at[step][i] = program.agents[i];
        if (step < self->steps)
            covey_mistakes_step(&program, step);
    }
}

// ---- Drawing ----

static covey_color role(covey_role which)
{
    return covey_palette_role(COVEY_THEME_LIGHT, which);
}

static void widen(const scene *self, const motion *done, covey_vec *low, covey_vec *high)
{
    for (size_t step = 0; step <= self->steps; step++)
        for (size_t i = 0; i < self->agents; i++) {
            const covey_mistakes_agent *a = &done->at[step][i];
            double around = i == 0 && step == 0 ? self->circle : 0;
            *low = (covey_vec){fmin(low->x, a->x - around), fmin(low->y, a->y - around), 0.0};
            *high = (covey_vec){fmax(high->x, a->x + around), fmax(high->y, a->y + around), 0.0};
        }
}

static covey_point point_of(const covey_camera *camera, const covey_mistakes_agent *agent)
{
    return covey_camera_point(camera, (covey_vec){agent->x, agent->y, 0.0});
}

/// The way of one agent: a ring where it starts, a dot at each step, a dart where it ends.
static void draw_way(const scene *self, const motion *done, size_t i, const covey_camera *camera,
                     const covey_canvas *canvas)
{
    covey_color color = covey_palette_kind(COVEY_THEME_LIGHT, i);
    const covey_mistakes_agent *last = &done->at[self->steps][i];
    covey_point end = point_of(camera, last), from = point_of(camera, &done->at[0][i]);
    double speed = sqrt(last->vx * last->vx + last->vy * last->vy);
    for (size_t step = 1; step <= self->steps; step++) {
        covey_point a = point_of(camera, &done->at[step - 1][i]);
        covey_point b = point_of(camera, &done->at[step][i]);
        canvas->segments(canvas->context, &(covey_segment){a, b, color}, 1, 1.5);
        if (step < self->steps)
            canvas->discs(canvas->context, &(covey_disc){b.x, b.y, 2.5F, color}, 1, 0);
    }
    canvas->discs(canvas->context, &(covey_disc){from.x, from.y, 5, color}, 1, 1.5);
    if (speed > 0) {
        float dx = (float)(last->vx / speed), dy = (float)(-last->vy / speed);
        canvas->darts(canvas->context, &(covey_dart){end.x, end.y, dx, dy, color}, 1, 18);
    } else {
        canvas->discs(canvas->context, &(covey_disc){end.x, end.y, 5, color}, 1, 0);
    }
}

static void draw_panel(const scene *self, const motion *done, const char *title,
                       const covey_camera *camera, const covey_canvas *canvas)
{
    covey_box box = {camera->area.x - (double)MARGIN, 0, PANEL, HEIGHT};
    canvas->clip(canvas->context, &box);
    canvas->label(canvas->context, &(covey_label){.x = box.x + (double)PANEL / 2.0,
                                                  .y = 22,
                                                  .size = 16,
                                                  .anchor = COVEY_ANCHOR_MIDDLE,
                                                  .strong = true,
                                                  .color = role(COVEY_ROLE_INK),
                                                  .text = title});
    if (self->circle > 0) {
        covey_point center = point_of(camera, &done->at[0][0]);
        float radius = (float)(self->circle * camera->scale);
        canvas->discs(canvas->context,
                      &(covey_disc){center.x, center.y, radius, role(COVEY_ROLE_MUTED)}, 1, 1);
    }
    for (size_t i = 0; i < self->agents; i++)
        draw_way(self, done, i, camera, canvas);
    canvas->clip(canvas->context, NULL);
}

static void draw(const scene *self, const covey_canvas *canvas)
{
    motion right, wrong;
    run(self, 0, &right);
    run(self, COVEY_MISTAKE_BIT(self->mistake), &wrong);
    const double far = (double)INFINITY;
    covey_vec low = {far, far, 0.0}, high = {-far, -far, 0.0};
    widen(self, &right, &low, &high);
    widen(self, &wrong, &low, &high);
    covey_box area = {MARGIN, HEAD, PANEL - 2 * MARGIN, HEIGHT - HEAD - MARGIN};
    canvas->clear(canvas->context, role(COVEY_ROLE_PAPER));
    covey_camera camera = covey_camera_fit(area, low, high);
    draw_panel(self, &right, "as the text says", &camera, canvas);
    area.x += PANEL + GAP;
    camera = covey_camera_fit(area, low, high);
    draw_panel(self, &wrong, "this mistake", &camera, canvas);
    covey_point top = {(float)PANEL + (float)GAP / 2.0F, 0},
                bottom = {(float)PANEL + (float)GAP / 2.0F, HEIGHT};
    canvas->segments(canvas->context, &(covey_segment){top, bottom, role(COVEY_ROLE_FAINT)}, 1, 2);
}

// ---- Files ----

/// Draws a scene and replaces the file at the path by it, whole or not at all.
static covey_status save(const scene *self, const char *path, covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text bytes = {.memory = &memory};
    covey_image *image = NULL;
    covey_image_def def = {COVEY_IMAGE_PNG, WIDTH, HEIGHT, covey_text_sink(&bytes)};
    covey_status status = covey_image_create(&def, &image, error);
    if (status == COVEY_OK) {
        draw(self, covey_image_canvas(image));
        status = covey_image_finish(image, error);
    }
    covey_image_destroy(image);
    if (status == COVEY_OK)
        status = covey_image_save(path, bytes.bytes, bytes.size, error);
    covey_text_destroy(&bytes);
    return status;
}

int main(int argc, char **argv)
{
    for (size_t k = 0; argc == 2 && k < sizeof scenes / sizeof *scenes; k++) {
        const char *name = covey_mistakes_info((int)scenes[k].mistake)->name;
        char path[4096];
        (void)snprintf(path, sizeof path, "%s/mistake-%s.png", argv[1], name);
        covey_error error;
        if (save(&scenes[k], path, &error) != COVEY_OK) {
            (void)fprintf(stderr, "covey-mistakes: %s\n", error.message);
            return EXIT_FAILURE;
        }
    }
    if (argc != 2)
        (void)fputs("usage: covey-mistakes FOLDER\n", stderr);
    return argc == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
