// SPDX-License-Identifier: MIT
// Of which version, commit and results the library is, and the one text that has them all. CMake
// makes a header with the commit for this file alone (cmake/commit.cmake), so that a new commit
// compiles nothing else.
#include "covey/base.h"

#include <string.h>

#ifdef COVEY_COMMIT_HEADER
#include COVEY_COMMIT_HEADER
#else
#define COVEY_COMMIT "unknown"
#endif

#define TEXT_OF(number) #number
#define NUMBER(number) TEXT_OF(number)
#define VERSION                                                                                    \
    NUMBER(COVEY_VERSION_MAJOR) "." NUMBER(COVEY_VERSION_MINOR) "." NUMBER(COVEY_VERSION_PATCH)

static const char before_results[] = "; results ";

const char *covey_version(void)
{
    return VERSION;
}

int covey_version_number(void)
{
    return COVEY_VERSION;
}

const char *covey_commit(void)
{
    return COVEY_COMMIT;
}

int covey_results_epoch(void)
{
    return COVEY_RESULTS_EPOCH;
}

const char *covey_version_text(void)
{
    return VERSION " (commit " COVEY_COMMIT "; results " NUMBER(COVEY_RESULTS_EPOCH) ")";
}

int covey_version_results(const char *text)
{
    const size_t before = sizeof before_results - 1;
    const char *at = text != NULL ? strchr(text, before_results[0]) : NULL;
    int epoch = 0;
    while (at != NULL && strncmp(at, before_results, before) != 0)
        at = strchr(at + 1, before_results[0]);
    if (at == NULL)
        return -1;
    at += before;
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || digits > 9 || at[digits] != ')')
        return -1;
    for (size_t k = 0; k < digits; k++)
        epoch = 10 * epoch + (at[k] - '0');
    return epoch;
}
