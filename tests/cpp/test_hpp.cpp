// SPDX-License-Identifier: MIT
// covey.hpp against the C functions behind it: the same bits, every error handed on, memory freed
// once. Compiles without exceptions; tools/check_headers compiles it with both compilers.
#include <covey/covey.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace
{

// ---- The smallest of test frames: a failed check tells its line and ends the program ----

void check(bool good, const char *text, int line)
{
    if (good)
        return;
    std::fprintf(stderr, "tests/cpp/test_hpp.cpp:%d: %s\n", line, text);
    std::exit(1);
}
#define CHECK(condition) check(static_cast<bool>(condition), #condition, __LINE__)

constexpr int AGENTS = 200, STEPS = 20;

covey_world_def world_def()
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep(covey_space_torus(12, 9), 7);
    def.seed = 7;
    return def;
}

covey_flock_def flock_def()
{
    covey_flock_def def = covey_flock_def_default();
    def.model = "three_rule";
    def.count = AGENTS;
    def.capacity = AGENTS + 10;
    return def;
}

covey::world make_world()
{
    auto world = covey::world::create(world_def());
    CHECK(world && world->add(flock_def()));
    return std::move(*world);
}

// ---- What must not compile ----

static_assert(!std::is_copy_constructible_v<covey::world>);
static_assert(std::is_nothrow_move_constructible_v<covey::world>);
static_assert(!std::is_copy_constructible_v<covey::snapshot>);
static_assert(std::is_constructible_v<covey::span<const int>, std::vector<int> &>);
static_assert(std::is_constructible_v<covey::span<const int>, covey::span<int>>);
static_assert(!std::is_constructible_v<covey::span<int>, const std::vector<int> &>);
static_assert(!std::is_constructible_v<covey::span<double>, std::vector<int> &>);
static_assert(!std::is_convertible_v<covey::result<int>, bool>);

// ---- Tests ----

void test_a_world_has_the_bits_of_c()
{
    covey_world_def def = world_def();
    covey_flock_def boids = flock_def();
    covey_world *plain = nullptr;
    int number = -1;
    CHECK(covey_world_create(&def, &plain, nullptr) == COVEY_OK);
    CHECK(covey_world_add(plain, &boids, &number, nullptr) == COVEY_OK);
    covey::world world = make_world();
    for (int step = 0; step < STEPS; step++) {
        CHECK(world.step(0.05));
        CHECK(covey_world_step(plain, 0.05) == COVEY_OK);
    }
    CHECK(world.hash() == covey_world_hash(plain) && world.steps() == STEPS);
    CHECK(world.stable_dt() == covey_world_stable_dt(plain));
    covey_world_destroy(plain);
}

void test_errors_are_handed_on_with_their_words()
{
    covey_world_def def = world_def();
    def.threads = -1;
    auto none = covey::world::create(def);
    CHECK(!none && none.status() == COVEY_ARG && none.error().message[0] != '\0');

    covey::world world = make_world();
    covey_flock_def bad = flock_def();
    bad.name = "other";
    bad.model = "no such model";
    auto flock = world.add(bad);
    CHECK(!flock && std::strstr(flock.error().message, "no such model") != nullptr);
    CHECK(flock.value_or(-7) == -7 && world.flocks() == 1);

    auto step = world.step(std::nan(""));
    CHECK(!step && step.status() == COVEY_ARG && step.error().message[0] != '\0');
    auto far = world.near(0, {std::nan(""), 0, 0}, 1.0, [](const covey_neighbor &) {});
    CHECK(!far && std::strcmp(far.error().message, covey_status_text(COVEY_ARG)) == 0);
    CHECK(!world.get(0, AGENTS) && !world.sees(5, {0, 0, 0}, {1, 1, 1}));
    CHECK(world.step(0.05) && world.step(0.05).status() == COVEY_OK);
}

void test_a_world_that_was_moved_from_refuses_all()
{
    covey::world world = make_world();
    std::uint64_t hash = world.hash();
    covey::world other = std::move(world);
    covey::snapshot kept;
    CHECK(other.hash() == hash && world.get() == nullptr);
    CHECK(world.step(0.05).status() == COVEY_ARG && world.save(kept).status() == COVEY_ARG);
    CHECK(world.add(flock_def()).status() == COVEY_ARG && world.view(0).size() == 0);
}

void test_a_snapshot_goes_back_and_keeps_its_memory()
{
    covey::world world = make_world();
    covey::snapshot kept;
    CHECK(!world.restore(kept));
    CHECK(world.save(kept));
    const unsigned char *memory = kept.bytes().data();
    std::uint64_t before = world.hash();
    for (int round = 0; round < 3; round++) {
        CHECK(world.step(0.05) && world.hash() != before);
        CHECK(world.restore(kept) && world.hash() == before);
        CHECK(world.save(kept) && kept.bytes().data() == memory);
    }
    CHECK(kept.bytes().size() == covey_world_snapshot_size(world.get()));
    auto other = covey::world::from(kept.bytes());
    CHECK(other && other->hash() == before && other->step(0.05) && world.step(0.05));
    CHECK(other->hash() == world.hash());
    CHECK(!covey::world::from(covey::span<const unsigned char>(memory, 40)));
}

