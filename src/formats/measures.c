// SPDX-License-Identifier: MIT
// Measures of each set in each frame as CSV: step,t,set,entries and a column for each measure. New
// measures come last, and behind them `caught`, where a flock catches agents. A column is empty if
// its measure is undefined, or if entries are unknown, as in recorded tracks.
#include "formats/csv.h"
#include "formats/folded.h"

#include <math.h>

/// Tables have no columns of measures that their space does not have.
static bool has_column(const covey_encoder *encoder, const covey_measure_def *def, int k)
{
    return covey_measure_fits(def, k, encoder->dim == COVEY_AXES ? COVEY_AXES : COVEY_PLANE);
}

static void head(covey_encoder *encoder)
{
    const covey_measure_def def = covey_folded_def(encoder);
    covey_csv_provenance(encoder);
    covey_csv_link(encoder);
    covey_csv_axis(encoder);
    covey_text_string(encoder->text, "step,t,set,entries");
    for (int k = 0; covey_measure_of(&def, k) != NULL; k++) {
        if (!has_column(encoder, &def, k))
            continue;
        covey_text_string(encoder->text, ",");
        covey_text_string(encoder->text, covey_measure_of(&def, k)->name);
    }
    covey_text_string(encoder->text, encoder->catches ? ",caught\n" : "\n");
}

/// Takes all measures; without memory the text fails.
static void measure(covey_encoder *encoder, const covey_frame_set *set,
                    const covey_measure_def *def, double values[COVEY_MAX_MEASURES])
{
    covey_folded folded;
    covey_status status = covey_folded_init(&folded, encoder->text->memory, set);
    if (status == COVEY_OK)
        status = covey_measure_all(&folded.view, def, values, NULL);
    covey_folded_destroy(&folded);
    if (status != COVEY_OK)
        encoder->text->failed = true;
}

static void put_set(covey_encoder *encoder, const covey_frame_set *set)
{
    covey_text *text = encoder->text;
    const covey_measure_def def = covey_folded_def(encoder);
    double values[COVEY_MAX_MEASURES] = {0};
    bool moves = set->vel[0] != NULL || set->heading[0] != NULL;
    measure(encoder, set, &def, values);
    covey_text_integer(text, set->step);
    covey_text_field(text, ",", set->time);
    covey_text_string(text, ",");
    covey_text_string(text, set->set);
    covey_text_string(text, ",");
    if (set->entries != NULL)
        covey_text_integer(text, *set->entries);
    for (int k = 0; covey_measure_of(&def, k) != NULL; k++) {
        if (!has_column(encoder, &def, k))
            continue;
        covey_text_string(text, ",");
        if (!isnan(values[k]) && (moves || !covey_measure_of(&def, k)->moves))
            covey_text_number(text, values[k]);
    }
    if (encoder->catches)
        covey_text_string(text, ",");
    if (encoder->catches && set->caught != NULL)
        covey_text_integer(text, *set->caught);
    covey_text_string(text, "\n");
}

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    for (int k = 0; k < count; k++)
        put_set(encoder, &sets[k]);
}

const covey_format_plugin covey_format_measures = {
    .about = {.name = "measures",
              .title = "measures of each set in each frame, as CSV",
              .suffix = "",
              .writes = true,
              .built = true,
              .head = head,
              .put = put},
    .headings = true,
};
