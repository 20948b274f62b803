// SPDX-License-Identifier: MIT
// Fresh cases from random numbers. A case for which right programs may print different digits is
// drawn again.
#define _POSIX_C_SOURCE 200809L
#include "check/make.h"

#include "covey/model.h"
#include "formats/file.h"
#include "formats/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DRAWS = 64, PATH_ROOM = 4096 };

/// A case in the making.
typedef struct draft {
    covey_text text;
    uint64_t seed;
    uint64_t index; ///< of the case
    uint32_t draw;  ///< how often it was drawn before
    uint32_t used;  ///< random numbers
    const char *about;
} draft;

const char *check_make_difficulty(int index)
{
    static const char *const names[] = {"easy", "medium", "hard"};
    return index >= 0 && index < 3 ? names[index] : NULL;
}

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the cases");
}

// ---- Drawing ----

static double between(draft *self, double low, double high)
{
    double u = covey_uniform(self->seed, self->index, self->draw, self->used++);
    return low + (high - low) * u;
}

static int whole(draft *self, int low, int high)
{
    return low + (int)between(self, 0, high - low + 1);
}

static void put(draft *self, double value, const char *after)
{
    covey_text_number(&self->text, value + 0.0);
    covey_text_string(&self->text, after);
}

/// A number with two decimals.
static void put_between(draft *self, double low, double high, const char *after)
{
    put(self, floor(between(self, low, high) * 100) / 100, after);
}

static void put_agent(draft *self, double x, double y)
{
    put(self, x, " ");
    put(self, y, " ");
    put_between(self, -2, 2, " ");
    put_between(self, -2, 2, "\n");
}

static void put_agents(draft *self, int count, double size)
{
    for (int i = 0; i < count; i++) {
        double x = floor(between(self, -size, size) * 100) / 100;
        double y = floor(between(self, -size, size) * 100) / 100;
        put_agent(self, x, y);
    }
}

static void put_steps(draft *self, int count)
{
    for (int k = 0; k < count; k++)
        put_between(self, 0.05, 0.5, "\n");
}

/// The parameters with the rules of `rules` at work: bit 0 cohesion, 1 separation, 2 alignment.
static void put_params(draft *self, unsigned rules, int agents)
{
    put_between(self, 2, 5, " ");
    put_between(self, 1, 4, " ");
    put_between(self, 0.5, 3, " ");
    put_between(self, 2, 5, " ");
    for (unsigned k = 0; k < 3; k++) {
        double gain = floor(between(self, 0.3, 2.5) * 100) / 100;
        put(self, rules >> k & 1U ? gain : 0, " ");
    }
    put(self, agents, "\n");
}

// ---- Easy and medium ----

static void draw_easy(draft *self)
{
    static const char *const about[] = {"cohesion alone", "separation alone", "alignment alone"};
    unsigned rule = (unsigned)(self->index % 3);
    int agents = whole(self, 2, 4);
    self->about = about[rule];
    put_params(self, 1U << rule, agents);
    put_agents(self, agents, 2);
    put_steps(self, 1);
}

static void draw_medium(draft *self)
{
    int agents = whole(self, 4, 9);
    self->about = "all three rules";
    put_params(self, 7, agents);
    put_agents(self, agents, 4);
    put_steps(self, 3);
}

// ---- Hard: something odd ----

static void draw_edges(draft *self)
{
    self->about = "neighbors exactly on the circles";
    covey_text_string(&self->text, "5 5 ");
    put_between(self, 0.5, 3, " 5 ");
    for (int k = 0; k < 3; k++)
        put_between(self, 0.3, 2.5, " ");
    covey_text_string(&self->text, "5\n");
    static const int places[][2] = {{0, 0}, {3, 4}, {-5, 0}, {4, -3}, {0, 1}};
    for (int i = 0; i < 5; i++)
        put_agent(self, places[i][0], places[i][1]);
    put_steps(self, 1);
}

