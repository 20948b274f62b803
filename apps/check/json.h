// SPDX-License-Identifier: MIT
// JSON, member by member.
#ifndef CHECK_JSON_H
#define CHECK_JSON_H

#include "formats/text.h"

#include <stdbool.h>

/// An object under way: where it is written, and what stands before its next member. Brackets are
/// the caller's.
typedef struct covey_json {
    covey_text *text;
    const char *before;
} covey_json;

/// The name of a member; whatever follows is its value.
void covey_json_name(covey_json *self, const char *key);

/// A member with its value. Bytes of a text that are not UTF-8 become U+FFFD, as JSON cannot hold
/// them; a number that is not finite becomes null, any other is as short as it reads back.
void covey_json_string(covey_json *self, const char *key, const char *value);
void covey_json_whole(covey_json *self, const char *key, uint64_t value);
void covey_json_bool(covey_json *self, const char *key, bool value);
void covey_json_number(covey_json *self, const char *key, double value);

#endif
