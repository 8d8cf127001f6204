//===- ControlOps.cpp - loops and branches of the scf dialect -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTables.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle::interpreter;

using Slots = SmallVector<Slot, 4>;

//===----------------------------------------------------------------------===//
// scf.for
//===----------------------------------------------------------------------===//

namespace {
/// A loop, whose carried values are in the cells of the body's arguments.
struct Loop {
  bool run(Machine &m) const;

  Operation *op;
  Slot lower, upper, step, variable;
  Code before, body, after;
};
} // namespace

bool Loop::run(Machine &m) const {
  int64_t end = m[upper].integer, stride = m[step].integer;
  if (stride <= 0)
    return m.fail(op, "expected a step above 0 but got " + Twine(stride));
  if (!before.run(m))
    return false;
  for (int64_t i = m[lower].integer; i < end;) {
    m[variable].integer = i;
    if (!m.takeTurn(op) || !body.run(m))
      return false;
    if (llvm::AddOverflow(i, stride, i))
      break;
  }
  return after.run(m);
}

static Step translateFor(Translator &t, Operation &op) {
  auto loop = cast<scf::ForOp>(op);
  Type type = loop.getInductionVar().getType();
  if (!type.isIndex() && !type.isSignlessInteger(32) &&
      !type.isSignlessInteger(64))
    return {};
  if (loop.getUnsignedCmp())
    return t.refuse(op, "expected signed bounds");
  Loop code{&op,
            t.slotOf(loop.getLowerBound()),
            t.slotOf(loop.getUpperBound()),
            t.slotOf(loop.getStep()),
            t.slotOf(loop.getInductionVar()),
            t.copyInto(loop.getInitArgs(), loop.getRegionIterArgs()),
            {},
            t.copyInto(loop.getRegionIterArgs(), loop.getResults())};
  if (!t.translateBlock(*loop.getBody(), t.slotsOf(loop.getRegionIterArgs()),
                        code.body))
    return {};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

//===----------------------------------------------------------------------===//
// scf.while, scf.if
//===----------------------------------------------------------------------===//

namespace {
/// A loop that runs `before` first and ends where `condition` is false; a block
/// leaves its values in the cells of the next one's arguments, and `before` in
/// those of the results too.
struct WhileLoop {
  bool run(Machine &m) const {
    if (!init.run(m) || !before.run(m))
      return false;
    while (m[condition].integer)
      if (!m.takeTurn(op) || !after.run(m) || !before.run(m))
        return false;
    return true;
  }

  Operation *op;
  Slot condition;
  Code init, before, after;
};
} // namespace

static Step translateWhile(Translator &t, Operation &op) {
  auto loop = cast<scf::WhileOp>(op);
  scf::ConditionOp condition = loop.getConditionOp();
  WhileLoop code{&op,
                 t.slotOf(condition.getCondition()),
                 t.copyInto(loop.getInits(), loop.getBeforeArguments()),
                 {},
                 {}};
  if (!t.translateBlock(*loop.getBeforeBody(),
                        t.slotsOf(loop.getAfterArguments()), code.before,
                        /*first=*/1) ||
      !t.translateBlock(*loop.getAfterBody(),
                        t.slotsOf(loop.getBeforeArguments()), code.after))
    return {};
  if (loop.getNumResults() > 0)
    code.before.steps.push_back(
        t.makeCopy(condition.getArgs(), t.slotsOf(loop.getResults())));
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

static Step translateIf(Translator &t, Operation &op) {
  auto branch = cast<scf::IfOp>(op);
  Slots results = t.slotsOf(branch.getResults());
  Code thenCode, elseCode;
  if (!t.translateBlock(*branch.thenBlock(), results, thenCode))
    return {};
  if (branch.elseBlock() &&
      !t.translateBlock(*branch.elseBlock(), results, elseCode))
    return {};
  return [condition = t.slotOf(branch.getCondition()),
          thenCode = std::move(thenCode),
          elseCode = std::move(elseCode)](Machine &m) {
    return (m[condition].integer ? thenCode : elseCode).run(m);
  };
}

void spindle::interpreter::addControlOps(OpTable &table) {
  table["scf.for"] = translateFor;
  table["scf.while"] = translateWhile;
  table["scf.if"] = translateIf;
}