void test_a_view_is_its_columns()
{
    covey::world world = make_world();
    covey::view view = world.view(0);
    std::size_t i = 0;
    for (covey_vec pos : view.positions()) {
        CHECK(pos.x == view.pos_of(0)[i] && pos.y == view.pos[1][i] && pos.z == view.pos[2][i]);
        CHECK(view.velocities()[i].z == view.vel_of(2)[i]);
        i++;
    }
    CHECK(i == AGENTS && view.ids().size() == AGENTS && view.ids().data() == view.id);

    covey_world_def def = world_def();
    def.space = covey_space_torus(12, 9);
    auto plane = covey::world::create(def);
    CHECK(plane && plane->add(flock_def()));
    CHECK(plane->view(0).pos_of(2).empty() && plane->view(0).positions()[3].z == 0.0);
}

void test_questions_visit_what_c_visits()
{
    covey::world world = make_world();
    CHECK(world.prepare());
    std::vector<covey_neighbor> near;
    const covey_vec center = {6, 4, 3};
    CHECK(world.near(0, center, 3.0, [&](const covey_neighbor &n) { near.push_back(n); }));
    std::size_t inside = 0;
    for (covey_vec pos : world.view(0).positions()) {
        covey_space space = world_def().space;
        inside += covey_vec_length(covey_space_offset(&space, center, pos)) <= 3.0;
    }
    CHECK(near.size() == inside && inside > 5);

    int seen = 0;
    CHECK(world.near(0, center, 3.0, [&](const covey_neighbor &) { return ++seen < 3; }));
    CHECK(seen == 3);
    std::array<covey_neighbor, 5> room{};
    auto nearest = world.nearest(COVEY_ALL_FLOCKS, center, room);
    CHECK(nearest && nearest->size() == 5 && nearest->data() == room.data());
    for (std::size_t k = 0; k < 5; k++)
        CHECK((*nearest)[k].id == near[k].id);

    seen = 0;
    CHECK(world.in_box(0, {0, 0, 0}, {12, 9, 7}, [&](const covey_neighbor &) { seen++; }));
    CHECK(seen == AGENTS);
    covey_ray ray = covey_ray_default({1, 1, 1}, {5, 4, 3});
    ray.radius = 1.0;
    auto first = world.ray(ray);
    std::vector<covey_id> hits;
    CHECK(world.ray_all(ray, [&](const covey_hit &hit) { hits.push_back(hit.id); }));
    CHECK(first && *first && hits.size() > 1 && (**first).id == hits[0]);
}

void test_solids_are_asked_and_moved()
{
    covey::world world = make_world();
    const double x[] = {6}, y[] = {4}, z[] = {3}, further[] = {9};
    const double *columns[] = {further, y, z};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "obstacle";
    def.points[0] = x;
    def.points[1] = y;
    def.points[2] = z;
    def.points_count = 1;
    auto rock = world.influence_add(def);
    CHECK(rock && world.influence_set(*rock, "radius", 1.0));
    auto inside = world.inside(0, {6, 4, 3.5}, 0.0);
    CHECK(inside && *inside && **inside == *rock);
    auto sight = world.sees(0, {4, 4, 3}, {8, 4, 3});
    CHECK(sight && !*sight);
    CHECK(world.influence_move(*rock, columns));
    auto outside = world.inside(0, {6, 4, 3.5}, 0.0);
    CHECK(outside && !*outside);
    CHECK(world.influence_remove(*rock) && !world.influence_remove(*rock));
}

void test_agents_are_changed_one_by_one_and_many_at_once()
{
    covey::world world = make_world();
    auto pose = world.get(0, 3);
    CHECK(pose && world.push(0, 3, {0.5, 0, 0}) && world.put(0, 4, *pose));
    auto put = world.get(0, 4);
    CHECK(put && put->pos.x == pose->pos.x);
    const covey_id ids[] = {3, 4};
    std::vector<covey_pose> poses(3, *pose);
    std::uint64_t hash = world.hash();
    CHECK(world.put_many(0, ids, poses).status() == COVEY_ARG); // two ids, three poses
    CHECK(world.hash() == hash);
    poses.pop_back();
    CHECK(world.get_many(0, ids, poses) && poses[1].pos.y == pose->pos.y);
    const std::vector<covey_vec> changes(2, covey_vec{0.1, 0, 0});
    CHECK(world.push_many(0, ids, changes) && world.put_many(0, ids, poses));
    auto first = world.spawn_many(0, poses);
    CHECK(first && *first == AGENTS && world.view(0).size() == AGENTS + 2);
    CHECK(world.remove_many(0, ids) && !world.get(0, 3) && world.remove(0, *first));
    auto next = world.spawn(0, *pose);
    CHECK(next && *next == AGENTS + 2);
    CHECK(world.set(0, "radius", 2.0) && world.param(0, "radius") == 2.0);
    CHECK(world.find("flock") == 0 && !world.find("none") && world.drop(0) && world.flocks() == 0);
}

