// SPDX-License-Identifier: MIT
// Writes nothing, so that a run can be timed without its output.
#include "formats/plugin.h"

const covey_format_plugin covey_format_null = {
    .about =
        {.name = "null", .title = "nothing at all", .suffix = "", .writes = true, .built = true},
};
