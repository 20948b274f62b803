// SPDX-License-Identifier: MIT
// covey-bench: how fast covey is on this machine, and how near to the machine's peak.
#define _POSIX_C_SOURCE 200809L
#include "case.h"
#include "machine.h"
#include "report.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: covey-bench [CASE...] [OPTION...]\n"
    "\n"
    "Measures the cases of these names or groups (size, neighbors, model, deep, kernel, crowd,\n"
    "single, threads, formal-program, read, write, query, game, narrow, lammps, boids), or all\n"
    "that need no other program.\n"
    "\n"
    "  --list            print the names of the cases\n"
    "  --repetitions N   samples of each case, 1 to 99 (default: 9)\n"
    "  --seconds S       time a case's samples take together (default: 1)\n"
    "  --threads N       most threads of the cases that grow with them (default: all processors)\n"
    "  --kernel NAME     kernel of scenes that do not name theirs (default: the fastest)\n"
    "  --json FILE       write the results there too\n"
    "  --against         run the cases with LAMMPS and npm's boids too\n"
    "  --boids FOLDER    where `npm install boids` was run\n"
    "  --count           measure nothing: take the steps of each scene, for a profiler to count\n"
    "  --steps K         so many steps (default: 3)\n"
    "  --agents N        of so many agents, instead of each scene's own number\n";

typedef struct arguments {
    request asked;
    const char *json;
    int steps;
    double agents; ///< 0: those of each scene
    bool list, against, count;
    char *const *words;
    int words_count;
} arguments;

/// Value of an option that is a number in a range; false, said, if it is not.
static bool take_number(const char *name, double low, double high, double *value)
{
    char *end;
    *value = strtod(optarg, &end);
    if (end != optarg && *end == '\0' && *value >= low && *value <= high)
        return true;
    (void)fprintf(stderr, "covey-bench: --%s takes a number from %g to %g\n", name, low, high);
    return false;
}

/// The kernel that an option names; false, said, if there is none.
static bool take_kernel(covey_kernel_kind *kernel)
{
    covey_error error;
    if (covey_kernel_find(optarg, kernel, &error) == COVEY_OK)
        return true;
    (void)fprintf(stderr, "covey-bench: --kernel: %s\n", error.message);
    return false;
}

static bool take_option(int letter, arguments *given)
{
    double number = 0;
    switch (letter) {
    case 'r':
        return take_number("repetitions", 1, SERIES_MOST, &number) &&
               (given->asked.repetitions = (int)number) > 0;
    case 's':
        return take_number("seconds", 0.001, 3600, &given->asked.seconds);
    case 't':
        return take_number("threads", 1, COVEY_MAX_THREADS, &number) &&
               (given->asked.threads = (int)number) > 0;
    case 'n':
        return take_number("steps", 1, 1e6, &number) && (given->steps = (int)number) > 0;
    case 'g':
        return take_number("agents", 1, 1e8, &given->agents);
    case 'k':
        return take_kernel(&given->asked.kernel);
    case 'j':
        given->json = optarg;
        return true;
    case 'b':
        given->asked.boids = optarg;
        return true;
    case 'a':
        return given->against = true;
    case 'l':
        return given->list = true;
    case 'c':
        return given->count = true;
    default:
        return false;
    }
}

static bool parse(int count, char **words, arguments *given)
{
    static const struct option table[] = {
        {"repetitions", required_argument, NULL, 'r'},
        {"seconds", required_argument, NULL, 's'},
        {"threads", required_argument, NULL, 't'},
        {"steps", required_argument, NULL, 'n'},
        {"kernel", required_argument, NULL, 'k'},
        {"json", required_argument, NULL, 'j'},
        {"boids", required_argument, NULL, 'b'},
        {"against", no_argument, NULL, 'a'},
        {"list", no_argument, NULL, 'l'},
        {"count", no_argument, NULL, 'c'},
        {"agents", required_argument, NULL, 'g'},
        {0},
    };
    int letter;
    while ((letter = getopt_long(count, words, "", table, NULL)) != -1)
        if (!take_option(letter, given))
            return false;
    given->words = words + optind;
    given->words_count = count - optind;
    return true;
}

