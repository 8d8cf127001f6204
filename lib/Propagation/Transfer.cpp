//===- Transfer.cpp - what zeros do to an operation -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Propagation/Transfer.h"
#include "Rules.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

using namespace mlir;
using namespace spindle;

void spindle::inferZeros(Operation *op, ArrayRef<Mask> operands,
                         MutableArrayRef<Mask> results) {
  if (auto interface = dyn_cast<tesa::SparsityOpInterface>(op))
    return interface.inferZeros(operands, results);
  if (!inferBodyZeros(op, operands, results) &&
      !inferElementZeros(op, operands, results))
    inferMovedZeros(op, operands, results);
}

void spindle::inferDead(Operation *op, ArrayRef<Mask> zeros,
                        ArrayRef<Mask> dead, MutableArrayRef<Mask> operands) {
  if (auto interface = dyn_cast<tesa::SparsityOpInterface>(op))
    return interface.inferDead(zeros, dead, operands);
  if (!inferBodyDead(op, zeros, dead, operands) &&
      !inferElementDead(op, zeros, dead, operands))
    inferMovedDead(op, dead, operands);
}
