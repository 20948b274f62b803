// SPDX-License-Identifier: MIT
// The program covey: finds the command and runs it.
#include "command.h"
#include "commands.h"
#include "streams.h"

#include "base/rounding.h"
#include "covey/scenario.h"

#include <stdio.h>
#include <string.h>

/// Says how a preset is run that stands where a command should; false if it is none.
static bool is_preset(const char *name)
{
    if (covey_preset_find(name) == NULL)
        return false;
    (void)fprintf(stderr, "covey: %s is a preset, not a command: covey run %s, or covey view %s\n",
                  name, name, name);
    return true;
}

static int no_command(const char *program, const char *name)
{
    if (is_preset(name))
        return EXIT_USAGE;
    suggestion nearest = {.wrong = name};
    for (const command *row = commands; row->name != NULL; row++)
        suggestion_offer(&nearest, row->name);
    char text[SUGGESTION_SIZE];
    (void)fprintf(stderr, "%s: there is no command \"%s\"%s; see covey help\n", program, name,
                  suggestion_text(&nearest, text));
    return EXIT_USAGE;
}

static const command *find_command(const char *name)
{
    for (const command *row = commands; row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static int run_help(const command *self, const options *given)
{
    if (given->operand_count == 0)
        return help_overview();
    const command *found = find_command(given->operands[0]);
    if (found != NULL)
        return help_command(found);
    (void)self;
    return no_command("covey help", given->operands[0]);
}

static int run_version(const command *self, const options *given)
{
    (void)self;
    (void)given;
    printf("covey %s\n", covey_version_text());
    return 0;
}

static const option no_options[] = {{0}};

const command commands[] = {
    {
        .name = "formal",
        .calculates = true,
        .operands = "< CASE.in",
        .summary = "run the protocol of the formal flocking assignment",
        .details = formal_details,
        .options = formal_options,
        .run = formal_run,
    },
    {
        .name = "check",
        .calculates = true,
        .operands = "-- PROGRAM [ARGUMENT]...",
        .operands_max = OPERANDS_MAX,
        .operands_are_files = true,
        .summary = "run a program on cases of the formal assignment and name its mistakes",
        .details = check_details,
        .options = check_options,
        .run = check_run,
    },
    {
        .name = "run",
        .calculates = true,
        .operands = "SCENARIO",
        .operands_max = 1,
        .operands_are_files = true,
        .operands_are_presets = true,
        .summary = "run a scenario or a preset",
        .details = run_details,
        .options = run_options,
        .run = run_run,
    },
    {
        .name = "measure",
        .calculates = true,
        .operands = "TRACKS...",
        .operands_min = 1,
        .operands_max = OPERANDS_MAX - 1,
        .operands_are_files = true,
        .summary = "measure recorded tracks",
        .details = measure_details,
        .options = measure_options,
        .run = measure_run,
    },
    {
        .name = "sweep",
        .calculates = true,
        .operands = "SCENARIO | show FILE | merge PART...",
        .operands_min = 1,
        .operands_max = OPERANDS_MAX,
        .operands_are_files = true,
        .operands_are_presets = true,
        .summary = "run a scenario with all values of some keys and many seeds",
        .details = sweep_details,
        .options = sweep_options,
        .run = sweep_run,
    },
    {
        .name = "stats",
        .calculates = true,
        .operands = "TABLE|SWEEP",
        .operands_min = 1,
        .operands_max = 1,
        .operands_are_files = true,
        .summary = "print means, errors and correlation times of measures",
        .details = stats_details,
        .options = stats_options,
        .run = stats_run,
    },
    {
        .name = "convert",
        .calculates = true,
        .operands = "A... B",
        .operands_min = 2,
        .operands_max = OPERANDS_MAX - 1,
        .operands_are_files = true,
        .summary = "convert a trajectory into another format",
        .details = convert_details,
        .options = convert_options,
        .run = convert_run,
    },
    {
        .name = "render",
        .calculates = true,
        .operands = "SOURCE...",
        .operands_min = 1,
        .operands_max = OPERANDS_MAX - 1,
        .operands_are_files = true,
        .operands_are_presets = true,
        .summary = "draw pictures and films of a trajectory or a scenario",
        .details = render_details,
        .options = render_options,
        .run = render_run,
    },
    {
        .name = "plot",
        .calculates = true,
        .operands = "MEASURES | SWEEP...",
        .operands_min = 1,
        .operands_max = OPERANDS_MAX,
        .operands_are_files = true,
        .summary = "draw measures over time, and sweeps",
        .details = plot_details,
        .options = plot_options,
        .run = plot_run,
    },
    {
        .name = "view",
        .calculates = true,
        .operands = "[SCENARIO]",
        .operands_max = 1,
        .operands_are_files = true,
        .operands_are_presets = true,
        .summary = "watch a flock in a window and take a hand in it",
        .details = view_details,
        .options = view_options,
        .run = view_run,
    },
    {
        .name = "list",
        .calculates = true,
        .operands = "[KIND [NAME]]",
        .operands_max = 2,
        .summary = "list what there is: models, presets, parameters",
        .details = list_details,
        .options = no_options,
        .run = list_run,
    },
    {
        .name = "completion",
        .operands = "bash|zsh|fish",
        .operands_max = 1,
        .operand_choices = "bash|zsh|fish",
        .summary = "print the completion script of a shell",
        .details = "For one session: source <(covey completion bash)\n",
        .options = no_options,
        .run = completion_run,
    },
    {
        .name = "help",
        .operands = "[COMMAND]",
        .operands_max = 1,
        .operands_are_commands = true,
        .summary = "explain a command, or list all",
        .details = "",
        .options = no_options,
        .run = run_help,
    },
    {
        .name = "version",
        .operands = "",
        .summary = "print the version",
        .details = "",
        .options = no_options,
        .run = run_version,
    },
    {0},
};

static bool asks_for_help(int count, char *const *arguments)
{
    for (int k = 0; k < count && strcmp(arguments[k], "--") != 0; k++)
        if (strcmp(arguments[k], "--help") == 0 || strcmp(arguments[k], "-h") == 0)
            return true;
    return false;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        (void)fprintf(stderr, "covey: a command is missing:");
        for (const command *row = commands; row->name != NULL; row++)
            (void)fprintf(stderr, " %s", row->name);
        (void)fprintf(stderr, "; see covey help\n");
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0)
        name = "version";
    const command *found = find_command(name);
    if (found == NULL)
        return no_command("covey", name);
    if (asks_for_help(argc - 2, argv + 2))
        return help_command(found);
    options given;
    if (!options_parse(found, argc - 2, argv + 2, &given))
        return EXIT_USAGE;
    if (found->calculates && !covey_rounds_right()) {
        (void)fprintf(stderr,
                      "covey %s: a thread does not round to nearest or flushes subnormal numbers "
                      "to zero\n",
                      found->name);
        return covey_status_exit(COVEY_SYSTEM);
    }
    return found->run(found, &given);
}

int main(int argc, char **argv)
{
    (void)covey_rounding_begin(); // a library that was loaded first may have set others
    if (!streams_open())
        return covey_status_exit(COVEY_IO);
    int code = run(argc, argv);
    return streams_close(code);
}
