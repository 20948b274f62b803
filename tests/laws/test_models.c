// SPDX-License-Identifier: MIT
// Laws of every model of the library with the motion that goes with it.
//
// Threads, kernel and an interruption of the run change no bit. Renumbering,
// shifting, mirroring and turning a world changes the order in which neighbors are added, hence
// last bits (tests/laws/test_laws.c has numbers whose sums are exact in any order): there,
// velocities must agree to BOUND of the highest speed after one step. A sum of a few hundred terms
// is off by some 1e-14 of them, and unit vectors of sums that cancel to a thousandth make 1e-11 of
// it.
#include "core/world.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Not 0: a change of axes keeps neither the order of cells nor that of x² + y² + z²; see
/// docs/determinism.md, "Turned worlds".
#define BOUND 1e-10

enum { AGENTS = 260, HUNTERS = 20 };

static int steps(void)
{
    return (int)test_amount("COVEY_TEST_STEPS", 8);
}

typedef struct setup {
    const covey_model *model;
    covey_space_kind kind;
    bool deep;   ///< in three dimensions
    double size; ///< of the world; a power of 2
    int threads;
    covey_kernel_kind kernel;
    bool quiet;                  ///< no noise
    bool influences;             ///< of every kind
    const covey_setting *option; ///< of all flocks that have it; NULL: none
    test_flock *prey, *hunters;  ///< where they stand; NULL: drawn
} setup;

/// Four of the longest finite radii of the model.
static double size_for(const covey_model *model)
{
    double values[16], longest = 0.0, size = 1.0;
    assert_true(model->params_size <= sizeof values);
    covey_param_init(model->params, values);
    covey_zone zone[COVEY_MAX_ZONES];
    int count = model->zones(values, zone);
    for (int k = 0; k < count; k++)
        if (zone[k].radius < 1e9 && zone[k].radius > longest)
            longest = zone[k].radius;
    while (size < 4.0 * longest || size < 16.0)
        size *= 2.0;
    return size;
}

static void add_flock(covey_world *world, const setup *is, const covey_flock_def *base,
                      const test_flock *agents)
{
    covey_flock_def def = *base;
    def.place.x = def.place.y = def.place.z = 0.5 * is->size;
    def.place.width = def.place.height = def.place.depth = is->size;
    def.place.speed = is->size / 64;
    def.place.speed_spread = is->size / 32;
    def.body = is->size / 1024;
    for (int axis = 0; axis < COVEY_AXES && agents != NULL; axis++) {
        def.pos[axis] = agents->pos[axis];
        def.vel[axis] = agents->vel[axis];
    }
    int flock = test_world_add(world, &def);
    const covey_setting *option = is->option;
    if (option != NULL && !isnan(covey_world_param(world, flock, option->name)))
        assert_int_equal(covey_world_set(world, flock, option->name, option->value, NULL),
                         COVEY_OK);
    // The last four are options: laws with noise go without them.
    const char *const noises[] = {
        "noise",       "gain_noise",      "turn_noise",  "rotational_noise", "translational_noise",
        "temperature", "curvature_noise", "kick_spread", "vector_noise",     "informed",
        "graze",       "randomness"};
    for (int k = 0; k < (is->quiet ? 12 : 8); k++)
        if (!isnan(covey_world_param(world, flock, noises[k])))
            covey_world_set(world, flock, noises[k], is->quiet ? 0.0 : 1.0, NULL);
}

