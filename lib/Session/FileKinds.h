//===- FileKinds.h - what each kind of file holds ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_FILEKINDS_H
#define SPINDLE_LIB_SESSION_FILEKINDS_H

#include "Spindle/Session/Binding.h"

namespace spindle::session {

/// What is to be written to a file.
struct Written {
  /// How errors call it.
  llvm::StringRef name;
  bool isSparse = false;
  int64_t rank = 0;
  runtime::DType dtype = runtime::DType::F32;
  /// Whether it is sparse on the pattern of another operand: its values may be
  /// a list.
  bool isOnPattern = false;
};

/// Checks that a file called `path` can hold `written`. `noun` stands for the
/// path in the error, which names the kinds of files that can.
llvm::Error checkFileKind(llvm::StringRef path, const Written &written,
                          const llvm::Twine &noun);

/// Describes entry `entry` of `tensor` by its 0-based coordinates: "element (0,
/// 2)".
std::string describeElement(const runtime::CooTensor &tensor, int64_t entry);

/// The same of the row-major element `index` of `array`.
std::string describeElement(const runtime::Array &array, int64_t index);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_FILEKINDS_H
