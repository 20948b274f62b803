// SPDX-License-Identifier: MIT
// The body axis of animals: two points of each, or a column of headings.
#ifndef COVEY_FORMATS_BODY_AXIS_H
#define COVEY_FORMATS_BODY_AXIS_H

#include "formats/frame.h"

/// Names of the two ends; or a column of headings, and no names.
typedef struct covey_body_axis {
    bool heading;
    char tail[COVEY_SET_NAME], nose[COVEY_SET_NAME];
} covey_body_axis;

/// Reads "TAIL:NOSE" or "heading". COVEY_ARG for any other text.
covey_status covey_body_axis_read(const char *text, covey_body_axis *axis, covey_error *error);

/// The same of formats that have no columns of headings.
covey_status covey_body_axis_read_points(const char *text, covey_body_axis *axis,
                                         covey_error *error);

/// The way from one end to the other; 0 on all axes, which is unknown, unless both are known on the
/// first two.
void covey_body_axis_between(const double tail[COVEY_AXES], const double nose[COVEY_AXES],
                             double axis[COVEY_AXES]);

#endif
