//===- ForwardStores.cpp - loads of what was just stored ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/ForwardStores.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

/// What `load` loads, if its block knows: what was stored to or loaded from the
/// element before, with nothing between that may write to it.
static Value findValue(const MemoryAccess &load, const MemoryFacts &facts) {
  for (Operation *op = load.op->getPrevNode(); op; op = op->getPrevNode()) {
    std::optional<MemoryAccess> access = getElementAccess(op);
    if (access && areSame(*access, load))
      return access->value;
    if (facts.findWrite(op, load))
      return {};
  }
  return {};
}

/// Whether the block of `store` stores to the element again, with nothing
/// between that may read it.
static bool isOverwritten(const MemoryAccess &store, const MemoryFacts &facts) {
  for (Operation *op = store.op->getNextNode(); op; op = op->getNextNode()) {
    std::optional<MemoryAccess> access = getElementAccess(op);
    if (access && access->writes && areSame(*access, store))
      return true;
    if (facts.findAccess(op, store))
      return false;
  }
  return false;
}

bool spindle::loops::forwardStores(RewriterBase &rewriter, Block *block,
                                   const MemoryFacts &facts,
                                   const Element *element) {
  bool changed = false;
  for (Operation &op : llvm::make_early_inc_range(*block)) {
    std::optional<MemoryAccess> access = getElementAccess(&op);
    if (!access || access->writes || (element && !areSame(*access, *element)))
      continue;
    if (Value value = findValue(*access, facts)) {
      rewriter.replaceOp(&op, value);
      changed = true;
    }
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block))) {
    std::optional<MemoryAccess> access = getElementAccess(&op);
    if (!access || !access->writes ||
        (element && !areSame(*access, *element)) ||
        !isOverwritten(*access, facts))
      continue;
    rewriter.eraseOp(&op);
    changed = true;
  }
  return changed;
}

void spindle::loops::forwardAllStores(RewriterBase &rewriter, Operation *root) {
  auto forward = [&](FunctionOpInterface function) {
    MemoryFacts facts(function);
    function->walk([&](Block *block) {
      if (root->isAncestor(block->getParentOp()))
        forwardStores(rewriter, block, facts);
    });
  };
  if (auto function = root->getParentOfType<FunctionOpInterface>())
    return forward(function);
  root->walk([&](FunctionOpInterface function) { forward(function); });
}
