// SPDX-License-Identifier: MIT
/// covey for C++17: worlds and snapshots that free themselves, spans, results instead of statuses.
/// Header only; no exceptions, no virtual functions, and no memory but that which comments name and
/// that of the words of an error.
///
///     #include <covey/covey.hpp>
///     #include <cstdio>
///
///     int main()
///     {
///         covey_world_def def = covey_world_def_default();
///         def.space = covey_space_torus(100, 100);
///         auto world = covey::world::create(def);
///         if (!world)
///             return std::puts(world.error().message), 1;
///
///         covey_flock_def boids = covey_flock_def_default();
///         boids.count = 500;
///         auto flock = world->add(boids);
///         if (!flock)
///             return std::puts(flock.error().message), 1;
///
///         for (int step = 0; step < 100; step++)
///             if (auto done = world->step(0.05); !done)
///                 return std::puts(done.error().message), 1;
///         for (const covey_vec &pos : world->view(*flock).positions())
///             std::printf("%.3f %.3f\n", pos.x, pos.y);
///     }
///
/// A member has the name of the C function behind it, without `covey_world_`; its effect, units,
/// ranges and errors stand there. Structs are the C headers' structs. get() is the world for all
/// functions that have no member here, such as measures.
#ifndef COVEY_COVEY_HPP
#define COVEY_COVEY_HPP

