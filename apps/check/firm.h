// SPDX-License-Identifier: MIT
#ifndef CHECK_FIRM_H
#define CHECK_FIRM_H

#include "check/cases.h"

/// True if all right programs print the same for a case, whatever the order of their additions, the
/// width of their numbers, and the side to which they round numbers half way between two
/// decimals. `room` is for two states of the agents.
bool check_firm_is(int dialect, const check_case *made, covey_mistakes_agent *room);

#endif
