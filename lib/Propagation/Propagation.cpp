//===- Propagation.cpp - facts about elements that travel -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Propagation/Propagation.h"
#include "Rules.h"
#include "ScalarNumbers.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Transfer.h"
#include "UniformRules.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;

Mask SparsityFacts::getConstant() const {
  return mapCells(numbers,
                  [](const Number &number) { return uint8_t(number.same); });
}

Mask SparsityFacts::getKnown() const {
  return mapCells(numbers,
                  [](const Number &number) { return uint8_t(number.known); });
}

Mask SparsityFacts::getZeroNumbers() const {
  Mask found = mapCells(numbers, [](const Number &number) {
    return uint8_t(number.width.isZero());
  });
  return found & ~zero;
}

Numbers SparsityFacts::getNumbersAndZeros(Type type) const {
  Type element = tesa::getNumberType(type);
  return combineCells(numbers, zero, [&](const Number &number, uint8_t isZero) {
    return isZero ? addZero(element, number) : number;
  });
}

Propagation::Propagation(Operation *root, PropagationOptions options)
    : options(options), calls(makeCalls(root)) {
  if (options.seed)
    random.emplace(*options.seed);
  start(root);
  run();
}

void Propagation::run() {
  while (!open.empty())
    visit(takeNext());
}

const SparsityFacts *Propagation::lookup(Value value) const {
  auto found = facts.find(value);
  return found == facts.end() ? nullptr : &found->second;
}

void Propagation::startValue(Value value) {
  if (!tesa::hasMask(value.getType()))
    return;
  Mask none = tesa::getNoElement(value.getType());
  facts.insert({value,
                {none, none, tesa::getNoNumbers(value.getType()),
                 getUniform(value.getType())}});
}

void Propagation::addArgumentFacts(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  auto function =
      arg ? dyn_cast<FunctionOpInterface>(arg.getOwner()->getParentOp())
          : FunctionOpInterface();
  if (!function || !arg.getOwner()->isEntryBlock())
    return;
  auto get = [&](StringRef name) {
    return function.getArgAttr(arg.getArgNumber(), name);
  };
  using tesa::TesaDialect;
  Type element = tesa::getNumberType(value.getType());
  if (auto mask = dyn_cast_or_null<tesa::MaskAttr>(get(TesaDialect::kMaskAttr)))
    addZeros(value, ~mask.getMask());
  if (auto width =
          dyn_cast_or_null<tesa::WidthAttr>(get(TesaDialect::kWidthAttr)))
    addNumbers(value, width.getNumbers(element));
  Attribute constant = get(TesaDialect::kConstantAttr);
  Number same;
  same.same = true;
  if (constant)
    addNumbers(value, Numbers(facts.find(value)->second.zero.getShape(), same));
  if (auto elements = dyn_cast_or_null<ElementsAttr>(constant)) {
    Numbers numbers = tesa::getNumbers(elements);
    addNumbers(value, numbers);
    addZeros(value, mapCells(numbers, [](const Number &number) {
               return uint8_t(number.isKnownZero());
             }));
  }
}

void Propagation::start(Operation *root) {
  SmallVector<Value> values;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    known.insert(op);
    open.insert(op);
    llvm::append_range(values, op->getResults());
    // A body is a part of its operation.
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
    return WalkResult::advance();
  });
  for (Value value : values)
    startValue(value);
  for (Value value : values) {
    if (!facts.contains(value))
      continue;
    addArgumentFacts(value);
    if (value.use_empty())
      meetUses(value);
  }
}

Operation *Propagation::takeNext() {
  size_t next = random ? (*random)() % open.size() : 0;
  Operation *op = open[next];
  open.remove(op);
  return op;
}

/// Adds `more` to `mask`; whether that changed it.
static bool grow(Mask &mask, const Mask &more) {
  Mask sum = mask | more;
  if (sum == mask)
    return false;
  mask = std::move(sum);
  return true;
}

void Propagation::addZeros(Value value, const Mask &zero) {
  auto found = facts.find(value);
  if (found == facts.end() || !grow(found->second.zero, zero))
    return;
  openUsers(value);
}

void Propagation::openUsers(Value value) {
  ++changes[value];
  for (Operation *user : value.getUsers())
    if (known.contains(user))
      open.insert(user);
}

void Propagation::addNumbers(Value value, const Numbers &numbers) {
  auto found = facts.find(value);
  if (found == facts.end())
    return;
  Type type = tesa::getNumberType(value.getType());
  Numbers sum = combineCells(found->second.numbers, numbers,
                             [&](const Number &a, const Number &b) {
                               return removeType(type, a.meet(b));
                             });
  if (sum == found->second.numbers)
    return;
  found->second.numbers = std::move(sum);
  openUsers(value);
  // What moves elements has some of them as operands.
  if (value.getDefiningOp())
    open.insert(value.getDefiningOp());
}

void Propagation::addUniform(Value value, const UniformLines &lines) {
  auto found = facts.find(value);
  if (found == facts.end())
    return;
  bool isNew = false;
  for (auto [known, more] : llvm::zip_equal(found->second.uniform, lines))
    isNew |= grow(known, more);
  if (isNew)
    openUsers(value);
}

