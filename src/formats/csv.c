// SPDX-License-Identifier: MIT
// One line an agent and moment, for pandas, R and spreadsheets. Comments (#) tell the origin, and
// before a moment the number of its agents and the space where those differ from the moment before:
// by the number a reader knows that a moment is whole.
#include "formats/csv.h"

#include "base/parse.h"

#include <math.h>
#include <string.h>

// ---- Writing ----

void covey_csv_provenance(covey_encoder *encoder)
{
    covey_text *text = &encoder->text;
    const covey_provenance *origin = encoder->provenance;
    if (origin->version[0] == '\0')
        return;
    covey_text_string(text, COVEY_CSV_MARK);
    covey_text_string(text, origin->version);
    covey_text_string(text, "\n# seed ");
    covey_text_integer(text, origin->seed);
    covey_text_field(text, "\n# dt ", origin->dt);
    covey_text_string(text, "\n");
    const char *line = origin->scenario;
    while (*line != '\0') {
        size_t size = strcspn(line, "\n");
        covey_text_string(text, "# | ");
        covey_text_put(text, line, size);
        covey_text_string(text, line[size] == '\n' ? "\n" : "\n# end\n");
        line += size + (line[size] == '\n');
    }
}

static void head(covey_encoder *encoder)
{
    covey_csv_provenance(encoder);
    covey_text_string(&encoder->text, COVEY_CSV_HEADER);
    if (encoder->labels != NULL && covey_input_label(encoder->labels, 0) == NULL)
        encoder->labels = NULL; // agents have numbers
    covey_text_string(&encoder->text, encoder->labels != NULL ? COVEY_CSV_LABEL "\n" : "\n");
}

/// A comma and a word, in quotes where it could be taken for something else.
static void put_label(covey_text *text, const char *label)
{
    size_t size = label != NULL ? strlen(label) : 0;
    bool plain =
        size == 0 || (label[strcspn(label, ",\"")] == '\0' && strchr(" \t", label[0]) == NULL &&
                      strchr(" \t", label[size - 1]) == NULL);
    covey_text_string(text, plain ? "," : ",\"");
    for (size_t k = 0; k < size; k++)
        covey_text_put(text, label[k] == '"' ? "\"\"" : label + k, label[k] == '"' ? 2 : 1);
    covey_text_string(text, plain ? "" : "\"");
}

/// In (-pi, pi]: a zero of either sign is the same direction.
static double heading(double vx, double vy)
{
    return covey_atan2(vy == 0.0 ? 0.0 : vy, vx == 0.0 ? 0.0 : vx);
}

static void put_agent(covey_text *text, const covey_frame *set, size_t i)
{
    covey_text_string(text, set->set);
    covey_text_field(text, ",", set->time);
    covey_text_string(text, ",");
    covey_text_integer(text, set->id[i]);
    covey_text_field(text, ",", set->pos[0][i]);
    covey_text_field(text, ",", set->pos[1][i]);
    if (set->vel[0] == NULL || isnan(set->vel[0][i])) {
        covey_text_string(text, ",,,,");
        return;
    }
    covey_vec vel = {set->vel[0][i], set->vel[1][i]};
    double speed = covey_vec_length(vel);
    covey_text_field(text, ",", vel.x);
    covey_text_field(text, ",", vel.y);
    covey_text_field(text, ",", heading(vel.x, vel.y));
    covey_text_string(text, ",");
    if (isfinite(speed))
        covey_text_number(text, speed);
}

/// True if a file tells both alike: everything but the torus is open in it.
static bool same_space(covey_space a, covey_space b)
{
    bool torus = a.kind == COVEY_SPACE_TORUS;
    return torus == (b.kind == COVEY_SPACE_TORUS) &&
           (!torus || (a.size[0] == b.size[0] && a.size[1] == b.size[1]));
}