static void draw_coincident(draft *self)
{
    self->about = "several agents on one place";
    put_params(self, 7, 6);
    for (int i = 0; i < 3; i++)
        put_agent(self, 1, 2);
    put_agents(self, 3, 2);
    put_steps(self, 1);
}

static void draw_no_agents(draft *self)
{
    self->about = "no agents";
    put_params(self, 7, 0);
    put_steps(self, 2);
}

static void draw_alone(draft *self)
{
    self->about = "one agent";
    put_params(self, 7, 1);
    put_agents(self, 1, 3);
    put_steps(self, 4);
}

static void draw_long_step(draft *self)
{
    self->about = "a very long time step";
    int agents = whole(self, 3, 6);
    put_params(self, 7, agents);
    put_agents(self, agents, 3);
    put(self, whole(self, 900, 9000), "\n");
}

static void draw_backward(draft *self)
{
    int agents = whole(self, 3, 6);
    self->about = "time steps of zero and below";
    put_params(self, 7, agents);
    put_agents(self, agents, 3);
    put_steps(self, 1);
    covey_text_string(&self->text, "0\n");
    put_between(self, -0.5, -0.05, "\n");
}

static double thousandths(double x)
{
    return floor(x * 1000 + 0.5) / 1000;
}

static void draw_close(draft *self)
{
    double x = whole(self, -200, 200) / 100.0, y = whole(self, -200, 200) / 100.0;
    self->about = "two agents 0.005 apart";
    covey_text_string(&self->text, "3 2 ");
    put(self, whole(self, 900, 1100), " 3 ");
    for (int k = 0; k < 3; k++)
        put_between(self, 0.3, 2.5, " ");
    covey_text_string(&self->text, "3\n");
    put_agent(self, x, y);
    put_agent(self, thousandths(x + 0.003), thousandths(y - 0.004));
    put_agent(self, thousandths(x + 1.12), thousandths(y + 1.37));
    put_steps(self, 1);
}

static void draw_outside(draft *self)
{
    self->about = "neighbors 0.0005 outside the circles";
    covey_text_string(&self->text, "4 2 ");
    put_between(self, 0.5, 3, " 3 ");
    for (int k = 0; k < 3; k++)
        put_between(self, 0.3, 2.5, " ");
    covey_text_string(&self->text, "4\n");
    put_agent(self, 0, 0);
    put_agent(self, 4.0005, 0);
    put_agent(self, 0, -2.0005);
    put_agent(self, -3.0005, 0);
    put_steps(self, 1);
}

static void draw_crowd(draft *self)
{
    int agents = whole(self, 12, 24);
    self->about = "many agents, all rules, six steps";
    put_params(self, 7, agents);
    put_agents(self, agents, 6);
    put_steps(self, 6);
}

static void draw_hard(draft *self)
{
    static void (*const odd[])(draft *) = {draw_outside,   draw_edges,   draw_coincident,
                                           draw_no_agents, draw_alone,   draw_long_step,
                                           draw_close,     draw_backward};
    if (self->index % 2 == 0)
        draw_crowd(self);
    else
        odd[self->index / 2 % (sizeof odd / sizeof *odd)](self);
}

// ---- Keeping ----

/// Adds the case that was drawn if it is unambiguous.
static covey_status add_unambiguous(check_cases *cases, const check_case_def *def, bool *kept,
                                    covey_error *error)
{
    covey_status status = check_cases_add(cases, def, error);
    if (status != COVEY_OK)
        return status;
    const check_case *made = &cases->items[cases->count - 1];
    covey_arena arena = {0};
    covey_mistakes_agent *room = covey_arena_take(&arena, 2 * made->problem.agents, sizeof *room);
    if (room == NULL)
        return no_memory(error);
    *kept = check_cases_is_unambiguous(cases->dialect, made, room);
    cases->count -= !*kept;
    covey_arena_destroy(&arena);
    return COVEY_OK;
}

