//===- RoundWidths.h - widths that formats have -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of a weight need any number of bits, and are stored in 4, 8, 16 or
// 32. They are stored all as wide as the widest needs it, or in two parts, one
// of which has those that need less: with n widths there are n ways. None is
// better in any case, since a part is a product of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_ROUNDWIDTHS_H
#define SPINDLE_PLANS_ROUNDWIDTHS_H

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace spindle::plans {

/// The widths that elements are stored in, which costs are given for.
inline constexpr int64_t kStoredWidths[] = {4, 8, 16, 32};

/// What an element costs of each of these widths, by default: what share of
/// products of 32 bits an instruction makes in the time of one. Those of 4 bits
/// are multiplied as bytes.
inline constexpr double kWidthCosts[] = {0.25, 0.25, 0.5, 1};

/// A way to store a weight: the formats of its blocks, of one or two widths.
struct RoundedWidths {
  tesa::WidthAttr formats;
  /// The widths, ascending; 32 stands for the weight's own type.
  llvm::SmallVector<int64_t, 2> widths;
  double cost = 0;
};

/// The ways to store the weight `name` of `function`, of which `formats` says
/// what elements need, null for what its attribute `tesa.width` says: all in
/// one width first, then in two by the lower one. Elements of each stored width
/// cost `costs`, and a second part as much as an addition of 32 bits for each
/// output. Refused: what is no weight of a product, formats of another shape or
/// of more than 32 bits that are not its own type, and an argument of which
/// nothing is said.
std::optional<llvm::SmallVector<RoundedWidths>>
roundWidths(mlir::func::FuncOp function, llvm::StringRef name,
            tesa::WidthAttr formats, llvm::ArrayRef<double> costs,
            std::string &refusal);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_ROUNDWIDTHS_H
