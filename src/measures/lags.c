// SPDX-License-Identifier: MIT
// Diffusion by mean squared displacements (A. Einstein, 1905: 2 d D t in d dimensions), that within
// the flock as of A. Cavagna et al., "Diffusion of individual birds in starling flocks", 2013, and
// the memory of headings, whose decay is that of rotational diffusion (P. Romanczuk
// et al., "Active Brownian particles", 2012), and the rate at which they turn. Frames of the last
// `most` lags are kept.
#include "covey/lags.h"

#include "base/memory.h"
#include "base/misuse.h"
#include "base/rounding.h"
#include "measures/agents.h"
#include "measures/sum.h"

/// The agents of a frame, ascending by id.
typedef struct kept {
    size_t count, room;
    covey_id *id;
    uint64_t *since;    ///< the first frame from which on the agent was there without a gap
    covey_vec *folded;  ///< inside the space
    covey_vec *pos;     ///< from where it was then, without seams
    covey_vec *heading; ///< unit vectors; x is NaN where it is unknown
} kept;

/// The sum and the number of values of a lag.
typedef struct total {
    covey_sum sum;
    uint64_t count;
    double first; ///< from which deviations are measured, so that equal numbers have none
} total;

struct covey_lags {
    covey_memory memory;
    size_t most;
    covey_beat frames;         ///< so far
    kept *ring;                ///< most + 1 frames, frame k at k % (most + 1)
    total *totals[COVEY_LAGS]; ///< of lag k + 1; of squares where a deviation is made of them, and
                               ///< none where a number follows from another
};

// ---- Memory ----

static void free_kept(covey_memory *memory, kept *self)
{
    covey_memory_give(memory, self->id, self->room, sizeof *self->id);
    covey_memory_give(memory, self->since, self->room, sizeof *self->since);
    covey_memory_give(memory, self->folded, self->room, sizeof *self->folded);
    covey_memory_give(memory, self->pos, self->room, sizeof *self->pos);
    covey_memory_give(memory, self->heading, self->room, sizeof *self->heading);
    *self = (kept){0};
}

/// Room for so many agents; their old content goes. False without memory.
static bool make_room(covey_memory *memory, kept *self, size_t count)
{
    if (count <= self->room)
        return true;
    free_kept(memory, self);
    self->room = count + count / 4 + 16;
    self->id = covey_memory_take(memory, self->room, sizeof *self->id);
    self->since = covey_memory_take(memory, self->room, sizeof *self->since);
    self->folded = covey_memory_take(memory, self->room, sizeof *self->folded);
    self->pos = covey_memory_take(memory, self->room, sizeof *self->pos);
    self->heading = covey_memory_take(memory, self->room, sizeof *self->heading);
    if (self->id != NULL && self->since != NULL && self->folded != NULL && self->pos != NULL &&
        self->heading != NULL)
        return true;
    free_kept(memory, self);
    return false;
}

void covey_lags_destroy(covey_lags *lags)
{
    if (lags == NULL)
        return;
    covey_memory memory = lags->memory;
    for (size_t k = 0; k <= lags->most && lags->ring != NULL; k++)
        free_kept(&memory, &lags->ring[k]);
    covey_memory_give(&memory, lags->ring, lags->most + 1, sizeof *lags->ring);
    for (int which = 0; which < COVEY_LAGS; which++)
        covey_memory_give(&memory, lags->totals[which], lags->most, sizeof *lags->totals[which]);
    covey_memory_give(&memory, lags, 1, sizeof *lags);
}

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for so many lags");
}

covey_status covey_lags_create(size_t most, covey_allocator allocator, covey_lags **made,
                               covey_error *error)
{
    if (made == NULL)
        return covey_missing(error, __func__);
    *made = NULL;
    if (most < 1 || most > COVEY_MAX_POINTS)
        return covey_fail(error, COVEY_ARG, "there are 1 to %d lags", COVEY_MAX_POINTS);
    covey_memory memory = covey_memory_init(allocator);
    covey_lags *lags = covey_memory_take(&memory, 1, sizeof *lags);
    if (lags == NULL)
        return no_memory(error);
    *lags = (covey_lags){.memory = memory, .most = most};
    lags->ring = covey_memory_take(&lags->memory, most + 1, sizeof *lags->ring);
    bool whole = lags->ring != NULL;
    for (size_t k = 0; k <= most && whole; k++)
        lags->ring[k] = (kept){0};
    for (int which = 0; which < COVEY_LAGS; which++) {
        total *totals = covey_memory_take(&lags->memory, most, sizeof *totals);
        lags->totals[which] = totals;
        whole = whole && totals != NULL;
        for (size_t k = 0; k < most && totals != NULL; k++)
            totals[k] = (total){.count = 0};
    }
    if (!whole) {
        covey_lags_destroy(lags);
        return no_memory(error);
    }
    *made = lags;
    return COVEY_OK;
}