void test_traits_and_user_data_are_kept_by_id()
{
    covey::world world = make_world();
    const covey_id ids[] = {7, 2};
    const double radii[] = {1.5, 2.5};
    double read[] = {0, 0};
    CHECK(world.trait_add(0, {"speed", covey_distribution_number(2.0), nullptr}));
    CHECK(world.traits(0) == 1 && std::strcmp(world.trait(0, 0).name, "speed") == 0);
    CHECK(world.trait_put(0, "speed", ids, radii) && world.trait_get(0, "speed", ids, read));
    CHECK(read[0] == 1.5 && read[1] == 2.5);
    CHECK(world.trait_get(0, "speed", ids, {read, 1}).status() == COVEY_ARG);

    const std::uint64_t bits[] = {70, 20};
    std::uint64_t back[] = {0, 0};
    CHECK(world.user(0).empty() && world.user_take(0) && world.user(0).size() == AGENTS);
    CHECK(world.user_put(0, ids, bits) && world.user_get(0, ids, back) && back[1] == 20);
    auto i = world.index(0, 7);
    CHECK(i && world.user(0)[*i] == 70 && !world.index(0, AGENTS) && world.next_id(0) == AGENTS);
    CHECK(world.user_put(0, ids, {bits, 1}).status() == COVEY_ARG);
}

void test_schedules_and_events_come_and_go()
{
    covey::world world = make_world();
    const std::uint64_t steps[] = {0, 10};
    const double values[] = {1.0, 3.0};
    const covey_schedule plan = {0, -1, "radius", COVEY_SCHEDULE_LINEAR, 2, steps, values};
    CHECK(world.schedule_add(plan) && world.schedules() == 1 && world.schedule(0).values[1] == 3.0);
    CHECK(!world.set(0, "radius", 2.0)); // its schedule sets it
    CHECK(world.schedule_clear() && world.schedules() == 0 && world.set(0, "radius", 2.0));

    CHECK(!world.watch(covey_watch_ball({6, 4, 3}, 2.0)) && world.events_take(500));
    auto ball = world.watch(covey_watch_ball({6, 4, 3}, 2.0));
    CHECK(ball && world.watch_set(*ball, covey_watch_ball({6, 4, 3}, 3.0)));
    std::size_t seen = 0;
    for (int step = 0; step < STEPS; step++) {
        std::uint64_t lost = 1;
        CHECK(world.step(0.05));
        for (const covey_event &event : world.events(&lost))
            seen += event.watch == *ball;
        CHECK(lost == 0);
    }
    CHECK(seen > 0 && world.unwatch(*ball) && !world.unwatch(*ball));
}

void test_facts_of_flocks_and_influences_are_those_of_c()
{
    covey::world world = make_world();
    covey_flock_def hunters = flock_def();
    const covey_response flee = covey_response_default("flock", COVEY_RESPONSE_CHASE);
    hunters.name = "hunters";
    hunters.hunts = "flock";
    hunters.body = 0.25;
    hunters.responses = &flee;
    hunters.responses_count = 1;
    auto number = world.add(hunters);
    CHECK(number && world.prey(*number) == 0 && !world.prey(0) && world.body(*number) == 0.25);
    CHECK(std::strcmp(world.name(1), "hunters") == 0 && world.caught(1) == 0);
    CHECK(world.model(1) == covey_model_find("three_rule") && world.entries(0) == 0);
    CHECK(world.motion(1) == covey_world_motion(world.get(), 1) && world.motion(1) != nullptr);
    CHECK(world.responses(1) == 1 && world.response(1, 0).rule == COVEY_RESPONSE_CHASE);
    covey_zone room[COVEY_MAX_ZONES];
    CHECK(world.zones(1, room).size() > 0 && world.zones(7, room).empty());
    auto again = world.definition(1);
    auto def = world.def_of();
    CHECK(again && again->body == 0.25 && !world.definition(5) && def && def->seed == 7);
    std::vector<std::uint8_t> deeds(AGENTS);
    CHECK(world.doing(1, 0.05, deeds) && world.doing(1, 0.05, {deeds.data(), 3}).status());
    CHECK(world.rule(1, 0, "flock.chase") && !world.rule(1, 0, "no such rule"));

    covey_influence_def wind = covey_influence_def_default();
    wind.kind = "wind";
    auto handle = world.influence_add(wind);
    CHECK(handle && world.influences() == 1 && world.influence_at(0) == *handle);
    CHECK(world.influence(*handle).kind == covey_influence_find("wind"));
    CHECK(world.influence_set(*handle, "x", 2.0) && world.influence_param(*handle, "x") == 2.0);

    covey::world next = make_world();
    CHECK(world.step(0.05) && next.adopt(world) && next.steps() == 1);
}

