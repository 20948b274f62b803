// SPDX-License-Identifier: MIT
// Whether bytes are a snapshot that a world can be restored from.
#include "core/snapshot.h"

#include "core/aim.h"
#include "core/names.h"
#include "geometry/space.h"

#include <float.h>
#include <limits.h>
#include <string.h>

// ---- Definitions ----

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        hash = covey_hash_word(hash, (unsigned char)*c);
    return covey_hash_word(hash, 0);
}

static uint64_t hash_influence(uint64_t hash, const covey_influence_item *item, int dim)
{
    hash = hash_text(hash, item->kind->name);
    hash = covey_hash_word(hash, (uint64_t)(int64_t)item->flock);
    size_t points = item->shape != NULL ? item->shape->count : 0;
    hash = covey_hash_word(hash, points);
    for (int axis = 0; axis < dim; axis++)
        for (size_t k = 0; k < points; k++)
            hash = covey_hash_word(hash, covey_bits_of(item->shape->points[axis][k]));
    if (item->field != NULL)
        hash = covey_field_hash(hash, &item->field->grid, dim);
    if (item->layers != COVEY_ALL_LAYERS)
        hash = covey_hash_word(hash_text(hash, "layers"), item->layers);
    size_t corners = item->kind->form == COVEY_INFLUENCE_MESH ? 3 * item->shape->facets->count : 0;
    for (size_t k = 0; k < corners; k++)
        hash = covey_hash_word(hash, item->shape->facets->corner[k]);
    return hash;
}

/// A flock that has no traits, user data and aims and catches none adds nothing.
static uint64_t hash_own(uint64_t hash, const covey_flock *flock)
{
    for (int k = 0; k < flock->traits.count; k++)
        hash = hash_text(hash, flock->traits.use[k].row->name);
    if (flock->catches.radius > 0.0) {
        hash = hash_text(hash, flock->catches.births ? "births" : "catch");
        hash = covey_hash_word(hash, covey_bits_of(flock->catches.radius));
    }
    if (flock->layers != COVEY_ALL_LAYERS || flock->mask != COVEY_ALL_LAYERS)
        hash =
            covey_hash_word(covey_hash_word(hash_text(hash, "layers"), flock->layers), flock->mask);
    if (flock->state.user != NULL)
        hash = hash_text(hash, "user data");
    return flock->state.aim != NULL ? hash_text(hash, "aims") : hash;
}

/// A flock without responses in a world that has lost no flock adds nothing.
static uint64_t hash_relations(uint64_t hash, const covey_flock *flock)
{
    for (int k = 0; k < flock->reactions.count; k++) {
        hash = hash_text(hash, flock->reactions.list[k].to);
        hash = covey_hash_word(hash, flock->reactions.list[k].is.rule);
    }
    return flock->given != flock->number ? covey_hash_word(hash, (uint64_t)flock->given) : hash;
}

uint64_t covey_snapshot_definitions(const covey_world *world)
{
    uint64_t hash = covey_hash_word(world->def.seed, (uint64_t)world->def.space.kind);
    for (int axis = 0; axis < covey_space_dim(&world->def.space); axis++)
        hash = covey_hash_word(hash, covey_bits_of(world->def.space.size[axis]));
    if (world->def.dense != COVEY_DENSE_PAIRS)
        hash = hash_text(hash, covey_names_dense[world->def.dense]);
    if (world->def.order != COVEY_ORDER_TOGETHER)
        hash = hash_text(hash, covey_names_order[world->def.order]);
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        hash = hash_text(hash, flock->name);
        hash = hash_text(hash, flock->model->name);
        hash = hash_text(hash, flock->motion->name);
        hash = covey_hash_word(hash, (uint64_t)(int64_t)flock->hunts);
        hash = covey_hash_word(hash, covey_bits_of(flock->body));
        hash = covey_hash_word(hash, flock->capacity);
        hash = hash_relations(hash, flock);
        hash = hash_own(hash, flock);
    }
    for (size_t k = 0; k < world->influences.count; k++)
        hash = hash_influence(hash, &world->influences.item[k], covey_space_dim(&world->def.space));
    return hash;
}

