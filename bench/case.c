// SPDX-License-Identifier: MIT
// The table of cases. A case with a rival is measured in turns with it.
#include "case.h"

#include <stddef.h>
#include <string.h>

#define STEP(kind, agents, near)                                                                   \
    {                                                                                              \
        .model = kind, .count = agents, .neighbors = near, .threads = 1,                           \
        .kernel = COVEY_KERNEL_FASTEST                                                             \
    }
#define SIZE(label, agents)                                                                        \
    {                                                                                              \
        .name = "size-" label, .measure = case_scene, .own = STEP("formal", agents, 20)            \
    }
#define NEIGHBORS(near)                                                                            \
    {                                                                                              \
        .name = "neighbors-" #near, .measure = case_scene, .own = STEP("formal", 1e5, near)        \
    }
#define MODEL(kind)                                                                                \
    {                                                                                              \
        .name = "model-" kind, .measure = case_scene, .own = STEP(kind, 1e5, 20),                  \
        .rival = STEP("three_rule", 1e5, 20), .rival_name = "three_rule"                           \
    }
#define OWN(kind, other)                                                                           \
    {                                                                                              \
        .name = "own-" kind, .measure = case_scene, .own = STEP(kind, 1e5, 20),                    \
        .rival = STEP(other, 1e5, 20), .rival_name = other                                         \
    }
#define KERNEL(kind)                                                                               \
    {                                                                                              \
        .name = "kernel-" kind, .measure = case_scene, .own = STEP(kind, 1e4, 20),                 \
        .rival = {.model = kind,                                                                   \
                  .count = 1e4,                                                                    \
                  .neighbors = 20,                                                                 \
                  .threads = 1,                                                                    \
                  .kernel = COVEY_KERNEL_REF},                                                     \
        .rival_name = "kernel ref"                                                                 \
    }
#define CROWDED(agents, way)                                                                       \
    {                                                                                              \
        .model = "formal", .count = agents, .neighbors = agents - 1, .threads = 1,                 \
        .kernel = COVEY_KERNEL_FASTEST, .in_disc = true, .dense = way                              \
    }
#define CROWD(label, agents)                                                                       \
    {                                                                                              \
        .name = "crowd-" label, .measure = case_scene,                                             \
        .own = CROWDED(agents, COVEY_DENSE_AGGREGATE),                                             \
        .rival = CROWDED(agents, COVEY_DENSE_PAIRS), .rival_name = "dense: pairs"                  \
    }
#define SINGLE(label, kind, near)                                                                  \
    {                                                                                              \
        .name = "single-" label, .measure = case_scene,                                            \
        .own = {.model = kind,                                                                     \
                .count = 1e5,                                                                      \
                .neighbors = near,                                                                 \
                .threads = 1,                                                                      \
                .kernel = COVEY_KERNEL_FASTEST,                                                    \
                .precision = COVEY_PRECISION_SINGLE},                                              \
        .rival = STEP(kind, 1e5, near), .rival_name = "double"                                     \
    }
#define THREADS(label, agents)                                                                     \
    {                                                                                              \
        .name = "threads-" label, .measure = case_scene, .own = STEP("formal", agents, 20),        \
        .rival = STEP("formal", agents, 20), .rival_name = "1 thread", .grows = true               \
    }
#define GAME(kind, other)                                                                          \
    {                                                                                              \
        .name = "game-" kind, .measure = case_crowd, .rival_name = other                           \
    }
#define EDIT(kind, other)                                                                          \
    {                                                                                              \
        .name = "game-" kind, .measure = case_edit, .own = STEP("torus", 1e5, 20),                 \
        .rival_name = other                                                                        \
    }
/// Steps on a torus of 2.8 radii, against those of as many neighbors on one of 12: ratios are those
/// of a pair.
#define NARROW(kind)                                                                               \
    {                                                                                              \
        .name = "narrow-" kind, .measure = case_scene, .own = STEP(kind, 784, 314),                \
        .rival = STEP(kind, 14400, 314), .rival_name = "a torus of 12 radii"                       \
    }
/// Steps of boids among so many obstacles, against the same among 10.
#define AMONG(label, agents, many, each)                                                           \
    {                                                                                              \
        .name = "obstacles-" label, .measure = case_scene,                                         \
        .own = {.model = "torus",                                                                  \
                .count = agents,                                                                   \
                .neighbors = 20,                                                                   \
                .threads = 1,                                                                      \
                .obstacles = many,                                                                 \
                .points = each},                                                                   \
        .rival = {.model = "torus",                                                                \
                  .count = agents,                                                                 \
                  .neighbors = 20,                                                                 \
                  .threads = 1,                                                                    \
                  .obstacles = 10,                                                                 \
                  .points = each},                                                                 \
        .rival_name = "10 obstacles"                                                               \
    }
