// SPDX-License-Identifier: MIT
// Writing of all formats: checks, agents sorted by id, one write a moment for text formats. A write
// that fails is taken back by cutting the file where it ended before.
#define _POSIX_C_SOURCE 200809L
#include "base/misuse.h"
#include "base/utf8.h"
#include "formats/file.h"
#include "formats/plugin.h"

#include <float.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOCK_TRIES = 50, LOCK_MS = 20 }; ///< a second in all

/// A set with its agents in order.
typedef struct sorted {
    void *block;
    size_t room;
} sorted;

typedef struct place {
    uint32_t id;
    size_t i;
} place;

struct covey_output {
    covey_memory memory;
    const covey_format_plugin *plugin;
    char *strings; ///< path, version, scenario and helper
    size_t strings_size;
    covey_output_def def;
    covey_file file;
    covey_encoder encoder;
    uint64_t end;    ///< bytes of whole frames in the file
    covey_kept last; ///< frame of them, when a run goes on
    bool named;      ///< the disk has the file's name
    void *own;
    sorted sets[COVEY_MAX_SETS];
    bool begun;
    uint64_t last_step;
    covey_error error; ///< the failure that ended all
};

covey_output_def covey_output_def_default(void)
{
    return (covey_output_def){.provenance = {.version = covey_version(), .scenario = ""},
                              .link = 1.0};
}

// ---- Opening ----

static char *keep_string(char *to, const char **string)
{
    size_t size = *string == NULL ? 0 : strlen(*string);
    if (size > 0)
        memcpy(to, *string, size);
    to[size] = '\0';
    *string = to;
    return to + size + 1;
}

