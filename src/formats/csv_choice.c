// SPDX-License-Identifier: MIT
// Reads which columns of a table are chosen, and finds them. A name may have commas: an item
// without an equals sign goes on with the name before.
#include "formats/csv_choice.h"

#include <stdio.h>
#include <string.h>

static const char *const words[COVEY_CSV_ROLES] = {
    [COVEY_CSV_SET] = "set",
    [COVEY_CSV_TIME] = "t",
    [COVEY_CSV_STEP] = "frame",
    [COVEY_CSV_ID] = "id",
    [COVEY_CSV_X] = "x",
    [COVEY_CSV_Y] = "y",
    [COVEY_CSV_VX] = "vx",
    [COVEY_CSV_VY] = "vy",
    [COVEY_CSV_HEADING] = "heading",
    [COVEY_CSV_SPEED] = "speed",
    [COVEY_CSV_Z] = "z",
    [COVEY_CSV_VZ] = "vz",
    [COVEY_CSV_LIKELIHOOD] = "likelihood",
};

// ---- The text ----

/// The role called by the first `size` bytes of a text; COVEY_CSV_ROLES if there is none.
static int role_of(const char *text, size_t size)
{
    int role = 0;
    while (role < COVEY_CSV_ROLES && (words[role] == NULL || strlen(words[role]) != size ||
                                      memcmp(words[role], text, size) != 0))
        role++;
    return role;
}

/// Returns the number that a text is, from 1; 0 if it is none that a column may have.
static int number_of(const char *text, size_t size)
{
    int number = 0;
    for (size_t k = 0; k < size; k++) {
        if (text[k] < '0' || text[k] > '9' || number > COVEY_CSV_MOST_COLUMNS)
            return 0;
        number = 10 * number + (text[k] - '0');
    }
    return number;
}

static covey_status refuse(const char *item, covey_error *error)
{
    return covey_fail(
        error, COVEY_ARG,
        "columns are chosen as id=NAME,t=NAME,x=3,y=4, by names or numbers; there are "
        "set, t, frame, id, x, y, z, vx, vy, vz, heading, speed and likelihood: not "
        "%.60s",
        item);
}

covey_status covey_csv_choice_read(const char *text, covey_csv_choice *choice, covey_error *error)
{
    int role = COVEY_CSV_ROLES;
    *choice = (covey_csv_choice){.any = text != NULL, .numbers = text != NULL};
    for (const char *at = text; at != NULL; at = *at != '\0' ? at + 1 : NULL) {
        const char *item = at, *equals;
        at += strcspn(at, ",");
        equals = memchr(item, '=', (size_t)(at - item));
        int found = equals != NULL ? role_of(item, (size_t)(equals - item)) : COVEY_CSV_ROLES;
        if (found < COVEY_CSV_ROLES && choice->name[found] != NULL)
            return covey_fail(error, COVEY_ARG, "two columns are chosen for %s", words[found]);
        if (found < COVEY_CSV_ROLES)
            choice->name[role = found] = equals + 1;
        else if (role == COVEY_CSV_ROLES || equals != NULL)
            return refuse(item, error);
        choice->size[role] = (size_t)(at - choice->name[role]);
        if (choice->size[role] == 0)
            return refuse(item, error);
    }
    for (int k = 0; k < COVEY_CSV_ROLES; k++) {
        choice->number[k] =
            choice->name[k] != NULL ? number_of(choice->name[k], choice->size[k]) : 0;
        choice->numbers = choice->numbers && (choice->name[k] == NULL || choice->number[k] > 0);
    }
    return COVEY_OK;
}

// ---- Columns ----

/// Fails with the names that there are.
static covey_status lacks(const covey_csv_fields *header, const char *name, size_t size,
                          covey_error *error)
{
    char names[160] = "";
    size_t used = 0;
    for (int k = 0; k < header->count; k++) {
        covey_csv_field at = header->field[k];
        char quoted[COVEY_LINES_QUOTED];
        covey_lines_quote(quoted, at.text, at.size);
        if (used + strlen(quoted) + 8 > sizeof names) {
            (void)snprintf(names + used, sizeof names - used, ", ...");
            break;
        }
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "",
                                 quoted);
    }
    return covey_fail(error, COVEY_ARG, "the table has no column %.*s: it has %s",
                      size < 60 ? (int)size : 60, name, names);
}

static covey_status find(const covey_csv_choice *choice, int role, covey_csv_columns *columns,
                         const covey_csv_fields *header, covey_error *error)
{
    const char *name = choice->name[role];
    const size_t size = choice->size[role];
    int found = choice->number[role] - 1;
    for (int any_case = 0; any_case < 2 && found < 0; any_case++)
        for (int k = 0; k < header->count && found < 0; k++)
            found = covey_csv_fields_match(header->field[k], name, size, any_case != 0) ? k : -1;
    if (found < 0)
        return lacks(header, name, size, error);
    if (found >= header->count)
        return covey_fail(error, COVEY_ARG, "the table has %d columns, not %d", header->count,
                          found + 1);
    columns->place[role] = found;
    return COVEY_OK;
}

static bool is_chosen(const covey_csv_columns *columns, int k)
{
    for (int role = 0; role < COVEY_CSV_ROLES; role++)
        if (columns->place[role] == k)
            return true;
    return false;
}

static bool is_velocity(int role)
{
    return role == COVEY_CSV_VX || role == COVEY_CSV_VY || role == COVEY_CSV_VZ ||
           role == COVEY_CSV_HEADING || role == COVEY_CSV_SPEED || role == COVEY_CSV_GROUND_SPEED;
}

covey_status covey_csv_choice_find(const covey_csv_choice *choice, covey_csv_columns *columns,
                                   const covey_csv_fields *header, covey_error *error)
{
    covey_csv_columns chosen;
    covey_csv_columns_begin(columns, header);
    covey_status status = COVEY_OK;
    for (int role = 0; role < COVEY_CSV_ROLES && status == COVEY_OK; role++)
        if (choice->name[role] != NULL)
            status = find(choice, role, columns, header, error);
    chosen = *columns;
    const bool placed = choice->name[COVEY_CSV_X] != NULL || choice->name[COVEY_CSV_Y] != NULL;
    for (int role = 0; role < COVEY_CSV_ROLES; role++) {
        const bool other = role == COVEY_CSV_TIME && choice->name[COVEY_CSV_STEP] != NULL;
        if (choice->name[role] != NULL || (placed && is_velocity(role)) || other ||
            (role == COVEY_CSV_STEP && choice->name[COVEY_CSV_TIME] != NULL))
            continue;
        for (int k = 0; k < header->count && status == COVEY_OK; k++)
            if (!is_chosen(&chosen, k))
                status = covey_csv_columns_offer(columns, header, (covey_csv_role)role, k, error);
    }
    covey_csv_columns_mark(columns, header);
    return status;
}
