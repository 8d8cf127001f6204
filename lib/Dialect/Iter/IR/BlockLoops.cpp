//===- BlockLoops.cpp - loops that blocks of a GPU run --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/BlockLoops.h"

using namespace mlir;
using namespace spindle::iter;

bool spindle::iter::isBlockLoop(Operation *op) {
  return isa<scf::ForallOp>(op) && op->hasAttr(kBlockAttr);
}

scf::ForallOp spindle::iter::getBlockLoop(Operation *op) {
  auto loop = op->getParentOfType<scf::ForallOp>();
  while (loop && !isBlockLoop(loop))
    loop = loop->getParentOfType<scf::ForallOp>();
  return loop;
}

scf::ForallOp spindle::iter::getSharedLoop(Operation *op) {
  scf::ForallOp shared;
  for (auto loop = op->getParentOfType<scf::ForallOp>(); loop;
       loop = loop->getParentOfType<scf::ForallOp>()) {
    if (isBlockLoop(loop))
      return shared;
    shared = loop;
  }
  return {};
}

bool spindle::iter::isOfWholeBlock(Operation *op) {
  auto loop = op->getParentOfType<scf::ForallOp>();
  return loop && isBlockLoop(loop);
}
