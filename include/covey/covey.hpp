// SPDX-License-Identifier: MIT
/// covey for C++17: worlds and snapshots that free themselves, spans, results instead of statuses.
/// Header only; no exceptions, no virtual functions, and no memory but that which comments name.
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

#include "covey/covey.h"
#include "covey/result.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace covey
{

/// Calls made of C, and functions of yours called by C.
namespace detail
{

/// An error without words becomes that of its status.
inline covey_error error_of(covey_status status) noexcept
{
    covey_error error{};
    covey_fail(&error, status, "%s", covey_status_text(status));
    return error;
}

/// The result of a call that fills an error where it fails.
template <class Call> result<void> done(Call &&call)
{
    covey_error error{};
    return call(&error) == COVEY_OK ? result<void>() : result<void>(error);
}

/// The same for one that only has a status.
inline result<void> done(covey_status status) noexcept
{
    return status == COVEY_OK ? result<void>() : result<void>(error_of(status));
}

/// A value, or the error of a call that writes it.
template <class T, class Call> result<T> value(Call &&call)
{
    T found{};
    covey_error error{};
    return call(&found, &error) == COVEY_OK ? result<T>(std::move(found)) : result<T>(error);
}

template <class T> result<T> value(covey_status status, T found)
{
    return status == COVEY_OK ? result<T>(std::move(found)) : result<T>(error_of(status));
}

/// Calls a visitor, which returns whether to go on, or nothing to go on always. It runs inside of
/// C, where no exception may pass: one ends the program.
template <class Visit, class Thing> bool visit(void *context, const Thing *thing) noexcept
{
    Visit &function = *static_cast<Visit *>(context);
    if constexpr (std::is_void_v<std::invoke_result_t<Visit &, const Thing &>>)
        return function(*thing), true;
    else
        return function(*thing);
}

template <class Visit> void *context_of(Visit &visit) noexcept
{
    return const_cast<void *>(static_cast<const void *>(std::addressof(visit)));
}

} // namespace detail

// ---- Views ----

/// A range of vectors that stand in columns, one for each axis.
class vectors
{
  public:
    class iterator
    {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = covey_vec;
        using difference_type = std::ptrdiff_t;
        using pointer = const covey_vec *;
        using reference = covey_vec;

        iterator(const double *const *columns, std::size_t i) noexcept : columns_(columns), i_(i) {}
        covey_vec operator*() const noexcept
        {
            return covey_vec_at(columns_, i_);
        }
        iterator &operator++() noexcept
        {
            return ++i_, *this;
        }
        iterator operator++(int) noexcept
        {
            return {columns_, i_++};
        }
        bool operator==(const iterator &other) const noexcept
        {
            return i_ == other.i_;
        }
        bool operator!=(const iterator &other) const noexcept
        {
            return i_ != other.i_;
        }

      private:
        const double *const *columns_;
        std::size_t i_;
    };

    vectors(const double *const *columns, std::size_t size) noexcept : size_(size)
    {
        for (int axis = 0; axis < COVEY_AXES; axis++)
            columns_[axis] = columns[axis];
    }

    std::size_t size() const noexcept
    {
        return size_;
    }
    covey_vec operator[](std::size_t i) const noexcept
    {
        return assert(i < size_), covey_vec_at(columns_, i);
    }
    iterator begin() const noexcept
    {
        return {columns_, 0};
    }
    iterator end() const noexcept
    {
        return {columns_, size_};
    }

  private:
    const double *columns_[COVEY_AXES];
    std::size_t size_;
};

/// A flock as it is now. Valid as covey_world_view() says: until the world changes.
class view : public covey_view
{
  public:
    explicit view(const covey_view &of) noexcept : covey_view(of) {}

    std::size_t size() const noexcept
    {
        return count;
    }
    span<const covey_id> ids() const noexcept
    {
        return {id, count};
    }
    vectors positions() const noexcept
    {
        return {pos, count};
    }
    vectors velocities() const noexcept
    {
        return {vel, count};
    }

    /// The numbers of one axis, 0 … 2; none for the third in the plane.
    span<const double> pos_of(int axis) const noexcept
    {
        return column(pos, axis);
    }
    span<const double> vel_of(int axis) const noexcept
    {
        return column(vel, axis);
    }

  private:
    span<const double> column(const double *const *columns, int axis) const noexcept
    {
        assert(axis >= 0 && axis < COVEY_AXES);
        return {columns[axis], columns[axis] != nullptr ? count : 0};
    }
};

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
class world
{
  public:
    static result<world> create(const covey_world_def &def)
    {
        covey_world *made = nullptr;
        covey_error error{};
        if (covey_world_create(&def, &made, &error) != COVEY_OK)
            return error;
        return world(made);
    }

    /// The world of a snapshot, without its definition: covey_world_create_from().
    static result<world> from(span<const unsigned char> bytes,
                              const covey_world_def &engine = covey_world_def_default(),
                              const covey_plugins *plugins = nullptr)
    {
        covey_world *made = nullptr;
        covey_error error{};
        if (covey_world_create_from(bytes.data(), bytes.size(), &engine, plugins, &made, &error) !=
            COVEY_OK)
            return error;
        return world(made);
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
        return error != nullptr && error->status == status ? *error : detail::error_of(status);
    }
    std::uint64_t steps() const noexcept
    {
        return covey_world_steps(get());
    }
    int flocks() const noexcept
    {
        return covey_world_flocks(get());
    }
    std::optional<int> find(const char *name) const noexcept
    {
        int flock = covey_world_find(get(), name);
        return flock >= 0 ? std::optional<int>(flock) : std::nullopt;
    }
    covey::view view(int flock) const noexcept
    {
        return covey::view(covey_world_view(get(), flock));
    }
    std::uint64_t hash() const noexcept
    {
        return covey_world_hash(get());
    }
    covey_stats stats() const noexcept
    {
        return covey_world_stats(get());
    }
    result<void> interpolate(int flock, double alpha, const covey_instances &to) const
    {
        return detail::done(covey_world_interpolate(get(), flock, alpha, &to));
    }

    // ---- Parameters ----

    result<void> set(int flock, const char *name, double value)
    {
        return detail::done(
            [&](covey_error *e) { return covey_world_set(get(), flock, name, value, e); });
    }
    double param(int flock, const char *name) const noexcept
    {
        return covey_world_param(get(), flock, name);
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
        return pairs(ids, poses, [&](covey_error *e) {
            return covey_world_get_many(get(), flock, ids.size(), ids.data(), poses.data(), e);
        });
    }
    result<void> put_many(int flock, span<const covey_id> ids, span<const covey_pose> poses)
    {
        return pairs(ids, poses, [&](covey_error *e) {
            return covey_world_put_many(get(), flock, ids.size(), ids.data(), poses.data(), e);
        });
    }
    result<void> push_many(int flock, span<const covey_id> ids, span<const covey_vec> changes)
    {
        return pairs(ids, changes, [&](covey_error *e) {
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
    result<void> remove_many(int flock, span<const covey_id> ids)
    {
        return detail::done([&](covey_error *e) {
            return covey_world_remove_many(get(), flock, ids.size(), ids.data(), e);
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
        const std::size_t size = snapshot_size();
        if (size == 0)
            return detail::error_of(COVEY_ARG);
        if (to.room_ < size) {
            std::unique_ptr<unsigned char[]> more(new (std::nothrow) unsigned char[size]);
            if (more == nullptr)
                return detail::error_of(COVEY_MEMORY);
            to.bytes_ = std::move(more);
            to.room_ = size;
        }
        to.size_ = size;
        return detail::done(covey_world_save(get(), to.bytes_.get(), size));
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

    template <class A, class B, class Call>
    static result<void> pairs(span<A> first, span<B> second, Call &&call)
    {
        return first.size() == second.size() ? detail::done(call) : detail::error_of(COVEY_ARG);
    }

    std::unique_ptr<covey_world, destroy> world_;
};

} // namespace covey

#endif
