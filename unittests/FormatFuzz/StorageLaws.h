//===- StorageLaws.h - what holds of every stored tensor --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions here give what is wrong, in words; nothing where all is right.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_STORAGELAWS_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_STORAGELAWS_H

#include "RandomTensor.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Runtime/Convert/Composite.h"

#include <string>

namespace spindle::formatfuzz {

/// A format that was read: of levels, or composite.
struct ReadFormat {
  sparse::FormatAttr levels;
  sparse::CompositeAttr composite;
  /// The same as the runtime knows it; one part where it is of levels.
  runtime::Composite parts;
  /// The formats of all parts, those of a part that is composite in its place.
  std::vector<runtime::Format> formats;
  /// What it was refused with; empty where it was taken.
  std::string refusal;

  bool isRefused() const { return !refusal.empty(); }
  mlir::Attribute attribute() const {
    return composite ? mlir::Attribute(composite) : mlir::Attribute(levels);
  }
  /// The same as attributes.
  std::vector<sparse::FormatAttr> getParts() const;
};

/// Reads `text`, the format of a tensor of `rank` dimensions, into `format`.
/// What is refused is refused with a reason; what is taken is printed as text
/// that is read as the same, by the compiler and by the runtime.
std::string readFormat(mlir::MLIRContext &context, const std::string &text,
                       int64_t rank, ReadFormat &format);

/// A tensor in a format, or why it is not.
struct StoredTensor {
  /// One where the format is of levels.
  std::vector<runtime::Storage> parts;
  std::string refusal;

  bool isRefused() const { return !refusal.empty(); }
};

/// Stores `tensor` in `format`, which was taken, and gives it in `stored`.
/// It is refused if the format cannot hold it, and where it says so; stored, it
/// has the size that was foretold, is valid, and is taken out again as
/// `elements`, whatever the order of the entries was.
std::string checkStored(const ReadFormat &format,
                        const runtime::CooTensor &tensor,
                        const ElementMap &elements, StoredTensor &stored);

/// The elements that are stored: those that a program sees, where formats keep
/// no pattern with all cells.
ElementMap listStored(const ReadFormat &format, const StoredTensor &stored);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_STORAGELAWS_H
