// SPDX-License-Identifier: MIT
// Any bytes as the snapshot of a world that fits them but for their contents: magic, format,
// definitions and hash are made right. A snapshot that is refused leaves the world as it is and has
// a message; one that is taken gives the same bytes again and steps, to an end of numbers at worst.
// The first byte picks the world and whether the bytes stay as they are.
#include "covey/scenario.h"

#include "base/bits.h"

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

static covey_world *make_world(const char *text)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_world_def engine = covey_world_def_default();
    covey_scenario *scenario;
    covey_world *world;
    engine.threads = 1;
    require(covey_scenario_read(&def, text, strlen(text), &scenario, NULL) == COVEY_OK);
    require(covey_scenario_world(scenario, &engine, &world, NULL) == COVEY_OK);
    covey_scenario_destroy(scenario);
    return world;
}

/// Sets the bytes that random ones hardly ever have right.
static void mend(const covey_world *world, unsigned char *bytes, size_t size)
{
    unsigned char *own = malloc(MOST);
    require(own != NULL && covey_world_save(world, own, MOST) == COVEY_OK);
    memcpy(bytes, own, size < RIGHT ? size : RIGHT);
    if (size >= RIGHT + 16 && size % 8 == 0)
        covey_bytes_put(bytes + size - 8, covey_bytes_hash(bytes, size / 8 - 1));
    free(own);
}

static void check_taken(covey_world *world, const unsigned char *bytes, size_t size)
{
    unsigned char *again = malloc(size);
    require(again != NULL && covey_world_snapshot_size(world) == size);
    require(covey_world_save(world, again, size) == COVEY_OK);
    require(memcmp(again, bytes, size) == 0);
    free(again);
    covey_view view = covey_world_view(world, 0);
    for (size_t i = 0; i < view.count; i++)
        require(covey_world_index(world, 0, view.id[i]) == (ptrdiff_t)i);
    for (int step = 0; step < STEPS; step++) {
        covey_status status = covey_world_step(world, 0.125);
        require(status == COVEY_OK || status == COVEY_DIVERGED);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > MOST)
        return 0;
    covey_world *world = make_world(scenes[data[0] % WORLDS]);
    unsigned char *bytes = malloc(size);
    require(bytes != NULL);
    memcpy(bytes, data + 1, --size);
    if ((data[0] & 128) == 0)
        mend(world, bytes, size);
    uint64_t hash = covey_world_hash(world);
    covey_error error = {0};
    covey_status status = covey_world_restore(world, bytes, size, &error);
    require(status == COVEY_OK || (status == COVEY_INPUT && error.message[0] != '\0'));
    if (status == COVEY_OK)
        check_taken(world, bytes, size);
    else
        require(covey_world_hash(world) == hash);
    free(bytes);
    covey_world_destroy(world);
    return 0;
}
