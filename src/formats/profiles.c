// SPDX-License-Identifier: MIT
// Profiles of each set in each frame as CSV: step,t,set,profile,x,value,count, with a row for each
// point. One long table holds profiles of any axis and length, and new ones add rows, not columns.
#include "formats/csv.h"
#include "formats/folded.h"

static void head(covey_encoder *encoder)
{
    covey_csv_provenance(encoder);
    covey_csv_link(encoder);
    covey_csv_axis(encoder);
    covey_text_string(encoder->text, "step,t,set,profile,x,value,count\n");
}

static void put_point(covey_text *text, const covey_frame_set *set, const char *name,
                      const covey_profile_point *point)
{
    covey_text_integer(text, set->step);
    covey_text_field(text, ",", set->time);
    covey_text_string(text, ",");
    covey_text_string(text, set->set);
    covey_text_string(text, ",");
    covey_text_string(text, name);
    covey_text_field(text, ",", point->x);
    covey_text_field(text, ",", point->value);
    covey_text_string(text, ",");
    covey_text_integer(text, point->count);
    covey_text_string(text, "\n");
}

/// Puts all points of the profiles of a set whose values are known; COVEY_MEMORY.
static covey_status put_profiles(covey_encoder *encoder, const covey_frame_set *set,
                                 const covey_view *view, covey_profile *profile)
{
    const covey_measure_def def = covey_folded_def(encoder);
    const covey_measure_group *group;
    covey_status status = COVEY_OK;
    for (int k = 0; (group = covey_profile_of(&def, k)) != NULL && status == COVEY_OK; k++) {
        profile->count = 0;
        if (set->vel[0] != NULL || set->heading[0] != NULL || !group->columns[0].moves)
            status = covey_profile_take(group, view, &def, profile, NULL);
        for (size_t point = 0; point < profile->count; point++)
            put_point(encoder->text, set, group->columns[0].name, &profile->points[point]);
    }
    return status;
}

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    covey_memory *memory = encoder->text->memory;
    covey_profile *profile = covey_memory_take(memory, 1, sizeof *profile);
    for (int k = 0; k < count && profile != NULL; k++) {
        covey_folded folded;
        covey_status status = covey_folded_init(&folded, memory, &sets[k]);
        if (status == COVEY_OK)
            status = put_profiles(encoder, &sets[k], &folded.view, profile);
        covey_folded_destroy(&folded);
        if (status != COVEY_OK)
            encoder->text->failed = true;
    }
    if (profile == NULL)
        encoder->text->failed = true;
    covey_memory_give(memory, profile, 1, sizeof *profile);
}

const covey_format_plugin covey_format_profiles = {
    .about = {.name = "profiles",
              .title = "profiles of each set in each frame, as CSV",
              .suffix = ".profiles",
              .writes = true,
              .built = true,
              .head = head,
              .put = put},
    .headings = true,
};
