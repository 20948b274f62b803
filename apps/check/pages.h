// SPDX-License-Identifier: MIT
#ifndef CHECK_PAGES_H
#define CHECK_PAGES_H

#include "check/batch.h"

/// Makes the folder of pages if it is not there. COVEY_IO where nothing can be written to it;
/// COVEY_ARG, and the folder is as before, where it lies in the folder of the submissions: the next
/// check would take it for one, or would build a submission with the pages of others beside it.
covey_status check_pages_start(const char *folder, const char *submissions, covey_error *error);

/// Writes a page for each submission, for its author, and index.html for the teacher, which links
/// to all of them. COVEY_IO, COVEY_LOCKED, COVEY_MEMORY.
covey_status check_pages_write(const char *folder, const check_batch *batch,
                               const check_cases *cases, check_hints hints, covey_error *error);

#endif
