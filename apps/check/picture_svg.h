// SPDX-License-Identifier: MIT
#ifndef CHECK_PICTURE_SVG_H
#define CHECK_PICTURE_SVG_H

#include "check/check.h"
#include "formats/text.h"

/// Puts a drawing of the first wrong number as a figure of HTML: agents near it before the step,
/// the circle of the rule, the right force and that of the program as arrows, and the next step of
/// both. Nothing where the state is not known or has no size.
void check_picture_svg(covey_text *text, const check_report *report);

#endif
