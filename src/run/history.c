// SPDX-License-Identifier: MIT
// Goes back and ahead in a session: to the last mark before a step, then step by step, with the
// commands of the record given again as commands of a file are.
#include "run/history.h"

#include "base/misuse.h"

#include <string.h>

enum { EVERY = 16 }; // steps between the first marks

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the past of a session");
}

static uint64_t now(const covey_history *history)
{
    return covey_world_steps(history->session->world);
}

// ---- Courses ----

static void course_free(covey_history *history, covey_history_course *course)
{
    covey_memory_give(&history->memory, course->lines, course->room, 1);
    *course = (covey_history_course){0};
}

/// The course of the session up to now.
static bool course_copy(covey_history *history, covey_history_course *course)
{
    const covey_text *record = &history->session->record;
    char *lines = covey_memory_take(&history->memory, record->size + 1, 1);
    if (lines == NULL)
        return false;
    if (record->size > 0)
        memcpy(lines, record->bytes, record->size);
    *course = (covey_history_course){lines, record->size, record->size + 1, now(history),
                                     covey_world_hash(history->session->world)};
    return true;
}

/// Takes the commands that are left from the session.
static void give_no_more(covey_session *session)
{
    covey_memory_give(&session->memory, session->file, session->file_room, 1);
    session->file = NULL;
    session->next = NULL;
    session->file_room = 0;
}

/// Lets the session give the commands of the course that its record does not have yet.
static covey_status give_again(covey_history *history, covey_error *error)
{
    covey_session *session = history->session;
    const covey_history_course *course = &history->course;
    size_t done = session->record.size, size = course->size - done;
    covey_text text = {.memory = &session->memory};
    covey_text_put(&text, course->lines + done, size);
    covey_text_integer(&text, course->end);
    covey_text_string(&text, " end 0\n");
    if (covey_text_end(&text) == NULL) {
        covey_text_destroy(&text);
        return no_memory(error);
    }
    for (size_t k = 0; k < text.size; k++)
        if (text.bytes[k] == '\n')
            text.bytes[k] = '\0';
    give_no_more(session);
    session->file = text.bytes;
    session->file_room = text.room;
    session->next = text.bytes;
    session->next_line = 1;
    session->end_steps = course->end;
    session->end_hash = course->hash;
    return COVEY_OK;
}

/// At the end of its course the session goes on by itself.
static void leave_end(covey_history *history)
{
    if (history->course.lines == NULL || now(history) <= history->course.end)
        return;
    course_free(history, &history->course);
    give_no_more(history->session);
}

// ---- Beginning and end ----

/// The rest of a session's file, as its record will have it, becomes the course.
static covey_status take_file(covey_history *history, covey_error *error)
{
    covey_session *session = history->session;
    covey_text text = {.memory = &history->memory};
    if (session->file == NULL)
        return COVEY_OK;
    covey_text_put(&text, session->record.bytes, session->record.size);
    for (const char *at = session->next; at != NULL && *at != '\0'; at += strlen(at) + 1) {
        const char *command = at + strspn(at, "0123456789");
        if (strncmp(command, " end ", 5) == 0)
            break;
        const char *digits = at + strspn(at, "0"); // as records write numbers
        digits -= digits == command;
        covey_text_put(&text, digits, (size_t)(command - digits));
        covey_text_string(&text, command[0] == ' ' ? "" : " ");
        covey_text_string(&text, command);
        covey_text_string(&text, "\n");
    }
    if (covey_text_end(&text) == NULL) {
        covey_text_destroy(&text);
        return no_memory(error);
    }
    history->course = (covey_history_course){text.bytes, text.size, text.room, session->end_steps,
                                             session->end_hash};
    return COVEY_OK;
}

covey_status covey_history_create(covey_session *session, size_t most, covey_history **result,
                                  covey_error *error)
{
    if (session == NULL || result == NULL)
        return covey_missing(error, __func__);
    covey_memory memory = covey_memory_init(session->engine.allocator);
    covey_history *history = covey_memory_take(&memory, 1, sizeof *history);
    *result = NULL;
    if (history == NULL)
        return no_memory(error);
    *history = (covey_history){.memory = memory,
                               .session = session,
                               .most = most,
                               .every = EVERY,
                               .recorded = session->record.size};
    covey_status status = take_file(history, error);
    if (status != COVEY_OK) {
        covey_history_destroy(history);
        return status;
    }
    covey_history_mark_add(history);
    *result = history;
    return COVEY_OK;
}

void covey_history_destroy(covey_history *history)
{
    if (history == NULL)
        return;
    covey_history_mark_clear(history);
    course_free(history, &history->course);
    while (history->branches_count > 0)
        (void)covey_history_forget(history, history->branches_count - 1);
    covey_memory_give(&history->memory, history->marks, history->room, sizeof *history->marks);
    covey_memory memory = history->memory;
    covey_memory_give(&memory, history, 1, sizeof *history);
}

uint64_t covey_history_begin(const covey_history *history)
{
    if (history == NULL)
        return 0;
    return history->count > 0 ? history->marks[0].step : now(history);
}

uint64_t covey_history_end(const covey_history *history)
{
    if (history == NULL)
        return 0;
    bool is_past = history->course.lines != NULL && history->course.end > now(history);
    return is_past ? history->course.end : now(history);
}

