//===- LaneForms.cpp - which vectors lanes share --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneForms.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The update of a vector of elements that `op` is; none for one element.
static std::optional<VectorAccess> getAtomicAccess(iter::AtomicUpdateOp op) {
  if (!op.getVectorType())
    return std::nullopt;
  VectorAccess access = {op.getMemref(), op.getIndices(), {op.getValue()}};
  access.writes = access.isAtomic = true;
  access.isRow = !op.isScatter();
  if (op.getMask())
    access.vectors.push_back(op.getMask());
  for (Value index : op.getIndices())
    if (isa<VectorType>(index.getType()))
      access.vectors.push_back(index);
  return access;
}

std::optional<VectorAccess> spindle::getVectorAccess(Operation *op) {
  using Result = std::optional<VectorAccess>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](vector::LoadOp op) -> Result {
        return VectorAccess{
            op.getBase(), op.getIndices(), {op.getResult()}, false, true};
      })
      .Case([](vector::StoreOp op) -> Result {
        return VectorAccess{
            op.getBase(), op.getIndices(), {op.getValueToStore()}, true, true};
      })
      .Case([](vector::MaskedLoadOp op) -> Result {
        return VectorAccess{op.getBase(),
                            op.getIndices(),
                            {op.getResult(), op.getMask(), op.getPassThru()},
                            false,
                            true};
      })
      .Case([](vector::MaskedStoreOp op) -> Result {
        return VectorAccess{op.getBase(),
                            op.getIndices(),
                            {op.getValueToStore(), op.getMask()},
                            true,
                            true};
      })
      .Case([](vector::GatherOp op) -> Result {
        if (!isa<MemRefType>(op.getBase().getType()))
          return std::nullopt;
        return VectorAccess{
            op.getBase(),
            op.getOffsets(),
            {op.getResult(), op.getIndices(), op.getMask(), op.getPassThru()},
            false,
            false};
      })
      .Case([](vector::ScatterOp op) -> Result {
        if (!isa<MemRefType>(op.getBase().getType()))
          return std::nullopt;
        return VectorAccess{
            op.getBase(),
            op.getOffsets(),
            {op.getValueToStore(), op.getIndices(), op.getMask()},
            true,
            false};
      })
      .Case(
          [](iter::AtomicUpdateOp op) -> Result { return getAtomicAccess(op); })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

bool spindle::isPrivate(Value memory) {
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  auto type = cast<BaseMemRefType>(memory.getType());
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (space && space.getValue() == gpu::AddressSpace::Private)
    return true;
  return memory.getDefiningOp<memref::AllocaOp>() && !type.getMemorySpace();
}

bool spindle::isElementByElement(Operation *op) {
  if (auto cast = dyn_cast<vector::BitCastOp>(op))
    return cast.getSourceVectorType().getShape() ==
           cast.getResultVectorType().getShape();
  return isa<vector::FMAOp>(op) || OpTrait::hasElementwiseMappableTraits(op);
}

/// Whether what `op` gives is a source: made in either form where it is needed,
/// or whole whoever needs it.
static bool givesSource(Operation *op) {
  if (isa<vector::InsertOp>(op))
    return false;
  return !isElementByElement(op) && !getVectorAccess(op) &&
         !isa<RegionBranchOpInterface>(op);
}

/// Whether lanes may add up what they have of `op` first.
static bool isSummedInLanes(vector::ReductionOp op) {
  using Kind = vector::CombiningKind;
  bool dependsOnOrder =
      isa<FloatType>(op.getType()) &&
      (op.getKind() == Kind::ADD || op.getKind() == Kind::MUL);
  return !dependsOnOrder ||
         bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::reassoc);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

namespace {
/// Finds the classes of vectors, and of the operations that move them.
class LaneClasses {
public:
  LaneClasses(Operation *kernel, int64_t lanes);

  /// Vectors that are no sources, and operations, with their numbers.
  llvm::MapVector<Value, unsigned> values;
  llvm::MapVector<Operation *, unsigned> ops;

  LaneForm getForm(unsigned number) const { return forms[classes[number]]; }
  /// What arguments need to be for classes to be blocked that can be.
  AlignmentNeeds needs;

private:
  void collect(Value value);
  void collect(Operation *op);
  void unite(Operation *op);
  void unite(Operation *op, ValueRange vectors);
  void unite(RegionBranchOpInterface op);
  void unite(BranchOpInterface op);
  void unite(Value first, Value second);
  void spread(int64_t lanes);
  void align(int64_t lanes);

  llvm::IntEqClasses classes;
  SmallVector<VectorType> types;
  llvm::BitVector anchored;
  SmallVector<LaneForm> forms;
};
} // namespace

LaneClasses::LaneClasses(Operation *kernel, int64_t lanes) {
  kernel->walk<WalkOrder::PreOrder>([&](Operation *op) { collect(op); });
  classes.grow(types.size());
  anchored.resize(types.size());
  kernel->walk([&](Operation *op) { unite(op); });
  classes.compress();
  spread(lanes);
  align(lanes);
}

void LaneClasses::collect(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type)
    return;
  values[value] = types.size();
  types.push_back(type);
}

void LaneClasses::collect(Operation *op) {
  if (!givesSource(op))
    for (Value result : op->getResults())
      collect(result);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        collect(argument);
  Value vector;
  if (std::optional<VectorAccess> access = getVectorAccess(op))
    vector = access->vectors.front();
  else if (auto reduction = dyn_cast<vector::ReductionOp>(op))
    vector = reduction.getVector();
  if (!vector)
    return;
  ops[op] = types.size();
  types.push_back(cast<VectorType>(vector.getType()));
}