/// True if some case has the word's name.
static bool is_known(const char *word)
{
    const bench_case *row;
    for (int k = 0; (row = case_at(k)) != NULL; k++)
        if (case_is(row, word))
            return true;
    (void)fprintf(stderr, "covey-bench: there is no case %s; see covey-bench --list\n", word);
    return false;
}

static bool is_wanted(const bench_case *row, const arguments *given)
{
    for (int k = 0; k < given->words_count; k++)
        if (case_is(row, given->words[k]))
            return true;
    return given->words_count == 0 && (!row->against || given->against);
}

static void measure(const bench_case *row, const request *asked, report *into)
{
    result found = {
        .unit = "agent-step",
        .count = row->own.count,
        .threads = row->own.threads,
        .kernel = row->own.kernel,
        .rival = row->rival_name,
    };
    if (row->grows)
        (void)snprintf(found.name, sizeof found.name, "%s-%d", row->name, row->own.threads);
    else
        (void)snprintf(found.name, sizeof found.name, "%s", row->name);
    if (row->measure(row, asked, &found))
        report_add(into, &found);
    else
        report_leave_out(into, &found);
}

/// The row with the command line's kernel, if it has none of its own.
static bench_case complete(const bench_case *row, const request *asked)
{
    bench_case made = *row;
    made.own.kernel = row->own.kernel != COVEY_KERNEL_FASTEST ? row->own.kernel : asked->kernel;
    made.rival.kernel =
        row->rival.kernel != COVEY_KERNEL_FASTEST ? row->rival.kernel : asked->kernel;
    return made;
}

static int measure_all(const arguments *given)
{
    machine core;
    report into = {.asked = &given->asked};
    if (given->json != NULL && (into.json = fopen(given->json, "w")) == NULL) {
        perror(given->json);
        return 74;
    }
    if (!machine_measure(&core)) {
        (void)fprintf(stderr, "covey-bench: out of memory\n");
        return 71;
    }
    request asked = given->asked;
    asked.machine = &core;
    into.asked = &asked;
    report_begin(&into);
    const bench_case *row;
    for (int k = 0; (row = case_at(k)) != NULL; k++) {
        bench_case made = complete(row, &asked);
        if (!is_wanted(row, given))
            continue;
        do
            measure(&made, &asked, &into);
        while (row->grows && ++made.own.threads <= asked.threads);
    }
    report_end(&into);
    return into.json != NULL && fclose(into.json) != 0 ? 74 : 0;
}

/// Steps without a clock. Prints the case and how many steps of agents were taken.
static bool count(const bench_case *row, const arguments *given)
{
    bench_case made = complete(row, &given->asked);
    made.own.count = given->agents > 0 ? given->agents : made.own.count;
    covey_world *world;
    covey_error error;
    covey_status status = scene_create(&made.own, &world, &error);
    for (int k = 0; k < given->steps && status == COVEY_OK; k++)
        status = covey_world_step(world, SCENE_DT);
    if (status == COVEY_OK)
        printf("%s %llu\n", row->name, (unsigned long long)covey_world_stats(world).agent_steps);
    else
        (void)fprintf(stderr, "covey-bench: %s: %s\n", row->name, error.message);
    covey_world_destroy(world);
    return status == COVEY_OK;
}

static int count_all(const arguments *given)
{
    bool good = true;
    const bench_case *row;
    for (int k = 0; (row = case_at(k)) != NULL && good; k++)
        if (row->own.model != NULL && is_wanted(row, given))
            good = count(row, given);
    return good ? 0 : 1;
}

static int list_all(void)
{
    const bench_case *row;
    for (int k = 0; (row = case_at(k)) != NULL; k++)
        printf("%s%s\n", row->name, row->against ? " (with --against)" : "");
    return 0;
}

int main(int argc, char **argv)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    arguments given = {
        .asked = {.repetitions = 9, .seconds = 1, .threads = processors > 1 ? (int)processors : 1},
        .steps = 3,
    };
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return printf("%s", help) < 0;
    if (!parse(argc, argv, &given)) {
        (void)fprintf(stderr, "%s", help);
        return 64;
    }
    for (int k = 0; k < given.words_count; k++)
        if (!is_known(given.words[k]))
            return 64;
    if (given.list)
        return list_all();
    return given.count ? count_all(&given) : measure_all(&given);
}
