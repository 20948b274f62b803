// SPDX-License-Identifier: MIT
// Files of settings in YAML: a table says which keys a mapping has, what their values are, and the
// schema for editors follows from it.
#ifndef CHECK_SETTINGS_H
#define CHECK_SETTINGS_H

#include "formats/text.h"
#include "scenario/report.h"

typedef enum check_key_kind {
    CHECK_KEY_TEXT,    ///< one line
    CHECK_KEY_NUMBER,  ///< from `low` to `high`
    CHECK_KEY_WHOLE,   ///< the same without fraction
    CHECK_KEY_SWITCH,  ///< yes, no, true or false
    CHECK_KEY_CHOICE,  ///< one of `choices`
    CHECK_KEY_TEXTS,   ///< a text, or a list of texts
    CHECK_KEY_NUMBERS, ///< whole numbers
    CHECK_KEY_MAP,     ///< a mapping with the keys of `inside`
    CHECK_KEY_MAPS,    ///< a list of them
} check_key_kind;

/// A key of a mapping. A table ends with a row without name.
typedef struct check_key {
    const char *name;
    const char *text; ///< what it means, in a sentence
    check_key_kind kind;
    bool required;
    double low, high;
    const char *const *choices; ///< ended by NULL
    const struct check_key *inside;
} check_key;

enum { CHECK_SETTINGS_MESSAGE = 4096 };

/// A file and what is wrong with it.
typedef struct check_settings {
    covey_arena *arena;
    covey_report report;
    covey_report_source source;
    const covey_node *root;
    char message[CHECK_SETTINGS_MESSAGE]; ///< with the line of the mistake; "" for other failures
} check_settings;

/// Reads a file whose keys are those of a table. Everything belongs to the arena. COVEY_INPUT with
/// line and column, COVEY_IO, COVEY_MEMORY.
covey_status check_settings_read(check_settings *self, const char *path, const check_key *table,
                                 covey_error *error);

/// Ends with a mistake that is reported already: writes the message, and copies the error.
covey_status check_settings_fail(check_settings *self, covey_status status, covey_error *error);

/// The values of a mapping that was read. Where a key is absent: `otherwise`, NULL, an empty list.
double check_settings_number(const covey_node *map, const char *key, double otherwise);
bool check_settings_is_on(const covey_node *map, const char *key);
const char *check_settings_text(const covey_node *map, const char *key);

/// The items of a list, or the value that stands alone for a list of one.
size_t check_settings_count(const covey_node *list);
const covey_node *check_settings_first(const covey_node *list);

/// Writes the JSON Schema of a table.
void check_settings_schema(covey_text *text, const char *title, const check_key *table);

#endif
