// SPDX-License-Identifier: MIT
/// Spans and results of covey.hpp, for C++17, whose standard library has neither.
#ifndef COVEY_RESULT_HPP
#define COVEY_RESULT_HPP

#include "covey/base.h"

#include <cassert>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace covey
{

/// `size` things in a row that belong to another: std::span of C++20, as far as it is needed.
template <class T> class span
{
  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}

    /// Of a vector, an array, another span: of all that std::data() and std::size() take.
    template <class C,
              class = std::enable_if_t<std::is_convertible_v<
                  std::remove_pointer_t<decltype(std::data(std::declval<C &>()))> (*)[], T (*)[]>>>
    constexpr span(C &&container) noexcept
        : data_(std::data(container)), size_(std::size(container))
    {
    }

    constexpr T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }
    constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }
    constexpr T *begin() const noexcept
    {
        return data_;
    }
    constexpr T *end() const noexcept
    {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t i) const noexcept
    {
        return assert(i < size_), data_[i];
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/// A value, or the error because of which there is none: as std::expected of C++23. The value of a
/// result without one may not be asked for; assert() finds that.
template <class T> class [[nodiscard]] result
{
  public:
    result(T value) : value_(std::move(value)) {}
    result(const covey_error &error) noexcept : error_(error) {}

    explicit operator bool() const noexcept
    {
        return value_.has_value();
    }
    T &operator*() &noexcept
    {
        return assert(value_), *value_;
    }
    const T &operator*() const &noexcept
    {
        return assert(value_), *value_;
    }
    T &&operator*() &&noexcept
    {
        return assert(value_), std::move(*value_);
    }
    T *operator->() noexcept
    {
        return assert(value_), &*value_;
    }
    const T *operator->() const noexcept
    {
        return assert(value_), &*value_;
    }
    T value_or(T other) const &
    {
        return value_ ? *value_ : std::move(other);
    }

    /// COVEY_OK, 0 and "" where there is a value.
    const covey_error &error() const noexcept
    {
        return error_;
    }
    covey_status status() const noexcept
    {
        return error_.status;
    }

  private:
    std::optional<T> value_;
    covey_error error_{};
};

/// Done, or an error.
template <> class [[nodiscard]] result<void>
{
  public:
    result() noexcept = default;
    result(const covey_error &error) noexcept : error_(error) {}

    explicit operator bool() const noexcept
    {
        return error_.status == COVEY_OK;
    }
    const covey_error &error() const noexcept
    {
        return error_;
    }
    covey_status status() const noexcept
    {
        return error_.status;
    }

  private:
    covey_error error_{};
};

} // namespace covey

#endif
