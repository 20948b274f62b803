// SPDX-License-Identifier: MIT
// Cases from texts and folders. Expected outputs come from the library, through the function that
// programs of users call: covey_formal_run().
#define _POSIX_C_SOURCE 200809L
#include "check/cases.h"

#include "base/parse.h"
#include "formats/file.h"
#include "formats/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_FILE = 64 << 20, PARAMS = 8, AGENT_VALUES = 4, PATH_ROOM = 4096 };

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the cases");
}

// ---- Dialects ----

const char *check_cases_dialect(const check_cases *cases)
{
    return cases->sum != NULL ? cases->sum : covey_formal_dialect(cases->dialect);
}

const char *check_cases_asked(const check_cases *cases)
{
    return cases->asked_sum != NULL ? cases->asked_sum : covey_formal_dialect(cases->asked);
}

covey_variant check_cases_variant(const check_cases *cases)
{
    return cases->sum != NULL ? cases->variant : (covey_variant){.dialect = cases->dialect};
}

// ---- Expected outputs ----

static covey_status drop(void *context, const void *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    (void)size;
    return COVEY_OK;
}

covey_status check_cases_run(check_cases *cases, const check_case_def *def, bool traced,
                             check_cases_output *output, covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_text_view in = {def->input, def->input_size};
    covey_sink kept = covey_text_sink(&text);
    covey_formal_def run = covey_formal_def_default();
    run.dialect = check_cases_dialect(cases);
    run.in = covey_text_source(&in);
    run.out = traced ? (covey_sink){drop, NULL} : kept;
    run.trace = traced ? kept : (covey_sink){0};
    covey_error reason = {0};
    covey_status status = covey_formal_run(&run, NULL, &reason);
    if (status != COVEY_OK)
        covey_fail(error, status, "case %s: %.200s", def->name, reason.message);
    output->size = text.size;
    output->text = text.failed ? NULL : covey_arena_bytes(cases->arena, text.bytes, text.size);
    covey_text_destroy(&text);
    if (status == COVEY_OK && output->text == NULL)
        return no_memory(error);
    return status;
}

// ---- Taking an input apart: the protocol has accepted it ----

/// Reads up to `room` numbers and returns how many there are.
static size_t read_numbers(const char *text, size_t size, double *values, size_t room)
{
    size_t count = 0, at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size) {
        double value;
        size_t used = 0;
        if (covey_parse_prefix(text + at, size - at, &value, &used) != COVEY_PARSE_OK) {
            at++; // white space
            continue;
        }
        if (count < room)
            values[count] = value;
        count++;
        at += used;
    }
    return count;
}

static covey_status take_apart(check_cases *cases, const check_case_def *def,
                               covey_problem *problem, covey_error *error)
{
    size_t count = read_numbers(def->input, def->input_size, NULL, 0);
    double *values = covey_arena_take(cases->arena, count, sizeof *values);
    if (values == NULL)
        return no_memory(error);
    read_numbers(def->input, def->input_size, values, count);
    size_t agents = (size_t)values[PARAMS - 1];
    *problem = (covey_problem){
        .r_c = values[0],
        .r_s = values[1],
        .f_max = values[2],
        .r_a = values[3],
        .k_c = values[4],
        .k_s = values[5],
        .k_a = values[6],
        .agents = agents,
        .steps = count - PARAMS - AGENT_VALUES * agents,
        .start = values + PARAMS,
        .dt = values + PARAMS + AGENT_VALUES * agents,
    };
    return COVEY_OK;
}

// ---- Adding ----

static check_case *new_case(check_cases *cases)
{
    check_case *grown = covey_arena_grow(cases->arena, cases->items, cases->count, &cases->room,
                                         sizeof *cases->items);
    if (grown == NULL)
        return NULL;
    cases->items = grown;
    return &cases->items[cases->count];
}

covey_status check_cases_add(check_cases *cases, const check_case_def *def, covey_error *error)
{
    check_case *made = new_case(cases);
    if (made == NULL)
        return no_memory(error);
    check_cases_output output;
    covey_status status = check_cases_run(cases, def, false, &output, error);
    if (status == COVEY_OK)
        status = take_apart(cases, def, &made->problem, error);
    if (status != COVEY_OK)
        return status;
    made->from_file = def->expected != NULL;
    made->odd = false;
    if (made->from_file) {
        output.text = covey_arena_bytes(cases->arena, def->expected, def->expected_size);
        output.size = def->expected_size;
    }
    made->name = covey_arena_string(cases->arena, def->name);
    made->about = covey_arena_string(cases->arena, def->about != NULL ? def->about : "");
    made->input = covey_arena_bytes(cases->arena, def->input, def->input_size);
    made->input_size = def->input_size;
    made->path = def->path != NULL ? covey_arena_string(cases->arena, def->path) : NULL;
    made->expected = output.text;
    made->expected_size = output.size;
    if (made->name == NULL || made->about == NULL || made->input == NULL ||
        made->expected == NULL || (def->path != NULL && made->path == NULL))
        return no_memory(error);
    cases->from_files += made->from_file;
    cases->count++;
    return COVEY_OK;
}

covey_status check_cases_add_builtin(check_cases *cases, covey_error *error)
{
    covey_status status = COVEY_OK;
    const check_builtin *row;
    for (int k = 0; status == COVEY_OK && (row = check_builtin_case(k)) != NULL; k++) {
        check_case_def def = {.name = row->name, .about = row->about, .input = row->input};
        def.input_size = strlen(row->input);
        status = check_cases_add(cases, &def, error);
    }
    return status;
}

