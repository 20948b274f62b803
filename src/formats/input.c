// SPDX-License-Identifier: MIT
// Reads all formats: one frame after another, with missing velocities made from places if asked
// for.
#include "base/misuse.h"
#include "base/rounding.h"
#include "formats/file.h"
#include "formats/gzip.h"
#include "formats/mend.h"
#include "formats/plugin.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BEFORE, NOW, AFTER, FRAMES };

struct covey_input {
    covey_memory memory;
    covey_format_plugin plugin;
    covey_text path; ///< of the file
    covey_file file;
    covey_gunzip gunzip; ///< between the file and its lines
    covey_lines lines;
    covey_names names;
    covey_frame frames[FRAMES]; ///< `first` is the place of BEFORE; AFTER only for differences
    int first;
    bool differences;
    double scale;    ///< as in the definition
    double rate;     ///< units of time of the file a T
    covey_input_y y; ///< as in the definition
    bool mirrored;   ///< y of a frame pointed down
    covey_space space;
    bool has_space;
    char axis[COVEY_MEND_NOTE]; ///< a sentence about body axes; "": there are none
    covey_mend series;          ///< all frames, if they are changed
    bool changes;               ///< they are
    bool has_series;            ///< it has been read
    covey_error failure;        ///< of that, behind the last frame
    bool looked_ahead;
    bool ended;
    void *own;
    covey_error error;
};

covey_input_def covey_input_def_default(void)
{
    return (covey_input_def){.scale = 1.0};
}

static covey_frame *frame_at(covey_input *input, int which)
{
    return &input->frames[(input->first + which) % FRAMES];
}

// ---- Opening ----

void covey_input_close(covey_input *input)
{
    if (input == NULL)
        return;
    if (input->own != NULL)
        input->plugin.close(input->own);
    for (int k = 0; k < FRAMES; k++)
        covey_frame_destroy(&input->frames[k]);
    covey_mend_destroy(&input->series);
    covey_lines_destroy(&input->lines);
    covey_gunzip_destroy(&input->gunzip);
    covey_text_destroy(&input->names.version);
    covey_text_destroy(&input->names.scenario);
    (void)covey_file_close(&input->file, NULL);
    covey_text_destroy(&input->path);
    covey_memory memory = input->memory;
    covey_memory_give(&memory, input, 1, sizeof *input);
}

static void begin_lines(covey_input *input, covey_source from, const char *path)
{
    covey_gunzip_init(&input->gunzip, &input->memory, from);
    covey_lines_init(&input->lines, &input->memory, covey_gunzip_source(&input->gunzip), path);
    input->lines.reason = &input->gunzip.reason;
}

