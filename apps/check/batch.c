// SPDX-License-Identifier: MIT
// Checks a class: builds each submission in a copy of its folder, runs it, and finds the ones that
// behave alike.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "check/batch.h"

#include "base/bits.h"
#include "check/build.h"
#include "check/command.h"
#include "check/folder.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Arguments that the checks of all submissions share.
typedef struct class
{
    const check_batch_def *def;
    const check_def *check;
    check_cases *cases;
    covey_error *error;
} class;

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the submissions");
}

// ---- One submission ----

static void give_up(check_batch_row *row, check_batch_state state, const char *trouble)
{
    row->state = state;
    row->trouble = trouble;
}

/// True if nothing was handed in.
static bool is_empty(const char *folder)
{
    DIR *entries = opendir(folder);
    int count = 0;
    while (entries != NULL && count <= 2 && readdir(entries) != NULL)
        count++; // "." and ".." are always there
    if (entries != NULL)
        (void)closedir(entries);
    return entries != NULL && count <= 2;
}

/// True if a word of a command can be nothing but a file: it has an ending of letters.
static bool looks_like_a_file(const char *word)
{
    const char *ending = strrchr(word, '.');
    return word[0] != '-' && word[0] != '/' && ending != NULL && ending != word &&
           strchr(word, ' ') == NULL && isalpha((unsigned char)ending[1]);
}

/// The first file that the command is to run, as in python3 flock.py, if the folder lacks it.
static const char *find_missing(const check_command_def *command)
{
    for (int k = 1; k < command->count; k++) {
        char path[CHECK_FOLDER_PATH];
        (void)snprintf(path, sizeof path, "%s/%s", command->folder, command->words[k]);
        if (looks_like_a_file(command->words[k]))
            return access(path, F_OK) != 0 ? command->words[k] : NULL;
    }
    return NULL;
}

static covey_status run(const class *self, const char *folder, check_batch_row *row)
{
    covey_arena *arena = self->cases->arena;
    check_command_def command = {folder, self->def->path, self->def->words, self->def->count};
    const char *guess;
    if (command.count == 0 && check_build_is_auto(self->def->build)) {
        guess = CHECK_BUILD_PROGRAM;
        command.words = &guess;
        command.count = 1;
    }
    if (command.count == 0) {
        covey_status status = check_command_guess(folder, arena, &guess, self->error);
        command.words = &guess;
        command.count = 1;
        if (status == COVEY_OK && guess == NULL)
            give_up(row, CHECK_BATCH_NO_FILE, "has no program, or several");
        if (guess == NULL)
            return status;
    }
    const char *const *arguments;
    covey_error error = {0};
    covey_status status = check_command_resolve(&command, arena, &arguments, &error);
    const char *missing = find_missing(&command);
    if (status == COVEY_OK && missing != NULL)
        status = covey_fail(&error, COVEY_INPUT, "there is no %s", missing);
    if (status == COVEY_INPUT)
        give_up(row, CHECK_BATCH_NO_FILE, covey_arena_string(arena, error.message));
    if (status == COVEY_MEMORY || (status == COVEY_INPUT && row->trouble == NULL))
        return no_memory(self->error);
    if (status != COVEY_OK)
        return COVEY_OK;
    check_def check = *self->check;
    check.runner.mounts.submission = folder;
    status = check_program(&check, self->cases, arguments, &row->report, self->error);
    row->report.name = row->name;
    return status;
}

static covey_status check_one(const class *self, check_batch_row *row)
{
    char folder[CHECK_FOLDER_PATH];
    check_folder work;
    char *whole = realpath(self->def->folder, NULL);
    (void)snprintf(folder, sizeof folder, "%s/%s", whole != NULL ? whole : "", row->name);
    free(whole);
    if (is_empty(folder)) {
        give_up(row, CHECK_BATCH_NO_FILE, "the folder is empty");
        return COVEY_OK;
    }
    if (self->def->build == NULL)
        return run(self, folder, row);
    if (!check_folder_make(self->check->runner.temporary, 0, &work) || chmod(work.path, 0755) != 0)
        return covey_fail(self->error, COVEY_IO, "cannot make a folder in %s: %s",
                          self->check->runner.temporary, strerror(errno));
    check_build result = {0};
    covey_status status = check_build_run(self->def->build, &self->check->runner, folder, work.path,
                                          self->cases->arena, &result);
    row->built = status == COVEY_OK;
    row->details = status == COVEY_OK ? result.output : row->details;
    if (status != COVEY_OK)
        (void)covey_fail(self->error, status, "cannot build %s", row->name);
    else if (result.trouble != NULL)
        give_up(row, CHECK_BATCH_NO_BUILD, result.trouble);
    if (status == COVEY_OK && row->trouble == NULL)
        status = run(self, work.path, row);
    (void)check_folder_remove(&work);
    return status;
}

// ---- Results ----

static bool has_crashed(const check_verdict *verdict)
{
    const check_outcome *outcome = &verdict->outcome;
    bool failed = outcome->kind == CHECK_OUTCOME_ENDED && outcome->value != 0;
    return outcome->kind == CHECK_OUTCOME_KILLED || outcome->kind == CHECK_OUTCOME_FAILED ||
           (failed && verdict->difference.kind != CHECK_DIFFERENCE_NUMBER);
}

