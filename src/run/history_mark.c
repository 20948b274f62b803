// SPDX-License-Identifier: MIT
// Marks of a history. A mark has the world as a snapshot, the scenario as text and what can be
// undone; texts are shared with the mark before where they are the same.
#include "run/history.h"
#include "scenario/scenario.h"

#include <string.h>

// ---- Shared texts ----

static covey_history_text *text_share(covey_history_text *text)
{
    text->users++;
    return text;
}

static covey_history_text *text_copy(covey_history *history, const char *bytes, size_t size)
{
    covey_history_text *text = covey_memory_take(&history->memory, 1, sizeof *text);
    char *copy = covey_memory_take(&history->memory, size, 1);
    if (text == NULL || copy == NULL) {
        covey_memory_give(&history->memory, text, 1, sizeof *text);
        covey_memory_give(&history->memory, copy, size, 1);
        return NULL;
    }
    memcpy(copy, bytes, size);
    *text = (covey_history_text){.bytes = copy, .size = size, .users = 1};
    history->bytes += size + sizeof *text;
    return text;
}

static void text_leave(covey_history *history, covey_history_text *text)
{
    if (text == NULL || --text->users > 0)
        return;
    history->bytes -= text->size + sizeof *text;
    covey_memory_give(&history->memory, text->bytes, text->size, 1);
    covey_memory_give(&history->memory, text, 1, sizeof *text);
}

// ---- Making and freeing ----

static void mark_free(covey_history *history, covey_history_mark *mark)
{
    text_leave(history, mark->scenario);
    for (size_t k = 0; k < mark->undo_count; k++)
        text_leave(history, mark->undo[k]);
    covey_memory_give(&history->memory, mark->undo, mark->undo_count, sizeof *mark->undo);
    covey_memory_give(&history->memory, mark->snapshot, mark->size, 1);
    history->bytes -= mark->size + mark->undo_count * sizeof *mark->undo;
}

/// The text of the scenario, that of the mark before if no command came since.
static covey_history_text *scenario_text(covey_history *history)
{
    const covey_history_mark *last =
        history->count > 0 ? &history->marks[history->count - 1] : NULL;
    if (last != NULL && last->recorded == history->session->record.size)
        return text_share(last->scenario);
    covey_text text = {.memory = &history->memory};
    covey_history_text *made = NULL;
    if (covey_session_print(history->session->scenario, &text, NULL) == COVEY_OK)
        made = text_copy(history, text.bytes, text.size + 1);
    covey_text_destroy(&text);
    return made;
}

/// The copy of a version that the mark before has, or a new one.
static covey_history_text *version_text(covey_history *history, const covey_session_version *from)
{
    const covey_history_mark *last =
        history->count > 0 ? &history->marks[history->count - 1] : NULL;
    for (size_t k = 0; last != NULL && k < last->undo_count; k++)
        if (last->undo[k]->serial == from->serial)
            return text_share(last->undo[k]);
    covey_history_text *made = text_copy(history, from->text, strlen(from->text) + 1);
    if (made != NULL)
        made->serial = from->serial;
    return made;
}

static bool take_undo(covey_history *history, covey_history_mark *mark)
{
    const covey_session *session = history->session;
    size_t count = session->undo_count;
    if (count == 0)
        return true;
    mark->undo = covey_memory_take(&history->memory, count, sizeof *mark->undo);
    if (mark->undo == NULL)
        return false;
    mark->undo_count = count;
    history->bytes += count * sizeof *mark->undo;
    bool whole = true;
    for (size_t k = 0; k < count; k++) {
        mark->undo[k] = version_text(history, &session->undo[k]);
        whole = whole && mark->undo[k] != NULL;
    }
    return whole;
}

static bool mark_make(covey_history *history, covey_history_mark *mark)
{
    const covey_world *world = history->session->world;
    size_t size = covey_world_snapshot_size(world);
    *mark = (covey_history_mark){.step = covey_world_steps(world),
                                 .recorded = history->session->record.size};
    if (size > history->most)
        return false;
    mark->snapshot = covey_memory_take(&history->memory, size, 1);
    mark->size = mark->snapshot != NULL ? size : 0;
    history->bytes += mark->size;
    mark->scenario = scenario_text(history);
    bool whole = take_undo(history, mark) && mark->scenario != NULL && mark->snapshot != NULL &&
                 covey_world_save(world, mark->snapshot, size) == COVEY_OK;
    if (!whole)
        mark_free(history, mark);
    return whole;
}

// ---- The row of marks ----