#include "covey/facts.hpp"
#include "covey/view.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace covey
{

// ---- Snapshots ----

/// The bytes of a state, which it owns. Empty until a world is saved into it.
class snapshot
{
  public:
    span<const unsigned char> bytes() const noexcept
    {
        return {bytes_.get(), size_};
    }

  private:
    friend class world;

    std::unique_ptr<unsigned char[]> bytes_;
    std::size_t size_ = 0, room_ = 0;
};

// ---- Worlds ----

/// A world, which it owns. It can be moved, not copied; one that was moved from is empty, and calls
/// on it fail with COVEY_ARG.
class world : public facts<world>
{
  public:
    static result<world> create(const covey_world_def &def)
    {
        covey_world *made = nullptr;
        detail::place at;
        covey_status status = covey_world_create(&def, &made, &at.error);
        return status == COVEY_OK ? result<world>(world(made)) : result<world>(at.of(status));
    }

    /// The world of a snapshot, without its definition: covey_world_create_from().
    static result<world> from(span<const unsigned char> bytes,
                              const covey_world_def &engine = covey_world_def_default(),
                              const covey_plugins *plugins = nullptr)
    {
        covey_world *made = nullptr;
        detail::place at;
        covey_status status =
            covey_world_create_from(bytes.data(), bytes.size(), &engine, plugins, &made, &at.error);
        return status == COVEY_OK ? result<world>(world(made)) : result<world>(at.of(status));
    }

    covey_world *get() noexcept
    {
        return world_.get();
    }
    const covey_world *get() const noexcept
    {
        return world_.get();
    }

    // ---- Flocks and steps ----

    result<int> add(const covey_flock_def &def)
    {
        return detail::value<int>([&](int *flock, covey_error *error) {
            return covey_world_add(get(), &def, flock, error);
        });
    }
    result<void> drop(int flock)
    {
        return detail::done([&](covey_error *e) { return covey_world_drop(get(), flock, e); });
    }
    result<void> step(double dt)
    {
        covey_status status = covey_world_step(get(), dt);
        if (status == COVEY_OK)
            return {};
        const covey_error *error = covey_world_error(get());
        return error != nullptr && error->status == status ? failure(*error) : failure(status);
    }
    /// The arrays and agents of a world of no steps become those of another one.
    result<void> adopt(const world &from)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_adopt(get(), from.get(), e); });
    }

    // ---- Parameters ----

    result<void> set(int flock, const char *name, double value)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_set(get(), flock, name, value, e); });
    }
    result<void> set_by_id(int flock, int id, double value)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_set_by_id(get(), flock, id, value, e); });
    }
    /// The part of a rule in an agent's intent as the world is now.
    result<covey_vec> rule(int flock, covey_id id, const char *rule)
    {
        covey_vec push{};
        covey_status status = covey_world_rule(get(), flock, id, rule, &push);
        return detail::value(status, push);
    }
    /// As many deeds as the flock has agents; COVEY_ARG for less room.
    result<void> doing(int flock, double dt, span<std::uint8_t> doing)
    {
        if (doing.size() < view(flock).size())
            return COVEY_ARG;
        return detail::done(covey_world_doing(get(), flock, dt, doing.data()));
    }
    /// INFINITY where no model has a limit.
    double stable_dt() noexcept
    {
        return covey_world_stable_dt(get());
    }
    result<void> schedule_add(const covey_schedule &schedule)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_schedule_add(get(), &schedule, e); });
    }
    result<void> schedule_clear()
    {
        return detail::done([&](covey_error *e) { return covey_world_schedule_clear(get(), e); });
    }

    // ---- Agents ----

    result<covey_pose> get(int flock, covey_id id) const
    {
        return detail::value<covey_pose>([&](covey_pose *pose, covey_error *error) {
            return covey_world_get(get(), flock, id, pose, error);
        });
    }
    result<void> put(int flock, covey_id id, const covey_pose &pose)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_put(get(), flock, id, pose, e); });
    }
    result<void> push(int flock, covey_id id, covey_vec change)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_push(get(), flock, id, change, e); });
    }
    result<covey_id> spawn(int flock, const covey_pose &pose)
    {
        return detail::value<covey_id>([&](covey_id *id, covey_error *error) {
            return covey_world_spawn(get(), flock, pose, id, error);
        });
    }
    result<void> remove(int flock, covey_id id)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_remove(get(), flock, id, e); });
    }

    /// Many at once. Two spans are to have one size; COVEY_ARG, and nothing done, otherwise.
    result<void> get_many(int flock, span<const covey_id> ids, span<covey_pose> poses) const
    {
        return detail::pairs(ids, poses, [&](covey_error *e) {
            return covey_world_get_many(get(), flock, ids.size(), ids.data(), poses.data(), e);
        });
    }
    result<void> put_many(int flock, span<const covey_id> ids, span<const covey_pose> poses)
    {
        return detail::pairs(ids, poses, [&](covey_error *e) {
            return covey_world_put_many(get(), flock, ids.size(), ids.data(), poses.data(), e);
        });
    }
    result<void> push_many(int flock, span<const covey_id> ids, span<const covey_vec> changes)
    {
        return detail::pairs(ids, changes, [&](covey_error *e) {
            return covey_world_push_many(get(), flock, ids.size(), ids.data(), changes.data(), e);
        });
    }
    /// The first of the new ids, which follow one another.
    result<covey_id> spawn_many(int flock, span<const covey_pose> poses)
    {
        return detail::value<covey_id>([&](covey_id *first, covey_error *error) {
            return covey_world_spawn_many(get(), flock, poses.size(), poses.data(), first, error);
        });
    }
    /// An aim for each; covey_aim_none() takes one away.
    result<void> aim(int flock, span<const covey_id> ids, span<const covey_aim> aims)
    {
        return detail::pairs(ids, aims, [&](covey_error *e) {
            return covey_world_aim(get(), flock, {ids.size(), ids.data()}, aims.data(), e);
        });
    }
    result<void> aims(int flock, span<const covey_id> ids, span<covey_aim> aims) const
    {
        return detail::pairs(ids, aims, [&](covey_error *e) {
            return covey_world_aims(get(), flock, {ids.size(), ids.data()}, aims.data(), e);
        });
    }
    result<void> remove_many(int flock, span<const covey_id> ids)
    {
        return detail::done([&](covey_error *e) {
            return covey_world_remove_many(get(), flock, ids.size(), ids.data(), e);
        });
    }

    /// Traits and user data. Spans of ids and values are to have one size: COVEY_ARG otherwise.
    result<void> trait_add(int flock, const covey_trait &trait)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_trait_add(get(), flock, &trait, e); });
    }
    result<void> trait_put(int flock, const char *name, span<const covey_id> ids,
                           span<const double> values)
    {
        return detail::pairs(ids, values, [&](covey_error *e) {
            return covey_world_trait_put(get(), flock, name, {ids.size(), ids.data()},
                                         values.data(), e);
        });
    }
    result<void> user_take(int flock)
    {
        return detail::done([&](covey_error *e) { return covey_world_user_take(get(), flock, e); });
    }
    result<void> user_put(int flock, span<const covey_id> ids, span<const std::uint64_t> values)
    {
        return detail::pairs(ids, values, [&](covey_error *e) {
            return covey_world_user_put(get(), flock, {ids.size(), ids.data()}, values.data(), e);
        });
    }

    // ---- Influences ----

    result<int> influence_add(const covey_influence_def &def)
    {
        return detail::value<int>([&](int *handle, covey_error *error) {
            return covey_world_influence_add(get(), &def, handle, error);
        });
    }
    result<void> influence_remove(int handle)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_influence_remove(get(), handle, e); });
    }
    result<void> influence_set(int handle, const char *name, double value)
    {
        return detail::done([&](covey_error *e) {
            return covey_world_influence_set(get(), handle, name, value, e);
        });
    }
    /// `points` as covey_world_influence_move() has them: a column for each axis.
    result<void> influence_move(int handle, const double *const *points)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_influence_move(get(), handle, points, e); });
    }

    result<void> influence_place(int handle, covey_vec place)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_influence_place(get(), handle, place, e); });
    }

    // ---- Events ----

    result<void> events_take(std::size_t capacity)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_events_take(get(), capacity, e); });
    }
    /// The number of the watch.
    result<int> watch(const covey_watch &region)
    {
        return detail::value<int>([&](int *number, covey_error *error) {
            return covey_world_watch(get(), &region, number, error);
        });
    }
    result<void> watch_set(int watch, const covey_watch &region)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_watch_set(get(), watch, &region, e); });
    }
    result<void> unwatch(int watch)
    {
        return detail::done([&](covey_error *e) { return covey_world_unwatch(get(), watch, e); });
    }

    // ---- Questions. Visitors take a const covey_neighbor & or const covey_hit &, and return
    // nothing, or false to end the call; an exception out of one ends the program ----

    result<void> prepare()
    {
        return detail::done([&](covey_error *e) { return covey_world_prepare(get(), e); });
    }
    template <class Visit>
    result<void> near(int flock, covey_vec center, double radius, Visit &&visit) const
    {
        return detail::done(
            covey_world_near(get(), flock, center, radius,
                             detail::visit<std::remove_reference_t<Visit>, covey_neighbor>,
                             detail::context_of(visit)));
    }
    /// The part of `room` that was filled.
    result<span<covey_neighbor>> nearest(int flock, covey_vec center,
                                         span<covey_neighbor> room) const
    {
        std::size_t count = 0;
        covey_status status =
            covey_world_nearest(get(), flock, center, room.size(), room.data(), &count);
        return detail::value(status, span<covey_neighbor>(room.data(), count));
    }
    template <class Visit>
    result<void> in_box(int flock, covey_vec low, covey_vec high, Visit &&visit) const
    {
        return detail::done(covey_world_in_box(
            get(), flock, low, high, detail::visit<std::remove_reference_t<Visit>, covey_neighbor>,
            detail::context_of(visit)));
    }
    /// The first that a ray touches, if there is any.
    result<std::optional<covey_hit>> ray(const covey_ray &ray) const
    {
        covey_hit hit{};
        bool found = false;
        covey_status status = covey_world_ray(get(), &ray, &hit, &found);
        return detail::value(status, found ? std::optional<covey_hit>(hit) : std::nullopt);
    }
    template <class Visit> result<void> ray_all(const covey_ray &ray, Visit &&visit) const
    {
        return detail::done(covey_world_ray_all(
            get(), &ray, detail::visit<std::remove_reference_t<Visit>, covey_hit>,
            detail::context_of(visit)));
    }
    /// The handle of the solid that holds a body at `place`, if one does.
    result<std::optional<int>> inside(int flock, covey_vec place, double body) const
    {
        int handle = -1;
        covey_status status = covey_world_inside(get(), flock, place, body, &handle);
        return detail::value(status, handle >= 0 ? std::optional<int>(handle) : std::nullopt);
    }
    result<bool> sees(int flock, covey_vec from, covey_vec to) const
    {
        bool seen = false;
        covey_status status = covey_world_sees(get(), flock, from, to, &seen);
        return detail::value(status, seen);
    }

    // ---- Snapshots ----

    std::size_t snapshot_size() const noexcept
    {
        return covey_world_snapshot_size(get());
    }

    /// Saves the state. Takes memory only where `to` has less than the state needs: one snapshot
    /// serves a program for good. COVEY_MEMORY; `to` is as before then.
    result<void> save(snapshot &to) const
    {
        return fill(to, snapshot_size(), covey_world_save);
    }
    /// The same by covey_world_keep(), for rollback.
    result<void> keep(snapshot &to) const
    {
        return fill(to, covey_world_keep_size(get()), covey_world_keep);
    }
    result<void> restore(span<const unsigned char> bytes)
    {
        return detail::done([&](covey_error *e) {
            return covey_world_restore(get(), bytes.data(), bytes.size(), e);
        });
    }
    result<void> restore(const snapshot &from)
    {
        return restore(from.bytes());
    }

  private:
    struct destroy {
        void operator()(covey_world *world) const noexcept
        {
            covey_world_destroy(world);
        }
    };

    explicit world(covey_world *made) noexcept : world_(made) {}

    template <class Write>
    result<void> fill(snapshot &to, std::size_t size, Write &&write) const
    {
        if (size == 0)
            return COVEY_ARG;
        if (to.room_ < size) {
            std::unique_ptr<unsigned char[]> more(new (std::nothrow) unsigned char[size]);
            if (more == nullptr)
                return COVEY_MEMORY;
            to.bytes_ = std::move(more);
            to.room_ = size;
        }
        to.size_ = size;
        return detail::done(write(get(), to.bytes_.get(), size));
    }

    std::unique_ptr<covey_world, destroy> world_;
};

} // namespace covey

#endif
