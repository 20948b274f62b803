// SPDX-License-Identifier: MIT
#include "script.h"

#include "view/inspect.h"

#include <stdio.h>

/// How many agents do what, where that is asked for.
static void print_doing(const frame_flock *flock)
{
    size_t counts[256] = {0};
    for (size_t i = 0; i < flock->count && flock->is_doing; i++)
        counts[flock->doing[i]]++;
    for (int doing = 0; doing < 256; doing++) {
        const char *name = doing < COVEY_DOING_RULE
                               ? covey_doing_name(doing)
                               : frame_rule_name(flock, doing - COVEY_DOING_RULE);
        if (counts[doing] > 0)
            printf("%s.doing.%s %zu\n", flock->name, name != NULL ? name : "rule", counts[doing]);
    }
}

static void print_flock(const frame_flock *flock)
{
    const covey_param *row;
    printf("%s.model %s\n%s.motion %s\n%s.count %zu\n", flock->name, flock->model->name,
           flock->name, flock->motion->name, flock->name, flock->count);
    for (int k = 0; k < FRAME_PARAMS && (row = frame_param(flock, k)) != NULL; k++)
        printf("%s.%s %.9g\n", flock->name, row->name, flock->params[k]);
    printf("%s.catches %.9g\n%s.births %d\n%s.caught %llu\n", flock->name, flock->def.catches,
           flock->name, flock->def.births, flock->name, (unsigned long long)flock->caught);
    print_doing(flock);
    printf("%s.hard %d\n", flock->name, flock->def.hard);
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++)
        if (flock->sees[k] >= 0)
            printf("%s.sees.%d %s\n", flock->name, k, covey_response_rules()[flock->sees[k]]);
    for (int k = 0; k < flock->responses_count; k++)
        printf("%s.sees.%d.%s %.9g\n", flock->name, flock->responses[k].other,
               covey_response_rules()[flock->responses[k].def.rule],
               flock->responses[k].def.weight);
}

static void print_influence(const frame_influence *item, size_t number)
{
    printf("influences.%zu.kind %s\n", number, item->kind->name);
    for (int k = 0; k < FRAME_PARAMS && item->kind->params[k].name != NULL; k++)
        printf("influences.%zu.%s %.9g\n", number, item->kind->params[k].name, item->params[k]);
    for (size_t k = 0; k < item->points_count; k++)
        if (item->points[2] != NULL)
            printf("influences.%zu.point %.9g %.9g %.9g\n", number, item->points[0][k],
                   item->points[1][k], item->points[2][k]);
        else
            printf("influences.%zu.point %.9g %.9g\n", number, item->points[0][k],
                   item->points[1][k]);
}

static void print_agent(const viewer *of)
{
    inspect_line lines[INSPECT_LINES];
    int count = inspect_lines(of, lines);
    for (int k = 0; k < count; k++)
        printf("agent.%s %s\n", lines[k].name, lines[k].value);
}

void report_print(const viewer *of)
{
    const frame *now = of->now;
    printf("name %s\nstep %llu\nhash %016llx\nseed %llu\nruns %d\nopened %llu\nundoable %zu\n",
           now->name, (unsigned long long)now->step, (unsigned long long)now->hash,
           (unsigned long long)now->seed, of->clock.runs, (unsigned long long)now->opened,
           now->undoable);
    printf("begin %llu\nend %llu\nbranches %d\n", (unsigned long long)now->begin,
           (unsigned long long)now->end, now->branches_count);
    printf("zoom %.6g\npan %.6g %.6g\ncenter %.6g %.6g\nselected %d %u\nfilm %d\nkeys %d\nplotted "
           "%d\nmessage %s\n",
           of->camera.zoom, of->camera.pan.x, of->camera.pan.y, of->camera.lens.center.x,
           of->camera.lens.center.y, of->selected_flock, of->selected, of->requests.is_filmed,
           of->sheets.keys, now->series.count, of->message_left > 0.0 ? of->message : "");
    printf("full %d\ngallery %d\n", of->requests.is_full, of->sheets.gallery);
    printf("plots %d\nmeasured %d\n", of->sheets.plots, now->series.plots.flock);
    if (frame_is_deep(now))
        printf("azimuth %.6g\nelevation %.6g\neye %.6g\n", of->camera.azimuth, of->camera.elevation,
               of->camera.lens.eye);
    for (const covey_param *row = settings_table; row->name != NULL; row++)
        printf("set.%s %.9g\n", row->name, covey_param_value(row, &of->set));
    print_agent(of);
    for (int k = 0; k < now->flocks_count; k++)
        print_flock(&now->flocks[k]);
    for (int k = 0; k < now->panel_count; k++)
        printf("panel.%d.key %s\npanel.%d.value %.9g\n", k, now->panel[k].key, k,
               now->panel[k].value);
    printf("influences %zu\n", now->influences_count);
    for (size_t k = 0; k < now->influences_count; k++)
        print_influence(&now->influences[k], k);
    printf("\n");
    (void)fflush(stdout);
}