static check_batch_state find_state(const check_report *report)
{
    size_t crashes = 0, slow = 0, wrong = 0;
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        check_outcome_kind kind = verdict->outcome.kind;
        if (verdict->passed)
            continue;
        if (has_crashed(verdict))
            crashes++;
        else if (kind == CHECK_OUTCOME_TIMEOUT || kind == CHECK_OUTCOME_NOT_RUN)
            slow++;
        else
            wrong++;
    }
    if (crashes + slow == 0 && !check_is_right(report))
        wrong++;
    return wrong > 0     ? CHECK_BATCH_WRONG
           : crashes > 0 ? CHECK_BATCH_CRASH
           : slow > 0    ? CHECK_BATCH_TIMEOUT
                         : CHECK_BATCH_RIGHT;
}

// ---- Groups ----

static uint64_t mark_text(uint64_t mark, check_line line)
{
    for (size_t k = 0; k < line.size; k++)
        mark = covey_hash_word(mark, (unsigned char)line.text[k]);
    return covey_hash_word(mark, UINT64_MAX);
}

/// A hash of the results that is the same for programs that behave alike.
static uint64_t mark(const check_report *report)
{
    uint64_t mark = 0;
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        mark = covey_hash_word(mark, (uint64_t)verdict->outcome.kind);
        mark = covey_hash_word(mark, (uint64_t)verdict->outcome.value);
        if (verdict->outcome.kind != CHECK_OUTCOME_ENDED)
            continue; // how far it came is chance
        for (size_t line = 0; line < verdict->answer.count; line++)
            mark = mark_text(mark, verdict->answer.lines[line]);
    }
    return mark;
}

/// True for submissions that print numbers which no known mistake explains. Others are alike for
/// known reasons, or print nothing to compare.
static bool can_be_alike(const check_batch_row *row)
{
    bool prints = false;
    if (row->trouble != NULL || check_passed(&row->report) || row->report.diagnosis.fit_count > 0)
        return false;
    for (size_t k = 0; k < row->report.cases->count; k++)
        prints = prints || row->report.verdicts[k].answer.count > 0;
    return prints;
}

static void find_groups(check_batch *batch)
{
    for (size_t k = 0; k < batch->count; k++) {
        check_batch_row *row = &batch->rows[k];
        if (!can_be_alike(row) || row->group != 0)
            continue;
        for (size_t other = k + 1; other < batch->count; other++) {
            check_batch_row *like = &batch->rows[other];
            if (!can_be_alike(like) || like->mark != row->mark)
                continue;
            if (row->group == 0)
                row->group = ++batch->groups;
            like->group = row->group;
        }
    }
}

// ---- All ----

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/// Takes the names of the folders from a list of entries, which it frees.
static bool take_names(const check_batch_def *def, covey_arena *arena, check_batch *batch,
                       struct dirent **entries, int count)
{
    bool room = batch->rows != NULL;
    for (int k = 0; k < count; k++) {
        char path[CHECK_FOLDER_PATH];
        struct stat status;
        (void)snprintf(path, sizeof path, "%s/%s", def->folder, entries[k]->d_name);
        if (room && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
            batch->rows[batch->count].name = covey_arena_string(arena, entries[k]->d_name);
            room = batch->rows[batch->count].name != NULL;
            batch->rows[batch->count++].details = "";
        }
        free(entries[k]);
    }
    free(entries);
    return room;
}

/// Keeps the submissions that were checked before an interrupt.
static covey_status check_all(const class *self, check_batch *batch)
{
    size_t count = batch->count;
    for (size_t k = 0; k < count; k++) {
        check_batch_row *row = &batch->rows[k];
        covey_status status = check_one(self, row);
        if (status == COVEY_INTERRUPTED) {
            batch->count = k;
            return covey_fail(self->error, status, "stopped after %zu of %zu submissions", k,
                              count);
        }
        if (status != COVEY_OK)
            return status;
        if (row->trouble == NULL) {
            row->state = find_state(&row->report);
            row->mark = mark(&row->report);
        }
        if (self->def->done != NULL)
            self->def->done(self->def->context, row->name);
    }
    return COVEY_OK;
}

covey_status check_batch_run(const check_batch_def *def, const check_def *check, check_cases *cases,
                             check_batch *batch, covey_error *error)
{
    class self = {def, check, cases, error};
    struct dirent **entries;
    int count = scandir(def->folder, &entries, is_visible, by_bytes);
    if (count < 0)
        return covey_fail(error, COVEY_IO, "cannot read the folder %s: %s", def->folder,
                          strerror(errno));
    *batch = (check_batch){
        .rows = covey_arena_take(cases->arena, (size_t)count + 1, sizeof *batch->rows)};
    if (!take_names(def, cases->arena, batch, entries, count))
        return no_memory(error);
    if (batch->count == 0)
        return covey_fail(error, COVEY_INPUT, "%s has no folders, one for each submission",
                          def->folder);
    covey_status status = check_all(&self, batch);
    if (status == COVEY_OK || status == COVEY_INTERRUPTED)
        find_groups(batch);
    return status;
}

bool check_batch_passed(const check_batch *batch)
{
    for (size_t k = 0; k < batch->count; k++)
        if (batch->rows[k].trouble != NULL || !check_is_right(&batch->rows[k].report))
            return false;
    return true;
}