size_t covey_history_memory(const covey_history *history)
{
    return history != NULL ? history->bytes : 0;
}

// ---- Branches ----

int covey_history_branches(const covey_history *history)
{
    return history != NULL ? history->branches_count : 0;
}

uint64_t covey_history_branch_end(const covey_history *history, int branch)
{
    bool is_there = history != NULL && branch >= 0 && branch < history->branches_count;
    return is_there ? history->branches[branch].end : 0;
}

covey_status covey_history_forget(covey_history *history, int branch)
{
    if (history == NULL || branch < 0 || branch >= history->branches_count)
        return COVEY_ARG;
    course_free(history, &history->branches[branch]);
    history->branches_count--;
    memmove(history->branches + branch, history->branches + branch + 1,
            (size_t)(history->branches_count - branch) * sizeof *history->branches);
    return COVEY_OK;
}

/// Keeps a course as the last branch.
static void keep_branch(covey_history *history, covey_history_course *course)
{
    if (history->branches_count == COVEY_HISTORY_BRANCHES)
        (void)covey_history_forget(history, 0);
    history->branches[history->branches_count++] = *course;
    *course = (covey_history_course){0};
}

covey_status covey_history_changed(covey_history *history, covey_error *error)
{
    if (history == NULL)
        return covey_missing(error, __func__);
    size_t before = history->recorded;
    history->recorded = history->session->record.size;
    if (history->course.lines == NULL || history->recorded == before)
        return COVEY_OK;
    if (now(history) >= history->course.end && before == history->course.size)
        course_free(history, &history->course);
    else
        keep_branch(history, &history->course);
    give_no_more(history->session);
    covey_history_mark_cut(history, now(history), SIZE_MAX);
    return COVEY_OK;
}

// ---- Steps ----

covey_status covey_history_step(covey_history *history, covey_error *error)
{
    if (history == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_session_step(history->session, error);
    history->recorded = history->session->record.size;
    if (status != COVEY_OK)
        return status;
    leave_end(history);
    uint64_t last = history->count > 0 ? history->marks[history->count - 1].step : 0;
    if (now(history) % history->every == 0 && history->count > 0 && now(history) > last)
        covey_history_mark_add(history);
    return COVEY_OK;
}

static covey_status go_back(covey_history *history, uint64_t step, covey_error *error)
{
    size_t k = history->count;
    while (k > 0 && history->marks[k - 1].step > step)
        k--;
    if (k == 0)
        return covey_fail(error, COVEY_INPUT, "there is no way back to step %llu",
                          (unsigned long long)step);
    if (history->course.lines == NULL && !course_copy(history, &history->course))
        return no_memory(error);
    covey_status status = covey_history_mark_take(history, &history->marks[k - 1], error);
    return status == COVEY_OK ? give_again(history, error) : status;
}

covey_status covey_history_go(covey_history *history, uint64_t step, covey_error *error)
{
    if (history == NULL)
        return covey_missing(error, __func__);
    covey_status status = COVEY_OK;
    if (step < now(history))
        status = go_back(history, step, error);
    while (status == COVEY_OK && now(history) < step)
        status = covey_history_step(history, error);
    if (status == COVEY_OK)
        status = covey_session_catch_up(history->session, error);
    history->recorded = history->session->record.size;
    return status;
}

/// The bytes that two courses have in common, whole lines, and the last step at which they are one.
static size_t common(const covey_history_course *a, const covey_history_course *b, uint64_t *step)
{
    size_t same = 0, lines = 0;
    const covey_history_course *both[] = {a, b};
    while (same < a->size && same < b->size && a->lines[same] == b->lines[same])
        if (a->lines[same++] == '\n')
            lines = same;
    *step = UINT64_MAX;
    for (int k = 0; k < 2; k++) {
        uint64_t next = 0;
        for (size_t at = lines; at < both[k]->size && both[k]->lines[at] != ' '; at++)
            next = 10 * next + (uint64_t)(both[k]->lines[at] - '0');
        next = lines < both[k]->size ? next : both[k]->end;
        *step = next < *step ? next : *step;
    }
    return lines;
}

covey_status covey_history_take(covey_history *history, int branch, covey_error *error)
{
    if (history == NULL || branch < 0 || branch >= history->branches_count)
        return covey_fail(error, COVEY_ARG, "there is no branch %d", branch);
    covey_history_course now_on = history->branches[branch], before;
    uint64_t step, target = now(history) < now_on.end ? now(history) : now_on.end;
    if (history->course.lines == NULL && !course_copy(history, &history->course))
        return no_memory(error);
    before = history->course;
    size_t same = common(&now_on, &before, &step);
    size_t k = history->count;
    while (k > 0 && (history->marks[k - 1].step > step || history->marks[k - 1].step > target ||
                     history->marks[k - 1].recorded > same))
        k--;
    if (k == 0)
        return covey_fail(error, COVEY_INPUT, "there is no way back to where the branch begins");
    covey_status status = covey_history_mark_take(history, &history->marks[k - 1], error);
    if (status != COVEY_OK)
        return status;
    covey_history_mark_cut(history, step, same);
    history->branches[branch] = before;
    history->course = now_on;
    status = give_again(history, error);
    return status == COVEY_OK ? covey_history_go(history, target, error) : status;
}
