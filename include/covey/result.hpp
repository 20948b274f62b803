// SPDX-License-Identifier: MIT
/// Spans and results of covey.hpp, for C++17, whose standard library has neither.
#ifndef COVEY_RESULT_HPP
#define COVEY_RESULT_HPP

#include "covey/base.h"

#include <cassert>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
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

/// An error, for as long as there is one: a status, and words in memory that a call that fails
/// takes, so that a result is small. Where memory runs out, it keeps its status alone.
class failure
{
  public:
    failure() noexcept = default;
    failure(const covey_error &error) noexcept
        : status_(error.status), error_(new (std::nothrow) covey_error(error))
    {
    }
    failure(covey_status status) noexcept : status_(status)
    {
        covey_error error;
        if (status == COVEY_OK)
            return;
        covey_fail(&error, status, "%s", covey_status_text(status));
        error_.reset(new (std::nothrow) covey_error(error));
    }
    failure(failure &&) noexcept = default;
    failure &operator=(failure &&) noexcept = default;
    failure(const failure &other) noexcept : failure(other.error())
    {
        status_ = other.status_;
    }
    failure &operator=(const failure &other) noexcept
    {
        return *this = failure(other);
    }
    ~failure() = default;

    covey_status status() const noexcept
    {
        return status_;
    }
    const covey_error &error() const noexcept
    {
        static const covey_error none{};
        return error_ != nullptr ? *error_ : none;
    }

  private:
    covey_status status_ = COVEY_OK;
    std::unique_ptr<covey_error> error_;
};

/// A value, or the error because of which there is none: as std::expected of C++23. The value of a
/// result without one may not be asked for; assert() finds that.
template <class T> class [[nodiscard]] result
{
  public:
    result(T value) : value_(std::move(value)) {}
    result(const covey_error &error) noexcept : failure_(error) {}
    result(covey_status status) noexcept : failure_(status) {}
    result(failure why) noexcept : failure_(std::move(why)) {}

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

    /// COVEY_OK, 0 and "" where there is a value. Valid as long as this result.
    const covey_error &error() const noexcept
    {
        return failure_.error();
    }
    covey_status status() const noexcept
    {
        return failure_.status();
    }

  private:
    std::optional<T> value_;
    failure failure_;
};

/// Done, or an error.
template <> class [[nodiscard]] result<void>
{
  public:
    result() noexcept = default;
    result(const covey_error &error) noexcept : failure_(error) {}
    result(covey_status status) noexcept : failure_(status) {}
    result(failure why) noexcept : failure_(std::move(why)) {}

    explicit operator bool() const noexcept
    {
        return failure_.status() == COVEY_OK;
    }
    const covey_error &error() const noexcept
    {
        return failure_.error();
    }
    covey_status status() const noexcept
    {
        return failure_.status();
    }

  private:
    failure failure_;
};

} // namespace covey

#endif
