// SPDX-License-Identifier: MIT
// Writes all formats: checks sets, sorts agents by id, and writes a frame of text at once. If a
// write fails, the file is cut to its length before.
#define _POSIX_C_SOURCE 200809L
#include "formats/output.h"
#include "base/crc32c.h"
#include "base/misuse.h"
#include "base/rounding.h"
#include "covey/measure.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOCK_TRIES = 50, LOCK_MS = 20 }; ///< a second in all
enum { STRINGS = 5 };                   ///< of a definition

typedef struct place {
    covey_id id;
    size_t i;
} place;

covey_output_def covey_output_def_default(void)
{
    return (covey_output_def){.provenance = {.version = covey_version_text(), .scenario = ""},
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
                              &output->def.provenance.scenario, &output->def.helper,
                              &output->def.axis};
    for (int k = 0; k < STRINGS; k++)
        output->strings_size += *strings[k] == NULL ? 1 : strlen(*strings[k]) + 1;
    output->strings = covey_memory_take(&output->memory, output->strings_size, 1);
    if (output->strings == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    char *next = output->strings;
    for (int k = 0; k < STRINGS; k++) // no path, version and scenario are empty, others stay NULL
        if (k < 3 || *strings[k] != NULL)
            next = keep_string(next, strings[k]);
    if (def->resume != NULL) {
        output->wanted = *def->resume;
        output->def.resume = &output->wanted;
        output->here.step = def->resume->step;
        output->has_frame = true;
    }
    return COVEY_OK;
}

bool covey_output_cuts(const covey_output *output)
{
    return output->file.regular && output->file.owned;
}

covey_status covey_output_write(covey_output *output, const covey_text *text, covey_error *error)
{
    covey_bookmark *here = &output->here;
    size_t written = 0;
    covey_status status = covey_file_write(&output->file, text->bytes, text->size, &written, error);
    if (status == COVEY_OK) {
        here->bytes += written;
        here->crc = covey_crc32c((uint32_t)here->crc, text->bytes, written);
    } else if (covey_output_cuts(output))
        (void)covey_file_cut(&output->file, here->bytes, NULL);
    return status;
}

static covey_status flush(covey_output *output, covey_error *error)
{
    const covey_text *text = &output->text;
    covey_status status = COVEY_OK;
    if (text->failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    if (output->packs && text->size > 0) {
        status = covey_gzip_pack(text, &output->packed, error);
        text = &output->packed;
    }
    return status == COVEY_OK ? covey_output_write(output, text, error) : status;
}

// ---- Resuming ----

static covey_status refuse_file(const covey_output *output, const char *why, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, "%.120s cannot be resumed: %s", output->def.path, why);
}

/// Computes the CRC-32C of the first bytes of the file, up to the length in `wanted`, and counts
/// them.
static covey_status read_crc(const covey_output *output, uint64_t wanted, uint64_t *there,
                             uint32_t *crc, covey_error *error)
{
    char piece[4096];
    size_t count = 1;
    *crc = 0;
    for (*there = 0; *there < wanted && count > 0; *there += count) {
        size_t most = wanted - *there < sizeof piece ? (size_t)(wanted - *there) : sizeof piece;
        if (!covey_file_read_at(output->file.fd, piece, most, *there, &count))
            return covey_file_fail("reading", output->def.path, error);
        *crc = covey_crc32c(*crc, piece, count);
    }
    return COVEY_OK;
}

/// Fails unless the file begins with the bytes that it had at the bookmark.
static covey_status check_bytes(covey_output *output, covey_error *error)
{
    const covey_bookmark *wanted = &output->wanted;
    uint64_t there;
    uint32_t crc;
    char why[160];
    covey_status status = read_crc(output, wanted->bytes, &there, &crc, error);
    if (status != COVEY_OK)
        return status;
    if (there < wanted->bytes) {
        (void)snprintf(why, sizeof why,
                       "it was cut to %" PRIu64 " bytes, but had %" PRIu64 " up to step %" PRIu64,
                       there, wanted->bytes, wanted->step);
        return refuse_file(output, why, error);
    }
    if (crc != wanted->crc) {
        (void)snprintf(why, sizeof why,
                       "it was changed, or is the file of another run: its first %" PRIu64
                       " bytes, up to step %" PRIu64 ", are not what they were",
                       wanted->bytes, wanted->step);
        return refuse_file(output, why, error);
    }
    output->here = *wanted;
    memcpy(output->encoder.memory, wanted->memory, sizeof wanted->memory);
    return COVEY_OK;
}

static covey_status check_step(covey_output *output, covey_error *error)
{
    uint64_t wanted = output->wanted.step;
    char why[160];
    if (output->last.any && output->last.step == wanted)
        return COVEY_OK;
    if (output->last.any)
        (void)snprintf(why, sizeof why,
                       "its last frame is of step %" PRIu64
                       ", but it needs those up to step %" PRIu64,
                       output->last.step, wanted);
    else
        (void)snprintf(why, sizeof why, "it has no frame, but needs those up to step %" PRIu64,
                       wanted);
    return refuse_file(output, why, error);
}

static covey_status look_at_text(covey_output *output, covey_error *error)
{
    const covey_output_def *def = &output->def;
    output->encoder = (covey_encoder){.text = &output->text,
                                      .provenance = &def->provenance,
                                      .labels = def->labels,
                                      .dim = output->encoder.dim,
                                      .catches = def->catches,
                                      .link = def->link,
                                      .bin = def->bin,
                                      .axis = def->axis,
                                      .custom_measures = def->custom_measures};
    if (def->resume != NULL && covey_output_cuts(output))
        return check_bytes(output, error);
    if (output->plugin.about.head != NULL)
        output->plugin.about.head(&output->encoder);
    return output->text.failed ? covey_fail(error, COVEY_MEMORY, "out of memory") : COVEY_OK;
}

static covey_creation creation_of(covey_output *output)
{
    return (covey_creation){&output->memory, &output->def, output->file.fd};
}

/// Opens and locks the file, if the format needs one.
static covey_status open_file(covey_output *output, covey_error *error)
{
    const covey_format_plugin *plugin = &output->plugin;
    const char *path = output->def.path;
    bool resume = output->def.resume != NULL;
    if (path[0] == '\0')
        return covey_fail(error, COVEY_ARG, "the format %s needs a path", plugin->about.name);
    covey_error found = {0};
    covey_status status = covey_file_create(&output->file, path, !resume, &found);
    // After a program was killed, its helper needs a moment to end.
    for (int k = 0; k < LOCK_TRIES && status == COVEY_LOCKED && plugin->create != NULL; k++) {
        (void)poll(NULL, 0, LOCK_MS);
        status = covey_file_create(&output->file, path, !resume, &found);
    }
    // A named pipe without a reader waits here.
    if (status == COVEY_IO && errno == EINTR && output->def.stop != NULL &&
        output->def.stop(output->def.context))
        status = covey_fail(&found, COVEY_INTERRUPTED, "stopped: %.160s has no reader", path);
    output->file.stop = output->def.stop;
    output->file.context = output->def.context;
    if (status != COVEY_OK && error != NULL)
        *error = found; // not the error of a try before
    if (status == COVEY_OK && plugin->create != NULL && !covey_output_cuts(output))
        return covey_fail(error, COVEY_ARG, "%s needs a regular file", plugin->about.name);
    return status;
}

/// Opens and locks the file and finds the part of it to keep, without changing it.
static covey_status look(covey_output *output, covey_error *error)
{
    const covey_format_plugin *plugin = &output->plugin;
    if (plugin->about.put == NULL && plugin->create == NULL)
        return COVEY_OK;
    covey_status status = open_file(output, error);
    if (status != COVEY_OK)
        return status;
    if (plugin->about.put != NULL)
        return look_at_text(output, error);
    covey_creation creation = creation_of(output);
    if (output->def.resume == NULL)
        return COVEY_OK;
    status = plugin->look(&creation, &output->last, error);
    return status == COVEY_OK ? check_step(output, error) : status;
}

/// Cuts the file, or writes its head, so that the next frame can follow.
static covey_status begin(covey_output *output, covey_error *error)
{
    const covey_format_plugin *plugin = &output->plugin;
    covey_creation creation = creation_of(output);
    if (plugin->create != NULL)
        return plugin->create(&creation, &output->own, error);
    if (plugin->about.put == NULL)
        return COVEY_OK;
    covey_status status = COVEY_OK;
    if (covey_output_cuts(output))
        status = covey_file_cut(&output->file, output->here.bytes, error);
    return status == COVEY_OK ? flush(output, error) : status;
}

static void destroy(covey_output *output)
{
    covey_memory memory = output->memory;
    for (int k = 0; k < COVEY_MAX_SETS; k++)
        covey_memory_give(&memory, output->sets[k].block, output->sets[k].room, 1);
    output->text.memory = output->packed.memory = &memory;
    covey_text_destroy(&output->text);
    covey_text_destroy(&output->packed);
    covey_memory_give(&memory, output->strings, output->strings_size, 1);
    covey_memory_give(&memory, output, 1, sizeof *output);
}

static covey_status make(const covey_output_def *def, covey_output **output, covey_error *error)
{
    *output = NULL;
    covey_format_plugin plugin;
    covey_status status =
        covey_format_registry_find(def->format, def->path, def->custom_formats, &plugin, error);
    if (status != COVEY_OK)
        return status;
    if (def->dim != 0 && def->dim != COVEY_PLANE && def->dim != COVEY_AXES)
        return covey_fail(error, COVEY_ARG, "dim = %d is not 2 or 3", def->dim);
    status = covey_format_registry_writes(&plugin, def->path, error);
    if (status != COVEY_OK)
        return status;
    if (def->axis != NULL && !plugin.headings)
        return covey_fail(error, COVEY_ARG,
                          "the format %s holds no headings, which a body axis makes: csv does",
                          plugin.about.name);
    bool packs = plugin.about.put != NULL && def->path != NULL && covey_gzip_is_named(def->path);
    if (packs && !covey_gzip_is_built())
        return covey_fail(error, COVEY_ARG,
                          "%.120s: this covey was built without zlib (COVEY_GZIP)", def->path);
    covey_measure_def measured = covey_measure_def_default();
    measured.link = def->link;
    measured.bin = def->bin;
    measured.custom = def->custom_measures;
    status = covey_measure_check(&measured, error);
    if (status != COVEY_OK)
        return status;
    covey_memory memory = covey_memory_init(def->allocator);
    covey_output *made = covey_memory_take(&memory, 1, sizeof *made);
    if (made == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    made->memory = memory;
    made->plugin = plugin;
    made->encoder.dim = def->dim == COVEY_AXES ? COVEY_AXES : COVEY_PLANE;
    made->text.memory = made->packed.memory = &made->memory;
    made->packs = packs;
    made->file.fd = -1;
    *output = made;
    return copy_def(made, def, error);
}

covey_status covey_output_open_all(const covey_output_def *defs, size_t count,
                                   covey_output **outputs, covey_error *error)
{
    COVEY_ROUND();
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
    COVEY_ROUND();
    if (def == NULL || output == NULL)
        return covey_missing(error, __func__);
    return covey_output_open_all(def, 1, output, error);
}

// ---- Frames ----

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

/// True if a set has ids and places, and velocities on all axes or on none.
static bool has_arrays(const covey_frame_set *set)
{
    bool whole = set->id != NULL;
    for (int axis = 0; axis < covey_space_dim(&set->space); axis++)
        whole =
            whole && set->pos[axis] != NULL && (set->vel[axis] == NULL) == (set->vel[0] == NULL);
    return whole || set->count == 0;
}

covey_status covey_output_check_sets(const covey_output *output, const covey_frame_set *sets,
                                     int count, bool arrays, covey_error *error)
{
    if (count < 1 || count > COVEY_MAX_SETS)
        return covey_fail(error, COVEY_ARG, "a frame has 1 to %d sets, not %d", COVEY_MAX_SETS,
                          count);
    if (output->has_frame && sets[0].step <= output->here.step)
        return covey_fail(error, COVEY_ARG, "step %llu does not come after step %llu",
                          (unsigned long long)sets[0].step, (unsigned long long)output->here.step);
    for (int k = 0; k < count; k++) {
        if (!covey_frame_is_name(sets[k].set))
            return refuse_name(sets[k].set, error);
        for (int other = 0; other < k; other++)
            if (strcmp(sets[k].set, sets[other].set) == 0)
                return covey_fail(error, COVEY_ARG, "two sets are called %s", sets[k].set);
        if (covey_space_dim(&sets[k].space) != output->encoder.dim)
            return covey_fail(error, COVEY_ARG, "set %s has %d dimensions, but the file has %d",
                              sets[k].set, covey_space_dim(&sets[k].space), output->encoder.dim);
        if (arrays && !has_arrays(&sets[k]))
            return covey_fail(error, COVEY_ARG, "the ids or places of set %s are NULL",
                              sets[k].set);
        if (sets[k].step != sets[0].step || !(sets[k].time == sets[0].time))
            return covey_fail(error, COVEY_ARG, "the sets of a frame differ in step or time");
    }
    return COVEY_OK;
}

static int by_id(const void *a, const void *b)
{
    const place *p = a, *q = b;
    return (p->id > q->id) - (p->id < q->id);
}

/// True if the place of an agent is finite, and its velocity finite or unknown, which is NaN on all
/// axes.
static bool all_finite(const covey_frame_set *set, size_t i)
{
    double sum = 0.0;
    bool known = false;
    const int dim = covey_space_dim(&set->space);
    for (int axis = 0; axis < dim; axis++) {
        sum += set->pos[axis][i] * 0.0;
        known = known || (set->vel[axis] != NULL && !isnan(set->vel[axis][i]));
    }
    for (int axis = 0; axis < dim && known; axis++)
        sum += set->vel[axis][i] * 0.0;
    return sum == 0.0;
}

/// Room for places, ids and numbers of `count` agents.
static bool make_room(covey_memory *memory, covey_sorted *to, size_t count)
{
    const size_t each = sizeof(place) + 3 * COVEY_AXES * sizeof(double) + sizeof(covey_id);
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

covey_status covey_output_check_set(const covey_frame_set *set, bool *in_order, covey_error *error)
{
    *in_order = true;
    for (size_t i = 0; i < set->count; i++) {
        *in_order = *in_order && (i == 0 || set->id[i] > set->id[i - 1]);
        if (!all_finite(set, i))
            return covey_fail(error, COVEY_ARG,
                              "agent %" COVEY_PRI_ID " of set %s has a number that is not finite",
                              set->id[i], set->set);
    }
    return COVEY_OK;
}

/// Copies a set in the order of its ids, unless it has that order; the pointers of `set` then point
/// to the copy.
static covey_status sort_set(covey_output *output, covey_sorted *to, covey_frame_set *set,
                             covey_error *error)
{
    size_t count = set->count;
    const int dim = covey_space_dim(&set->space);
    bool in_order;
    covey_status status = covey_output_check_set(set, &in_order, error);
    if (status != COVEY_OK || in_order)
        return status;
    if (!make_room(&output->memory, to, count))
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    place *places = to->block;
    double *numbers = (double *)(void *)(places + count);
    covey_id *ids = (covey_id *)(void *)(numbers + 3 * COVEY_AXES * count);
    for (size_t i = 0; i < count; i++)
        places[i] = (place){set->id[i], i};
    qsort(places, count, sizeof *places, by_id);
    for (size_t i = 0; i < count; i++) {
        ids[i] = places[i].id;
        if (i > 0 && ids[i] == ids[i - 1])
            return covey_fail(error, COVEY_ARG, "two agents of set %s have the id %" COVEY_PRI_ID,
                              set->set, ids[i]);
    }
    set->id = ids;
    for (int k = 0; k < 3 * dim; k++, numbers += count) {
        const double **from = k < dim       ? &set->pos[k]
                              : k < 2 * dim ? &set->vel[k - dim]
                                            : &set->heading[k - 2 * dim];
        if (*from == NULL)
            continue;
        for (size_t i = 0; i < count; i++)
            numbers[i] = (*from)[places[i].i];
        *from = numbers;
    }
    return COVEY_OK;
}

/// Writes a frame as text. If that fails, the memory of the format is restored, as the frame may be
/// put again.
static covey_status put_text(covey_output *output, const covey_frame_set *sets, int count,
                             covey_error *error)
{
    const covey_encoder before = output->encoder;
    covey_text_clear(&output->text);
    output->plugin.about.put(&output->encoder, sets, count);
    covey_status status = flush(output, error);
    if (status != COVEY_OK)
        output->encoder = before;
    return status;
}

static covey_status put_ordered(covey_output *output, const covey_frame_set *sets, int count,
                                covey_error *error)
{
    covey_status status = COVEY_OK;
    if (output->plugin.store != NULL)
        status = output->plugin.store(output->own, sets, count, error);
    else if (output->plugin.about.put != NULL)
        status = put_text(output, sets, count, error);
    if (status != COVEY_OK)
        return status;
    output->has_frame = true;
    output->here.step = sets[0].step;
    memcpy(output->here.memory, output->encoder.memory, sizeof output->here.memory);
    return COVEY_OK;
}

covey_status covey_output_put(covey_output *output, const covey_frame_set *sets, int count,
                              covey_error *error)
{
    COVEY_ROUND();
    if (output == NULL || (count > 0 && sets == NULL))
        return covey_missing(error, __func__);
    if (output->error.status != COVEY_OK) {
        if (error != NULL)
            *error = output->error;
        return output->error.status;
    }
    covey_error found = {0};
    covey_frame_set ordered[COVEY_MAX_SETS];
    covey_status status = covey_output_check_sets(output, sets, count, true, &found);
    for (int k = 0; k < count && status == COVEY_OK; k++) {
        ordered[k] = sets[k];
        ordered[k].time += 0.0; // no -0, as 0 × dt is where dt is negative
        status = sort_set(output, &output->sets[k], &ordered[k], &found);
    }
    if (status == COVEY_OK)
        status = put_ordered(output, ordered, count, &found);
    if (status == COVEY_OK)
        return COVEY_OK;
    if (status != COVEY_ARG && status != COVEY_MEMORY)
        output->error = found;
    if (error != NULL)
        *error = found;
    return status;
}

covey_status covey_output_bookmark(const covey_output *output, covey_bookmark *bookmark)
{
    if (output == NULL || bookmark == NULL)
        return covey_missing(NULL, __func__);
    *bookmark = (covey_bookmark){0};
    if (!output->has_frame || output->error.status != COVEY_OK)
        return COVEY_ARG;
    *bookmark = output->here;
    return COVEY_OK;
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
    if (found.status == COVEY_OK && covey_output_cuts(output))
        (void)covey_file_sync(&output->file, &found);
    if (found.status == COVEY_OK && covey_output_cuts(output) && !output->named)
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
    covey_output_take_back(output);
    if (output->own != NULL)
        (void)output->plugin.finish(output->own, &own);
    (void)covey_file_close(&output->file, &closing);
    covey_error first = output->error;
    if (first.status == COVEY_OK)
        first = own.status != COVEY_OK ? own : closing;
    destroy(output);
    if (first.status != COVEY_OK && error != NULL)
        *error = first;
    return first.status;
}
