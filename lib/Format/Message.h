//===- Message.h - messages of the rules of formats -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_MESSAGE_H
#define SPINDLE_LIB_FORMAT_MESSAGE_H

#include "Spindle/Format/Format.h"

namespace spindle::format {

/// The parts, texts and numbers, one after the other.
template <typename... Parts> std::string joinText(const Parts &...parts) {
  std::string text;
  auto add = [&](const auto &part) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>>)
      text += std::to_string(part);
    else
      text += part;
  };
  (add(parts), ...);
  return text;
}

/// Reports the message that the parts make; false.
template <typename... Parts>
bool refuse(const Report &report, const Parts &...parts) {
  report(joinText(parts...));
  return false;
}

/// The items with `separator` between them.
inline std::string joinItems(const std::vector<std::string> &items,
                             std::string_view separator = ", ") {
  std::string text;
  for (size_t item = 0; item < items.size(); ++item)
    text.append(item ? separator : "").append(items[item]);
  return text;
}

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_MESSAGE_H
