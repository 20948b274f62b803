// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_BATCH_H
#define COVEY_CHECK_BATCH_H

#include "check/check.h"
#include "formats/text.h"

/// A folder of submissions, one folder each.
typedef struct covey_batch_def {
    const char *folder;
    const char *build;        ///< for /bin/sh, in a copy of each folder; NULL: none
    const char *path;         ///< as in covey_command_def
    const char *const *words; ///< the command, seen from each folder; count 0: what is there
    int count;
    void (*done)(void *context, const char *name); ///< after each; may be NULL
    void *context;
} covey_batch_def;

/// What came of a submission in one word.
typedef enum covey_batch_state {
    COVEY_BATCH_RIGHT,
    COVEY_BATCH_WRONG,
    COVEY_BATCH_CRASH,    ///< whatever is not right crashed or ended with an error
    COVEY_BATCH_TIMEOUT,  ///< whatever is not right took too long
    COVEY_BATCH_NO_BUILD, ///< trouble: it does not build
    COVEY_BATCH_NO_FILE,  ///< trouble: there is nothing to run
} covey_batch_state;

typedef struct covey_batch_row {
    const char *name;
    covey_batch_state state;
    const char *trouble; ///< why it could not be run; NULL: it was
    const char *details; ///< what building it printed, or ""
    covey_report report; ///< unless there was trouble
    uint64_t mark;       ///< the same for the same outputs in all cases
    int group;           ///< those that print the same wrong numbers, which no mistake explains:
                         ///< 1 …; 0: alone
} covey_batch_row;

typedef struct covey_batch {
    covey_batch_row *rows; ///< by name
    size_t count;
    int groups;
} covey_batch;

/// Checks every submission. Everything belongs to the arena of the cases. COVEY_IO, COVEY_INPUT for
/// a folder without folders, COVEY_MEMORY; COVEY_INTERRUPTED with those that were checked before.
covey_status covey_batch_run(const covey_batch_def *def, const covey_check_def *check,
                             covey_cases *cases, covey_batch *batch, covey_error *error);

/// True if every submission is right.
bool covey_batch_passed(const covey_batch *batch);

/// Tables for a terminal, as CSV, and as a page of HTML that needs nothing else; all reports as
/// JSON, and as JUnit's XML.
void covey_batch_put(covey_text *text, const covey_batch *batch, const covey_cases *cases);
void covey_batch_csv(covey_text *text, const covey_batch *batch, const covey_cases *cases);
void covey_batch_html(covey_text *text, const covey_batch *batch, const covey_cases *cases);
void covey_batch_json(covey_text *text, const covey_batch *batch, const covey_cases *cases);
void covey_batch_junit(covey_text *text, const covey_batch *batch);

/// "right", "no-build".
const char *covey_batch_state_name(covey_batch_state state);

/// The letter of a group: "A" … "Z", "A2" …; "" for 0.
enum { COVEY_BATCH_GROUP = 16 };
void covey_batch_group_name(int group, char name[COVEY_BATCH_GROUP]);

/// What came of a submission in a sentence.
void covey_batch_put_result(covey_text *text, const covey_batch_row *row);

#endif