static covey_status copy_def(covey_output *output, const covey_output_def *def, covey_error *error)
{
    output->def = *def;
    const char **strings[] = {&output->def.path, &output->def.provenance.version,
                              &output->def.provenance.scenario, &output->def.helper};
    bool finds = def->helper == NULL;
    for (int k = 0; k < 4; k++)
        output->strings_size += *strings[k] == NULL ? 1 : strlen(*strings[k]) + 1;
    output->strings = covey_memory_take(&output->memory, output->strings_size, 1);
    if (output->strings == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    char *next = output->strings;
    for (int k = 0; k < 4; k++)
        next = keep_string(next, strings[k]);
    if (finds)
        output->def.helper = NULL;
    return COVEY_OK;
}

/// Finds what of the file to keep: 0 if it holds no more than a part of the head.
static covey_status find_kept(covey_output *output, uint64_t *keep, covey_error *error)
{
    const covey_text *head = &output->encoder.text;
    const char *path = output->def.path;
    char piece[4096];
    size_t same = 0;
    *keep = 0;
    while (same < head->size) {
        size_t wanted = head->size - same < sizeof piece ? head->size - same : sizeof piece;
        ssize_t count = pread(output->file.fd, piece, wanted, (off_t)same);
        if (count < 0)
            return covey_file_fail("reading", path, error);
        if (memcmp(piece, head->bytes + same, (size_t)count) != 0)
            return covey_fail(error, COVEY_INPUT,
                              "%.120s is the file of another run: "
                              "its first lines differ from those of this one",
                              path);
        if (count == 0)
            return COVEY_OK;
        same += (size_t)count;
    }
    if (lseek(output->file.fd, (off_t)head->size, SEEK_SET) < 0)
        return covey_file_fail("reading", path, error);
    covey_scan scan = {.step = output->def.resume_step, .encoder = &output->encoder};
    covey_lines_init(&scan.lines, &output->memory, covey_file_source(&output->file), path);
    covey_status status = output->plugin->scan(&scan, error);
    covey_lines_destroy(&scan.lines);
    *keep = head->size + scan.keep;
    output->last = scan.last;
    return status;
}

static bool can_cut(const covey_output *output)
{
    return output->file.regular && output->file.owned;
}

/// Writes the encoder's text, all or nothing where the file can be cut.
static covey_status flush(covey_output *output, covey_error *error)
{
    const covey_text *text = &output->encoder.text;
    if (text->failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    size_t written = 0;
    covey_status status = covey_file_write(&output->file, text->bytes, text->size, &written, error);
    if (status == COVEY_OK)
        output->end += written;
    else if (can_cut(output))
        (void)covey_file_cut(&output->file, output->end, NULL);
    return status;
}

/// Fails unless the frame that a run goes on behind is the last that is kept.
static covey_status check_last(const covey_output *output, covey_error *error)
{
    unsigned long long wanted = output->def.resume_step;
    const char *path = output->def.path;
    if (!output->last.any)
        return covey_fail(error, COVEY_INPUT,
                          "%.120s cannot be gone on with: it has no frame, but needs those up to "
                          "step %llu",
                          path, wanted);
    if (output->last.step != wanted)
        return covey_fail(error, COVEY_INPUT,
                          "%.120s cannot be gone on with: its last frame is of step %llu, but it "
                          "needs those up to step %llu",
                          path, (unsigned long long)output->last.step, wanted);
    return COVEY_OK;
}

static covey_status look_at_text(covey_output *output, covey_error *error)
{
    output->encoder.text.memory = &output->memory;
    output->encoder.provenance = &output->def.provenance;
    output->encoder.link = output->def.link;
    output->encoder.labels = output->def.labels;
    output->plugin->head(&output->encoder);
    if (output->encoder.text.failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return output->def.resume && can_cut(output) ? find_kept(output, &output->end, error)
                                                 : COVEY_OK;
}

static covey_creation creation_of(covey_output *output)
{
    return (covey_creation){&output->memory, &output->def, output->file.fd};
}

/// Opens and locks the file and looks for what to keep of it, without changing it.
static covey_status look(covey_output *output, covey_error *error)
{
    const covey_format_plugin *plugin = output->plugin;
    if (plugin->head == NULL && plugin->create == NULL)
        return COVEY_OK;
    const char *path = output->def.path;
    bool resume = output->def.resume;
    if (path[0] == '\0')
        return covey_fail(error, COVEY_ARG, "the format %s needs a path", plugin->about.name);
    covey_status status = covey_file_create(&output->file, path, !resume, error);
    // Where a program was killed, its helper needs a moment to come to its end.
    for (int k = 0; k < LOCK_TRIES && status == COVEY_LOCKED && plugin->create != NULL; k++) {
        (void)poll(NULL, 0, LOCK_MS);
        status = covey_file_create(&output->file, path, !resume, error);
    }
    if (status == COVEY_OK && plugin->create != NULL && !can_cut(output))
        return covey_fail(error, COVEY_ARG, "%s needs a regular file", plugin->about.name);
    covey_creation creation = creation_of(output);
    if (status == COVEY_OK && plugin->head != NULL)
        status = look_at_text(output, error);
    else if (status == COVEY_OK && resume)
        status = plugin->look(&creation, &output->last, error);
    return status == COVEY_OK && resume && can_cut(output) ? check_last(output, error) : status;
}

/// Makes the file what it is before the next frame.
static covey_status begin(covey_output *output, covey_error *error)
{
    const covey_format_plugin *plugin = output->plugin;
    covey_creation creation = creation_of(output);
    if (plugin->create != NULL)
        return plugin->create(&creation, &output->own, error);
    if (plugin->head == NULL)
        return COVEY_OK;
    covey_status status = COVEY_OK;
    if (can_cut(output))
        status = covey_file_cut(&output->file, output->end, error);
    return status == COVEY_OK && output->end == 0 ? flush(output, error) : status;
}

static void destroy(covey_output *output)
{
    covey_memory memory = output->memory;
    for (int k = 0; k < COVEY_MAX_SETS; k++)
        covey_memory_give(&memory, output->sets[k].block, output->sets[k].room, 1);
    output->encoder.text.memory = &memory;
    covey_text_destroy(&output->encoder.text);
    covey_memory_give(&memory, output->strings, output->strings_size, 1);
    covey_memory_give(&memory, output, 1, sizeof *output);
}

static covey_status make(const covey_output_def *def, covey_output **output, covey_error *error)
{
    *output = NULL;
    const covey_format_plugin *plugin = NULL;
    covey_status status = covey_format_registry_find(def->format, def->path, &plugin, error);
    if (status != COVEY_OK)
        return status;
    if (!plugin->about.writes)
        return covey_fail(error, COVEY_ARG, "the format %s cannot be written", plugin->about.name);
    if (!(def->link >= 0.0 && def->link <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "link = %g is not a finite distance", def->link);
    covey_memory memory = covey_memory_init(def->allocator);
    covey_output *made = covey_memory_take(&memory, 1, sizeof *made);
    if (made == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    made->memory = memory;
    made->plugin = plugin;
    made->file.fd = -1;
    *output = made;
    return copy_def(made, def, error);
}

covey_status covey_output_open_all(const covey_output_def *defs, size_t count,
                                   covey_output **outputs, covey_error *error)
{
    if (count > 0 && (defs == NULL || outputs == NULL))
        return covey_missing(error, __func__);
    covey_status status = COVEY_OK;
    size_t made = 0;
    while (status == COVEY_OK && made < count) {
        status = make(&defs[made], &outputs[made], error);
        if (status == COVEY_OK)
            status = look(outputs[made], error);
        made++;
    }
    for (size_t k = 0; k < count && status == COVEY_OK; k++)
        status = begin(outputs[k], error);
    for (size_t k = 0; k < count && status != COVEY_OK; k++) {
        if (k < made)
            (void)covey_output_close(outputs[k], NULL);
        outputs[k] = NULL;
    }
    return status;
}

covey_status covey_output_open(const covey_output_def *def, covey_output **output,
                               covey_error *error)
{
    if (def == NULL || output == NULL)
        return covey_missing(error, __func__);
    return covey_output_open_all(def, 1, output, error);
}

// ---- Putting ----

static bool is_name(const char *name)
{
    size_t size = name == NULL ? 0 : strlen(name);
    if (size == 0 || size >= COVEY_SET_NAME || name[0] == '.')
        return false;
    for (size_t k = 0, letter; k < size; k += letter) {
        unsigned char c = (unsigned char)name[k], low = c | 0x20;
        bool good = (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                    c == '.' || c >= 0x80;
        letter = covey_utf8_size(name + k, size - k);
        if (!good || letter == 0)
            return false;
    }
    return true;
}

static covey_status refuse_name(const char *name, covey_error *error)
{
    char quoted[COVEY_LINES_QUOTED];
    name = name != NULL ? name : "";
    covey_lines_quote(quoted, name, strlen(name));
    return covey_fail(error, COVEY_ARG,
                      "a set cannot be called %s in a file: names are up to 63 bytes of letters, "
                      "digits, _, -, . and UTF-8, and begin with no point",
                      quoted);
}

/// True if a set has what its agents need: velocities, if any, on all axes.
static bool has_arrays(const covey_frame *set)
{
    bool whole = set->id != NULL;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        whole =
            whole && set->pos[axis] != NULL && (set->vel[axis] == NULL) == (set->vel[0] == NULL);
    return whole || set->count == 0;
}

static covey_status check_sets(const covey_output *output, const covey_frame *sets, int count,
                               covey_error *error)
{
    if (count < 1 || count > COVEY_MAX_SETS)
        return covey_fail(error, COVEY_ARG, "a moment has 1 to %d sets, not %d", COVEY_MAX_SETS,
                          count);
    if (output->begun && sets[0].step <= output->last_step)
        return covey_fail(error, COVEY_ARG, "step %llu does not come after step %llu",
                          (unsigned long long)sets[0].step, (unsigned long long)output->last_step);
    for (int k = 0; k < count; k++) {
        if (!is_name(sets[k].set))
            return refuse_name(sets[k].set, error);
        for (int other = 0; other < k; other++)
            if (strcmp(sets[k].set, sets[other].set) == 0)
                return covey_fail(error, COVEY_ARG, "two sets are called %s", sets[k].set);
        if (!has_arrays(&sets[k]))
            return covey_fail(error, COVEY_ARG, "the ids or places of set %s are NULL",
                              sets[k].set);
        if (sets[k].step != sets[0].step || !(sets[k].time == sets[0].time))
            return covey_fail(error, COVEY_ARG, "the sets of a moment differ in step or time");
    }
    return COVEY_OK;
}

static int by_id(const void *a, const void *b)
{
    const place *p = a, *q = b;
    return (p->id > q->id) - (p->id < q->id);
}

/// Places are finite, and so are velocities, unless they are unknown: NaN on all axes.
static bool all_finite(const covey_frame *set, size_t i)
{
    double sum = 0.0;
    bool known = false;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        sum += set->pos[axis][i] * 0.0;
        known = known || (set->vel[axis] != NULL && !isnan(set->vel[axis][i]));
    }
    for (int axis = 0; axis < COVEY_AXES && known; axis++)
        sum += set->vel[axis][i] * 0.0;
    return sum == 0.0;
}

/// Room for places, ids and numbers of `count` agents.
static bool make_room(covey_memory *memory, sorted *to, size_t count)
{
    const size_t each = sizeof(place) + 2 * COVEY_AXES * sizeof(double) + sizeof(uint32_t);
    if (count > SIZE_MAX / 2 / each)
        return false;
    size_t room = count * each;
    if (to->room >= room && to->block != NULL)
        return true;
    void *block = covey_memory_grow(memory, to->block, to->room, room, 1);
    if (block == NULL)
        return false;
    to->block = block;
    to->room = room;
    return true;
}

/// Copies a set in the order of its ids; `set` then points there.
static covey_status sort_set(covey_output *output, sorted *to, covey_frame *set, covey_error *error)
{
    size_t count = set->count;
    if (!make_room(&output->memory, to, count))
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    place *places = to->block;
    double *numbers = (double *)(void *)(places + count);
    uint32_t *ids = (uint32_t *)(void *)(numbers + 2 * COVEY_AXES * count);
    bool in_order = true;
    for (size_t i = 0; i < count; i++) {
        places[i] = (place){set->id[i], i};
        in_order = in_order && (i == 0 || set->id[i] > set->id[i - 1]);
        if (!all_finite(set, i))
            return covey_fail(error, COVEY_ARG,
                              "agent %lu of set %s has a number that is not finite",
                              (unsigned long)set->id[i], set->set);
    }
    if (in_order)
        return COVEY_OK;
    qsort(places, count, sizeof *places, by_id);
    for (size_t i = 0; i < count; i++) {
        ids[i] = places[i].id;
        if (i > 0 && ids[i] == ids[i - 1])
            return covey_fail(error, COVEY_ARG, "two agents of set %s have the id %lu", set->set,
                              (unsigned long)ids[i]);
    }
    set->id = ids;
    for (int axis = 0; axis < 2 * COVEY_AXES; axis++, numbers += count) {
        const double **from = axis < COVEY_AXES ? &set->pos[axis] : &set->vel[axis - COVEY_AXES];
        if (*from == NULL)
            continue;
        for (size_t i = 0; i < count; i++)
            numbers[i] = (*from)[places[i].i];
        *from = numbers;
    }
    return COVEY_OK;
}

covey_status covey_output_put(covey_output *output, const covey_frame *sets, int count,
                              covey_error *error)
{
    if (output == NULL || (count > 0 && sets == NULL))
        return covey_missing(error, __func__);
    if (output->error.status != COVEY_OK) {
        if (error != NULL)
            *error = output->error;
        return output->error.status;
    }
    covey_error found = {0};
    covey_frame ordered[COVEY_MAX_SETS];
    covey_status status = check_sets(output, sets, count, &found);
    for (int k = 0; k < count && status == COVEY_OK; k++) {
        ordered[k] = sets[k];
        ordered[k].time += 0.0; // no -0, as 0 × dt is where dt is negative
        status = sort_set(output, &output->sets[k], &ordered[k], &found);
    }
    const covey_format_plugin *plugin = output->plugin;
    if (status == COVEY_OK && plugin->put != NULL)
        status = plugin->put(output->own, ordered, count, &found);
    if (status == COVEY_OK && plugin->put_moment != NULL) {
        covey_encoder before = output->encoder;
        covey_text_clear(&output->encoder.text);
        plugin->put_moment(&output->encoder, ordered, count);
        status = flush(output, &found);
        before.text = output->encoder.text;
        if (status != COVEY_OK) // it may be put again
            output->encoder = before;
    }
    if (status == COVEY_OK) {
        output->begun = true;
        output->last_step = sets[0].step;
        return COVEY_OK;
    }
    if (status != COVEY_ARG && status != COVEY_MEMORY)
        output->error = found;
    if (error != NULL)
        *error = found;
    return status;
}

static covey_status sync_name(covey_output *output, covey_error *error)
{
    covey_text target = {.memory = &output->memory}, folder = {.memory = &output->memory};
    const char *path = covey_file_target(output->def.path, &target);
    covey_status status = path == NULL ? covey_fail(error, COVEY_MEMORY, "out of memory")
                                       : covey_file_sync_folder(path, &folder, error);
    output->named = status == COVEY_OK;
    covey_text_destroy(&target);
    covey_text_destroy(&folder);
    return status;
}

covey_status covey_output_sync(covey_output *output, covey_error *error)
{
    if (output == NULL)
        return covey_missing(error, __func__);
    covey_error found = output->error;
    if (found.status == COVEY_OK && can_cut(output))
        (void)covey_file_sync(&output->file, &found);
    if (found.status == COVEY_OK && can_cut(output) && !output->named)
        (void)sync_name(output, &found);
    if (found.status == COVEY_IO)
        output->error = found;
    if (found.status != COVEY_OK && error != NULL)
        *error = found;
    return found.status;
}

covey_status covey_output_close(covey_output *output, covey_error *error)
{
    if (output == NULL)
        return COVEY_OK;
    covey_error closing = {0};
    covey_error own = {0};
    if (output->own != NULL)
        (void)output->plugin->finish(output->own, &own);
    (void)covey_file_close(&output->file, &closing);
    covey_error first = output->error;
    if (first.status == COVEY_OK)
        first = own.status != COVEY_OK ? own : closing;
    destroy(output);
    if (first.status != COVEY_OK && error != NULL)
        *error = first;
    return first.status;
}
