//===- Sizes.h - the sizes of the dimensions --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SIZES_H
#define SPINDLE_SESSION_SIZES_H

#include "Spindle/Session/ProgramOperands.h"
#include "Spindle/Session/SettingNames.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <vector>

namespace spindle::session {

/// The sizes of the named dimensions of a program's operands. Dimensions of one
/// name have one size.
class Sizes {
public:
  /// Sizes that the user may set, which errors call `name`.
  explicit Sizes(SettingName name) : name(name) {}

  /// Learns the sizes that the operand's type fixes. Error: a size that another
  /// one contradicts.
  llvm::Error addType(const OperandSpec &spec);

  /// Learns that the operand has the sizes `shape`, one per dimension; `origin`
  /// is where it was found. Error: a size that another one contradicts.
  llvm::Error addShape(const OperandSpec &spec, llvm::ArrayRef<int64_t> shape,
                       llvm::StringRef origin);

  /// Learns the size of the dimension `dim` from the user. Error: a
  /// size that another one contradicts.
  llvm::Error addOption(llvm::StringRef dim, int64_t size);

  /// The sizes of the operand's dimensions. Error: one that is not known.
  llvm::Expected<std::vector<int64_t>> getShape(const OperandSpec &spec) const;

private:
  /// A size and who said so.
  struct Entry {
    int64_t size;
    std::string origin;
  };

  /// Learns one size.
  llvm::Error add(llvm::StringRef dim, int64_t size, std::string origin);

  SettingName name;
  llvm::StringMap<Entry> entries;
};

} // namespace spindle::session

#endif // SPINDLE_SESSION_SIZES_H