// ---- Parameters ----

const unsigned char *covey_snapshot_take_trait(const unsigned char *bytes, const covey_param *row,
                                               covey_distribution *from, bool *sound)
{
    uint64_t kind;
    bytes = covey_bytes_take(bytes, &kind);
    bool known = kind <= COVEY_DISTRIBUTION_LOGNORMAL;
    from->kind = known ? (covey_distribution_kind)kind : COVEY_DISTRIBUTION_NUMBER;
    bytes = covey_snapshot_take(covey_snapshot_take(bytes, &from->first), &from->second);
    bytes = covey_snapshot_take(covey_snapshot_take(bytes, &from->low), &from->high);
    *sound = known && covey_distribution_check(from, row, NULL) == COVEY_OK;
    return bytes;
}

/// True unless a lowest speed among the saved parameters is above the highest.
static bool are_in_order(const covey_params *params, const unsigned char *bytes)
{
    const covey_param *low = covey_param_find(params->table, "min_speed");
    const covey_param *high = covey_param_find(params->table, "max_speed");
    double least, most;
    if (low == NULL || high == NULL)
        return true;
    covey_snapshot_take(bytes + low->offset, &least);
    covey_snapshot_take(bytes + high->offset, &most);
    return least <= most;
}

/// True if the saved parameters are within their ranges.
static bool are_sound(const covey_params *params, const unsigned char *bytes)
{
    for (const covey_param *row = params->table; row->name != NULL; row++) {
        double value;
        covey_snapshot_take(bytes + row->offset, &value);
        bool broken = row->whole && value != floor(value);
        if (broken || !(value >= row->low && value <= row->high))
            return false;
    }
    return are_in_order(params, bytes);
}

static bool are_floats(const unsigned char *bytes, size_t count)
{
    double value;
    for (size_t k = 0; k < count; k++) {
        bytes = covey_snapshot_take(bytes, &value);
        if (!covey_single_has(value))
            return false;
    }
    return true;
}

/// The number of agents that a flock has in a snapshot.
static uint64_t saved_count(const unsigned char *bytes)
{
    uint64_t entries, count;
    covey_bytes_take(covey_bytes_take(bytes, &entries), &count);
    return count;
}

/// Words of an influence, which begin with its handle.
static size_t influence_words(const covey_influence_item *item, uint64_t handle)
{
    return COVEY_SNAPSHOT_HANDLE + covey_params_count(&item->params) +
           ((handle & COVEY_SNAPSHOT_MOVED) != 0 ? covey_snapshot_past_words(item) : 0);
}

/// Words before those of the first flock; 0 if the snapshot ends before.
static size_t first_words(const covey_world *world, const covey_snapshot_bytes *from)
{
    size_t words = COVEY_SNAPSHOT_HEADER + from->recipe;
    for (size_t k = 0; k < world->influences.count; k++) {
        uint64_t handle;
        if (from->size < (words + COVEY_SNAPSHOT_HANDLE) * COVEY_SNAPSHOT_WORD)
            return 0;
        (void)covey_bytes_take(from->bytes + words * COVEY_SNAPSHOT_WORD, &handle);
        words += influence_words(&world->influences.item[k], handle);
    }
    return words;
}

/// The size that a snapshot must have by the numbers of agents in it; 0 if it ends before the last
/// of them, or one is more than there is room for.
static size_t saved_size(const covey_world *world, const covey_snapshot_bytes *from)
{
    const unsigned char *bytes = from->bytes;
    size_t words = first_words(world, from), size = from->size;
    if (words == 0)
        return 0;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (size < (words + COVEY_SNAPSHOT_ENTRY) * COVEY_SNAPSHOT_WORD)
            return 0;
        uint64_t count = saved_count(bytes + words * COVEY_SNAPSHOT_WORD);
        if (count > flock->capacity)
            return 0;
        words += covey_snapshot_words_in(from, flock, (size_t)count);
    }
    return (words + COVEY_SNAPSHOT_FOOTER) * COVEY_SNAPSHOT_WORD;
}

