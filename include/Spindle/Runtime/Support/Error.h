//===- Error.h - A failure with its location, or a value --------*- C++ -*-===//
//
// The runtime throws nothing and prints nothing: a function that can fail
// returns `Expected<T>`, or `std::optional<Error>` where there is no value.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_SUPPORT_ERROR_H
#define SPINDLE_RUNTIME_SUPPORT_ERROR_H

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace spindle::runtime {

/// A failure and the location in a file that caused it.
struct Error {
  /// The path as the caller gave it; empty for data in memory.
  std::string file;
  /// The 1-based line in `file`; 0 where the failure is not in one line.
  int64_t line = 0;
  /// Lower case, of the form "expected X but got Y".
  std::string text;

  /// An error without a location: "expected `expected` but got `got`".
  static Error expectedGot(std::string_view expected, std::string_view got);

  /// This error, placed in `file` at `line` (0 for none).
  Error in(std::string file, int64_t line = 0) &&;

  /// Exactly "file:line: text", "file: text" or "text".
  std::string str() const;
};

/// Either a value of type `T` or the Error that prevented it.
template <typename T> class [[nodiscard]] Expected {
public:
  /// Success.
  Expected(T value) : state(std::in_place_index<0>, std::move(value)) {}

  /// Failure.
  Expected(Error error) : state(std::in_place_index<1>, std::move(error)) {}

  /// True where there is a value.
  explicit operator bool() const { return state.index() == 0; }

  /// The value; requires success.
  T &operator*() {
    assert(*this && "the value of a failure");
    return *std::get_if<0>(&state);
  }
  /// The value; requires success.
  const T &operator*() const {
    assert(*this && "the value of a failure");
    return *std::get_if<0>(&state);
  }
  /// A member of the value; requires success.
  T *operator->() { return &**this; }
  /// A member of the value; requires success.
  const T *operator->() const { return &**this; }

  /// The error; requires failure.
  const Error &error() const {
    assert(!*this && "the error of a success");
    return *std::get_if<1>(&state);
  }

  /// Moves the error out, to return it from the caller; requires failure.
  Error takeError() {
    assert(!*this && "the error of a success");
    return std::move(*std::get_if<1>(&state));
  }

private:
  std::variant<T, Error> state;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_ERROR_H
