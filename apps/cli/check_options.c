// SPDX-License-Identifier: MIT
// The options of covey check.
#define _XOPEN_SOURCE 700
#include "check_parts.h"
#include "commands.h"
#include "streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const option check_options[] = {
    [ROW_DIALECT] =
        {"dialect", "NAME", "text|suite2023|unit|...",
         "whose reading of the rules, a sum such as text+strict, or a file (default text)", 0,
         false},
    [ROW_CASES] = {"cases", "DIR", NULL,
                   "the cases in DIR, NAME.in and NAME.out, not the built-in ones", 0, true},
    [ROW_GENERATE] = {"generate", "N", NULL, "N fresh cases", 0, false},
    [ROW_SEED] = {"seed", "S", NULL, "what fresh cases are drawn from (default 1)", 0, false},
    [ROW_DIFFICULTY] = {"difficulty", "LEVEL", "easy|medium|hard",
                        "of fresh cases (default medium)", 0, false},
    [ROW_TOLERANCE] = {"tolerance", "T", NULL, "let numbers differ by up to T", 0, false},
    [ROW_EXACT] = {"exact", NULL, NULL, "compare every byte, line ends and blanks too", 0, false},
    [ROW_TIME_LIMIT] = {"time-limit", "S", NULL, "seconds of processor time for a case (default 5)",
                        0, false},
    [ROW_MEMORY_LIMIT] = {"memory-limit", "MB", NULL,
                          "megabytes for the program (default 1024, 0: no limit)", 0, false},
    [ROW_JOBS] = {"jobs", "N", NULL, "cases to run at a time (default: one per processor)", 0,
                  false},
    [ROW_JSON] = {"json", "FILE", NULL, "write the report as JSON to FILE", 0, false},
    [ROW_JUNIT] = {"junit", "FILE", NULL, "write the report as JUnit's XML to FILE", 0, false},
    [ROW_GRADESCOPE] = {"gradescope", "FILE", NULL, "write the results for Gradescope to FILE", 0,
                        false},
    [ROW_CLASSROOM] = {"classroom", "FILE", NULL,
                       "write the results for GitHub Classroom's reporter to FILE", 0, false},
    [ROW_OUTPUT] = {"output", "FILE", NULL, "judge FILE as the output for the operand, an input", 0,
                    false},
    [ROW_MAKE] = {"make", "DIR", NULL, "write as many fresh cases as the operand says to DIR", 0,
                  false},
    [ROW_BATCH] = {"batch", "DIR", NULL, "check every folder in DIR; PROGRAM is seen from there", 0,
                   false},
    [ROW_BUILD] = {"build", "COMMAND", NULL,
                   "with --batch: how to build each, in a copy; auto: by its files", 0, false},
    [ROW_CSV] = {"csv", "FILE", NULL, "with --batch: write the table as CSV to FILE", 0, false},
    [ROW_BOM] = {"bom", NULL, NULL,
                 "with --csv: begin it with the mark by which Excel knows its letters", 0, false},
    [ROW_HTML] = {"html", "FILE", NULL,
                  "write the report, or with --batch the table, as a page to FILE", 0, false},
    [ROW_PAGES] = {"pages", "DIR", NULL,
                   "with --batch: write a page for each student, and an index, to DIR", 0, false},
    [ROW_ROSTER] = {"roster", "FILE", NULL,
                    "with --batch: Moodle's worksheet or Canvas's gradebook to fill", 0, false},
    [ROW_GRADES] = {"grades", "FILE", NULL,
                    "with --roster: write that table with the grades to FILE", 0, false},
    [ROW_ASSIGNMENT] = {"assignment", "NAME", NULL, "with --roster: Canvas's column to fill", 0,
                        false},
    [ROW_SHOW] = {"show", "CASE", NULL, "run nothing: print the input of CASE", 0, false},
    [ROW_EXPECTED] = {"expected", NULL, NULL, "with --show: print what is right for it", 0, false},
    [ROW_SAVE] = {"save", "DIR", NULL, "run nothing: write all cases to DIR, as --make does", 0,
                  false},
    [ROW_WITH] = {"with", "DIR", NULL, "let the program read DIR besides its own folder", 0, false},
    [ROW_STRICT] = {"strict", NULL, NULL, "run nothing that this system cannot fence", 0, false},
    [ROW_HINTS] = {"hints", "N", "1|2|3",
                   "1: where the mistake is; 2: what kind (default); 3: the assignment's sentence",
                   0, false},
    [ROW_RUBRIC] = {"rubric", "FILE", NULL, "give points as FILE says, in YAML", 0, false},
    [ROW_ATTEMPT] = {"attempt", "N", NULL,
                     "with --rubric: the how-manieth try this is, for its hints (default 1)", 0,
                     false},
    [ROW_FIND] = {"find-dialect", "DIR", NULL,
                  "run nothing: say which dialect the outputs in DIR follow", 0, false},
    {0},
};