static void put_moment(covey_encoder *encoder, const covey_frame *sets, int count)
{
    covey_text *text = &encoder->text;
    size_t agents = 0;
    for (int k = 0; k < count; k++)
        agents += sets[k].count;
    covey_space space = sets[0].space;
    if (!same_space(space, encoder->space)) {
        bool torus = space.kind == COVEY_SPACE_TORUS;
        covey_text_string(text, torus ? "# torus" : "# open");
        for (int axis = 0; axis < COVEY_AXES && torus; axis++)
            covey_text_field(text, " ", space.size[axis]);
        covey_text_string(text, "\n");
        encoder->space = space;
    }
    if (agents != encoder->agents) {
        covey_text_string(text, "# agents ");
        covey_text_integer(text, agents);
        covey_text_string(text, "\n");
        encoder->agents = agents;
    }
    for (int k = 0; k < count; k++)
        for (size_t i = 0; i < sets[k].count; i++) {
            put_agent(text, &sets[k], i);
            if (encoder->labels != NULL)
                put_label(text, covey_input_label(encoder->labels, sets[k].id[i]));
            covey_text_string(text, "\n");
        }
}

// ---- Going on ----

bool covey_csv_comment(const char *text, size_t size, size_t *agents, covey_space *space)
{
    static const char agents_word[] = "# agents ", torus_word[] = "# torus ";
    double number[COVEY_AXES];
    size_t used, at = sizeof agents_word - 1;
    if (size > at && memcmp(text, agents_word, at) == 0 &&
        covey_parse_double(text + at, size - at, &number[0]) == COVEY_PARSE_OK &&
        number[0] >= 0.0 && number[0] < 0x1p53) {
        if (agents != NULL)
            *agents = (size_t)number[0];
        return true;
    }
    if (size == 6 && memcmp(text, "# open", 6) == 0) {
        *space = covey_space_open();
        return true;
    }
    at = sizeof torus_word - 1;
    if (size <= at || memcmp(text, torus_word, at) != 0 ||
        covey_parse_prefix(text + at, size - at, &number[0], &used) != COVEY_PARSE_OK ||
        at + used >= size || text[at + used] != ' ')
        return false;
    at += used + 1;
    if (covey_parse_double(text + at, size - at, &number[1]) != COVEY_PARSE_OK ||
        !covey_moment_is_side(number[0]) || !covey_moment_is_side(number[1]))
        return false;
    *space = covey_space_torus(number[0], number[1]);
    return true;
}

/// The time of a line that covey wrote.
static bool find_time(const covey_line *line, double *time)
{
    const char *begin = memchr(line->text, ',', line->size);
    if (begin == NULL || !line->whole)
        return false;
    size_t left = line->size - (size_t)(++begin - line->text), used;
    return covey_parse_prefix(begin, left, time, &used) == COVEY_PARSE_OK && used < left &&
           begin[used] == ',';
}

static covey_status scan(covey_scan *scan, covey_error *error)
{
    double dt = scan->encoder->provenance->dt, time = 0.0;
    if (!(dt > 0.0))
        return covey_fail(error, COVEY_ARG, "to go on with a CSV file dt must be positive");
    double last = (double)scan->step * dt;
    size_t agents = 0, rows = 0;
    covey_space space = {0};
    covey_line line;
    for (;;) {
        covey_status status = covey_lines_next(&scan->lines, &line, error);
        if (status != COVEY_OK || !line.whole)
            return status;
        if (line.size > 0 && line.text[0] == '#') {
            (void)covey_csv_comment(line.text, line.size, &agents, &space);
            continue;
        }
        if (!find_time(&line, &time) || time > last)
            return COVEY_OK;
        if (!(time >= 0.0))
            return covey_lines_refuse((covey_place){line.number, 1, line.text, line.size},
                                      "a time from 0 on", error);
        if (++rows < agents)
            continue;
        rows = 0;
        scan->keep = line.end;
        scan->last = (covey_kept){true, (uint64_t)(time / dt + 0.5)};
        scan->encoder->agents = agents;
        scan->encoder->space = space;
    }
}

const covey_format_plugin covey_format_csv = {
    .about = {.name = "csv",
              .title = "comma-separated values, one line an agent and moment",
              .suffix = ".csv",
              .reads = true,
              .writes = true,
              .built = true},
    .head = head,
    .put_moment = put_moment,
    .scan = scan,
    .open = covey_csv_read_open,
    .next = covey_csv_read_next,
    .close = covey_csv_read_close,
    .label = covey_csv_read_label,
};