// ---- Frames ----

static kept *frame_at(const covey_lags *lags, uint64_t number)
{
    return &lags->ring[number % (lags->most + 1)];
}

/// Loops over the agents that are in both frames, with their indices i in a and j in b.
#define FOR_BOTH(a, b, i, j)                                                                       \
    for (size_t i = 0, j = 0; i < (a)->count && j < (b)->count; (a)->id[i] < (b)->id[j] ? i++      \
                                                                : (b)->id[j] < (a)->id[i]          \
                                                                    ? j++                          \
                                                                    : (i++, j++))                  \
        if ((a)->id[i] == (b)->id[j])

static void copy_agents(kept *now, const covey_view *view, uint64_t number)
{
    now->count = view->count;
    for (size_t i = 0; i < view->count; i++) {
        now->id[i] = view->id[i];
        now->since[i] = number;
        now->folded[i] = covey_space_fold(&view->space, covey_agents_pos(view, i));
        now->pos[i] = now->folded[i];
        covey_vec unit = {(double)NAN, 0, 0};
        const covey_vec ahead = covey_agents_ahead(view, i);
        if (!isnan(ahead.x))
            unit = covey_vec_unit(ahead);
        bool flies = covey_vec_dot(unit, unit) > 0.0;
        now->heading[i] = flies ? unit : (covey_vec){(double)NAN, 0, 0};
    }
}

/// Carries the unwrapped positions of agents of the frame before over to this frame.
static void go_on(const covey_space *space, const kept *before, kept *now)
{
    FOR_BOTH(before, now, i, j)
    {
        covey_vec way = covey_space_offset(space, before->folded[i], now->folded[j]);
        now->pos[j] = covey_vec_add(before->pos[i], way);
        now->since[j] = before->since[i];
    }
}

// ---- Sums ----

static void add(total *to, double value)
{
    covey_sum_add(&to->sum, covey_agents_finite(value));
    to->count++;
}

static void add_headings(covey_lags *lags, size_t lag, covey_vec before, covey_vec now)
{
    double cosine = covey_vec_dot(before, now);
    if (isnan(cosine))
        return;
    double turn = covey_agents_angle(before, now, COVEY_AXES); // 0 to pi
    add(&lags->totals[COVEY_LAG_HEADING][lag - 1], cosine);
    add(&lags->totals[COVEY_LAG_TURNING][lag - 1], turn);
    total *spread = &lags->totals[COVEY_LAG_TURNING_SD][lag - 1];
    if (spread->count == 0)
        spread->first = turn;
    double deviation = turn - spread->first;
    add(spread, deviation * deviation);
}

/// Adds the agents that are in both frames and all between; `from` is the number of the earlier.
static void add_pair(covey_lags *lags, size_t lag, const kept *before, const kept *now,
                     uint64_t from)
{
    covey_sum_vectors ways = {{{{0}, 0}}};
    size_t both = 0;
    const int dim = covey_space_dim(&lags->frames.space);
    FOR_BOTH(before, now, i, j)
    {
        if (now->since[j] > from)
            continue;
        covey_vec way = covey_vec_sub(now->pos[j], before->pos[i]);
        covey_sum_vectors_add(&ways, way, dim);
        both++;
        add(&lags->totals[COVEY_LAG_DISPLACEMENT][lag - 1], covey_vec_dot(way, way));
        add_headings(lags, lag, before->heading[i], now->heading[j]);
    }
    if (both < 2)
        return;
    covey_vec mean = covey_sum_vectors_mean(&ways, both);
    FOR_BOTH(before, now, i, j)
    {
        if (now->since[j] > from)
            continue;
        covey_vec way = covey_vec_sub(covey_vec_sub(now->pos[j], before->pos[i]), mean);
        add(&lags->totals[COVEY_LAG_RELATIVE][lag - 1], covey_vec_dot(way, way));
    }
}

