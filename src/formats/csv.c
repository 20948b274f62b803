// SPDX-License-Identifier: MIT
// CSV has one line for each agent and frame, for pandas, R and spreadsheets. Comments (#) name the
// origin. Before a frame, comments give the number of its agents and the space if these differ from
// the frame before; by that number a reader knows that a frame is complete.
#include "formats/csv.h"

#include "base/bits.h"
#include "base/parse.h"

#include <math.h>
#include <string.h>

// ---- Writing ----

/// Words of the encoder that are kept from frame to frame: whether agents have labels, and the last
/// number of agents and space that were written.
enum { LABELLED, AGENTS, TORUS, SIDES, WORDS = SIDES + COVEY_AXES };
_Static_assert(WORDS <= COVEY_FORMAT_WORDS, "the format's memory has room");

void covey_csv_provenance(covey_encoder *encoder)
{
    covey_text *text = encoder->text;
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

void covey_csv_axis(covey_encoder *encoder)
{
    if (encoder->axis == NULL)
        return;
    covey_text_string(encoder->text, "# axis ");
    covey_text_string(encoder->text, encoder->axis);
    covey_text_string(encoder->text, "\n");
}

void covey_csv_link(covey_encoder *encoder)
{
    if (encoder->provenance->version[0] == '\0')
        covey_text_field(encoder->text, "# link ", encoder->link);
    covey_text_string(encoder->text, encoder->provenance->version[0] == '\0' ? "\n" : "");
}

static void head(covey_encoder *encoder)
{
    covey_csv_provenance(encoder);
    covey_csv_axis(encoder);
    covey_text_string(encoder->text, COVEY_CSV_HEADER);
    covey_text_string(encoder->text, encoder->dim == COVEY_AXES ? COVEY_CSV_DEEP : "");
    bool labelled = encoder->labels != NULL && covey_input_label(encoder->labels, 0) != NULL;
    encoder->memory[LABELLED] = labelled; // else agents have numbers
    covey_text_string(encoder->text, labelled ? COVEY_CSV_LABEL "\n" : "\n");
}

void covey_csv_label(covey_text *text, const char *label)
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

/// Returns the heading in (-pi, pi], in three dimensions that of the shadow on the plane of x and
/// y. Zeros of both signs have the same heading.
static double heading(double vx, double vy)
{
    return covey_atan2(vy == 0.0 ? 0.0 : vy, vx == 0.0 ? 0.0 : vx);
}

/// Puts the heading of an agent: along its body axis where sets have headings, else that of its
/// velocity, which is known.
static void put_heading(covey_text *text, const covey_frame_set *set, size_t i)
{
    const double *const *of = set->heading[0] != NULL ? set->heading : set->vel;
    covey_text_string(text, ",");
    if (of[0] != NULL && !isnan(of[0][i]))
        covey_text_number(text, heading(of[0][i], of[1][i]));
}

static void put_agent(covey_text *text, const covey_frame_set *set, size_t i)
{
    covey_text_string(text, set->set);
    covey_text_field(text, ",", set->time);
    covey_text_string(text, ",");
    covey_text_integer(text, set->id[i]);
    covey_text_field(text, ",", set->pos[0][i]);
    covey_text_field(text, ",", set->pos[1][i]);
    const bool deep = covey_space_dim(&set->space) == COVEY_AXES;
    if (set->vel[0] == NULL || isnan(set->vel[0][i])) {
        covey_text_string(text, ",,");
        put_heading(text, set, i);
        covey_text_string(text, ",");
        if (deep) {
            covey_text_field(text, ",", set->pos[2][i]);
            covey_text_string(text, ",");
        }
        return;
    }
    covey_vec vel = covey_vec_at(set->vel, i);
    double speed = covey_vec_length(vel);
    covey_text_field(text, ",", vel.x);
    covey_text_field(text, ",", vel.y);
    put_heading(text, set, i);
    covey_text_string(text, ",");
    if (isfinite(speed))
        covey_text_number(text, speed);
    if (deep) {
        covey_text_field(text, ",", set->pos[2][i]);
        covey_text_field(text, ",", vel.z);
    }
}

/// Puts the space if it differs from the last one that was put. In a file, every space but the
/// torus is open.
static void put_space(covey_encoder *encoder, const covey_space *space)
{
    uint64_t *memory = encoder->memory;
    bool torus = space->kind == COVEY_SPACE_TORUS, same = torus == (memory[TORUS] != 0);
    const int dim = covey_space_dim(space);
    for (int axis = 0; axis < dim && torus; axis++)
        same = same && space->size[axis] == covey_bits_double(memory[SIDES + axis]);
    if (same)
        return;
    covey_text_string(encoder->text, torus ? "# torus" : "# open");
    memory[TORUS] = torus;
    for (int axis = 0; axis < dim && torus; axis++) {
        covey_text_field(encoder->text, " ", space->size[axis]);
        memory[SIDES + axis] = covey_bits_of(space->size[axis]);
    }
    covey_text_string(encoder->text, "\n");
}

static void put_begin(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    covey_text *text = encoder->text;
    uint64_t agents = 0;
    for (int k = 0; k < count; k++)
        agents += sets[k].count;
    put_space(encoder, &sets[0].space);
    if (agents != encoder->memory[AGENTS]) {
        covey_text_string(text, "# agents ");
        covey_text_integer(text, agents);
        covey_text_string(text, "\n");
        encoder->memory[AGENTS] = agents;
    }
}

static void put_some(covey_encoder *encoder, const covey_frame_set *some, int number)
{
    covey_text *text = encoder->text;
    (void)number;
    for (size_t i = 0; i < some->count; i++) {
        put_agent(text, some, i);
        if (encoder->memory[LABELLED] != 0)
            covey_csv_label(text, covey_input_label(encoder->labels, some->id[i]));
        covey_text_string(text, "\n");
    }
}

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    put_begin(encoder, sets, count);
    for (int k = 0; k < count; k++)
        put_some(encoder, &sets[k], k);
}

