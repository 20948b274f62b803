// SPDX-License-Identifier: MIT
// The few functions of the Python module that are C: memory that outlives views, and collections
// of what questions find. declare.py puts this behind the includes of covey's headers.
#include <stdlib.h>
#include <string.h>

// ---- declared ----
typedef struct covey_keeper covey_keeper;
covey_keeper *covey_keeper_create(void);
void covey_keeper_destroy(covey_keeper *keeper);
covey_allocator covey_keeper_allocator(covey_keeper *keeper);
void covey_keeper_hold(covey_keeper *keeper);
void covey_keeper_release(covey_keeper *keeper);

// What a question found: the first `room` of them are in the columns, `count` counts all.
typedef struct covey_found {
    size_t room;
    size_t count;
    covey_neighbor *agents;
    covey_hit *hits;
} covey_found;
covey_status covey_found_near(const covey_world *world, int flock, covey_vec center, double radius,
                              covey_found *found);
covey_status covey_found_box(const covey_world *world, int flock, covey_vec low, covey_vec high,
                             covey_found *found);
covey_status covey_found_ray(const covey_world *world, const covey_ray *ray, covey_found *found);

// Bytes that were written to a sink. The caller frees them with covey_bytes_free().
typedef struct covey_bytes {
    char *bytes;
    size_t size;
    size_t room;
} covey_bytes;
covey_sink covey_bytes_sink(covey_bytes *bytes);
void covey_bytes_free(covey_bytes *bytes);

// Pushes that Python calculated for all agents before the step, for an influence to give out: those
// of the agent with the id ids[order[k]], ids ascending, are push[axis][order[k]].
typedef struct covey_pushes {
    size_t count;
    const uint32_t *id;
    const double *push[3];
} covey_pushes;
covey_influence *covey_pushes_kind(char *name, char *title);
void covey_pushes_kind_destroy(covey_influence *kind);
double covey_pushes_number(covey_pushes *pushes, int part);

// Random numbers of many agents.
void covey_uniforms(uint64_t seed, uint64_t step, uint32_t stream, size_t count,
                    const uint32_t *ids, double *numbers);
// ---- declared ----

// ---- Memory of worlds ----
//
// While numpy looks at memory of a world it must not go, whatever the world does. A keeper is the
// allocator of one world: held, it buries blocks instead of freeing them, until it is released.
// A block begins with the address of the one that was buried before it.

#define HEAD                                                                                       \
    ((sizeof(void *) + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t))

struct covey_keeper {
    size_t held;
    void *buried;
};

covey_keeper *covey_keeper_create(void)
{
    return calloc(1, sizeof(covey_keeper));
}

static void empty(covey_keeper *keeper)
{
    while (keeper->buried != NULL) {
        void *block = keeper->buried;
        memcpy(&keeper->buried, block, sizeof(void *));
        free(block);
    }
}

void covey_keeper_destroy(covey_keeper *keeper)
{
    if (keeper != NULL)
        empty(keeper);
    free(keeper);
}

void covey_keeper_hold(covey_keeper *keeper)
{
    keeper->held++;
}

void covey_keeper_release(covey_keeper *keeper)
{
    if (--keeper->held == 0)
        empty(keeper);
}

static void bury(covey_keeper *keeper, char *block)
{
    memcpy(block, &keeper->buried, sizeof(void *));
    keeper->buried = block;
    if (keeper->held == 0)
        empty(keeper);
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    covey_keeper *keeper = context;
    char *old = block == NULL ? NULL : (char *)block - HEAD, *made = NULL;
    if (new_size > 0) {
        made = new_size > SIZE_MAX - HEAD ? NULL : malloc(HEAD + new_size);
        if (made == NULL)
            return NULL;
        if (old != NULL)
            memcpy(made + HEAD, block, old_size < new_size ? old_size : new_size);
    }
    if (old != NULL)
        bury(keeper, old);
    return made == NULL ? NULL : made + HEAD;
}

covey_allocator covey_keeper_allocator(covey_keeper *keeper)
{
    return (covey_allocator){resize, keeper};
}

// ---- Questions ----

