// SPDX-License-Identifier: MIT
// Takes everything and writes nothing: what a run costs without its output.
#include "formats/plugin.h"

const covey_format_plugin covey_format_null = {
    .about =
        {.name = "null", .title = "nothing at all", .suffix = "", .writes = true, .built = true},
};
