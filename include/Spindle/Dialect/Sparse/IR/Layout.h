//===- Layout.h - the layout of buffers -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_LAYOUT_H
#define SPINDLE_DIALECT_SPARSE_IR_LAYOUT_H

#include "Spindle/Dialect/Axis/IR/Layout.h"

namespace spindle::sparse {

using axis::Layout;

/// The layout of a buffer made by an axis or sparse operation; fails where its
/// constructor is unknown or breaks the rule.
mlir::FailureOr<Layout> getLayout(mlir::Value buffer);

/// Whether storage of this layout may have cells that are no elements: where an
/// axis of the list may lack cells, and where one entry is both factors of a
/// product, so that only pairs of a position with itself are elements.
bool mayLackElements(const Layout &layout);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_LAYOUT_H