static bool collect_agent(void *context, const covey_neighbor *agent)
{
    covey_found *found = context;
    if (found->count < found->room)
        found->agents[found->count] = *agent;
    found->count++;
    return true;
}

static bool collect_hit(void *context, const covey_hit *hit)
{
    covey_found *found = context;
    if (found->count < found->room)
        found->hits[found->count] = *hit;
    found->count++;
    return true;
}

covey_status covey_found_near(const covey_world *world, int flock, covey_vec center, double radius,
                              covey_found *found)
{
    return covey_world_near(world, flock, center, radius, collect_agent, found);
}

covey_status covey_found_box(const covey_world *world, int flock, covey_vec low, covey_vec high,
                             covey_found *found)
{
    return covey_world_in_box(world, flock, low, high, collect_agent, found);
}

covey_status covey_found_ray(const covey_world *world, const covey_ray *ray, covey_found *found)
{
    return covey_world_ray_all(world, ray, collect_hit, found);
}

// ---- Texts and images ----

static covey_status grow(void *context, const void *bytes, size_t size)
{
    covey_bytes *to = context;
    if (size > SIZE_MAX / 4 - to->size)
        return COVEY_MEMORY;
    if (to->size + size > to->room) {
        size_t room = 2 * (to->size + size);
        char *block = realloc(to->bytes, room);
        if (block == NULL)
            return COVEY_MEMORY;
        to->bytes = block;
        to->room = room;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return COVEY_OK;
}

covey_sink covey_bytes_sink(covey_bytes *bytes)
{
    return (covey_sink){grow, bytes};
}

void covey_bytes_free(covey_bytes *bytes)
{
    free(bytes->bytes);
    *bytes = (covey_bytes){0};
}

// ---- Influences of Python ----
//
// The one parameter of such an influence is the address of its pushes, as two whole numbers that
// doubles hold: 32 bits each.

typedef struct place {
    double high, low;
} place;

#define WORD 4294967296.0

static const covey_param params[] = {
    COVEY_PARAM_WHOLE(place, high, 0, 0, WORD - 1, "", "Where its pushes are."),
    COVEY_PARAM_WHOLE(place, low, 0, 0, WORD - 1, "", "Where its pushes are."),
    {0},
};

double covey_pushes_number(covey_pushes *pushes, int part)
{
    uint64_t address = (uint64_t)(uintptr_t)pushes;
    return (double)(part == 0 ? address >> 32 : address & 0xffffffffu);
}

/// Index of the agent by its id, between ids that ascend; `count` if it has no push.
static size_t find(const covey_pushes *pushes, uint32_t id)
{
    size_t low = 0, high = pushes->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pushes->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < pushes->count && pushes->id[low] == id ? low : pushes->count;
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    (void)scene;
    const place *at = values;
    uint64_t address = (uint64_t)at->high << 32 | (uint64_t)at->low;
    const covey_pushes *pushes = (const covey_pushes *)(uintptr_t)address;
    covey_vec none = {0};
    if (pushes == NULL)
        return none;
    size_t k = agent->id < pushes->count && pushes->id[agent->id] == agent->id
                   ? agent->id
                   : find(pushes, agent->id);
    if (k == pushes->count)
        return none;
    covey_vec push = {pushes->push[0][k], pushes->push[1][k],
                      pushes->push[2] != NULL ? pushes->push[2][k] : 0.0};
    return push;
}

covey_influence *covey_pushes_kind(char *name, char *title)
{
    covey_influence *kind = calloc(1, sizeof *kind);
    if (kind != NULL)
        *kind = (covey_influence){.name = name,
                                  .title = title,
                                  .source = "Python",
                                  .params = params,
                                  .params_size = sizeof(place),
                                  .act = act};
    return kind;
}

void covey_pushes_kind_destroy(covey_influence *kind)
{
    free(kind);
}

void covey_uniforms(uint64_t seed, uint64_t step, uint32_t stream, size_t count,
                    const uint32_t *ids, double *numbers)
{
    for (size_t k = 0; k < count; k++)
        numbers[k] = covey_uniform(seed, step, ids[k], stream);
}
