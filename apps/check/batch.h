// SPDX-License-Identifier: MIT
#ifndef CHECK_BATCH_H
#define CHECK_BATCH_H

#include "check/check.h"
#include "formats/text.h"

/// A folder of submissions, one folder each.
typedef struct check_batch_def {
    const char *folder;
    const char *build;        ///< for /bin/sh, in a copy of each folder; NULL: none
    const char *path;         ///< as in check_command_def
    const char *const *words; ///< the command, seen from each folder; count 0: the file found there
    int count;
    void (*done)(void *context, const char *name); ///< after each; may be NULL
    void *context;
} check_batch_def;

/// The result of a submission in one word.
typedef enum check_batch_state {
    CHECK_BATCH_RIGHT,
    CHECK_BATCH_WRONG,
    CHECK_BATCH_CRASH,    ///< whatever is not right crashed or ended with an error
    CHECK_BATCH_TIMEOUT,  ///< whatever is not right took too long
    CHECK_BATCH_NO_BUILD, ///< trouble: it does not build
    CHECK_BATCH_NO_FILE,  ///< trouble: there is nothing to run
} check_batch_state;

typedef struct check_batch_row {
    const char *name;
    check_batch_state state;
    const char *trouble; ///< why it could not be run; NULL: it was
    const char *details; ///< output of its build, or ""
    bool built;          ///< a build was run
    check_report report; ///< unless there was trouble
    uint64_t mark;       ///< the same for the same outputs in all cases
    int group;           ///< programs that print the same wrong numbers, which no mistake explains:
                         ///< 1 …; 0: alone
} check_batch_row;

typedef struct check_batch {
    check_batch_row *rows; ///< by name
    size_t count;
    int groups;
} check_batch;

/// Checks every submission. Everything belongs to the arena of the cases. COVEY_IO, COVEY_INPUT for
/// a folder without folders, COVEY_MEMORY; COVEY_INTERRUPTED with the programs that were checked
/// before.
covey_status check_batch_run(const check_batch_def *def, const check_def *check, check_cases *cases,
                             check_batch *batch, covey_error *error);

/// True if every submission is right.
bool check_batch_passed(const check_batch *batch);

/// The points of a submission by the rubric; 0 of one that was not run.
double check_batch_points(const check_batch_row *row);

/// The share of the points that a submission has, or without a rubric of the cases, 0 … 1.
double check_batch_share(const check_batch_row *row, const check_cases *cases);

/// "right", "no-build".
const char *check_batch_state_name(check_batch_state state);

/// The letter of a group: "A" … "Z", "A2" …; "" for 0.
enum { CHECK_BATCH_GROUP = 16 };
void check_batch_group_name(int group, char name[CHECK_BATCH_GROUP]);

#endif