static void add_influence(covey_world *world, const setup *is, const char *kind, size_t points)
{
    const double s = is->size, x[] = {0.3 * s, 0.35 * s, 0.32 * s},
                 y[] = {0.6 * s, 0.62 * s, 0.65 * s}, z[] = {0.1 * s, 0.2 * s, 0.15 * s};
    const double flow[] = {s / 64, -s / 96, s / 128, 0};
    const covey_field field = {.cell = {s / 2, s / 2, s}, // it goes round a torus
                               .count = {2, 2, 1},
                               .value = {flow, flow, flow}};
    const covey_setting settings[] = {{"radius", s / 64}, {"weight", 2}, {"margin", s / 16},
                                      {"x", s / 8},       {"y", s / 9},  {"z", s / 10},
                                      {"up", 1}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = kind;
    def.points[0] = points > 0 ? x : NULL;
    def.points[1] = points > 0 ? y : NULL;
    def.points[2] = points > 0 ? z : NULL;
    def.points_count = points;
    def.field = covey_influence_find(kind)->field ? &field : NULL;
    int number;
    assert_int_equal(covey_world_influence_add(world, &def, &number, NULL), COVEY_OK);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        if (!isnan(covey_world_influence_param(world, number, settings[k].name)))
            covey_world_influence_set(world, number, settings[k].name, settings[k].value, NULL);
}

static covey_world *make(const setup *is)
{
    covey_world_def def = covey_world_def_default();
    def.space = (covey_space){is->kind, 2, {is->size, is->size}};
    if (is->deep)
        def.space = covey_space_deep(def.space, is->size);
    def.threads = is->threads > 0 ? is->threads : 1;
    def.kernel = is->kernel;
    covey_world *world = test_world_create(&def);
    bool hunts = strcmp(is->model->name, "predator") == 0;
    covey_flock_def prey = covey_flock_def_default(), hunter = covey_flock_def_default();
    prey.name = "prey";
    prey.model = hunts ? "torus" : is->model->name;
    prey.count = AGENTS;
    hunter.name = "hunters";
    hunter.model = "predator";
    hunter.hunts = "prey";
    hunter.count = HUNTERS;
    add_flock(world, is, &prey, is->prey);
    add_flock(world, is, &hunter, is->hunters);
    const covey_influence *kind;
    for (int k = 0; is->influences && (kind = covey_influence_at(k)) != NULL; k++) {
        bool line = kind->form == COVEY_INFLUENCE_LINE, outline = kind->points > 0 && !line;
        if (outline && (is->deep || kind->form != COVEY_INFLUENCE_OUTLINE))
            continue;
        if (is->deep && strcmp(kind->name, "wall") == 0)
            continue;
        for (size_t points = kind->points; points <= (kind->points > 0 ? 3 : 0); points++)
            add_influence(world, is, kind->name, points);
    }
    return world;
}

/// Calls the law for forms of models that differ from the usual one, on a torus.
static void for_all_forms(void law(const setup *))
{
    static const struct {
        const char *model;
        covey_setting option;
    } forms[] = {
        {"vicsek", {"update", 1}},
        {"vicsek", {"vector_noise", 0.5}},
        {"reynolds", {"form", 1}},
        {"reynolds", {"form", 2}},
        {"torus", {"flight_form", 1}},
        {"morse", {"drive", 1}},
        {"olfati_saber", {"goal_damping", 0.3}},
        {"inertial_spin", {"neighbors", 4}},
    };
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        const covey_model *model = covey_model_find(forms[k].model);
        for (int deep = 0; deep < (model->plane_only ? 1 : 2); deep++)
            law(&(setup){.model = model,
                         .kind = COVEY_SPACE_TORUS,
                         .deep = deep,
                         .size = size_for(model),
                         .option = &forms[k].option,
                         .influences = k % 2 == 0});
    }
}

/// Calls the law for every model, in every space of its dimensions, with and without influences.
static void for_all(void law(const setup *))
{
    for_all_forms(law);
    const covey_model *model;
    for (int m = 0; (model = covey_model_at(m)) != NULL; m++)
        for (int which = 0; which < (model->plane_only ? 4 : 8); which++)
            law(&(setup){.model = model,
                         .kind = (covey_space_kind)(which % 4),
                         .deep = which >= 4,
                         .size = size_for(model),
                         .influences = (m + which) % 2 == 0});
}