/// True if ids ascend and are below the next one. `stride` is that from one to the next, in words.
static bool do_ascend(const unsigned char *bytes, size_t stride, uint64_t count, uint64_t next)
{
    uint64_t id, least = 0;
    for (uint64_t k = 0; k < count; k++, bytes += stride * COVEY_SNAPSHOT_WORD) {
        covey_bytes_take(bytes, &id);
        if (id < least || id >= next)
            return false;
        least = id + 1;
    }
    return true;
}

/// True if the flock could have these ids.
static bool has_sound_ids(const covey_flock *flock, const unsigned char *bytes)
{
    uint64_t count = saved_count(bytes), next;
    covey_bytes_take(bytes + 2 * COVEY_SNAPSHOT_WORD, &next);
    bytes += (COVEY_SNAPSHOT_ENTRY + covey_snapshot_params_words(flock)) * COVEY_SNAPSHOT_WORD;
    return next <= COVEY_INDEX_IDS &&
           do_ascend(bytes, covey_snapshot_agent_words(flock), count, next);
}

static covey_status refuse_ids(const covey_flock *flock, const unsigned char *bytes,
                               covey_error *error)
{
    uint64_t next;
    covey_bytes_take(bytes + 2 * COVEY_SNAPSHOT_WORD, &next);
    if (!COVEY_WIDE_IDS && next > COVEY_INDEX_IDS && next < UINT64_C(1) << 53)
        return covey_fail(error, COVEY_INPUT,
                          "flock %s of the snapshot has ids up to %llu, for which covey is built "
                          "with COVEY_WIDE_IDS: here they end at %llu",
                          flock->name, (unsigned long long)next - 1,
                          (unsigned long long)COVEY_INDEX_IDS - 1);
    return covey_fail(error, COVEY_INPUT, "the snapshot has ids that flock %s cannot have",
                      flock->name);
}

/// True if the space keeps an agent there. (Infinite places are for check_finite to find.)
static bool is_place(const covey_space *space, covey_vec pos)
{
    if (!(fabs(pos.x) <= DBL_MAX && fabs(pos.y) <= DBL_MAX && fabs(pos.z) <= DBL_MAX))
        return true;
    covey_vec inside = covey_space_fold(space, pos);
    return pos.x == inside.x && pos.y == inside.y && pos.z == inside.z &&
           covey_space_holds(space, pos);
}

/// True if an agent can have these traits and this aim, the words behind its pose.
static bool are_traits(const covey_flock *flock, const unsigned char *bytes)
{
    for (int k = 0; k < flock->traits.count; k++) {
        const covey_param *row = flock->traits.use[k].row;
        double value;
        bytes = covey_snapshot_take(bytes, &value);
        if (!(value >= row->low && value <= row->high))
            return false;
    }
    if (flock->state.aim == NULL)
        return true;
    covey_aim aim;
    covey_snapshot_take_aim(bytes + (flock->state.user != NULL ? COVEY_SNAPSHOT_WORD : 0), &aim);
    return covey_aim_is_sound(&aim);
}

/// True if the distributions of traits are sound; *bytes becomes the place behind them.
static bool take_traits(const covey_flock *flock, const unsigned char **bytes)
{
    bool all = true;
    for (int k = 0; k < flock->traits.count; k++) {
        covey_distribution from;
        bool sound;
        *bytes = covey_snapshot_take_trait(*bytes, flock->traits.use[k].row, &from, &sound);
        all = all && sound;
    }
    return all;
}

/// The same of agents that were kept as they lie.
static bool are_kept(const covey_flock *flock, const covey_space *space, const unsigned char *bytes)
{
    uint64_t next;
    covey_bytes_take(bytes + 2 * COVEY_SNAPSHOT_WORD, &next);
    size_t head = COVEY_SNAPSHOT_ENTRY + covey_snapshot_params_words(flock);
    return covey_keep_is_sound(flock, space, bytes + head * COVEY_SNAPSHOT_WORD,
                               (size_t)saved_count(bytes), next);
}