void test_instances_fit_their_buffer()
{
    covey::world world = make_world();
    CHECK(world.step(0.05));
    std::vector<float> plain(6 * AGENTS), other(6 * AGENTS), rows(12 * AGENTS);
    covey_instances to{};
    to.out = plain.data();
    CHECK(world.interpolate(0, 0.5, to) && world.interpolate(0, 0.5, other) && plain == other);
    other.pop_back();
    CHECK(world.interpolate(0, 0.5, other).status() == COVEY_ARG);
    to.form = COVEY_INSTANCE_ROWS;
    CHECK(world.interpolate(0, 0.5, rows, to) && rows[3] == plain[0]);
    CHECK(world.interpolate(0, 0.5, other, to).status() == COVEY_ARG);
    to.stride = 11; // a row has 12
    CHECK(world.interpolate(0, 0.5, rows, to).status() == COVEY_ARG);
}

void test_results_are_small_and_copy_their_errors()
{
    static_assert(sizeof(covey::result<covey_pose>) <= sizeof(covey_pose) + 24);
    static_assert(sizeof(covey::result<void>) <= 16);
    covey::world world = make_world();
    auto bad = world.get(0, AGENTS);
    auto copy = bad;
    std::string words = bad.error().message;
    bad = world.get(0, 1);
    CHECK(bad && bad.error().message[0] == '\0' && bad.status() == COVEY_OK);
    CHECK(!copy && copy.error().message == words && copy.status() == COVEY_ARG);
}

long held; // blocks

void *resize(void *, void *block, std::size_t, std::size_t size)
{
    held += (size > 0) - (block != nullptr);
    if (size > 0)
        return std::realloc(block, size);
    std::free(block);
    return nullptr;
}

void test_aims_and_kept_worlds_are_those_of_c()
{
    covey::world world = make_world();
    const int flock = 0;
    const covey_id ids[] = {3, 1};
    const covey_aim aims[] = {covey_aim_place({5, 6, 0}, 2), covey_aim_velocity({1, 0, 0})};
    covey_aim back[2];
    covey::snapshot kept;
    CHECK(world.aim(flock, ids, aims) && world.keep(kept));
    CHECK(!world.aim(flock, ids, covey::span<const covey_aim>(aims, 1)));
    CHECK(world.step(0.05));
    const std::uint64_t hash = world.hash();
    CHECK(world.restore(kept) && world.hash() != hash && world.aims(flock, ids, back));
    CHECK(back[0].kind == COVEY_AIM_PLACE && back[0].to.y == 6 && back[0].slowing == 2.0F &&
          back[1].kind == COVEY_AIM_VELOCITY && back[1].to.x == 1);
    CHECK(world.step(0.05) && world.hash() == hash);
    covey_influence_def goal = covey_influence_def_default();
    goal.kind = "goal";
    auto handle = world.influence_add(goal);
    CHECK(handle && world.influence_place(*handle, {7, 8, 0}));
    CHECK(covey_world_influence_param(world.get(), *handle, "y") == 8);
}

void test_all_memory_is_freed_once()
{
    covey_world_def def = world_def();
    def.allocator = {resize, nullptr};
    {
        auto made = covey::world::create(def);
        CHECK(made && made->add(flock_def()) && held > 0);
        covey::world world = std::move(*made), other = make_world();
        world = std::move(other); // frees what it had
        CHECK(held == 0);
        auto again = covey::world::create(def);
        CHECK(again && held > 0);
    }
    CHECK(held == 0);
}

} // namespace

int main()
{
    test_a_world_has_the_bits_of_c();
    test_errors_are_handed_on_with_their_words();
    test_a_world_that_was_moved_from_refuses_all();
    test_a_snapshot_goes_back_and_keeps_its_memory();
    test_a_view_is_its_columns();
    test_questions_visit_what_c_visits();
    test_solids_are_asked_and_moved();
    test_agents_are_changed_one_by_one_and_many_at_once();
    test_traits_and_user_data_are_kept_by_id();
    test_schedules_and_events_come_and_go();
    test_facts_of_flocks_and_influences_are_those_of_c();
    test_instances_fit_their_buffer();
    test_results_are_small_and_copy_their_errors();
    test_aims_and_kept_worlds_are_those_of_c();
    test_all_memory_is_freed_once();
}
