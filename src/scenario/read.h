// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_READ_H
#define COVEY_SCENARIO_READ_H

#include "scenario/report.h"

/// Reads one YAML document into a tree of the arena; an empty text is an empty scalar. Aliases are
/// copies of the nodes that their anchors name. COVEY_INPUT for text that is no YAML, not UTF-8,
/// too large or too deep, has tags, a second document, or keys that are not plain words;
/// COVEY_MEMORY.
covey_status covey_read(covey_arena *arena, const char *text, size_t size, covey_report *report,
                        const covey_node **root);

#endif
