// SPDX-License-Identifier: MIT
/// Views of flocks for covey.hpp, and how its members call C.
#ifndef COVEY_VIEW_HPP
#define COVEY_VIEW_HPP

#include "covey/covey.h"
#include "covey/result.hpp"

#include <cassert>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace covey
{

/// Calls made of C, and functions of yours called by C.
namespace detail
{

/// A place for the error of a call. A call that succeeds leaves it as it is, so only its status is
/// set before.
struct place {
    covey_error error;

    place() noexcept
    {
        error.status = COVEY_OK;
    }
    /// That of a call that failed, or of its status where the call has no words.
    failure of(covey_status status) const noexcept
    {
        return error.status == status ? failure(error) : failure(status);
    }
};

/// The result of a call that fills an error where it fails.
template <class Call> result<void> done(Call &&call)
{
    place at;
    covey_status status = call(&at.error);
    return status == COVEY_OK ? result<void>() : result<void>(at.of(status));
}

/// The same for one that only has a status.
inline result<void> done(covey_status status) noexcept
{
    return status == COVEY_OK ? result<void>() : result<void>(status);
}

/// A value, or the error of a call that writes it.
template <class T, class Call> result<T> value(Call &&call)
{
    T found{};
    place at;
    covey_status status = call(&found, &at.error);
    return status == COVEY_OK ? result<T>(std::move(found)) : result<T>(at.of(status));
}

template <class T> result<T> value(covey_status status, T found)
{
    return status == COVEY_OK ? result<T>(std::move(found)) : result<T>(status);
}

/// A call about two spans, which are to have one size.
template <class A, class B, class Call>
result<void> pairs(span<A> first, span<B> second, Call &&call)
{
    return first.size() == second.size() ? done(call) : result<void>(COVEY_ARG);
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

} // namespace covey

#endif