/// Forgets all pairs of frames: others are missing between them.
static void begin_anew(covey_lags *lags, kept *last, uint64_t number)
{
    for (int which = 0; which < COVEY_LAGS; which++)
        for (size_t k = 0; k < lags->most; k++)
            lags->totals[which][k] = (total){.count = 0};
    for (size_t i = 0; i < last->count; i++) {
        last->since[i] = number;
        last->pos[i] = last->folded[i];
    }
}

covey_status covey_lags_add(covey_lags *lags, const covey_view *view, double time,
                            covey_error *error)
{
    COVEY_ROUND();
    if (lags == NULL || view == NULL)
        return covey_missing(error, __func__);
    uint64_t number = lags->frames.frames;
    covey_status status = covey_beat_add(&lags->frames, "lags", &view->space, time, error);
    if (status != COVEY_OK)
        return status;
    kept *now = frame_at(lags, number);
    if (!make_room(&lags->memory, now, view->count))
        return no_memory(error);
    copy_agents(now, view, number);
    if (lags->frames.shorter)
        begin_anew(lags, frame_at(lags, number - 1), number - 1);
    if (number > 0 && lags->frames.follows)
        go_on(&lags->frames.space, frame_at(lags, number - 1), now);
    for (size_t lag = 1; lag <= lags->most && lag <= number; lag++)
        add_pair(lags, lag, frame_at(lags, number - lag), now, number - lag);
    return COVEY_OK;
}

// ---- Results ----

const covey_measure *covey_lags_about(covey_lag which)
{
    static const covey_measure rows[COVEY_LAGS] = {
        {"displacement", "Mean squared displacement, without seams.", "L^2", "Einstein 1905", false,
         NULL},
        {"relative_displacement", "The same within the flock, without its mean displacement.",
         "L^2", "Cavagna et al. 2013, doi:10.1098/rspb.2012.2484", false,
         "where fewer than two agents are in both frames"},
        {"heading_memory", "Mean cosine between the headings then and now.", "",
         "Romanczuk et al. 2012, doi:10.1140/epjst/e2012-01529-y", true, NULL},
        {"diffusion", "Mean squared displacement over 2 d lag, in d dimensions.", "L^2/T",
         "Einstein 1905", false, NULL},
        {"turning_rate", "Mean angle between the headings then and now, over the lag.", "rad/T",
         "Herbert-Read et al. 2011, doi:10.1073/pnas.1109355108", true, NULL},
        {"turning_rate_sd", "Standard deviation of the same.", "rad/T",
         "Herbert-Read et al. 2011, doi:10.1073/pnas.1109355108", true, NULL},
    };
    const int index = (int)which;
    return index >= 0 && index < COVEY_LAGS ? &rows[index] : NULL;
}

static double value_of(const covey_lags *lags, covey_lag which, size_t k)
{
    const total *of = &lags->totals[which][k];
    double lag = (double)(k + 1) * lags->frames.length;
    double mean = covey_sum_mean(&of->sum, (size_t)of->count);
    if (which == COVEY_LAG_TURNING)
        return covey_agents_finite(mean / lag);
    if (which != COVEY_LAG_TURNING_SD)
        return mean;
    double turn = covey_sum_mean(&lags->totals[COVEY_LAG_TURNING][k].sum, (size_t)of->count);
    double variance = mean - (turn - of->first) * (turn - of->first);
    return covey_agents_finite(sqrt(variance > 0.0 ? variance : 0.0) / lag);
}

void covey_lags_take(const covey_lags *lags, covey_lag which, covey_profile *profile)
{
    COVEY_ROUND();
    if (profile == NULL)
        return;
    profile->count = 0;
    bool diffuses = which == COVEY_LAG_DIFFUSION;
    covey_lag of = diffuses ? COVEY_LAG_DISPLACEMENT : which;
    for (size_t k = 0; covey_lags_about(which) != NULL && lags != NULL && k < lags->most; k++) {
        double lag = (double)(k + 1) * lags->frames.length, value;
        if (lags->totals[of][k].count == 0)
            continue;
        value = value_of(lags, of, k);
        if (diffuses)
            value = covey_agents_finite(value / (2.0 * covey_space_dim(&lags->frames.space) * lag));
        profile->points[profile->count++] =
            (covey_profile_point){lag, value, lags->totals[of][k].count};
    }
}
