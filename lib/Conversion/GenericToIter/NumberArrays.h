//===- NumberArrays.h - where look-ups find numbers -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level whose coordinate is a number of the pattern has none that a look-up
// could compute. Where a level below stores each coordinate of a dimension
// once, as `i : singleton(unique)` in `sell`, that coordinate tells those of
// the levels above it: they are kept in arrays over the dimension, which a nest
// fills before the outermost loop around the look-up. Elsewhere any coordinate
// will do, and the levels below say which one it is.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_GENERICTOITER_NUMBERARRAYS_H
#define SPINDLE_LIB_CONVERSION_GENERICTOITER_NUMBERARRAYS_H

#include "Operands.h"
#include "llvm/ADT/StringSet.h"

namespace spindle {

/// The arrays that are made for one function.
class NumberArrays {
public:
  /// `taken` has the names of the function's nests, and gets those of new ones.
  NumberArrays(mlir::RewriterBase &rewriter,
               const mlir::DominanceInfo &dominance, llvm::StringSet<> &taken)
      : rewriter(rewriter), dominance(dominance), taken(taken) {}

  /// Notes in each operand of `op` that is looked up how the coordinates of its
  /// levels are found, and makes the arrays that are not there yet.
  /// Operations come in the order of the program.
  void find(sparse::GenericOp op, llvm::MutableArrayRef<Operand> operands);

private:
  llvm::SmallVector<NumberArray> make(Operand &operand, mlir::Operation *op);
  void fill(mlir::ValueRange axes, sparse::FormatAttr format, int64_t by,
            llvm::ArrayRef<NumberArray> arrays);
  void allocate(mlir::Value axis, sparse::FormatAttr format, int64_t by,
                llvm::MutableArrayRef<NumberArray> arrays);
  llvm::SmallVector<mlir::Value> getAxesBefore(Operand &operand,
                                               mlir::Operation *at);

  mlir::RewriterBase &rewriter;
  const mlir::DominanceInfo &dominance;
  llvm::StringSet<> &taken;
  /// Those of the tensors that have the structures.
  llvm::SmallDenseMap<mlir::Value, llvm::SmallVector<NumberArray>> made;
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_GENERICTOITER_NUMBERARRAYS_H
