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
                         MutableArrayRef<Mask> results, bool strict) {
  if (auto interface = dyn_cast<tesa::SparsityOpInterface>(op)) {
    if (!strict || interface.isStrict())
      interface.inferZeros(operands, results);
    return;
  }
  if (!inferBodyZeros(op, operands, results, strict) &&
      !inferElementZeros(op, operands, results, strict))
    inferMovedZeros(op, operands, results);
}

void spindle::inferDead(Operation *op, ArrayRef<Mask> zeros,
                        ArrayRef<Mask> dead, MutableArrayRef<Mask> operands,
                        bool strict) {
  if (auto interface = dyn_cast<tesa::SparsityOpInterface>(op)) {
    if (!strict || interface.isStrict())
      interface.inferDead(zeros, dead, operands);
    return;
  }
  if (!inferBodyDead(op, zeros, dead, operands, strict) &&
      !inferElementDead(op, zeros, dead, operands, strict))
    inferMovedDead(op, dead, operands);
}
