// SPDX-License-Identifier: MIT
// JSON (RFC 8259), value by value. All JSON that covey writes is written here.
#ifndef COVEY_FORMATS_JSON_H
#define COVEY_FORMATS_JSON_H

#include "base/writer.h"

/// A writer of JSON. The caller keeps and flushes `out`; start with {.out = writer}. At most 32
/// objects and lists may be open at a time.
typedef struct covey_json {
    covey_writer *out;
    int depth;       ///< objects and lists that are open
    uint32_t lists;  ///< bit k: number k of them is a list
    uint32_t broken; ///< bit k: it has values on separate lines
    bool follows;    ///< not the first value of its object or list
    bool line;       ///< the next value begins a line
} covey_json;

/// The next value begins a line, indented by two spaces for each open object or list with lines.
void covey_json_line(covey_json *json);

/// Opens an object or a list; covey_json_close() closes the one that was opened last. A value has a
/// key in an object; the key is NULL in a list and at the top.
void covey_json_object(covey_json *json, const char *key);
void covey_json_list(covey_json *json, const char *key);
void covey_json_close(covey_json *json);

/// Write a value. Bytes of a string that are not UTF-8 become U+FFFD, as JSON cannot hold them; a
/// number that is not finite becomes null, any other is the shortest decimal that reads back. A
/// string that is NULL becomes null.
void covey_json_string(covey_json *json, const char *key, const char *value);
void covey_json_whole(covey_json *json, const char *key, uint64_t value);
void covey_json_bool(covey_json *json, const char *key, bool value);
void covey_json_number(covey_json *json, const char *key, double value);
void covey_json_null(covey_json *json, const char *key);

#endif