void Propagation::addDeadUse(OpOperand &use, const Mask &dead) {
  auto [found, isNew] = deadUses.insert({&use, dead});
  if (isNew ? !dead.isNone() : grow(found->second, dead))
    meetUses(use.get());
}

void Propagation::meetUses(Value value) {
  Mask dead = ~tesa::getNoElement(value.getType());
  for (OpOperand &use : value.getUses()) {
    auto found = deadUses.find(&use);
    if (found == deadUses.end())
      return;
    dead = dead & found->second;
  }
  auto found = facts.find(value);
  if (grow(found->second.dead, dead) && value.getDefiningOp())
    open.insert(value.getDefiningOp());
}

/// Whether `op` does nothing but compute its results.
static bool computesResults(Operation *op) {
  return op->getNumResults() > 0 &&
         (isa<tesa::SparsityOpInterface>(op) || isPure(op) ||
          (isa<linalg::LinalgOp>(op) && isMemoryEffectFree(op)));
}

void Propagation::visitNumbers(Operation *op, ArrayRef<Mask> zeros) {
  size_t sum = 1;
  for (Value value : op->getOperands())
    sum += changes.lookup(value);
  // Element by element, nothing travels backward.
  if (!OpTrait::hasElementwiseMappableTraits(op))
    for (Value value : op->getResults())
      sum += changes.lookup(value);
  if (std::exchange(visitedChanges[op], sum) == sum)
    return;
  auto getAll = [&](ValueRange values, bool isKnown) {
    return llvm::map_to_vector(values, [&](Value value) {
      const SparsityFacts *known = isKnown ? lookup(value) : nullptr;
      return known ? known->numbers : tesa::getNoNumbers(value.getType());
    });
  };
  auto addAll = [&](ValueRange values, ArrayRef<Numbers> all) {
    for (auto [value, numbers] : llvm::zip_equal(values, all))
      addNumbers(value, numbers);
  };
  SmallVector<Numbers> results = getAll(op->getResults(), false);
  SmallVector<Mask> ends = llvm::map_to_vector(op->getResults(), [&](Value v) {
    const SparsityFacts *known = lookup(v);
    return known ? known->zero : tesa::getNoElement(v.getType());
  });
  inferNumbers(op, getAll(op->getOperands(), true), zeros, ends, results,
               options.strict);
  visitUniform(op, zeros, results);
  addAll(op->getResults(), results);
  if (!computesResults(op))
    return;
  SmallVector<Numbers> operands = getAll(op->getOperands(), false);
  inferNumbersBackward(op, getAll(op->getResults(), true), operands,
                       options.strict);
  // What holds where a branch is taken need not hold before it.
  for (auto [value, numbers] : llvm::zip_equal(op->getOperands(), operands))
    if (value.getParentBlock() == op->getBlock())
      addNumbers(value, numbers);
}

void Propagation::visitUniform(Operation *op, ArrayRef<Mask> zeros,
                               MutableArrayRef<Numbers> numbers) {
  auto getLines = [&](Value value) {
    const SparsityFacts *known = lookup(value);
    return known ? known->uniform : UniformLines();
  };
  auto operands = llvm::map_to_vector(op->getOperands(), getLines);
  auto results = llvm::map_to_vector(op->getResults(), getLines);
  inferUniform(op, zeros, operands, results, options.strict);
  for (auto [value, lines] : llvm::zip_equal(op->getResults(), results))
    addUniform(value, lines);
  inferEqualNumbers(op, zeros, operands, numbers, options.strict);
}

void Propagation::visit(Operation *op) {
  ++visits;
  SmallVector<Mask> zeros, dead, unneeded, found;
  for (Value operand : op->getOperands()) {
    const SparsityFacts *known = lookup(operand);
    unneeded.push_back(tesa::getNoElement(operand.getType()));
    zeros.push_back(known ? known->zero : unneeded.back());
  }
  for (Value result : op->getResults()) {
    const SparsityFacts *known = lookup(result);
    found.push_back(tesa::getNoElement(result.getType()));
    dead.push_back(known ? known->dead : found.back());
    if (known && options.replacesConstants)
      dead.back() = dead.back() | known->getKnown();
  }
  bool isCall = visitCall(op, zeros, dead, found, unneeded);
  if (!isCall)
    inferZeros(op, zeros, found, options.strict);
  for (auto [result, mask] : llvm::zip_equal(op->getResults(), found))
    addZeros(result, mask);
  visitNumbers(op, zeros);
  if (!isCall && !computesResults(op))
    return;
  if (!isCall)
    inferDead(op, zeros, dead, unneeded, options.strict);
  for (OpOperand &use : op->getOpOperands()) {
    Mask &mask = unneeded[use.getOperandNumber()];
    // Of a computation without an effect nothing is needed.
    if (op->use_empty() && isMemoryEffectFree(op))
      mask = ~tesa::getNoElement(use.get().getType());
    if (lookup(use.get()))
      addDeadUse(use, mask);
  }
}