/// Doubles the steps between marks until all fit; the first one stays while it fits.
static void thin(covey_history *history)
{
    while (history->bytes > history->most && history->count > 1) {
        size_t kept = 1;
        history->every *= 2;
        for (size_t k = 1; k < history->count; k++)
            if (history->marks[k].step % history->every == 0)
                history->marks[kept++] = history->marks[k];
            else
                mark_free(history, &history->marks[k]);
        history->count = kept;
    }
}

void covey_history_mark_add(covey_history *history)
{
    covey_history_mark mark;
    if (history->count == history->room) {
        size_t room = 2 * history->room + 16;
        covey_history_mark *grown =
            covey_memory_grow(&history->memory, history->marks, history->room, room, sizeof *grown);
        if (grown == NULL)
            return;
        history->marks = grown;
        history->room = room;
    }
    if (!mark_make(history, &mark))
        return;
    history->marks[history->count++] = mark;
    thin(history);
}

void covey_history_mark_cut(covey_history *history, uint64_t step, size_t recorded)
{
    while (history->count > 0 && (history->marks[history->count - 1].step > step ||
                                  history->marks[history->count - 1].recorded > recorded))
        mark_free(history, &history->marks[--history->count]);
}

void covey_history_mark_clear(covey_history *history)
{
    while (history->count > 0)
        mark_free(history, &history->marks[--history->count]);
}

// ---- Going back ----

/// A copy of the mark's versions for the session; false without memory.
static bool copy_versions(covey_session *session, const covey_history_mark *mark,
                          covey_session_version *to)
{
    for (size_t k = 0; k < mark->undo_count; k++) {
        const covey_history_text *from = mark->undo[k];
        char *text = covey_memory_take(&session->memory, from->size, 1);
        if (text == NULL) {
            while (k-- > 0)
                covey_memory_give(&session->memory, to[k].text, to[k].room, 1);
            return false;
        }
        memcpy(text, from->bytes, from->size);
        to[k] = (covey_session_version){text, from->size, from->serial};
    }
    return true;
}

static void give_versions(covey_session *session, const covey_history_mark *mark,
                          const covey_session_version *versions)
{
    covey_session_forget(session);
    for (size_t k = 0; k < mark->undo_count; k++) {
        session->undo[k] = versions[k];
        session->undo_bytes += versions[k].room;
    }
    session->undo_count = mark->undo_count;
}

/// The world of the mark, made from its scenario, which the session has.
static covey_status make_world(const covey_session *session, const covey_history_mark *mark,
                               covey_world **world, covey_error *error)
{
    covey_status status = covey_scenario_world(session->scenario, &session->engine, world, error);
    if (status == COVEY_OK)
        status = covey_world_restore(*world, mark->snapshot, mark->size, error);
    if (status != COVEY_OK) {
        covey_world_destroy(*world);
        *world = NULL;
    }
    return status;
}

/// Gives the session the scenario and the world of a mark.
static covey_status bring_back(covey_session *session, const covey_history_mark *mark,
                               covey_error *error)
{
    covey_scenario_body past;
    covey_world *world = NULL;
    covey_status status = covey_scenario_take(session->scenario, mark->scenario->bytes,
                                              mark->scenario->size - 1, &past, error);
    if (status != COVEY_OK)
        return status;
    status = make_world(session, mark, &world, error);
    if (status != COVEY_OK) {
        covey_scenario_put_back(session->scenario, &past);
        return status;
    }
    covey_scenario_forget(&past);
    covey_session_take_world(session, world);
    return COVEY_OK;
}

covey_status covey_history_mark_take(covey_history *history, const covey_history_mark *mark,
                                     covey_error *error)
{
    covey_session *session = history->session;
    covey_session_version *versions =
        covey_memory_take(&history->memory, COVEY_SESSION_UNDOS, sizeof *versions);
    if (versions == NULL || !copy_versions(session, mark, versions)) {
        covey_memory_give(&history->memory, versions, COVEY_SESSION_UNDOS, sizeof *versions);
        return covey_fail(error, COVEY_MEMORY, "no memory to go back");
    }
    covey_status status = bring_back(session, mark, error);
    if (status == COVEY_OK) {
        give_versions(session, mark, versions);
        session->record.size = mark->recorded;
    } else {
        for (size_t k = 0; k < mark->undo_count; k++)
            covey_memory_give(&session->memory, versions[k].text, versions[k].room, 1);
    }
    covey_memory_give(&history->memory, versions, COVEY_SESSION_UNDOS, sizeof *versions);
    return status;
}
