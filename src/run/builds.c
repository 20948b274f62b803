// SPDX-License-Identifier: MIT
// The covey that wrote a checkpoint or session, beside the one that reads it. A checkpoint has
// numbers alone: of the commit its digits, with one more behind them, which is 1 where the sources
// had been changed since.
#include "run/builds.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// 0 if the commit is unknown.
static uint64_t commit_number(void)
{
    char *end;
    const uint64_t number = strtoull(covey_commit(), &end, 16);
    const bool changed = strcmp(end, "+") == 0;
    return *end == '\0' || changed ? number << 4 | changed : 0;
}

void covey_builds_put(covey_checkpoint_value values[COVEY_BUILDS_VALUES])
{
    values[0] = (covey_checkpoint_value){"version", (uint64_t)covey_version_number()};
    values[1] = (covey_checkpoint_value){"results", (uint64_t)covey_results_epoch()};
    values[2] = (covey_checkpoint_value){"commit", commit_number()};
}

bool covey_builds_differ(int epoch, char text[COVEY_BUILDS_TEXT])
{
    const int here = covey_results_epoch();
    if (epoch < 0)
        (void)snprintf(text, COVEY_BUILDS_TEXT,
                       "names no results epoch, as files of an older covey do not");
    else
        (void)snprintf(text, COVEY_BUILDS_TEXT, "is of results %d, and this covey has results %d",
                       epoch, here);
    return epoch != here;
}

int covey_builds_results(const covey_checkpoint *checkpoint)
{
    uint64_t epoch;
    bool found = covey_checkpoint_find(checkpoint, "results", &epoch) && epoch <= INT_MAX;
    return found ? (int)epoch : -1;
}

covey_status covey_builds_refuse(const covey_session *session, uint64_t hash, covey_error *error)
{
    uint64_t steps, wanted = 0;
    char text[COVEY_BUILDS_TEXT];
    const bool differs = covey_builds_differ(covey_session_results(session), text);
    (void)covey_session_end(session, &steps, &wanted);
    return covey_fail(error, COVEY_INPUT,
                      "the session ended with hash %016llx, its replay with %016llx%s%s",
                      (unsigned long long)wanted, (unsigned long long)hash,
                      differs ? "; the likely reason: it " : "", differs ? text : "");
}
