// SPDX-License-Identifier: MIT
// Finds columns by their names, which rows of the table of trackers have.
#include "formats/csv_columns.h"

#include "formats/plugin.h"
#include "formats/trackers.h"

#include <string.h>

/// The description of a column for messages if it is missing or wrong.
static const char *const meanings[COVEY_CSV_ROLES] = {
    [COVEY_CSV_SET] = "set, the name of a group of agents",
    [COVEY_CSV_TIME] = "t, a decimal number or a date and time",
    [COVEY_CSV_STEP] = "frame, a whole number from 0",
    [COVEY_CSV_ID] = COVEY_ID_RANGE,
    [COVEY_CSV_X] = "x, a decimal number",
    [COVEY_CSV_Y] = "y, a decimal number",
    [COVEY_CSV_VX] = "vx, a decimal number",
    [COVEY_CSV_VY] = "vy, a decimal number",
    [COVEY_CSV_HEADING] = "heading, a decimal number",
    [COVEY_CSV_SPEED] = "speed, a decimal number",
    [COVEY_CSV_Z] = "z, a decimal number",
    [COVEY_CSV_VZ] = "vz, a decimal number",
    [COVEY_CSV_GROUND_SPEED] = "ground-speed, a decimal number from 0, in m/s",
    [COVEY_CSV_LIKELIHOOD] = "likelihood, a decimal number",
};

const char *covey_csv_columns_expected(covey_csv_role role)
{
    return meanings[role];
}

enum { WORD_SIZE = 40, MOST_NAMES = 1000 };

/// Writes a name in small letters between blanks, with _ for any separator of its words. False if
/// it is longer than all known names, or has a zero byte, at which it would end.
static bool plain_name(covey_csv_field name, char word[WORD_SIZE])
{
    if (name.size == 0 || name.size > WORD_SIZE - 3 || memchr(name.text, '\0', name.size) != NULL)
        return false;
    word[0] = ' ';
    for (size_t k = 0; k < name.size; k++) {
        char c = name.text[k];
        bool joins = c == ' ' || c == '-' || c == '.';
        word[k + 1] = joins ? '_' : c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
    }
    memcpy(word + name.size + 1, " ", 2);
    return true;
}

/// Returns the position of a name among the names of a role, -1 if it is not among them.
static int rank_of(covey_csv_role role, covey_csv_field name)
{
    char word[WORD_SIZE];
    const covey_tracker *tracker;
    bool plain = plain_name(name, word);
    for (int k = 0; plain && (tracker = covey_trackers_at(k)) != NULL; k++) {
        const char *names = tracker->names[role];
        const char *found = names != NULL ? strstr(names, word) : NULL;
        if (found != NULL)
            return k * MOST_NAMES + (int)(found - names);
    }
    return -1;
}

covey_status covey_csv_columns_offer(covey_csv_columns *columns, const covey_csv_fields *header,
                                     covey_csv_role role, int k, covey_error *error)
{
    int *place = &columns->place[role], rank = rank_of(role, header->field[k]);
    if (rank < 0)
        return COVEY_OK;
    int held = *place >= 0 ? rank_of(role, header->field[*place]) : -1;
    if (held == rank) {
        columns->twin[role] = k;
    } else if (held < 0 || (role == COVEY_CSV_ID && rank < held)) {
        *place = k;
        columns->twin[role] = -1;
    } else if (role != COVEY_CSV_ID) {
        return covey_csv_fields_refuse(header, header->field[k],
                                       "no second column of the same meaning", error);
    }
    return COVEY_OK;
}

/// Returns the first column that has one of some names; -1 if there is none.
static int find_one(const covey_csv_fields *header, const char *names)
{
    char word[WORD_SIZE];
    for (int k = 0; k < header->count; k++)
        if (plain_name(header->field[k], word) && strstr(names, word) != NULL)
            return k;
    return -1;
}

static bool has_one(const covey_csv_fields *header, const char *names)
{
    return find_one(header, names) >= 0;
}

