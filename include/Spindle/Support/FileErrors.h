//===- FileErrors.h - why a file cannot be opened ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SUPPORT_FILEERRORS_H
#define SPINDLE_SUPPORT_FILEERRORS_H

#include <cerrno>
#include <string>
#include <system_error>

namespace spindle {

/// The words of the system for `error`, in lower case at the start.
inline std::string describeSystemError(std::error_code error) {
  std::string text = error.message();
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z')
    text[0] += 'a' - 'A';
  return text;
}

/// What follows the name of a file that cannot be read, and a colon.
inline std::string describeReadError(std::error_code error) {
  if (error == std::errc::no_such_file_or_directory)
    return "no such file";
  if (error == std::errc::is_a_directory)
    return "expected a file but got a directory";
  return "expected a readable file but got " + describeSystemError(error);
}

/// What follows the name of a file that cannot be written, and a colon.
inline std::string describeWriteError(std::error_code error) {
  if (error == std::errc::no_such_file_or_directory)
    return "no such directory";
  return "expected a writable file but got " + describeSystemError(error);
}

/// What the system has left in `errno`.
inline std::error_code getSystemError() {
  return {errno, std::generic_category()};
}

} // namespace spindle

#endif // SPINDLE_SUPPORT_FILEERRORS_H
