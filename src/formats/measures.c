// SPDX-License-Identifier: MIT
// Measures of each set at each moment, as CSV: step,t,set, a column a measure, entries. What is
// undefined, or unknown as entries of recorded tracks, leaves its column empty.
#include "formats/csv.h"
#include "formats/plugin.h"

#include "base/parse.h"
#include "covey/measure.h"

#include <math.h>
#include <string.h>

static void head(covey_encoder *encoder)
{
    covey_csv_provenance(encoder);
    covey_text_string(&encoder->text, "step,t,set");
    for (int k = 0; covey_measure_at(k) != NULL; k++) {
        covey_text_string(&encoder->text, ",");
        covey_text_string(&encoder->text, covey_measure_at(k)->name);
    }
    covey_text_string(&encoder->text, ",entries\n");
}

static covey_view view_of(const covey_frame *set, const double *no_velocities)
{
    covey_view view = {.count = set->count, .step = set->step, .space = set->space, .id = set->id};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        view.pos[axis] = set->pos[axis];
        view.vel[axis] = set->vel[axis] != NULL ? set->vel[axis] : no_velocities;
    }
    return view;
}

/// True if all agents are inside the space, as measures want them. Places of recorded tracks may go
/// on beyond the seam of a torus.
static bool are_inside(const covey_view *view)
{
    bool inside = true;
    for (int axis = 0; axis < COVEY_AXES && view->space.kind == COVEY_SPACE_TORUS; axis++)
        for (size_t i = 0; i < view->count; i++)
            inside =
                inside && view->pos[axis][i] >= 0.0 && view->pos[axis][i] < view->space.size[axis];
    return inside;
}

/// Copies places into `folded`, of two numbers an agent, and inside the space.
static void fold(covey_view *view, double *folded)
{
    double *to[COVEY_AXES] = {folded, folded + view->count};
    for (size_t i = 0; i < view->count; i++) {
        covey_vec pos = {view->pos[0][i], view->pos[1][i]};
        pos = covey_space_fold(&view->space, pos);
        to[0][i] = pos.x;
        to[1][i] = pos.y;
    }
    for (int axis = 0; axis < COVEY_AXES; axis++)
        view->pos[axis] = to[axis];
}

/// Takes all measures; false without memory.
static bool measure(covey_encoder *encoder, covey_view view, double values[COVEY_MAX_MEASURES])
{
    covey_memory *memory = encoder->text.memory;
    covey_measure_def def = covey_measure_def_default();
    def.link = encoder->link;
    def.allocator = memory->allocator;
    size_t room = are_inside(&view) ? 0 : view.count;
    double *folded = NULL;
    if (room > 0) {
        folded = covey_memory_take(memory, room, COVEY_AXES * sizeof *folded);
        if (folded == NULL)
            return false;
        fold(&view, folded);
    }
    covey_status status = covey_measure_all(&view, &def, values, NULL);
    covey_memory_give(memory, folded, room, COVEY_AXES * sizeof *folded);
    return status == COVEY_OK;
}

static void put_set(covey_encoder *encoder, const covey_frame *set)
{
    covey_text *text = &encoder->text;
    double values[COVEY_MAX_MEASURES] = {0};
    bool moves = set->vel[0] != NULL;
    covey_view view = view_of(set, set->pos[0]); // any numbers: what they give is not written
    if (!measure(encoder, view, values))
        text->failed = true;
    covey_text_integer(text, set->step);
    covey_text_field(text, ",", set->time);
    covey_text_string(text, ",");
    covey_text_string(text, set->set);
    for (int k = 0; covey_measure_at(k) != NULL; k++) {
        covey_text_string(text, ",");
        if (!isnan(values[k]) && (moves || !covey_measure_at(k)->moves))
            covey_text_number(text, values[k]);
    }
    covey_text_string(text, ",");
    if (set->entries != NULL)
        covey_text_integer(text, *set->entries);
    covey_text_string(text, "\n");
}

static void put_moment(covey_encoder *encoder, const covey_frame *sets, int count)
{
    for (int k = 0; k < count; k++)
        put_set(encoder, &sets[k]);
}

/// A moment is as many rows as the first one, if that is not the last, too.
static covey_status scan(covey_scan *scan, covey_error *error)
{
    double before = -1.0;
    size_t rows = 0, wanted = 0;
    for (;;) {
        covey_line line;
        covey_status status = covey_lines_next(&scan->lines, &line, error);
        double step = 0.0;
        size_t used;
        if (status != COVEY_OK || !line.whole)
            return status;
        if (!covey_lines_step(line.text, line.size, &step, &used) || line.size <= used ||
            line.text[used] != ',')
            return covey_lines_refuse((covey_place){line.number, 1, line.text, line.size},
                                      "a step and a comma", error);
        if (step > (double)scan->step)
            return COVEY_OK;
        if (step > before && before >= 0.0 && wanted == 0)
            wanted = rows;
        rows = step > before ? 1 : rows + 1;
        before = step;
        if (rows < wanted)
            continue;
        scan->keep = line.end;
        scan->last = (covey_kept){true, (uint64_t)step};
    }
}

const covey_format_plugin covey_format_measures = {
    .about = {.name = "measures",
              .title = "measures of each set at each moment, as CSV",
              .suffix = "",
              .writes = true,
              .built = true},
    .head = head,
    .put_moment = put_moment,
    .scan = scan,
};
