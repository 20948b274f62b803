// SPDX-License-Identifier: MIT
// The state hashes of the library alone, without files: one line for each model, space and
// precision, or "refused" where the model is not for that space. For machines that the program is
// not for. core_hashes [KERNEL] [THREADS] [STEPS]; KERNEL as in covey run.
#include "covey/covey.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 400, STEPS = 30, SPACES = 8, DECIMAL = 10 };

static covey_space space_of(int number)
{
    covey_space space = covey_space_open();
    switch (number / 2) {
    case 1:
        space = covey_space_torus(12, 9);
        break;
    case 2:
        space = covey_space_reflecting(12, 9);
        break;
    case 3:
        space = covey_space_respawn(12, 9);
        break;
    default:
        break;
    }
    return number % 2 == 0 ? space : covey_space_deep(space, 7);
}

/// Adds the flock, its predators and its prey, as the model may sense both.
static covey_status fill(covey_world *world, const char *model, covey_error *error)
{
    covey_flock_def flock = covey_flock_def_default();
    int number;
    flock.name = "prey";
    flock.model = model;
    flock.count = AGENTS;
    covey_status status = covey_world_add(world, &flock, &number, error);
    flock.name = "hunters";
    flock.hunts = "prey";
    flock.count = 5;
    return status == COVEY_OK ? covey_world_add(world, &flock, &number, error) : status;
}

/// The hash after these steps; *error tells why there is none.
static covey_status hash_of(const covey_world_def *def, const char *model, long steps,
                            uint64_t *hash, covey_error *error)
{
    covey_world *world;
    covey_status status = covey_world_create(def, &world, error);
    if (status != COVEY_OK)
        return status;
    status = fill(world, model, error);
    for (long step = 0; step < steps && status == COVEY_OK; step++)
        status = covey_world_step(world, 0.05);
    *hash = covey_world_hash(world);
    covey_world_destroy(world);
    return status;
}

int main(int count, char **words)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.seed = 5;
    if (count > 1 && covey_kernel_find(words[1], &def.kernel, &error) != COVEY_OK) {
        (void)fprintf(stderr, "core_hashes: %s\n", error.message);
        return 64;
    }
    def.threads = count > 2 ? atoi(words[2]) : 1;
    long steps = count > 3 ? strtol(words[3], NULL, DECIMAL) : STEPS;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int number = 0; number < 2 * SPACES; number++) {
            const char *model = covey_model_at(k)->name;
            def.space = space_of(number / 2);
            def.precision = number % 2 == 0 ? COVEY_PRECISION_DOUBLE : COVEY_PRECISION_SINGLE;
            uint64_t hash = 0;
            covey_status status = hash_of(&def, model, steps, &hash, &error);
            printf("%s %s %d %s ", model, covey_space_names()[def.space.kind],
                   covey_space_dim(&def.space), covey_precision_names()[def.precision]);
            if (status == COVEY_OK)
                printf("%016" PRIx64 "\n", hash);
            else
                printf("refused: %s\n", covey_status_name(status));
        }
    return 0;
}