// ---- Comments ----

/// Reads `count` sides, with one blank between them; false if the text is anything else.
static bool read_sides(const char *text, size_t size, int count, double sides[COVEY_AXES])
{
    size_t at = 0, used;
    for (int axis = 0; axis + 1 < count; axis++) {
        if (at >= size ||
            covey_parse_prefix(text + at, size - at, &sides[axis], &used) != COVEY_PARSE_OK ||
            at + used >= size || text[at + used] != ' ')
            return false;
        at += used + 1;
    }
    if (covey_parse_double(text + at, size - at, &sides[count - 1]) != COVEY_PARSE_OK)
        return false;
    bool good = true;
    for (int axis = 0; axis < count; axis++)
        good = good && covey_frame_is_side(sides[axis]);
    return good;
}

bool covey_csv_comment(const char *text, size_t size, size_t *agents, covey_space *space)
{
    static const char agents_word[] = "# agents ", torus_word[] = "# torus ";
    double number[COVEY_AXES];
    size_t at = sizeof agents_word - 1;
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
    if (size <= at || memcmp(text, torus_word, at) != 0)
        return false;
    if (read_sides(text + at, size - at, COVEY_PLANE, number))
        *space = covey_space_torus(number[0], number[1]);
    else if (read_sides(text + at, size - at, COVEY_AXES, number))
        *space = covey_space_deep(covey_space_torus(number[0], number[1]), number[2]);
    else
        return false;
    return true;
}

const covey_format_plugin covey_format_csv = {
    .about = {.name = "csv",
              .title = "comma-separated values, one line an agent and frame",
              .suffix = ".csv",
              .reads = true,
              .writes = true,
              .built = true,
              .head = head,
              .put = put},
    .put_begin = put_begin,
    .put_some = put_some,
    .open = covey_csv_read_open,
    .next = covey_csv_read_next,
    .close = covey_csv_read_close,
    .label = covey_csv_read_label,
    .note = covey_csv_read_note,
    .points = true,
    .commas = true,
    .headings = true,
};
