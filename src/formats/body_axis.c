// SPDX-License-Identifier: MIT
#include "formats/body_axis.h"

#include <math.h>
#include <string.h>

covey_status covey_body_axis_read(const char *text, covey_body_axis *axis, covey_error *error)
{
    const char *colon = strchr(text, ':');
    *axis = (covey_body_axis){.heading = strcmp(text, "heading") == 0};
    if (axis->heading)
        return COVEY_OK;
    const size_t tail = colon != NULL ? (size_t)(colon - text) : 0;
    const size_t nose = colon != NULL ? strlen(colon + 1) : 0;
    const bool fits = tail > 0 && nose > 0 && tail < COVEY_SET_NAME && nose < COVEY_SET_NAME &&
                      !(tail == nose && memcmp(text, colon + 1, tail) == 0);
    if (!fits)
        return covey_fail(error, COVEY_ARG,
                          "an axis is TAIL:NOSE, two points of an animal, or heading, a column of "
                          "a table: not %.60s",
                          text);
    memcpy(axis->tail, text, tail);
    memcpy(axis->nose, colon + 1, nose);
    return COVEY_OK;
}

covey_status covey_body_axis_read_points(const char *text, covey_body_axis *axis,
                                         covey_error *error)
{
    covey_status status = covey_body_axis_read(text, axis, error);
    if (status == COVEY_OK && axis->heading)
        return covey_fail(error, COVEY_ARG,
                          "the file is no table with a column of headings: its axis is TAIL:NOSE");
    return status;
}

void covey_body_axis_between(const double tail[COVEY_AXES], const double nose[COVEY_AXES],
                             double axis[COVEY_AXES])
{
    for (int k = 0; k < COVEY_AXES; k++)
        axis[k] = nose[k] - tail[k];
    const bool known = isfinite(axis[0]) && isfinite(axis[1]);
    for (int k = 0; k < COVEY_AXES; k++)
        axis[k] = known && isfinite(axis[k]) ? axis[k] : 0.0;
}