/// Steps in three dimensions, against those in the plane with as many neighbors.
#define DEEP(kind)                                                                                 \
    {                                                                                              \
        .name = "deep-" kind, .measure = case_scene,                                               \
        .own = {.model = kind, .count = 1e5, .neighbors = 20, .threads = 1, .deep = true},         \
        .rival = STEP(kind, 1e5, 20), .rival_name = "the plane"                                    \
    }
/// Questions between steps among 1,000 discs.
#define QUERY(kind)                                                                                \
    {                                                                                              \
        .name = "query-" kind, .measure = case_query, .own = {                                     \
            .model = "torus",                                                                      \
            .count = 1e5,                                                                          \
            .neighbors = 20,                                                                       \
            .threads = 1,                                                                          \
            .obstacles = 1000,                                                                     \
            .points = 1                                                                            \
        }                                                                                          \
    }
#define PROGRAM(near)                                                                              \
    {                                                                                              \
        .name = "formal-program-" #near, .measure = case_program,                                  \
        .own = STEP("formal", 2000, near), .rival_name = "naive"                                   \
    }
#define TEXT(label, run, other)                                                                    \
    {                                                                                              \
        .name = label, .measure = run, .rival_name = other                                         \
    }
#define LAMMPS(label, agents)                                                                      \
    {                                                                                              \
        .name = "lammps-" label, .measure = case_lammps, .own = STEP("formal", agents, 20),        \
        .rival_name = "LAMMPS", .against = true                                                    \
    }
#define BOIDS(label, agents)                                                                       \
    {                                                                                              \
        .name = "boids-" label, .measure = case_boids, .own = STEP("formal", agents, 20),          \
        .rival_name = "boids (npm)", .against = true                                               \
    }

static const bench_case cases[] = {
    SIZE("1k", 1e3),
    SIZE("10k", 1e4),
    SIZE("100k", 1e5),
    SIZE("1m", 1e6),
    NEIGHBORS(7),
    NEIGHBORS(14),
    NEIGHBORS(28),
    NEIGHBORS(50),
    NEIGHBORS(100),
#define ENTRY(name) MODEL(#name),
#include "models/models.def"
#undef ENTRY
    OWN("followers", "vicsek"),
    OWN("followers-one", "followers"),
    KERNEL("formal"),
    KERNEL("unicycle"),
    KERNEL("three_rule"),
    KERNEL("torus"),
    KERNEL("predator"),
    KERNEL("reynolds"),
    KERNEL("vicsek"),
    KERNEL("couzin"),
    KERNEL("couzin_leaders"),
    KERNEL("cucker_smale"),
    KERNEL("morse"),
    KERNEL("olfati_saber"),
    KERNEL("active_brownian"),
    KERNEL("inertial_spin"),
    CROWD("1k", 1e3),
    CROWD("10k", 1e4),
    CROWD("100k", 1e5),
    SINGLE("formal", "formal", 20),
    SINGLE("100", "formal", 100),
    SINGLE("three_rule", "three_rule", 20),
    SINGLE("cucker_smale", "cucker_smale", 20),
    THREADS("100k", 1e5),
    THREADS("1m", 1e6),
    NARROW("vicsek"),
    NARROW("reynolds"),
    AMONG("1k", 5e3, 1e3, 1),
    AMONG("100k", 1e5, 1e5, 2),
    DEEP("three_rule"),
    DEEP("reynolds"),
    DEEP("vicsek"),
    DEEP("couzin"),
    DEEP("cucker_smale"),
    DEEP("topological"),
    PROGRAM(7),
    PROGRAM(20),
    PROGRAM(60),
    TEXT("read", case_read, "scanf"),
    TEXT("read-digits", case_long, "scanf"),
    TEXT("write", case_write, "printf"),
    QUERY("near"),
    QUERY("nearest"),
    QUERY("box"),
    QUERY("ray"),
    QUERY("sees"),
    QUERY("inside"),
    QUERY("prepare"),
    GAME("heap", "bodies that are not hard"),
    GAME("press", "bodies that are not hard"),
    GAME("door", "bodies that are not hard"),
    GAME("avoid", "without avoidance"),
    GAME("aim", "without aims"),
    EDIT("edits", "without edits"),
    EDIT("keep", "a step"),
    {.name = "game-obstacles", .measure = case_moved, .rival_name = "10,000 discs at rest"},
    LAMMPS("10k", 1e4),
    LAMMPS("100k", 1e5),
    LAMMPS("1m", 1e6),
    BOIDS("1k", 1e3),
    BOIDS("10k", 1e4),
};

const bench_case *case_at(int index)
{
    size_t count = sizeof cases / sizeof *cases;
    return index >= 0 && (size_t)index < count ? &cases[index] : NULL;
}

bool case_is(const bench_case *self, const char *word)
{
    size_t size = strlen(word);
    return strncmp(self->name, word, size) == 0 &&
           (self->name[size] == '\0' || self->name[size] == '-');
}