static covey_status add_one(const check_make_def *def, check_cases *cases, draft *self,
                            covey_error *error)
{
    static void (*const draw[])(draft *) = {draw_easy, draw_medium, draw_hard};
    char name[32];
    (void)snprintf(name, sizeof name, "case-%03u", (unsigned)(self->index + 1));
    for (self->draw = 0; self->draw < DRAWS; self->draw++) {
        self->used = 0;
        covey_text_clear(&self->text);
        draw[def->difficulty](self);
        if (self->text.failed)
            return no_memory(error);
        bool kept = false;
        check_case_def made = {.name = name, .about = self->about, .input = self->text.bytes};
        made.input_size = self->text.size;
        covey_status status = add_unambiguous(cases, &made, &kept, error);
        if (status != COVEY_OK || kept)
            return status;
    }
    return covey_fail(error, COVEY_INPUT, "no case found for seed %llu",
                      (unsigned long long)self->seed);
}

covey_status check_make_add(const check_make_def *def, check_cases *cases, covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    draft self = {.text = {.memory = &memory}, .seed = def->seed};
    covey_status status = COVEY_OK;
    for (; self.index < def->count && status == COVEY_OK; self.index++)
        status = add_one(def, cases, &self, error);
    covey_text_destroy(&self.text);
    return status;
}

// ---- Writing ----

covey_status check_make_folder(const char *path, covey_error *error)
{
    struct stat about;
    int failed = mkdir(path, 0777) != 0 ? errno : 0;
    if (failed == EEXIST && stat(path, &about) == 0)
        failed = !S_ISDIR(about.st_mode) ? ENOTDIR : access(path, W_OK | X_OK) != 0 ? errno : 0;
    if (failed != 0)
        return covey_fail(error, COVEY_IO, "cannot write to the folder %s: %s", path,
                          strerror(failed));
    return COVEY_OK;
}

covey_status check_make_file(const char *folder, const char *name, covey_text_view text,
                             covey_error *error)
{
    char path[PATH_ROOM];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return covey_fail(error, COVEY_IO, "the path of %s is too long", name);
    covey_file file;
    size_t written;
    covey_status status = covey_file_create(&file, path, true, error);
    if (status != COVEY_OK)
        return status;
    if (file.regular)
        status = covey_file_cut(&file, 0, error);
    if (status == COVEY_OK)
        status = covey_file_write(&file, text.bytes, text.size, &written, error);
    covey_status closed = covey_file_close(&file, status == COVEY_OK ? error : NULL);
    return status == COVEY_OK ? closed : status;
}

static covey_status write_case(const check_case *made, const char *path, covey_error *error)
{
    char name[PATH_ROOM];
    (void)snprintf(name, sizeof name, "%s.in", made->name);
    covey_text_view text = {made->input, made->input_size};
    covey_status status = check_make_file(path, name, text, error);
    (void)snprintf(name, sizeof name, "%s.out", made->name);
    text = (covey_text_view){made->expected, made->expected_size};
    return status == COVEY_OK ? check_make_file(path, name, text, error) : status;
}

covey_status check_make_write(const check_cases *cases, const char *path, const char *note,
                              covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text manifest = {.memory = &memory};
    covey_status status = check_make_folder(path, error);
    if (status != COVEY_OK)
        return status;
    covey_text_string(&manifest, note);
    for (size_t k = 0; k < cases->count && status == COVEY_OK; k++) {
        status = write_case(&cases->items[k], path, error);
        covey_text_string(&manifest, cases->items[k].name);
        covey_text_string(&manifest, cases->items[k].about[0] != '\0' ? ": " : "");
        covey_text_string(&manifest, cases->items[k].about);
        covey_text_string(&manifest, "\n");
    }
    if (status == COVEY_OK && manifest.failed)
        status = covey_fail(error, COVEY_MEMORY, "no memory for the manifest");
    covey_text_view text = {manifest.bytes, manifest.size};
    if (status == COVEY_OK)
        status = check_make_file(path, "manifest.txt", text, error);
    covey_text_destroy(&manifest);
    return status;
}