static covey_status lacks(const covey_csv_fields *header, const char *missing, covey_error *error)
{
    covey_csv_field all = {header->line.text, header->line.size, 1, false};
    return missing == NULL ? COVEY_OK : covey_csv_fields_refuse(header, all, missing, error);
}

covey_status covey_csv_columns_check_time(const covey_csv_columns *columns,
                                          const covey_csv_fields *header, covey_error *error)
{
    bool has = columns->place[COVEY_CSV_TIME] >= 0 || columns->place[COVEY_CSV_STEP] >= 0;
    return lacks(header, has ? NULL : "a column t, time, frame or step", error);
}

static const char degrees[] = " location_long longitude lon long lng "; // which are no lengths
static const char latitudes[] = " location_lat latitude lat ";

covey_status covey_csv_columns_project(covey_csv_columns *columns, const covey_csv_fields *header,
                                       covey_error *error)
{
    const int x = find_one(header, degrees), y = find_one(header, latitudes);
    columns->place[COVEY_CSV_X] = x;
    columns->place[COVEY_CSV_Y] = y;
    columns->twin[COVEY_CSV_X] = columns->twin[COVEY_CSV_Y] = -1;
    return lacks(header,
                 x < 0 || y < 0 ? "columns location-long and location-lat, or lon and lat" : NULL,
                 error);
}

/// True for a line of numbers, which names no columns.
static bool is_of_numbers(const covey_csv_fields *header)
{
    double number;
    for (int k = 0; k < header->count; k++)
        if (!covey_csv_fields_number(header, header->field[k], &number))
            return false;
    return header->count > 1;
}

covey_status covey_csv_columns_check_needed(const covey_csv_columns *columns,
                                            const covey_csv_fields *header, bool still,
                                            covey_error *error)
{
    const int *place = columns->place;
    const char *missing = NULL;
    if (!still && is_of_numbers(header))
        return lacks(header,
                     "a header, or columns that are chosen by number, such as id=1,t=2,x=3,y=4",
                     error);
    if (!still && place[COVEY_CSV_ID] < 0)
        return lacks(header, "a column id, track, particle or agent", error);
    covey_status status = still ? COVEY_OK : covey_csv_columns_check_time(columns, header, error);
    if (status != COVEY_OK)
        return status;
    if (place[COVEY_CSV_X] < 0 && has_one(header, degrees))
        missing = "columns x and y as lengths, such as utm-easting and utm-northing: degrees are "
                  "none, unless they are projected";
    else if (place[COVEY_CSV_X] < 0)
        missing = "a column x, pos_x or position_x";
    else if (place[COVEY_CSV_Y] < 0)
        missing = "a column y, pos_y or position_y";
    else if (still && ((place[COVEY_CSV_VX] < 0) != (place[COVEY_CSV_VY] < 0) ||
                       (place[COVEY_CSV_SPEED] < 0) != (place[COVEY_CSV_HEADING] < 0)))
        missing = "velocities, if any, as vx and vy or as speed and heading";
    return lacks(header, missing, error);
}

covey_status covey_csv_columns_check_deep(const covey_csv_columns *columns,
                                          const covey_csv_fields *header, bool still,
                                          covey_error *error)
{
    const int *place = columns->place;
    const char *missing = NULL;
    bool moves =
        place[COVEY_CSV_VX] >= 0 || place[COVEY_CSV_VZ] >= 0 || place[COVEY_CSV_HEADING] >= 0;
    bool whole = place[COVEY_CSV_VX] >= 0 && place[COVEY_CSV_VY] >= 0 && place[COVEY_CSV_VZ] >= 0;
    if (place[COVEY_CSV_Z] < 0)
        missing = "a column z, pos_z or position_z";
    else if (still && moves && !whole)
        missing = "velocities, if any, as vx, vy and vz";
    return lacks(header, missing, error);
}