/// Opens the source of the definition, or else the file at its path.
static covey_status open_source(covey_input *input, const covey_input_def *def, covey_error *error)
{
    if (def->source.read != NULL) {
        begin_lines(input, def->source, NULL);
        return COVEY_OK;
    }
    if (def->path == NULL)
        return covey_fail(error, COVEY_ARG, "an input needs a path or a source");
    input->path.memory = &input->memory;
    covey_text_string(&input->path, def->path);
    const char *path = covey_text_end(&input->path);
    if (path == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    begin_lines(input, covey_file_source(&input->file), path);
    return covey_file_open(&input->file, path, error);
}

static void say_axis(covey_input *input, const char *axis)
{
    const char *colon = strchr(axis, ':');
    if (colon == NULL)
        (void)snprintf(input->axis, sizeof input->axis,
                       "directions are those of the column of headings, not of velocities");
    else
        (void)snprintf(input->axis, sizeof input->axis,
                       "directions are those of the body, from %.*s to %.60s, not of velocities",
                       (int)(colon - axis < 60 ? colon - axis : 60), axis, colon + 1);
}

static covey_status open_own(covey_input *input, const covey_input_def *def, covey_error *error)
{
    input->names.version.memory = input->names.scenario.memory = &input->memory;
    for (int k = 0; k < FRAMES; k++)
        covey_frame_init(&input->frames[k], &input->memory, &input->names);
    covey_status status = open_source(input, def, error);
    const covey_opening opening = {
        .memory = &input->memory,
        .lines = &input->lines,
        .path = def->source.read == NULL ? def->path : NULL,
        .fd = input->file.fd,
        .trusted = def->trusted,
        .helper = def->helper,
        .frame = &input->frames[0],
        .still = def->still,
        .by_frames = def->fps > 0.0 || def->time == COVEY_INPUT_TIME_FRAMES,
        .point = def->point,
        .axis = def->axis,
        .likelihood = def->likelihood,
        .decimal_comma = def->decimal_comma,
        .columns = def->columns,
        .files = def->files,
        .id_from_file = def->id_from_file,
        .project = def->project,
        .clock = def->time,
        .heading = def->heading,
        .dataset = def->dataset,
    };
    input->names.axes = def->axis != NULL;
    if (def->axis != NULL)
        say_axis(input, def->axis);
    if (status == COVEY_OK)
        status = input->plugin.open(&opening, &input->own, error);
    return status;
}

/// Fails with `status` if a side of the space has a length that no space may have.
static covey_status check_space(const covey_space *space, covey_status status, covey_error *error)
{
    const int dim = covey_space_dim(space);
    for (int axis = 0; axis < dim && space->kind != COVEY_SPACE_OPEN; axis++)
        if (!covey_frame_is_side(space->size[axis]))
            return covey_fail(error, status, "no space has a side of %g", space->size[axis]);
    return COVEY_OK;
}

/// Copies units and space from the definition. COVEY_ARG if they are not valid.
static covey_status take_units(covey_input *input, const covey_input_def *def, covey_error *error)
{
    static const double units[] = {1.0, 1000.0, 1.0, 1.0 / 60.0, 1.0 / 3600.0, 1.0}; // a second
    if (def->time > COVEY_INPUT_TIME_FRAMES || def->heading > COVEY_INPUT_HEADING_COMPASS)
        return covey_fail(error, COVEY_ARG, "there is no such unit of times or headings");
    if (!(def->scale > 0.0 && def->scale <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "scale = %g is not positive and finite", def->scale);
    if (!(def->fps >= 0.0 && def->fps <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "fps = %g is not positive and finite", def->fps);
    if (def->fps > 0.0 && def->time != COVEY_INPUT_TIME_OF_FILE &&
        def->time != COVEY_INPUT_TIME_FRAMES)
        return covey_fail(error, COVEY_ARG, "frames a second are of times in frames alone");
    if (def->y > COVEY_INPUT_Y_DOWN)
        return covey_fail(error, COVEY_ARG, "y = %d is no covey_input_y", (int)def->y);
    input->y = def->y;
    input->scale = def->scale;
    input->rate = def->fps > 0.0 ? def->fps : units[def->time];
    if (def->dim != 0 && def->dim != COVEY_PLANE && def->dim != COVEY_AXES)
        return covey_fail(error, COVEY_ARG, "dim = %d is not 2 or 3", def->dim);
    input->names.dim = def->dim;
    input->has_space = def->space != NULL;
    if (!input->has_space)
        return COVEY_OK;
    int dim = covey_space_dim(def->space);
    if (def->dim != 0 && def->space->kind != COVEY_SPACE_OPEN && dim != def->dim)
        return covey_fail(error, COVEY_ARG, "the space has %d dimensions, not %d", dim, def->dim);
    if (dim == COVEY_AXES)
        input->names.dim = dim;
    input->space = *def->space;
    return check_space(def->space, COVEY_ARG, error);
}

/// Fails with COVEY_ARG for options that the format does not have.
static covey_status check_options(const covey_format_plugin *plugin, const covey_input_def *def,
                                  covey_error *error)
{
    if (!(def->likelihood >= 0.0 && def->likelihood <= 1.0))
        return covey_fail(error, COVEY_ARG, "likelihood = %g is not from 0 to 1", def->likelihood);
    if (!plugin->points && (def->point != NULL || def->likelihood > 0.0))
        return covey_fail(error, COVEY_ARG, "the format %s has no points of agents",
                          plugin->about.name);
    if (!plugin->points && def->axis != NULL)
        return covey_fail(error, COVEY_ARG, "the format %s has no points of agents for an axis",
                          plugin->about.name);
    if (!plugin->commas && def->decimal_comma)
        return covey_fail(error, COVEY_ARG, "the format %s has no decimal commas",
                          plugin->about.name);
    if (!plugin->commas && (def->columns != NULL || def->files != NULL || def->id_from_file ||
                            def->project || def->heading != COVEY_INPUT_HEADING_OF_FILE))
        return covey_fail(error, COVEY_ARG,
                          "the format %s is no table, whose columns, headings, degrees and files "
                          "one can choose",
                          plugin->about.name);
    if (def->dataset != NULL && strcmp(plugin->about.name, "h5md") != 0)
        return covey_fail(error, COVEY_ARG, "the format %s has no datasets", plugin->about.name);
    if (def->files != NULL && !def->id_from_file)
        return covey_fail(error, COVEY_ARG,
                          "several files have an animal each, which is called as its file is");
    if (def->still &&
        (def->columns != NULL || def->id_from_file || def->project || def->axis != NULL))
        return covey_fail(error, COVEY_ARG, "a table of one frame has its columns as they are");
    return COVEY_OK;
}

covey_status covey_input_open(const covey_input_def *def, covey_input **input, covey_error *error)
{
    COVEY_ROUND();
    if (def == NULL || input == NULL)
        return covey_missing(error, __func__);
    *input = NULL;
    covey_format_plugin plugin;
    covey_status status = covey_format_registry_find(def->format, def->path, NULL, &plugin, error);
    if (status != COVEY_OK)
        return status;
    if (!plugin.about.reads)
        return covey_fail(error, COVEY_ARG, "the format %s cannot be read", plugin.about.name);
    status = check_options(&plugin, def, error);
    if (status != COVEY_OK)
        return status;
    covey_memory memory = covey_memory_init(def->allocator);
    covey_input *made = covey_memory_take(&memory, 1, sizeof *made);
    if (made == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    made->memory = memory;
    made->plugin = plugin;
    made->file.fd = -1;
    made->differences = def->differences;
    made->changes = covey_mend_is_wanted(def);
    status = take_units(made, def, error);
    if (status == COVEY_OK && made->changes)
        status = covey_mend_init(&made->series, &made->memory, def, error);
    if (status == COVEY_OK)
        status = open_own(made, def, error);
    if (status == COVEY_OK)
        *input = made;
    else
        covey_input_close(made);
    return status;
}

// ---- Differences ----

static const covey_frame_set *set_of(const covey_frame *frame, const char *name)
{
    for (int k = 0; k < frame->set_count; k++)
        if (frame->sets[k].set == name) // names are stored once
            return &frame->sets[k];
    return NULL;
}

/// Moves *i to the agent, or to where it would be; true if the set has the agent.
static bool find_agent(const covey_frame_set *set, covey_id id, size_t *i)
{
    while (*i < set->count && set->id[*i] < id)
        ++*i;
    return *i < set->count && set->id[*i] == id;
}

/// Returns the place of an agent, folded into the space: recorded tracks may go on beyond the seam
/// of a torus.
static covey_vec pos_of(const covey_frame_set *set, size_t i)
{
    return covey_space_fold(&set->space, covey_vec_at(set->pos, i));
}

/// Returns the velocity from a to b; `known` is false if it is not finite.
static covey_vec velocity(const covey_frame_set *a, size_t i, const covey_frame_set *b, size_t j,
                          bool *known)
{
    covey_vec way = covey_space_offset(&b->space, pos_of(a, i), pos_of(b, j));
    covey_vec vel = covey_vec_divide(way, b->time - a->time);
    *known = isfinite(vel.x) && isfinite(vel.y) && isfinite(vel.z);
    return vel;
}

/// Sets unknown velocities from the places of the same agents in another frame, and marks in
/// `ahead` each agent whose velocity comes from a later frame.
static void differ(covey_frame_set *set, const covey_frame_set *other,
                   double *const vel[COVEY_AXES], uint8_t *ahead)
{
    if (other == NULL)
        return;
    bool backward = other->time < set->time;
    size_t j = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (!find_agent(other, set->id[i], &j) || !isnan(vel[0][i]))
            continue;
        bool known;
        covey_vec v =
            backward ? velocity(other, j, set, i, &known) : velocity(set, i, other, j, &known);
        vel[0][i] = known ? v.x : (double)NAN;
        vel[1][i] = known ? v.y : (double)NAN;
        if (vel[2] != NULL)
            vel[2][i] = known ? v.z : (double)NAN;
        ahead[i] = known && !backward;
        set->ahead = ahead[i] != 0 ? ahead : set->ahead;
    }
}

static void make_velocities(covey_input *input, covey_frame_set *set, const covey_frame *now)
{
    double *vel[COVEY_AXES];
    covey_frame_velocities(now, set, vel);
    const covey_frame *before = frame_at(input, BEFORE), *after = frame_at(input, AFTER);
    uint8_t *ahead = now->ahead + (set->id - now->ids);
    memset(ahead, 0, set->count);
    differ(set, now->gap ? NULL : set_of(before, set->set), vel, ahead);
    differ(set, after->gap ? NULL : set_of(after, set->set), vel, ahead);
    covey_frame_show(now, set);
}

// ---- Frames ----

/// Adds the last good frame to the message of a failure.
static covey_status tell_good(covey_input *input, const covey_frame *last, covey_status status)
{
    covey_error *error = &input->error;
    size_t size = strlen(error->message);
    if (status == COVEY_INPUT && last->set_count > 0)
        (void)snprintf(error->message + size, sizeof error->message - size,
                       "; good up to time %.15g (step %llu)", last->time,
                       (unsigned long long)last->step);
    error->status = status;
    return status;
}

/// Lets y point up.
static void mirror(covey_input *input, covey_frame *frame)
{
    bool picture = frame->pixels && frame->names->dim == COVEY_PLANE;
    bool down = input->y == COVEY_INPUT_Y_DOWN || (input->y == COVEY_INPUT_Y_OF_FILE && picture);
    for (size_t i = 0; i < frame->count && down; i++) {
        covey_row *row = &frame->rows[i];
        row->pos[1] = 0.0 - row->pos[1]; // no zero gets a sign
        row->vel[1] = 0.0 - row->vel[1];
        row->axis[1] = 0.0 - row->axis[1];
    }
    input->mirrored = input->mirrored || down;
}

/// Converts the units of the file to the definition's. COVEY_INPUT for numbers that become
/// too large.
static covey_status convert_units(const covey_input *input, covey_frame *frame, covey_error *error)
{
    double rate = input->rate, speed = input->scale * rate;
    bool finite = true;
    frame->time /= rate;
    frame->every /= frame->numbered ? 1.0 : rate;
    const int dim = covey_space_dim(&frame->space);
    for (int axis = 0; axis < dim && !input->has_space; axis++)
        frame->space.size[axis] *= input->scale;
    for (size_t i = 0; i < frame->count; i++)
        for (int axis = 0; axis < dim; axis++) {
            covey_row *row = &frame->rows[i];
            row->pos[axis] *= input->scale;
            row->vel[axis] *= speed;
            finite = finite && isfinite(row->pos[axis]) && !isinf(row->vel[axis]);
        }
    if (finite && isfinite(frame->time))
        return check_space(&frame->space, COVEY_INPUT, error);
    return covey_fail(error, COVEY_INPUT,
                      "scaled by %g, at %g frames a second, step %llu is too large", input->scale,
                      rate, (unsigned long long)frame->step);
}

/// Fails unless steps rise; times need not.
static covey_status check_step(const covey_frame *frame, const covey_frame *before,
                               covey_error *error)
{
    if (before->set_count == 0 || frame->step > before->step)
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT, "the frame of step %llu comes after that of step %llu",
                      (unsigned long long)frame->step, (unsigned long long)before->step);
}

/// True if frames are missing between two, of which none may be the first.
static bool is_gap(const covey_frame *before, const covey_frame *now)
{
    const double passed =
        now->numbered ? (double)(now->step - before->step) : now->time - before->time;
    return before->set_count > 0 && now->every > 0.0 && passed > 1.5 * now->every;
}

/// Reads a frame of the file and makes its sets; `before` is the one read before it.
static covey_status read_of_file(covey_input *input, covey_frame *frame, const covey_frame *before)
{
    covey_frame_clear(frame);
    if (input->error.status != COVEY_OK)
        return input->error.status;
    covey_status status = input->plugin.next(input->own, frame, &input->error);
    if (status == COVEY_OK && frame->count > 0)
        status = check_step(frame, before, &input->error);
    if (input->has_space)
        frame->space = frame->deep = input->space;
    if (status == COVEY_OK)
        status = covey_frame_settle(frame, &input->error);
    if (status == COVEY_OK && frame->count > 0) {
        mirror(input, frame);
        status = convert_units(input, frame, &input->error);
    }
    if (status == COVEY_OK)
        status = covey_frame_finish(frame, &input->error);
    frame->gap = status == COVEY_OK && is_gap(before, frame);
    if (status == COVEY_OK)
        return COVEY_OK;
    covey_frame_clear(frame);
    return tell_good(input, before, status);
}

/// Reads all frames of the file, and changes them. A failure of reading is kept for the end.
static covey_status read_series(covey_input *input)
{
    covey_error failure = {0};
    covey_status status = COVEY_OK;
    covey_frame *now = frame_at(input, NOW), *before = frame_at(input, BEFORE);
    for (bool more = true; more && status == COVEY_OK;) {
        input->first = (input->first + 1) % FRAMES;
        now = frame_at(input, NOW), before = frame_at(input, BEFORE);
        status = read_of_file(input, now, before);
        more = now->set_count > 0;
        if (status == COVEY_OK && more)
            status = covey_mend_take(&input->series, now, &input->error);
    }
    failure = input->error;
    if (status == COVEY_MEMORY)
        return status;
    input->error = (covey_error){0};
    status = covey_mend_finish(&input->series, &input->error);
    input->error.status = status;
    input->failure = failure;
    input->has_series = true;
    covey_frame_clear(before);
    covey_frame_clear(now);
    return status;
}

/// Reads the next frame and makes its sets; `before` is the one read before it.
static covey_status read_frame(covey_input *input, covey_frame *frame, const covey_frame *before)
{
    if (!input->changes)
        return read_of_file(input, frame, before);
    covey_frame_clear(frame);
    if (input->error.status != COVEY_OK)
        return input->error.status;
    covey_status status = covey_mend_next(&input->series, frame, &input->error);
    if (status == COVEY_OK && frame->count == 0 && input->failure.status != COVEY_OK) {
        input->error = input->failure;
        return input->error.status;
    }
    if (status == COVEY_OK)
        status = covey_frame_finish(frame, &input->error);
    frame->gap = status == COVEY_OK && is_gap(before, frame);
    input->error.status = status;
    return status;
}

static covey_status advance(covey_input *input)
{
    if (input->ended)
        return input->error.status;
    if (input->changes && !input->has_series && read_series(input) != COVEY_OK)
        return input->error.status;
    input->first = (input->first + 1) % FRAMES;
    if (!input->differences)
        return read_frame(input, frame_at(input, NOW), frame_at(input, BEFORE));
    covey_status status = COVEY_OK;
    if (!input->looked_ahead)
        status = read_frame(input, frame_at(input, NOW), frame_at(input, BEFORE));
    input->looked_ahead = true;
    covey_frame *now = frame_at(input, NOW);
    if (status != COVEY_OK || now->set_count == 0)
        return input->error.status;
    // A failure in the next frame is reported when that frame is asked for.
    (void)read_frame(input, frame_at(input, AFTER), now);
    for (int k = 0; k < now->set_count; k++)
        make_velocities(input, &now->sets[k], now);
    return COVEY_OK;
}

covey_status covey_input_next(covey_input *input, const covey_frame_set **sets, int *count,
                              covey_error *error)
{
    COVEY_ROUND();
    if (input == NULL || sets == NULL || count == NULL)
        return covey_missing(error, __func__);
    *count = 0;
    *sets = NULL;
    covey_status status = advance(input);
    input->ended = status != COVEY_OK || frame_at(input, NOW)->set_count == 0;
    if (status != COVEY_OK && error != NULL)
        *error = input->error;
    if (status == COVEY_OK) {
        *count = input->ended ? 0 : frame_at(input, NOW)->set_count;
        *sets = frame_at(input, NOW)->sets;
    }
    return status;
}

static const char *string_of(const covey_text *text)
{
    return text->size > 0 ? text->bytes : "";
}

covey_provenance covey_input_provenance(const covey_input *input)
{
    if (input == NULL)
        return (covey_provenance){.version = "", .scenario = ""};
    covey_provenance told = input->names.provenance;
    told.version = string_of(&input->names.version);
    told.scenario = string_of(&input->names.scenario);
    return told;
}

int covey_input_dim(const covey_input *input)
{
    return input != NULL ? input->names.dim : 0;
}

bool covey_input_mirrored(const covey_input *input)
{
    return input != NULL && input->mirrored;
}

bool covey_input_gap(const covey_input *input)
{
    return input != NULL && input->frames[(input->first + NOW) % FRAMES].gap;
}

const char *covey_input_note(const covey_input *input, int index)
{
    int count = 0;
    if (input == NULL || index < 0)
        return NULL;
    while (input->plugin.note != NULL && input->plugin.note(input->own, count) != NULL)
        if (count++ == index)
            return input->plugin.note(input->own, index);
    if (input->axis[0] != '\0' && count++ == index)
        return input->axis;
    return index - count < input->series.notes_count ? input->series.notes[index - count] : NULL;
}

const char *covey_input_label(const covey_input *input, covey_id id)
{
    if (input == NULL)
        return NULL;
    return input->plugin.label != NULL ? input->plugin.label(input->own, id) : NULL;
}
