//===- Format.cpp - Formats of storages -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/StoredFormat.h"

using namespace spindle::runtime;

/// Keeps the first message in `error`.
static spindle::format::Report keepFirst(std::optional<Error> &error) {
  return [&error](const std::string &text) {
    if (!error)
      error = Error{"", 0, text};
  };
}

std::optional<Error> spindle::runtime::validate(const Format &format) {
  std::optional<Error> error;
  check(format, keepFirst(error));
  return error;
}

Expected<Format> spindle::runtime::parseFormat(std::string_view text) {
  std::optional<Error> error;
  std::optional<Format> format =
      spindle::format::parseFormat(text, keepFirst(error));
  if (format)
    checkSupported(*format, keepFirst(error));
  if (error)
    return std::move(*error);
  return std::move(*format);
}

Expected<Composite> spindle::runtime::parseComposite(std::string_view text) {
  std::optional<Error> error;
  std::optional<Composite> format =
      spindle::format::parseComposite(text, keepFirst(error));
  if (error)
    return std::move(*error);
  return std::move(*format);
}

DType spindle::runtime::getIndexType(int bits) {
  switch (bits) {
  case 8:
    return DType::I8;
  case 16:
    return DType::I16;
  case 64:
    return DType::I64;
  default:
    return DType::I32;
  }
}

int64_t spindle::runtime::getDim(const Format &format, int64_t level) {
  return getStored(format).levels[level].dim;
}