const char check_details[] =
    "Runs PROGRAM on every case, with limits, and compares what it prints with what is right. "
    "Where\n"
    "they differ it shows where first, and names the mistake.\n"
    "\n"
    "examples:\n"
    "  covey check -- ./flock\n"
    "  covey check --dialect suite2023 --cases tests -- python3 flock.py\n"
    "  covey check --output my.out case.in\n"
    "  covey check --show clamp --expected\n"
    "  covey check --make cases 20 --seed 7 --difficulty hard\n"
    "  covey check --batch homework --build 'cc -O2 *.c -lm' --html class.html\n"
    "\n"
    "exit codes: 0 all right, 1 differences found, otherwise those of covey help\n";

// ---- Options ----

static bool read_whole(const check_state *at, int row, whole *number)
{
    return options_whole(at->self, check_options[row].name, at->given->value[row], number);
}

static bool read_real(const check_state *at, int row, double *value)
{
    real wanted = {0, 1e9, *value, "not a number from 0 to 1e9"};
    bool good = options_real(at->self, check_options[row].name, at->given->value[row], &wanted);
    *value = wanted.value;
    return good;
}

static int find_name(const char *(*name_at)(int), const char *name)
{
    int found = 0;
    while (name != NULL && strcmp(name_at(found), name) != 0)
        found++;
    return found;
}

static bool read_cases(check_state *at)
{
    const options *given = at->given;
    whole generate = {0, 100000, 0}, seed = {0, 2147483647, 1};
    if (!read_whole(at, ROW_GENERATE, &generate) || !read_whole(at, ROW_SEED, &seed))
        return false;
    at->def.make = (check_make_def){
        .count = (size_t)generate.value,
        .seed = (uint64_t)seed.value,
        .difficulty = CHECK_DIFFICULTY_MEDIUM,
    };
    if (given->value[ROW_DIFFICULTY] != NULL)
        at->def.make.difficulty =
            (check_difficulty)find_name(check_make_difficulty, given->value[ROW_DIFFICULTY]);
    if (given->repeat_count > CHECK_FOLDERS) {
        (void)fprintf(stderr, "covey %s: --cases is given more than %d times\n", at->self->name,
                      CHECK_FOLDERS);
        return false;
    }
    for (int k = 0; k < given->repeat_count; k++)
        at->def.folders[at->def.folder_count++] = given->repeat[k].value;
    return true;
}

static bool read_limits(check_state *at)
{
    whole memory = {0, 1 << 20, 1024}, jobs = {1, 64, options_processors()};
    double seconds = 5;
    if (!read_whole(at, ROW_MEMORY_LIMIT, &memory) || !read_whole(at, ROW_JOBS, &jobs) ||
        !read_real(at, ROW_TIME_LIMIT, &seconds))
        return false;
    const char *temporary = getenv("TMPDIR");
    at->def.runner = (check_runner_def){
        .temporary = temporary != NULL && temporary[0] == '/' ? temporary : "/tmp",
        .seconds = seconds,
        .memory = (size_t)memory.value << 20,
        .jobs = (int)jobs.value,
        .stop = streams_interrupted,
        .strict = at->given->value[ROW_STRICT] != NULL,
    };
    return true;
}

/// Sets the files that programs must not see: cases, and reports of earlier runs.
static void read_view(check_state *at)
{
    size_t count = 0;
    for (size_t k = 0; k < CHECK_WRITERS; k++)
        if (check_options_has(at, check_output_row(k)))
            at->reports[count++] = at->given->value[check_output_row(k)];
    for (int row = ROW_PAGES; row <= ROW_GRADES; row++)
        if (at->given->value[row] != NULL)
            at->reports[count++] = at->given->value[row];
    const char *with = at->given->value[ROW_WITH];
    at->with = with != NULL ? realpath(with, NULL) : NULL;
    at->def.runner.mounts = (check_mounts_def){
        .with = at->with,
        .answers = at->def.folders,
        .hidden = at->reports,
        .path = getenv("PATH"),
        .home = getenv("HOME"),
    };
}

static bool complain(const check_state *at, const char *message)
{
    (void)fprintf(stderr, "covey %s: %s; see covey %s --help\n", at->self->name, message,
                  at->self->name);
    return false;
}

