// SPDX-License-Identifier: MIT
#ifndef CHECK_RUNNER_H
#define CHECK_RUNNER_H

#include "base/arena.h"
#include "check/sandbox.h"
#include "covey/base.h"

#include <stdbool.h>
#include <sys/types.h>

/// How programs are run.
typedef struct check_runner_def {
    const char *temporary;       ///< an existing folder; where programs have no separate root,
                                 ///< every run has a separate folder inside
    check_mounts_def mounts;     ///< files that programs see, but for the arguments
    double seconds;              ///< of processor time of all processes of a run together; it may
                                 ///< take CHECK_RUNNER_WAIT times as long
    size_t memory;               ///< bytes of data; 0: no limit
    int jobs;                    ///< runs at a time
    bool plain;                  ///< as in check_sandbox_def
    bool strict;                 ///< programs that cannot be fenced fail instead of being run
    bool (*stop)(void *context); ///< asked now and then; true ends everything; NULL: never
    void *stop_context;
} check_runner_def;

/// One run to do.
typedef struct check_task_def {
    const char *const *arguments; ///< the program's absolute path and its arguments, ended by NULL
    const char *folder;           ///< it works there; NULL: in a new one that goes away
    const char *input;
    size_t input_size;
    size_t hold;       ///< bytes to send before anything must be printed; 0: send all
    size_t hold_lines; ///< to be printed by then
    size_t most;       ///< bytes of output
} check_task_def;

typedef enum check_outcome_kind {
    CHECK_OUTCOME_NOT_RUN, ///< it was not its turn any more
    CHECK_OUTCOME_ENDED,   ///< `value`: exit code
    CHECK_OUTCOME_KILLED,  ///< `value`: signal
    CHECK_OUTCOME_TIMEOUT, ///< out of time; `value`: 1 if it was not processor time
    CHECK_OUTCOME_FLOOD,   ///< more output than `most`
    CHECK_OUTCOME_FAILED,  ///< it could not be started; `value`: errno
} check_outcome_kind;

/// The result of a run. The texts belong to the arena and end with a zero.
typedef struct check_outcome {
    check_outcome_kind kind;
    int value;
    const char *output;
    size_t output_size;
    double seconds;       ///< by the clock; 0 if it was not run
    const char *errors;   ///< the beginning and the end of standard error
    bool late;            ///< nothing was printed before the held input came
    unsigned permissions; ///< of check_permission
} check_outcome;

enum { CHECK_RUNNER_TIMEOUTS = 2, CHECK_RUNNER_WAIT = 10 };

/// Does all runs, several at a time. After CHECK_RUNNER_TIMEOUTS runs out of time the rest is not
/// run. A run that had its processor time left, but no time, is repeated alone at the end, and
/// counts only if it runs out again: the machine may be busy. COVEY_INTERRUPTED, COVEY_MEMORY,
/// COVEY_IO where folders cannot be made. Nothing of any program is left, nor any folder that was
/// made.
covey_status check_runner_run(const check_runner_def *def, const check_task_def *tasks,
                              check_outcome *outcomes, size_t count, covey_arena *arena);

#endif