static uint64_t hash_after(const setup *is)
{
    covey_world *world = make(is);
    test_world_steps(world, steps(), TEST_DT);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

// ---- Bits ----

static void check_threads(const setup *is)
{
    setup one = *is;
    uint64_t expected = hash_after(&one);
    for (one.threads = 2; one.threads <= 8; one.threads *= 4)
        if (hash_after(&one) != expected)
            fail_msg("%s in space %d: %d threads", is->model->name, (int)is->kind, one.threads);
}

static void test_any_number_of_threads_gives_the_same_bits(void **unused)
{
    (void)unused;
    for_all(check_threads);
}

static void check_kernels(const setup *is)
{
    setup one = *is;
    uint64_t expected = hash_after(&one);
    for (int k = COVEY_KERNEL_REF; k <= COVEY_KERNEL_AVX512; k++) {
        one.kernel = (covey_kernel_kind)k;
        if (covey_kernels_choose(one.kernel, COVEY_PRECISION_DOUBLE) != NULL &&
            hash_after(&one) != expected)
            fail_msg("%s in space %d: kernel %s", is->model->name, (int)is->kind,
                     covey_kernel_names()[k]);
    }
}

static void test_all_kernels_give_the_same_bits(void **unused)
{
    (void)unused;
    for_all(check_kernels);
}

static void check_restore(const setup *is)
{
    setup one = *is;
    one.influences = true;
    covey_world *world = make(&one);
    int pointer = is->deep ? 1 : 6;
    assert_int_equal(covey_world_influence_set(world, pointer, "weight", 5, NULL), COVEY_OK);
    test_world_steps(world, steps(), TEST_DT);
    size_t size = covey_world_snapshot_size(world);
    unsigned char *bytes = malloc(size), *again = malloc(size);
    assert_true(bytes != NULL && again != NULL);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    covey_world *other = make(&one);
    test_world_steps(other, 3, 2 * TEST_DT);
    covey_error error = {.status = COVEY_OK};
    covey_world_restore(other, bytes, size, &error);
    assert_string_equal(error.message, "");
    test_world_steps(world, steps(), TEST_DT);
    test_world_steps(other, steps(), TEST_DT);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_save(other, again, size), COVEY_OK);
    if (memcmp(bytes, again, size) != 0)
        fail_msg("%s in space %d", is->model->name, (int)is->kind);
    covey_world_influence_remove(other, 0, NULL); // it comes back
    assert_int_equal(covey_world_restore(other, bytes, size, &error), COVEY_OK);
    assert_int_equal(covey_world_save(other, again, size), COVEY_OK);
    assert_memory_equal(again, bytes, size);
    covey_world *third = NULL; // nothing is known of it but the snapshot
    assert_int_equal(covey_world_create_from(bytes, size, NULL, NULL, &third, &error), COVEY_OK);
    assert_int_equal(covey_world_save(third, again, size), COVEY_OK);
    assert_memory_equal(again, bytes, size);
    test_world_steps(world, steps(), TEST_DT);
    test_world_steps(third, steps(), TEST_DT);
    assert_true(covey_world_hash(world) == covey_world_hash(third));
    covey_world_destroy(third);
    free(again);
    free(bytes);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

static void test_a_restored_world_goes_on_as_if_never_interrupted(void **unused)
{
    (void)unused;
    for_all(check_restore);
}

// ---- Symmetries ----

/// A change of the world: its effect on ids, places and velocities.
typedef struct change {
    const char *name;
    uint32_t (*id)(uint32_t id, uint32_t count);
    covey_vec (*pos)(covey_vec p, double size);
    covey_vec (*vel)(covey_vec v);
} change;

static uint32_t same_id(uint32_t id, uint32_t count)
{
    return id % count;
}

static uint32_t other_id(uint32_t id, uint32_t count)
{
    return (7 * id + 3) % count; // no common factor with 260 and 20
}

static covey_vec same_place(covey_vec p, double size)
{
    (void)size;
    return p;
}

static covey_vec same_way(covey_vec v)
{
    return v;
}

static covey_vec shifted(covey_vec p, double size)
{
    return (covey_vec){p.x + 0.25 * size, p.y - 0.625 * size, p.z};
}

static covey_vec mirrored(covey_vec p, double size)
{
    return (covey_vec){size - p.x, p.y, p.z};
}

static covey_vec mirrored_way(covey_vec v)
{
    return (covey_vec){-v.x, v.y, v.z};
}

static covey_vec turned(covey_vec p, double size)
{
    return (covey_vec){size - p.y, p.x, p.z};
}

static covey_vec turned_way(covey_vec v)
{
    return (covey_vec){-v.y, v.x, v.z};
}

static covey_vec mirrored_in_z(covey_vec p, double size)
{
    return (covey_vec){p.x, p.y, size - p.z};
}

static covey_vec mirrored_in_z_way(covey_vec v)
{
    return (covey_vec){v.x, v.y, -v.z};
}

/// Turned by a third about the diagonal of the cube.
static covey_vec next_axis(covey_vec p, double size)
{
    (void)size;
    return (covey_vec){p.z, p.x, p.y};
}

static covey_vec next_axis_way(covey_vec v)
{
    return (covey_vec){v.z, v.x, v.y};
}

static covey_vec tipped(covey_vec p, double size)
{
    return (covey_vec){p.x, size - p.z, p.y};
}

static covey_vec tipped_way(covey_vec v)
{
    return (covey_vec){v.x, -v.z, v.y};
}

static covey_vec raised(covey_vec p, double size)
{
    return (covey_vec){p.x, p.y - 0.25 * size, p.z + 0.375 * size};
}

/// Turned by the unit quaternion (1, 2, -3, 4)/sqrt(30), which mixes all axes.
static covey_vec skewed_way(covey_vec v)
{
    return (covey_vec){(-20 * v.x - 20 * v.y + 10 * v.z) / 30,
                       (-4 * v.x - 10 * v.y - 28 * v.z) / 30, (22 * v.x - 20 * v.y + 4 * v.z) / 30};
}

static covey_vec skewed(covey_vec p, double size)
{
    (void)size;
    return skewed_way(p);
}

/// Places are multiples of 2^-20 of the size, which all changes take to others exactly.
static test_flock empty(size_t count, bool deep, uint64_t *random)
{
    test_flock flock = test_flock_create(TEST_UNIFORM, count, 1.0, 1.0, random);
    if (deep) {
        flock.pos[2] = calloc(count, sizeof(double));
        flock.vel[2] = calloc(count, sizeof(double));
        assert_true(flock.pos[2] != NULL && flock.vel[2] != NULL);
    }
    return flock;
}

static test_flock draw(size_t count, bool deep, double size, uint64_t *random)
{
    test_flock flock = empty(count, deep, random);
    for (int axis = 0; axis < (deep ? COVEY_AXES : COVEY_PLANE); axis++)
        for (size_t id = 0; id < count; id++) {
            flock.pos[axis][id] = size * 0x1p-20 * (double)test_below(random, 1 << 20);
            flock.vel[axis][id] = size * test_uniform(random, -0.02, 0.02);
        }
    return flock;
}

static test_flock changed(const test_flock *flock, const change *by, double size, uint64_t *random)
{
    bool deep = flock->pos[2] != NULL;
    test_flock made = empty(flock->count, deep, random);
    for (uint32_t id = 0; id < flock->count; id++) {
        uint32_t to = by->id(id, (uint32_t)flock->count);
        covey_vec p = {flock->pos[0][id], flock->pos[1][id], deep ? flock->pos[2][id] : 0.0};
        covey_vec v = {flock->vel[0][id], flock->vel[1][id], deep ? flock->vel[2][id] : 0.0};
        p = by->pos(p, size);
        v = by->vel(v);
        made.pos[0][to] = p.x;
        made.pos[1][to] = p.y;
        made.vel[0][to] = v.x;
        made.vel[1][to] = v.y;
        if (deep) {
            made.pos[2][to] = p.z;
            made.vel[2][to] = v.z;
        }
    }
    return made;
}

static void assert_alike(const setup *is, const change *by, covey_world *here, covey_world *there)
{
    for (int flock = 0; flock < 2; flock++) {
        uint32_t count = flock == 0 ? AGENTS : HUNTERS;
        double fastest = 0.0, worst = 0.0;
        for (uint32_t id = 0; id < count; id++) {
            covey_vec expected = by->vel(test_world_vel(here, flock, id));
            covey_vec found = test_world_vel(there, flock, by->id(id, count));
            fastest = fmax(fastest, covey_vec_length(expected));
            worst = fmax(worst, covey_vec_length(covey_vec_sub(found, expected)));
        }
        if (!(worst <= BOUND * fastest))
            fail_msg("%s in space %d, %s: flock %d is off by %g of %g", is->model->name,
                     (int)is->kind, by->name, flock, worst, fastest);
    }
}

static void check_change(const setup *is, const change *by)
{
    setup one = *is, other = *is;
    uint64_t random = 1;
    test_flock prey = draw(AGENTS, is->deep, is->size, &random);
    test_flock hunters = draw(HUNTERS, is->deep, is->size, &random);
    test_flock prey_there = changed(&prey, by, is->size, &random);
    test_flock hunters_there = changed(&hunters, by, is->size, &random);
    one.quiet = other.quiet = true;
    one.influences = other.influences = false;
    one.prey = &prey;
    one.hunters = &hunters;
    other.prey = &prey_there;
    other.hunters = &hunters_there;
    covey_world *here = make(&one), *there = make(&other);
    test_world_steps(here, 1, TEST_DT);
    test_world_steps(there, 1, TEST_DT);
    assert_alike(is, by, here, there);
    covey_world_destroy(there);
    covey_world_destroy(here);
    test_flock_destroy(&hunters_there);
    test_flock_destroy(&prey_there);
    test_flock_destroy(&hunters);
    test_flock_destroy(&prey);
}

static void check_symmetries(const setup *is)
{
    static const change changes[] = {
        {"renumbered", other_id, same_place, same_way},
        {"mirrored", same_id, mirrored, mirrored_way},
        {"turned", same_id, turned, turned_way},
        {"shifted", same_id, shifted, same_way}, // where there are no walls
    };
    int count = is->kind == COVEY_SPACE_OPEN || is->kind == COVEY_SPACE_TORUS ? 4 : 3;
    if (is->kind == COVEY_SPACE_RESPAWN) // draws new headings, which know no symmetry
        count = 0;
    for (int k = 0; k < count; k++)
        check_change(is, &changes[k]);
    static const change deep_changes[] = {
        {"mirrored in z", same_id, mirrored_in_z, mirrored_in_z_way},
        {"turned about the diagonal", same_id, next_axis, next_axis_way},
        {"tipped", same_id, tipped, tipped_way},
        {"raised", same_id, raised, same_way},
        {"skewed", same_id, skewed, skewed_way}, // where there is no box
    };
    int more = is->kind == COVEY_SPACE_OPEN ? 5 : is->kind == COVEY_SPACE_TORUS ? 4 : 3;
    if (strcmp(is->model->name, "swarmalators") == 0) // whose third axis is a phase
        more = 1;
    for (int k = 0; k < more && count > 0 && is->deep; k++)
        check_change(is, &deep_changes[k]);
}

static void test_no_model_knows_left_from_right_or_one_id_from_another(void **unused)
{
    (void)unused;
    for_all(check_symmetries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(test_all_kernels_give_the_same_bits),
        cmocka_unit_test(test_a_restored_world_goes_on_as_if_never_interrupted),
        cmocka_unit_test(test_no_model_knows_left_from_right_or_one_id_from_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