void LaneClasses::unite(Value first, Value second) {
  auto one = values.find(first), other = values.find(second);
  if (one != values.end() && other != values.end())
    classes.join(one->second, other->second);
}

void LaneClasses::unite(Operation *op, ValueRange vectors) {
  auto owner = ops.find(op);
  Value known;
  for (Value vector : vectors) {
    auto it = values.find(vector);
    if (it == values.end())
      continue;
    if (owner != ops.end())
      classes.join(owner->second, it->second);
    else if (known)
      unite(known, vector);
    known = vector;
  }
}

void LaneClasses::unite(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping)
    for (Value input : inputs)
      unite(operand->get(), input);
}

void LaneClasses::unite(BranchOpInterface op) {
  for (auto [index, block] : llvm::enumerate(op->getSuccessors()))
    for (auto [place, argument] : llvm::enumerate(block->getArguments()))
      if (Value operand = op.getSuccessorOperands(index)[place])
        unite(operand, argument);
}

/// What is private is stored whole, by each lane.
static bool mayBeSpread(const VectorAccess &access) {
  return !access.writes || !isPrivate(access.memory);
}

void LaneClasses::unite(Operation *op) {
  if (std::optional<VectorAccess> access = getVectorAccess(op)) {
    if (!mayBeSpread(*access))
      return;
    unite(op, access->vectors);
    anchored.set(ops.lookup(op));
  } else if (auto sum = dyn_cast<vector::ReductionOp>(op)) {
    if (!isSummedInLanes(sum))
      return;
    unite(op, sum.getVector());
    anchored.set(ops.lookup(op));
  } else if (auto insert = dyn_cast<vector::InsertOp>(op)) {
    unite(insert.getDest(), insert.getResult());
  } else if (isElementByElement(op)) {
    SmallVector<Value> vectors(op->getOperands());
    llvm::append_range(vectors, op->getResults());
    unite(op, vectors);
  } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    unite(branch);
  } else if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    unite(branch);
  }
}

/// Whether a vector of `type` has as many elements for each of `lanes` lanes.
static bool isDivisible(VectorType type, int64_t lanes) {
  return type.getRank() == 1 && !type.isScalable() &&
         type.getDimSize(0) % lanes == 0;
}

void LaneClasses::spread(int64_t lanes) {
  forms.resize(classes.getNumClasses(), LaneForm::Whole);
  for (unsigned number : anchored.set_bits())
    forms[classes[number]] = LaneForm::Blocked;
  for (auto [number, type] : llvm::enumerate(types))
    if (!isDivisible(type, lanes))
      forms[classes[number]] = LaneForm::Whole;
}

namespace {
/// What is needed for the rows of a class to be blocked.
struct RowNeeds {
  bool canBeMet = true;
  AlignmentNeeds rows, masks;

  void add(const VectorAccess &access, int64_t count) {
    std::optional<AlignmentNeeds> row = findAlignmentNeeds(access, count);
    canBeMet &= row.has_value();
    if (row)
      rows.merge(*row);
    masks.merge(findMaskNeeds(access, count));
  }
  bool areMet() const { return canBeMet && rows.empty(); }
  /// Adds them to `all`, if that makes a difference to rows.
  void addTo(AlignmentNeeds &all) const {
    if (!canBeMet || rows.empty())
      return;
    all.merge(rows);
    all.merge(masks);
  }
};
} // namespace

/// Whether lanes add to memory: neighbours are to have elements that follow one
/// another, whose additions are one request, and runs of which are combined.
static bool addsToMemory(Operation *op) {
  auto update = dyn_cast<iter::AtomicUpdateOp>(op);
  return update && (update.getSegmented() || !update.isScatter());
}

/// Has classes be cyclic in which a row is not known to be aligned, or which
/// lanes add to memory.
void LaneClasses::align(int64_t lanes) {
  llvm::MapVector<unsigned, RowNeeds> needsOf;
  for (auto [op, number] : ops)
    if (addsToMemory(op) && forms[classes[number]] != LaneForm::Whole)
      forms[classes[number]] = LaneForm::Cyclic;
  for (auto [op, number] : ops) {
    std::optional<VectorAccess> access = getVectorAccess(op);
    unsigned which = classes[number];
    if (access && access->isRow && forms[which] == LaneForm::Blocked)
      needsOf[which].add(*access, types[number].getDimSize(0) / lanes);
  }
  for (auto &[which, rows] : needsOf) {
    rows.addTo(needs);
    if (!rows.areMet())
      forms[which] = LaneForm::Cyclic;
  }
}

LaneForms::LaneForms(gpu::GPUFuncOp kernel, int64_t lanes) : lanes(lanes) {
  kernel.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (auto type = dyn_cast<VectorType>(result.getType()))
        values[result] = {type};
  });
  if (lanes > 1)
    findClasses(kernel);
  kernel.walk([&](Operation *op) {
    std::optional<VectorAccess> access = getVectorAccess(op);
    if (!access || !access->isRow || isSpread(op))
      return;
    auto type = cast<VectorType>(access->vectors.front().getType());
    RowNeeds row;
    if (type.getRank() == 1)
      row.add(*access, type.getDimSize(0));
    row.addTo(needs);
  });
  for (const LoadedWord &word : findLoadedWords(kernel))
    needs.merge(word.needs);
}

void LaneForms::findClasses(gpu::GPUFuncOp kernel) {
  LaneClasses classes(kernel, lanes);
  for (auto [value, number] : classes.values)
    values[value] = {cast<VectorType>(value.getType()),
                     classes.getForm(number)};
  for (auto [op, number] : classes.ops)
    ops[op] = classes.getForm(number);
  needs = classes.needs;
}
