// SPDX-License-Identifier: MIT
// Names of columns, those of covey and of programs that track animals: TrackMate (TRACK_ID,
// POSITION_X, FRAME, and three more lines of names), trackpy (particle, frame), Movebank
// (individual-local-identifier, timestamp, utm-easting).
#include "formats/csv_columns.h"

#include "base/id_text.h"

#include <string.h>

/// The names of a column, and its description for messages if it is missing or wrong. If several
/// columns of a table could be the id of an agent, the one whose name comes first in this list is
/// taken: the ids of other things, such as spots, are often called id.
typedef struct meaning {
    const char *names; ///< each between blanks
    const char *expected;
} meaning;

static const meaning meanings[COVEY_CSV_ROLES] = {
    [COVEY_CSV_SET] = {" set flock group ", "set, the name of a group of agents"},
    [COVEY_CSV_TIME] = {" t time seconds position_t timestamp ",
                        "t, a decimal number or a date and time"},
    [COVEY_CSV_STEP] = {" frame step frame_idx ", "frame, a whole number from 0"},
    [COVEY_CSV_ID] = {" track_id trackid track particle individual_local_identifier individual "
                      "animal fish bird agent id ",
                      COVEY_ID_RANGE},
    [COVEY_CSV_X] = {" x pos_x position_x utm_easting ", "x, a decimal number"},
    [COVEY_CSV_Y] = {" y pos_y position_y utm_northing ", "y, a decimal number"},
    [COVEY_CSV_VX] = {" vx vel_x velocity_x ", "vx, a decimal number"},
    [COVEY_CSV_VY] = {" vy vel_y velocity_y ", "vy, a decimal number"},
    [COVEY_CSV_HEADING] = {" heading ", "heading, a decimal number"},
    [COVEY_CSV_SPEED] = {" speed ", "speed, a decimal number"},
    [COVEY_CSV_Z] = {" z pos_z position_z ", "z, a decimal number"},
    [COVEY_CSV_VZ] = {" vz vel_z velocity_z ", "vz, a decimal number"},
    [COVEY_CSV_GROUND_SPEED] = {" ground_speed ", "ground-speed, a decimal number from 0, in m/s"},
};

const char *covey_csv_columns_expected(covey_csv_role role)
{
    return meanings[role].expected;
}

enum { WORD_SIZE = 40 };

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
    const char *found = plain_name(name, word) ? strstr(meanings[role].names, word) : NULL;
    return found != NULL ? (int)(found - meanings[role].names) : -1;
}

/// Takes column k for a role if its name says so.
static covey_status offer(covey_csv_columns *self, const covey_csv_fields *header,
                          covey_csv_role role, int k, covey_error *error)
{
    int *place = &self->place[role], rank = rank_of(role, header->field[k]);
    if (rank < 0)
        return COVEY_OK;
    int held = *place >= 0 ? rank_of(role, header->field[*place]) : -1;
    if (held == rank) {
        self->twin[role] = k;
    } else if (held < 0 || (role == COVEY_CSV_ID && rank < held)) {
        *place = k;
        self->twin[role] = -1;
    } else if (role != COVEY_CSV_ID) {
        return covey_csv_fields_refuse(header, header->field[k],
                                       "no second column of the same meaning", error);
    }
    return COVEY_OK;
}

/// True if a table has places on the globe, which are no lengths.
static bool has_degrees(const covey_csv_fields *header)
{
    static const char names[] = " location_long longitude lon long lng ";
    char word[WORD_SIZE];
    for (int k = 0; k < header->count; k++)
        if (plain_name(header->field[k], word) && strstr(names, word) != NULL)
            return true;
    return false;
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

covey_status covey_csv_columns_check_needed(const covey_csv_columns *columns,
                                            const covey_csv_fields *header, bool still,
                                            covey_error *error)
{
    const int *place = columns->place;
    const char *missing = NULL;
    if (!still && place[COVEY_CSV_ID] < 0)
        return lacks(header, "a column id, track, particle or agent", error);
    covey_status status = still ? COVEY_OK : covey_csv_columns_check_time(columns, header, error);
    if (status != COVEY_OK)
        return status;
    if (place[COVEY_CSV_X] < 0 && has_degrees(header))
        missing = "columns x and y as lengths, such as utm-easting and utm-northing: degrees are "
                  "none";
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

/// TrackMate writes three more lines behind its header: names, short names, units.
static int heads_of(const covey_csv_columns *self, const covey_csv_fields *header)
{
    static const char id[] = " track_id ", x[] = " position_x ";
    char word[WORD_SIZE];
    bool trackmate =
        plain_name(header->field[self->place[COVEY_CSV_ID]], word) && strcmp(word, id) == 0 &&
        plain_name(header->field[self->place[COVEY_CSV_X]], word) && strcmp(word, x) == 0;
    return trackmate ? 3 : 0;
}

/// True if headings are as Movebank writes them, beside places in meters and speeds in m/s.
static bool has_compass(const covey_csv_columns *self, const covey_csv_fields *header)
{
    static const char x[] = " utm_easting ";
    char word[WORD_SIZE];
    const int *place = self->place;
    return place[COVEY_CSV_HEADING] >= 0 && place[COVEY_CSV_GROUND_SPEED] >= 0 &&
           place[COVEY_CSV_X] >= 0 && plain_name(header->field[place[COVEY_CSV_X]], word) &&
           strcmp(word, x) == 0;
}

covey_status covey_csv_columns_find(covey_csv_columns *columns, const covey_csv_fields *header,
                                    covey_error *error)
{
    *columns = (covey_csv_columns){.width = header->count};
    for (int role = 0; role < COVEY_CSV_ROLES; role++)
        columns->place[role] = columns->twin[role] = -1;
    covey_status status = COVEY_OK;
    for (int k = 0; k < header->count; k++)
        for (int role = 0; role < COVEY_CSV_ROLES && status == COVEY_OK; role++)
            status = offer(columns, header, (covey_csv_role)role, k, error);
    if (status == COVEY_OK && columns->place[COVEY_CSV_ID] >= 0 && columns->place[COVEY_CSV_X] >= 0)
        columns->heads = heads_of(columns, header);
    columns->compass = has_compass(columns, header);
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