/// True if a step could have left the flock with these parameters, and with these places unless
/// they are `kept`.
static bool is_sound(const covey_flock *flock, const covey_space *space, const unsigned char *bytes,
                     bool kept)
{
    size_t count = kept ? 0 : (size_t)saved_count(bytes);
    bytes += COVEY_SNAPSHOT_ENTRY * COVEY_SNAPSHOT_WORD;
    if (!are_sound(&flock->params, bytes) ||
        !are_sound(&flock->motion_params, bytes + flock->params.size))
        return false;
    bytes += flock->params.size + flock->motion_params.size;
    for (int k = 0; k < flock->reactions.count; k++)
        for (const covey_param *row = covey_response_params(); row->name != NULL; row++) {
            double value;
            bytes = covey_snapshot_take(bytes, &value);
            if (!(value >= row->low && value <= row->high))
                return false;
        }
    if (!take_traits(flock, &bytes))
        return false;
    bytes += flock->catches.radius > 0.0 ? COVEY_SNAPSHOT_WORD : 0;
    for (size_t i = 0; i < count; i++) {
        double at[COVEY_AXES] = {0.0};
        const unsigned char *pose = bytes + COVEY_SNAPSHOT_ID * COVEY_SNAPSHOT_WORD, *next = pose;
        for (int axis = 0; axis < flock->state.dim; axis++)
            next = covey_snapshot_take(next, &at[axis]);
        if (!is_place(space, (covey_vec){at[0], at[1], at[2]}))
            return false;
        if (flock->precision == COVEY_PRECISION_SINGLE &&
            !are_floats(pose, covey_snapshot_pose_words(flock)))
            return false;
        if (!are_traits(flock, pose + covey_snapshot_pose_words(flock) * COVEY_SNAPSHOT_WORD))
            return false;
        bytes += covey_snapshot_agent_words(flock) * COVEY_SNAPSHOT_WORD;
    }
    return true;
}

/// Takes the handle of an influence; returns the place behind the influence.
static const unsigned char *take_handle(const covey_influence_item *item,
                                        const unsigned char *bytes, uint64_t *handle)
{
    uint64_t word;
    (void)covey_bytes_take(bytes, &word);
    *handle = word & ~(COVEY_SNAPSHOT_CAME | COVEY_SNAPSHOT_MOVED);
    return bytes + influence_words(item, word) * COVEY_SNAPSHOT_WORD;
}

/// The handle of influence k in a snapshot, of which `bytes` begin with the first one.
static uint64_t saved_handle(const covey_influence_list *list, const unsigned char *bytes, size_t k)
{
    uint64_t handle = 0;
    for (size_t i = 0; i <= k; i++)
        bytes = take_handle(&list->item[i], bytes, &handle);
    return handle;
}

/// True if handles are below the next one and none is there twice. (Handles ascend but in sessions,
/// where that of an influence that came between others is compared with all before.)
static bool are_handles(const covey_influence_list *list, const unsigned char *bytes)
{
    uint64_t next, handle, least = 0;
    const unsigned char *first = covey_bytes_take(bytes, &next);
    bytes = first;
    for (size_t k = 0; k < list->count; k++) {
        bytes = take_handle(&list->item[k], bytes, &handle);
        for (size_t i = 0; i < k && handle < least; i++)
            if (saved_handle(list, first, i) == handle)
                return false;
        if (handle >= next)
            return false;
        least = handle >= least ? handle + 1 : least;
    }
    return next <= INT_MAX;
}

/// True if an influence may have moved from these points, if it has.
static bool is_past(const covey_influence_item *item, const unsigned char *bytes, uint64_t handle)
{
    if ((handle & COVEY_SNAPSHOT_MOVED) == 0)
        return true;
    bool sound = item->kind->solid != NULL && item->shape != NULL;
    for (size_t k = 0; k < covey_snapshot_past_words(item) && sound; k++) {
        double value;
        bytes = covey_snapshot_take(bytes, &value);
        sound = fabs(value) <= DBL_MAX;
    }
    return sound;
}

