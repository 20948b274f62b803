// SPDX-License-Identifier: MIT
// The state of a viewer, in lines that a test can read.
#ifndef COVEY_VIEW_REPORT_H
#define COVEY_VIEW_REPORT_H

#include "view/viewer.h"

/// Prints "name value" lines on standard output, and an empty one.
void report_print(const viewer *of);

#endif