// ---- The dialect of files ----

static bool same_numbers(const check_lines *a, const check_lines *b)
{
    bool same = a->count == b->count;
    for (size_t k = 0; same && k < a->count; k++)
        same = check_token_is_same(a->lines[k], b->lines[k]);
    return same;
}

/// Calculates the output of a case in the dialect of the cases; none where it leaves the finite
/// numbers. COVEY_MEMORY.
static covey_status run_case(check_cases *cases, const check_case *of, check_cases_output *output)
{
    check_case_def def = {.name = of->name, .input = of->input, .input_size = of->input_size};
    covey_status status = check_cases_run(cases, &def, false, output, NULL);
    return status == COVEY_DIVERGED ? COVEY_OK : status;
}

/// Marks the cases with another output than the dialect's and counts them.
static covey_status mark_odd(check_cases *cases)
{
    covey_status status = COVEY_OK;
    cases->odd = 0;
    for (size_t k = 0; k < cases->count && status == COVEY_OK; k++) {
        check_case *of = &cases->items[k];
        check_cases_output output = {"", 0};
        check_lines expected, calculated;
        if (!of->from_file)
            continue;
        status = run_case(cases, of, &output);
        if (status != COVEY_OK)
            break;
        if (!check_lines_read(cases->arena, of->expected, of->expected_size, &expected) ||
            !check_lines_read(cases->arena, output.text, output.size, &calculated))
            return COVEY_MEMORY;
        of->odd = !same_numbers(&expected, &calculated);
        cases->odd += of->odd;
    }
    return status;
}

/// Calculates the expected outputs that no file gives, in the dialect of the cases.
static covey_status expect_anew(check_cases *cases)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < cases->count && status == COVEY_OK; k++) {
        check_case *of = &cases->items[k];
        check_cases_output output = {"", 0};
        if (of->from_file)
            continue;
        status = run_case(cases, of, &output);
        of->expected = output.text;
        of->expected_size = output.size;
    }
    return status;
}

covey_status check_cases_find_dialect(check_cases *cases, covey_error *error)
{
    cases->asked = cases->dialect;
    cases->asked_sum = cases->sum;
    if (cases->from_files == 0)
        return COVEY_OK;
    int best = cases->asked;
    const char *sum = cases->sum;
    covey_status status = mark_odd(cases);
    size_t least = cases->odd;
    for (int other = 0; covey_formal_dialect(other) != NULL && status == COVEY_OK; other++) {
        if (other == cases->asked && cases->asked_sum == NULL)
            continue;
        cases->dialect = other;
        cases->sum = NULL;
        status = mark_odd(cases);
        best = cases->odd < least ? other : best;
        sum = cases->odd < least ? NULL : sum;
        least = cases->odd < least ? cases->odd : least;
    }
    cases->dialect = best;
    cases->sum = sum;
    if (status == COVEY_OK)
        status = mark_odd(cases);
    if (status == COVEY_OK && (best != cases->asked || sum != cases->asked_sum))
        status = expect_anew(cases);
    cases->strange = 2 * cases->odd > cases->from_files;
    return status == COVEY_OK ? status
                              : covey_fail(error, status, "cannot find the dialect of the cases");
}

// ---- Folders ----

covey_status check_cases_read(covey_arena *arena, const char *path, check_case_def *text,
                              covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_loaded file;
    covey_status status = covey_load_file(&memory, path, LARGEST_FILE, &file, error);
    if (status != COVEY_OK)
        return status;
    *text = (check_case_def){.name = path, .input_size = file.size};
    text->input = covey_arena_bytes(arena, file.bytes, file.size);
    covey_load_free(&memory, &file);
    return text->input != NULL ? COVEY_OK : no_memory(error);
}

/// Adds NAME.in of a folder.
static covey_status add_file(check_cases *cases, const char *folder, const char *name,
                             covey_error *error)
{
    char path[PATH_ROOM];
    check_case_def def, out;
    (void)snprintf(path, sizeof path, "%s/%s.in", folder, name);
    covey_status status = check_cases_read(cases->arena, path, &def, error);
    if (status != COVEY_OK)
        return status;
    (void)snprintf(path, sizeof path, "%s/%s.out", folder, name);
    if (access(path, F_OK) == 0) {
        status = check_cases_read(cases->arena, path, &out, error);
        if (status != COVEY_OK)
            return status;
        def.expected = out.input;
        def.expected_size = out.input_size;
    }
    (void)snprintf(path, sizeof path, "%s/%s.in", folder, name);
    def.path = path;
    def.name = name;
    return check_cases_add(cases, &def, error);
}

static int has_ending(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && ending != entry->d_name && strcmp(ending, ".in") == 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

covey_status check_cases_add_folder(check_cases *cases, const char *path, covey_error *error)
{
    struct dirent **entries;
    int count = scandir(path, &entries, has_ending, by_bytes);
    if (count < 0)
        return covey_fail(error, COVEY_IO, "cannot read the folder %s: %s", path, strerror(errno));
    covey_status status = COVEY_OK;
    if (count == 0)
        status = covey_fail(error, COVEY_INPUT, "the folder %s has no cases, files NAME.in", path);
    for (int k = 0; k < count; k++) {
        *strrchr(entries[k]->d_name, '.') = '\0';
        if (status == COVEY_OK)
            status = add_file(cases, path, entries[k]->d_name, error);
        free(entries[k]);
    }
    free(entries);
    return status;
}