static covey_status check_influences(const covey_world *world, const unsigned char *bytes,
                                     covey_error *error)
{
    const covey_influence_list *list = &world->influences;
    if (!are_handles(list, bytes))
        return covey_fail(error, COVEY_INPUT,
                          "the snapshot has handles that no influences can have");
    bytes += COVEY_SNAPSHOT_WORD;
    for (size_t k = 0; k < list->count; k++) {
        const covey_influence_item *item = &list->item[k];
        uint64_t handle;
        bytes = covey_bytes_take(bytes, &handle);
        if (!are_sound(&item->params, bytes))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a parameter that influence %s cannot have",
                              item->kind->name);
        if (!is_past(item, bytes + item->params.size, handle))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a move that influence %s cannot have made",
                              item->kind->name);
        bytes += (influence_words(item, handle) - COVEY_SNAPSHOT_HANDLE) * COVEY_SNAPSHOT_WORD;
    }
    return COVEY_OK;
}

static covey_status check_parts(const covey_world *world, const covey_snapshot_bytes *from,
                                covey_error *error)
{
    covey_status status = check_influences(world, covey_snapshot_state(from), error);
    if (status != COVEY_OK)
        return status;
    const unsigned char *bytes = from->bytes + first_words(world, from) * COVEY_SNAPSHOT_WORD;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (!from->kept && !has_sound_ids(flock, bytes))
            return refuse_ids(flock, bytes, error);
        if (!is_sound(flock, &world->def.space, bytes, from->kept) ||
            (from->kept && !are_kept(flock, &world->def.space, bytes)))
            return covey_fail(error, COVEY_INPUT,
                              "the snapshot has a parameter or place that flock %s cannot have",
                              flock->name);
        bytes +=
            covey_snapshot_words_in(from, flock, (size_t)saved_count(bytes)) * COVEY_SNAPSHOT_WORD;
    }
    return COVEY_OK;
}

static covey_status refuse_format(unsigned long format, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT,
                      "the snapshot has format %lu, and this version of covey reads formats %d "
                      "and %d",
                      format, COVEY_SNAPSHOT_STATE, COVEY_SNAPSHOT_FORMAT);
}

/// True for snapshots of covey before format 4, which have the number of their format at the end of
/// the magic.
static bool is_old(const unsigned char *bytes)
{
    return memcmp(bytes, "COVYSN", 6) == 0 && (bytes[6] == 'P' || bytes[6] == 'F') &&
           bytes[7] >= '1' && bytes[7] < '0' + COVEY_SNAPSHOT_STATE;
}

/// Refuses bytes that are no snapshot, or one of another format.
static covey_status check_format(const unsigned char *bytes, size_t size, covey_error *error)
{
    if (size >= COVEY_SNAPSHOT_MAGIC_SIZE && is_old(bytes))
        return refuse_format((unsigned long)bytes[7] - '0', error);
    if (size < COVEY_SNAPSHOT_MAGIC_SIZE ||
        memcmp(bytes, COVEY_SNAPSHOT_MAGIC, COVEY_SNAPSHOT_MAGIC_SIZE) != 0)
        return covey_fail(error, COVEY_INPUT, "the bytes are no snapshot of covey");
    if (size < (COVEY_SNAPSHOT_HEADER + COVEY_SNAPSHOT_FOOTER) * COVEY_SNAPSHOT_WORD)
        return covey_fail(error, COVEY_INPUT, "%zu bytes are too few for a snapshot", size);
    uint64_t format, version;
    covey_bytes_take(bytes + COVEY_SNAPSHOT_MAGIC_SIZE, &format);
    version = format & UINT32_MAX;
    if (version != COVEY_SNAPSHOT_STATE && version != COVEY_SNAPSHOT_FORMAT &&
        version != COVEY_SNAPSHOT_KEPT)
        return refuse_format((unsigned long)version, error);
    if (format >> 32 > COVEY_PRECISION_SINGLE)
        return covey_fail(error, COVEY_INPUT,
                          "the snapshot is of a precision that this version of covey lacks");
    return COVEY_OK;
}

