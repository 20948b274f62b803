// SPDX-License-Identifier: MIT
// Any bytes as a snapshot: of the state alone, for the world that fits it, or of a whole world,
// which is restored and made of it. Magic, format, definitions or size of the recipe, and hash are
// made right. A snapshot that is refused leaves the world as it is and has a message; a state that
// is taken gives the same bytes again, a whole world bytes that make it again, and both step, to an
// end of numbers at worst. The first byte picks the world, 64 in it a whole one, and 128 says that
// the bytes stay as they are.
#include "covey/scenario.h"

#include "base/bits.h"
#include "core/snapshot.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/// libfyaml 0.7.12 forgets a buffer.
const char *__lsan_default_suppressions(void)
{
    return "leak:libfyaml.so";
}

enum { WORLDS = 6, MOST = 1 << 16, STEPS = 3, RIGHT = 24 };

static const char *const scenes[WORLDS] = {
    "flocks: {model: couzin, motion: turn, count: 3, place: {speed: 1}}\n"
    "influences: {kind: obstacle, points: [[3, 3]], radius: 1}\n",
    "space: {kind: torus, width: 30, height: 20}\n"
    "flocks: [{name: a, model: torus, count: 4}, {name: b, model: predator, hunts: a, count: 1}]\n",
    "precision: single\nspace: {kind: torus, width: 30, height: 20}\n"
    "flocks: {model: vicsek, count: 3, place: {speed: 1}}\n",
    "flocks: {model: formal, count: 3}\ninfluences: [{kind: wind, x: 1}, {kind: goal}]\n",
    "space: {dim: 3, kind: torus, width: 30, height: 20, depth: 25}\n"
    "flocks: [{name: a, model: reynolds, count: 3, sees: {b: flee}}, {name: b, model: torus, "
    "count: 1}]\ninfluences: {kind: obstacle, points: [[3, 3, 4]], radius: 1}\n",
    "precision: single\nspace: {dim: 3, kind: open}\n"
    "flocks: {model: couzin, motion: turn, count: 3, place: {speed: 1}}\n"
    "influences: {kind: preference, x: 1}\n",
};

static void require(bool holds)
{
    if (!holds)
        abort();
}

/// Memory for little worlds: a snapshot may ask for a billion agents.
enum { MEMORY = 1 << 24 };
static size_t held;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    if (new_size > old_size && new_size - old_size > MEMORY - held)
        return NULL;
    void *made = new_size > 0 ? realloc(block, new_size) : NULL;
    require(made != NULL || new_size == 0);
    if (new_size == 0)
        free(block);
    held = held + new_size - old_size;
    return made;
}

static covey_world_def engine(void)
{
    covey_world_def def = covey_world_def_default();
    def.allocator.resize = resize;
    return def;
}

static covey_world *make_world(const char *text)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_world_def how = engine();
    covey_scenario *scenario;
    covey_world *world;
    require(covey_scenario_read(&def, text, strlen(text), &scenario, NULL) == COVEY_OK);
    require(covey_scenario_world(scenario, &how, &world, NULL) == COVEY_OK);
    covey_scenario_destroy(scenario);
    return world;
}

static unsigned char *save(const covey_world *world, bool whole, size_t *size)
{
    *size = whole ? covey_world_snapshot_size(world) : covey_snapshot_state_size(world);
    unsigned char *bytes = malloc(*size);
    require(bytes != NULL);
    if (whole)
        require(covey_world_save(world, bytes, *size) == COVEY_OK);
    else
        covey_snapshot_state_save(world, bytes);
    return bytes;
}

/// Sets the bytes that random ones hardly ever have right.
static void mend(const covey_world *world, bool whole, unsigned char *bytes, size_t size)
{
    size_t own_size;
    unsigned char *own = save(world, whole, &own_size);
    memcpy(bytes, own, size < RIGHT ? size : RIGHT);
    if (size >= RIGHT + 16 && size % 8 == 0)
        covey_bytes_put(bytes + size - 8, covey_bytes_hash(bytes, size / 8 - 1));
    free(own);
}

static void take_steps(covey_world *world)
{
    for (int flock = 0; flock < covey_world_flocks(world); flock++) {
        covey_view view = covey_world_view(world, flock);
        for (size_t i = 0; i < view.count; i++)
            require(covey_world_index(world, flock, view.id[i]) == (ptrdiff_t)i);
    }
    for (int step = 0; step < STEPS; step++) {
        covey_status status = covey_world_step(world, 0.125);
        require(status == COVEY_OK || status == COVEY_DIVERGED || status == COVEY_ARG);
    }
}

/// A world that was taken is saved as bytes that make the same world.
static void check_whole(covey_world *world)
{
    size_t size, again_size;
    covey_world_def how = engine();
    covey_world *other;
    unsigned char *bytes = save(world, true, &size);
    covey_status status = covey_world_create_from(bytes, size, &how, NULL, &other, NULL);
    require(status == COVEY_OK || status == COVEY_MEMORY);
    if (status == COVEY_OK) {
        unsigned char *again = save(other, true, &again_size);
        require(again_size == size && memcmp(again, bytes, size) == 0);
        free(again);
        covey_world_destroy(other);
    }
    free(bytes);
}

static void check_state(const covey_world *world, const unsigned char *bytes, size_t size)
{
    size_t again_size;
    unsigned char *again = save(world, false, &again_size);
    require(again_size == size && memcmp(again, bytes, size) == 0);
    free(again);
}

static void restore(covey_world *world, bool whole, const unsigned char *bytes, size_t size)
{
    uint64_t hash = covey_world_hash(world);
    covey_error error = {0};
    covey_status status = covey_world_restore(world, bytes, size, &error);
    require(status == COVEY_OK || ((status == COVEY_INPUT || (whole && status == COVEY_MEMORY)) &&
                                   error.message[0] != '\0'));
    if (status != COVEY_OK) {
        require(covey_world_hash(world) == hash);
        return;
    }
    if (whole)
        check_whole(world);
    else
        check_state(world, bytes, size);
    take_steps(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > MOST)
        return 0;
    bool whole = (data[0] & 64) != 0;
    covey_world *world = make_world(scenes[(data[0] & 63) % WORLDS]), *made = NULL;
    unsigned char *bytes = malloc(size);
    require(bytes != NULL);
    memcpy(bytes, data + 1, --size);
    if ((data[0] & 128) == 0)
        mend(world, whole, bytes, size);
    restore(world, whole, bytes, size);
    covey_world_def how = engine();
    if (whole && covey_world_create_from(bytes, size, &how, NULL, &made, NULL) == COVEY_OK)
        take_steps(made);
    covey_world_destroy(made);
    covey_world_destroy(world);
    require(held == 0);
    free(bytes);
    return 0;
}