bool covey_csv_columns_are_of(const covey_csv_columns *columns, const covey_csv_fields *header,
                              bool still, const covey_tracker *tracker)
{
    const int *place = columns->place;
    covey_csv_field of;
    if (tracker->head != NULL)
        return !still && covey_csv_fields_is(header->field[0], tracker->head);
    for (int k = 0; k < COVEY_TRACKER_WORDS && tracker->marks[k] != NULL; k++)
        if (!has_one(header, tracker->marks[k]))
            return false;
    if (tracker->column == NULL)
        return true;
    if (still || place[COVEY_CSV_X] >= 0 || (place[COVEY_CSV_ID] >= 0 && !tracker->ids))
        return false;
    for (int k = 0; k < header->count; k++)
        if (tracker->column(header->field[k], &of) == 0)
            return true;
    return false;
}

/// Takes the first tracker that may have written the table.
static void find_tracker(covey_csv_columns *self, const covey_csv_fields *header, bool still)
{
    int k = 0;
    while (!covey_csv_columns_are_of(self, header, still, covey_trackers_at(k)))
        k++;
    self->tracker = covey_trackers_at(k);
    self->heads = self->tracker->heads;
}

void covey_csv_columns_begin(covey_csv_columns *columns, const covey_csv_fields *header)
{
    *columns = (covey_csv_columns){.width = header->count};
    for (int role = 0; role < COVEY_CSV_ROLES; role++)
        columns->place[role] = columns->twin[role] = -1;
}

void covey_csv_columns_mark(covey_csv_columns *columns, const covey_csv_fields *header)
{
    const covey_tracker *tracker = covey_trackers_at(0);
    for (int k = 1; tracker->head != NULL || tracker->column != NULL ||
                    !covey_csv_columns_are_of(columns, header, false, tracker);
         k++)
        tracker = covey_trackers_at(k);
    columns->tracker = tracker;
    columns->heads = tracker->heads;
}

covey_status covey_csv_columns_find(covey_csv_columns *columns, const covey_csv_fields *header,
                                    bool still, covey_error *error)
{
    covey_csv_columns_begin(columns, header);
    find_tracker(columns, header, still);
    if (columns->tracker->head != NULL) { // names are in other lines; each line begins with a frame
        columns->place[COVEY_CSV_STEP] = 0;
        return COVEY_OK;
    }
    covey_status status = COVEY_OK;
    for (int k = 0; k < header->count; k++)
        for (int role = 0; role < COVEY_CSV_ROLES && status == COVEY_OK; role++)
            status = covey_csv_columns_offer(columns, header, (covey_csv_role)role, k, error);
    find_tracker(columns, header, still);
    return status;
}

covey_status covey_csv_columns_check_width(const covey_csv_columns *columns,
                                           const covey_csv_fields *fields, covey_error *error)
{
    covey_csv_field end = {NULL, 0, fields->line.size + 1, false};
    if (fields->count < columns->width)
        return covey_csv_fields_refuse(fields, end, "as many fields as the header has", error);
    if (fields->count > columns->width)
        return covey_csv_fields_refuse(fields, fields->field[columns->width],
                                       "the end of the line after as many fields as the header has",
                                       error);
    return COVEY_OK;
}

covey_status covey_csv_columns_check(const covey_csv_columns *columns,
                                     const covey_csv_fields *fields, covey_error *error)
{
    covey_status status = covey_csv_columns_check_width(columns, fields, error);
    if (status != COVEY_OK)
        return status;
    for (int role = 0; role < COVEY_CSV_ROLES; role++) {
        if (columns->twin[role] < 0)
            continue;
        covey_csv_field a = fields->field[columns->place[role]],
                        b = fields->field[columns->twin[role]];
        if (a.size != b.size || (a.size > 0 && memcmp(a.text, b.text, a.size) != 0))
            return covey_csv_fields_refuse(fields, b,
                                           "the same as in the first column of this name", error);
    }
    return COVEY_OK;
}