/// Options that exclude one another.
static bool goes_together(const check_state *at)
{
    const char *const *value = at->given->value;
    bool lists = value[ROW_SHOW] != NULL || value[ROW_SAVE] != NULL;
    int modes = (value[ROW_OUTPUT] != NULL) + (value[ROW_MAKE] != NULL) +
                (value[ROW_BATCH] != NULL) + (value[ROW_SHOW] != NULL) + (value[ROW_SAVE] != NULL) +
                (value[ROW_FIND] != NULL);
    if (modes > 1)
        return complain(at,
                        "--output, --make, --batch, --show, --save and --find-dialect exclude one "
                        "another");
    if (value[ROW_EXPECTED] != NULL && value[ROW_SHOW] == NULL)
        return complain(at, "--expected needs --show");
    if (value[ROW_FIND] != NULL && at->given->operand_count > 0)
        return complain(at, "--find-dialect runs no program");
    if (lists && at->given->operand_count > 0)
        return complain(at, "--show and --save run no program");
    if (value[ROW_BATCH] == NULL &&
        (value[ROW_BUILD] != NULL || value[ROW_CSV] != NULL || value[ROW_PAGES] != NULL))
        return complain(at, "--build, --csv and --pages need --batch");
    if (value[ROW_BOM] != NULL && value[ROW_CSV] == NULL)
        return complain(at, "--bom needs --csv");
    if (value[ROW_BATCH] != NULL && (value[ROW_GRADESCOPE] != NULL || value[ROW_CLASSROOM] != NULL))
        return complain(at, "--gradescope and --classroom are of one program, not of --batch");
    if ((value[ROW_ROSTER] == NULL) != (value[ROW_GRADES] == NULL))
        return complain(at, "--roster names the table to read, --grades the one to write");
    if (value[ROW_ROSTER] != NULL && value[ROW_BATCH] == NULL)
        return complain(at, "--roster and --grades need --batch");
    if (value[ROW_ASSIGNMENT] != NULL && value[ROW_ROSTER] == NULL)
        return complain(at, "--assignment needs --roster");
    if (value[ROW_EXACT] != NULL && value[ROW_TOLERANCE] != NULL)
        return complain(at, "--exact and --tolerance exclude one another");
    if (value[ROW_OUTPUT] != NULL && at->given->operand_count != 1)
        return complain(at, "--output needs one operand, the input");
    if (value[ROW_MAKE] != NULL && at->given->operand_count != 1)
        return complain(at, "--make needs one operand, the number of cases");
    if (modes == 0 && at->given->operand_count == 0)
        return complain(at, "which program? as in covey check -- ./flock");
    if (value[ROW_RUBRIC] != NULL && (value[ROW_OUTPUT] != NULL || value[ROW_MAKE] != NULL ||
                                      value[ROW_SHOW] != NULL || value[ROW_SAVE] != NULL))
        return complain(at, "--rubric is for programs that are run");
    if (value[ROW_RUBRIC] != NULL && value[ROW_FIND] != NULL)
        return complain(at, "--rubric is for programs that are run");
    if (value[ROW_ATTEMPT] != NULL && value[ROW_RUBRIC] == NULL)
        return complain(at, "--attempt needs --rubric");
    return true;
}

static bool read_attempt(check_state *at)
{
    whole attempt = {1, 1000000, 1};
    bool good = read_whole(at, ROW_ATTEMPT, &attempt);
    at->attempt = (size_t)attempt.value;
    return good;
}

static bool read_values(check_state *at)
{
    at->def.compare.exact = at->given->value[ROW_EXACT] != NULL;
    const char *hints = at->given->value[ROW_HINTS];
    check_hints usual = at->given->value[ROW_BATCH] != NULL ? CHECK_HINTS_ALL : CHECK_HINTS_KIND;
    at->def.hints = hints != NULL ? (check_hints)(hints[0] - '0') : usual;
    return goes_together(at) && read_cases(at) && read_limits(at) && read_attempt(at) &&
           read_real(at, ROW_TOLERANCE, &at->def.compare.tolerance);
}

bool check_options_has(const check_state *at, int row)
{
    return at->given->value[row] != NULL;
}

int check_options_fail(const check_state *at, const check_settings *file, covey_status status)
{
    if (file->message[0] != '\0')
        check_output_errors(file->message, strlen(file->message));
    else
        (void)check_output_fail(at, status);
    return covey_status_exit(status);
}

bool check_options_read(check_state *at)
{
    if (!read_values(at))
        return false;
    read_view(at);
    bool found = at->given->value[ROW_WITH] == NULL || at->with != NULL;
    if (!found)
        (void)fprintf(stderr, "covey %s: --with: there is no folder %s\n", at->self->name,
                      at->given->value[ROW_WITH]);
    return found;
}
