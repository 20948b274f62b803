// SPDX-License-Identifier: MIT
/// The const members of covey.hpp's world: facts of its flocks, agents and influences.
#ifndef COVEY_FACTS_HPP
#define COVEY_FACTS_HPP

#include "covey/view.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace covey
{

/// Const members of `World`, which has get() const; without a world, they return as C for NULL.
template <class World> class facts
{
  public:
    std::uint64_t steps() const noexcept
    {
        return covey_world_steps(c());
    }
    std::uint64_t hash() const noexcept
    {
        return covey_world_hash(c());
    }
    covey_stats stats() const noexcept
    {
        return covey_world_stats(c());
    }
    result<covey_world_def> def_of() const
    {
        covey_world_def def = covey_world_def_default();
        covey_status status = covey_world_def_of(c(), &def);
        return detail::value(status, def);
    }

    // ---- Flocks ----

    int flocks() const noexcept
    {
        return covey_world_flocks(c());
    }
    std::optional<int> find(const char *name) const noexcept
    {
        return present(covey_world_find(c(), name));
    }
    covey::view view(int flock) const noexcept
    {
        return covey::view(covey_world_view(c(), flock));
    }
    const char *name(int flock) const noexcept
    {
        return covey_world_name(c(), flock);
    }
    const covey_model *model(int flock) const noexcept
    {
        return covey_world_model(c(), flock);
    }
    const covey_motion *motion(int flock) const noexcept
    {
        return covey_world_motion(c(), flock);
    }
    std::optional<int> prey(int flock) const noexcept
    {
        return present(covey_world_prey(c(), flock));
    }
    double body(int flock) const noexcept
    {
        return covey_world_body(c(), flock);
    }
    int responses(int flock) const noexcept
    {
        return covey_world_responses(c(), flock);
    }
    covey_response response(int flock, int index) const noexcept
    {
        return covey_world_response(c(), flock, index);
    }
    /// The part of `room` that was filled.
    span<covey_zone> zones(int flock, covey_zone (&room)[COVEY_MAX_ZONES]) const noexcept
    {
        int count = covey_world_zones(c(), flock, room);
        return {room, static_cast<std::size_t>(count)};
    }
    std::uint64_t entries(int flock) const noexcept
    {
        return covey_world_entries(c(), flock);
    }
    std::uint64_t caught(int flock) const noexcept
    {
        return covey_world_caught(c(), flock);
    }
    /// Its lists and columns are the world's: valid until the next call that changes it.
    result<covey_flock_def> definition(int flock) const
    {
        covey_flock_def def = covey_flock_def_default();
        covey_status status = covey_world_definition(c(), flock, &def);
        return detail::value(status, def);
    }
    double param(int flock, const char *name) const noexcept
    {
        return covey_world_param(c(), flock, name);
    }

    // ---- Agents ----

    std::optional<std::size_t> index(int flock, covey_id id) const noexcept
    {
        std::ptrdiff_t i = covey_world_index(c(), flock, id);
        return i >= 0 ? std::optional<std::size_t>(static_cast<std::size_t>(i)) : std::nullopt;
    }
    std::uint64_t next_id(int flock) const noexcept
    {
        return covey_world_next_id(c(), flock);
    }
    /// User data in the order of view(); none for a flock without.
    span<const std::uint64_t> user(int flock) const noexcept
    {
        const std::uint64_t *data = covey_world_user(c(), flock);
        return {data, data != nullptr ? view(flock).size() : 0};
    }
    /// Spans of ids and values are to have one size: COVEY_ARG otherwise.
    result<void> user_get(int flock, span<const covey_id> ids, span<std::uint64_t> values) const
    {
        return detail::pairs(ids, values, [&](covey_error *e) {
            return covey_world_user_get(c(), flock, {ids.size(), ids.data()}, values.data(), e);
        });
    }
    int traits(int flock) const noexcept
    {
        return covey_world_traits(c(), flock);
    }
    covey_trait trait(int flock, int index) const noexcept
    {
        return covey_world_trait(c(), flock, index);
    }
    result<void> trait_get(int flock, const char *name, span<const covey_id> ids,
                           span<double> values) const
    {
        return detail::pairs(ids, values, [&](covey_error *e) {
            return covey_world_trait_get(c(), flock, name, {ids.size(), ids.data()}, values.data(),
                                         e);
        });
    }

    // ---- Influences, schedules, events ----

    covey_influence_view influence(int handle) const noexcept
    {
        return covey_world_influence(c(), handle);
    }
    double influence_param(int handle, const char *name) const noexcept
    {
        return covey_world_influence_param(c(), handle, name);
    }
    int influences() const noexcept
    {
        return covey_world_influences(c());
    }
    /// The handle at a place in the order in which influences act; -1 beyond the last.
    int influence_at(int index) const noexcept
    {
        return covey_world_influence_at(c(), index);
    }
    int schedules() const noexcept
    {
        return covey_world_schedules(c());
    }
    covey_schedule schedule(int index) const noexcept
    {
        return covey_world_schedule(c(), index);
    }
    /// The events of the last step, and how many had no memory.
    span<const covey_event> events(std::uint64_t *lost = nullptr) const noexcept
    {
        covey_events all = covey_world_events(c());
        if (lost != nullptr)
            *lost = all.lost;
        return {all.list, all.count};
    }

    // ---- Pictures ----

    result<void> interpolate(int flock, double alpha, const covey_instances &to) const
    {
        return detail::done(covey_world_interpolate(c(), flock, alpha, &to));
    }
    /// Into a buffer, from its first float on, in the place of `to.out`. COVEY_ARG for one that has
    /// no room for all agents.
    result<void> interpolate(int flock, double alpha, span<float> buffer,
                             covey_instances to = {}) const
    {
        static constexpr std::size_t FLOATS[] = {4, 7, 16, 12};
        const covey::view agents = view(flock);
        const std::size_t form = static_cast<std::size_t>(to.form);
        if (form >= sizeof FLOATS / sizeof *FLOATS)
            return COVEY_ARG;
        std::size_t floats = form == 0 && agents.pos[2] != nullptr ? 6 : FLOATS[form];
        std::size_t stride = to.stride > 0 ? to.stride : floats;
        if (agents.size() > 0 &&
            (buffer.size() < floats || (buffer.size() - floats) / stride < agents.size() - 1))
            return COVEY_ARG;
        to.out = buffer.data();
        return interpolate(flock, alpha, to);
    }

  protected:
    facts() = default;

  private:
    const covey_world *c() const noexcept
    {
        return static_cast<const World &>(*this).get();
    }
    static std::optional<int> present(int number) noexcept
    {
        return number >= 0 ? std::optional<int>(number) : std::nullopt;
    }
};

} // namespace covey

#endif