static covey_status check_hash(const covey_snapshot_bytes *from, covey_error *error)
{
    uint64_t stored;
    size_t words = from->size / COVEY_SNAPSHOT_WORD - COVEY_SNAPSHOT_FOOTER;
    covey_bytes_take(from->bytes + words * COVEY_SNAPSHOT_WORD, &stored);
    if (from->kept)
        words = COVEY_SNAPSHOT_HEAD + from->recipe;
    if (from->size % COVEY_SNAPSHOT_WORD == 0 && stored == covey_bytes_hash(from->bytes, words))
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT, "the snapshot is damaged: its hash does not match");
}

covey_status covey_snapshot_open(const void *bytes, size_t size, covey_snapshot_bytes *from,
                                 covey_error *error)
{
    *from = (covey_snapshot_bytes){.bytes = bytes, .size = size};
    covey_status status = check_format(bytes, size, error);
    if (status != COVEY_OK)
        return status;
    uint64_t format, recipe;
    covey_bytes_take(from->bytes + COVEY_SNAPSHOT_WORD, &format);
    covey_bytes_take(from->bytes + 2 * COVEY_SNAPSHOT_WORD, &recipe);
    if ((format & UINT32_MAX) == COVEY_SNAPSHOT_STATE)
        return COVEY_OK;
    size_t most = size / COVEY_SNAPSHOT_WORD - COVEY_SNAPSHOT_HEADER - COVEY_SNAPSHOT_FOOTER;
    if (recipe == 0 || recipe > most)
        return covey_fail(error, COVEY_INPUT, "the snapshot is damaged: it is cut off");
    from->recipe = (size_t)recipe;
    from->kept = (format & UINT32_MAX) == COVEY_SNAPSHOT_KEPT;
    return check_hash(from, error);
}

covey_status covey_snapshot_check_precision(const covey_world *world,
                                            const covey_snapshot_bytes *from, covey_error *error)
{
    uint64_t format;
    covey_bytes_take(from->bytes + COVEY_SNAPSHOT_WORD, &format);
    covey_precision other = (covey_precision)(format >> 32);
    if (other == world->def.precision)
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT, "the snapshot is of %s precision, the world of %s",
                      covey_names_precision[other], covey_names_precision[world->def.precision]);
}

/// Refuses a state of other definitions, or of another precision.
static covey_status check_definitions(const covey_world *world, const covey_snapshot_bytes *from,
                                      covey_error *error)
{
    uint64_t definitions;
    covey_status status = covey_snapshot_check_precision(world, from, error);
    covey_bytes_take(from->bytes + 2 * COVEY_SNAPSHOT_WORD, &definitions);
    if (status == COVEY_OK && from->kept && (world->has_part || world->slice.of > 0))
        return covey_fail(error, COVEY_INPUT, "a world of some agents takes no kept agents");
    if (status == COVEY_OK && from->recipe == 0 && definitions != covey_snapshot_definitions(world))
        return covey_fail(error, COVEY_INPUT, "the snapshot is of a world of other definitions");
    return status;
}

covey_status covey_snapshot_check(const covey_world *world, const covey_snapshot_bytes *from,
                                  covey_error *error)
{
    covey_status status = check_definitions(world, from, error);
    if (status != COVEY_OK)
        return status;
    size_t needed = saved_size(world, from);
    if (needed == 0)
        return covey_fail(
            error, COVEY_INPUT,
            "the snapshot is damaged: it is cut off, or a flock in it has more agents "
            "than its capacity");
    if (from->size != needed)
        return covey_fail(error, COVEY_INPUT, "the snapshot has %zu bytes instead of %zu",
                          from->size, needed);
    status = from->recipe == 0 ? check_hash(from, error) : COVEY_OK;
    return status == COVEY_OK ? check_parts(world, from, error) : status;
}
