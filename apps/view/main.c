// SPDX-License-Identifier: MIT
// The program covey-view: opens a world and a window, remembers the settings.
#define _POSIX_C_SOURCE 200809L
#include "against.h"
#include "file.h"
#include "window.h"

#include "cli/track_options.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT = 4096 };

static const command self = {.name = "view",
                             .operands = "[NAME]",
                             .operands_max = 1,
                             .summary = "watch a flock in a window and take a hand in it",
                             .options = view_options,
                             .details = view_details};

static bool take_size(const char *text, settings *set)
{
    char *end;
    double width = strtod(text, &end);
    double height = *end == 'x' ? strtod(end + 1, &end) : 0.0;
    covey_setting values[] = {{"width", width}, {"height", height}};
    if (*end == '\0' && covey_param_set(settings_table, set, &values[0], NULL) == COVEY_OK &&
        covey_param_set(settings_table, set, &values[1], NULL) == COVEY_OK)
        return true;
    (void)fprintf(stderr, "covey view: --size %s is not WxH, from 320x240 to 16384x16384\n", text);
    return false;
}

/// The options of the command line.
typedef struct wishes {
    options given;
    whole frames, threads;
    real scale, fps;
    covey_input_def tracks;
    const char *assign[REPEATS_MAX + 1]; ///< ended by NULL
} wishes;

static bool take_options(wishes *wish, settings *set)
{
    const options *given = &wish->given;
    wish->frames = (whole){1, 1000000000, 0};
    wish->threads = (whole){1, 256, options_processors()};
    wish->scale = (real){0.5, 8.0, set->scale, "no number from 0.5 to 8"};
    wish->fps = (real){1e-6, 1e6, 0.0, "no number above 0"};
    wish->tracks = covey_input_def_default();
    const char *const *value = given->value;
    for (int k = 0; k < given->repeat_count; k++)
        wish->assign[k] = given->repeat[k].value;
    wish->assign[given->repeat_count] = NULL;
    if (value[VIEW_THEME] != NULL)
        set->theme = strcmp(value[VIEW_THEME], "dark") == 0;
    return options_whole(&self, "frames", value[VIEW_FRAMES], &wish->frames) &&
           options_whole(&self, "threads", value[VIEW_THREADS], &wish->threads) &&
           (value[VIEW_SIZE] == NULL || take_size(value[VIEW_SIZE], set)) &&
           options_real(&self, "fps", value[VIEW_FPS], &wish->fps) &&
           options_real(&self, "scale", value[VIEW_SCALE], &wish->scale) &&
           track_options_take_file(&self, given, VIEW_TRACK, &wish->tracks);
}

static int complain(const covey_error *error, const char *file)
{
    if (file != NULL && error->line > 0)
        (void)fprintf(stderr, "%s:%llu: %s\n", file, (unsigned long long)error->line,
                      error->message);
    else
        (void)fprintf(stderr, "covey view: %s\n", error->message);
    return covey_status_exit(error->status);
}

/// State that lasts as long as the program.
typedef struct parts {
    sim_thread *thread;
    script *script;
    viewer viewer;
    against against;
} parts;

static int show(const wishes *wish, settings *set, recent *files, parts *has)
{
    covey_error error = {0};
    char report[REPORT] = "";
    const options *given = &wish->given;
    const char *scripted = given->value[VIEW_SCRIPT];
    covey_input_def tracks = wish->tracks;
    tracks.fps = wish->fps.value;
    sim_def def = {.name = given->operand_count > 0 ? given->operands[0] : "torus-0",
                   .how = {.threads = (int)wish->threads.value,
                           .anywhere = given->value[VIEW_ALLOW_PATHS] != NULL,
                           .assign = wish->assign,
                           .tracks = &tracks,
                           .report = report,
                           .report_size = sizeof report},
                   .files = file_desktop()};
    if (sim_thread_start(&def, &has->thread, &error) != COVEY_OK) {
        if (report[0] == '\0' || error.line == 0)
            return complain(&error, NULL);
        (void)fprintf(stderr, "%s\n", report);
        return covey_status_exit(error.status);
    }
    if (scripted != NULL && script_open(scripted, &has->script, &error) != COVEY_OK)
        return complain(&error, NULL);
    viewer_init(&has->viewer, sim_thread_of(has->thread), set, files);
    if (given->value[VIEW_AGAINST] != NULL &&
        against_open(&has->against, given->value[VIEW_AGAINST], &has->viewer, &error) != COVEY_OK)
        return complain(&error, NULL);
    window_def window = {&has->viewer,
                         has->script,
                         (uint64_t)wish->frames.value,
                         given->value[VIEW_SCREENSHOT],
                         wish->scale.value,
                         &has->against};
    int code = window_run(&window, &error) == COVEY_OK ? 0 : complain(&error, scripted);
    *set = has->viewer.set;
    *files = has->viewer.files;
    return code;
}

/// Runs the parsed options, with the settings of a file, or NULL: with initial ones.
static int run(wishes *wish, const char *path)
{
    static parts has;
    recent files = {.count = 0};
    settings set = settings_file_read(path, &files);
    if (!take_options(wish, &set))
        return EXIT_USAGE;
    int code = show(wish, &set, &files, &has);
    viewer_free(&has.viewer);
    against_close(&has.against);
    script_close(has.script);
    sim_thread_stop(has.thread);
    if (code == 0 && path != NULL)
        (void)settings_file_write(&set, &files, path);
    return code;
}

/// True if an option is given before the operands end the options.
static bool asks(int argc, char **argv, const char *name, const char *letter)
{
    for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++)
        if (strcmp(argv[k], name) == 0 || strcmp(argv[k], letter) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    wishes wish;
    (void)signal(SIGPIPE, SIG_IGN);
    if (asks(argc, argv, "--help", "-h"))
        return help_command(&self);
    if (asks(argc, argv, "--version", "--version"))
        return printf("covey-view %s\n", covey_version_text()) < 0;
    if (!options_parse(&self, argc - 1, argv + 1, &wish.given))
        return EXIT_USAGE;
    // A run without a person gives the same picture everywhere, and leaves theirs alone.
    bool is_watched =
        wish.given.value[VIEW_FRAMES] == NULL && wish.given.value[VIEW_SCRIPT] == NULL;
    char *path = is_watched ? settings_file_path() : NULL;
    int code = run(&wish, path);
    free(path);
    return code;
}
