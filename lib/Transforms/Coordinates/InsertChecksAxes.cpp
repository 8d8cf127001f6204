//===- InsertChecksAxes.cpp - checks of the structure of axes -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InsertChecksAxes.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/StructureUses.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::axis::Layout;
using spindle::runtime::CheckedKind;
using spindle::runtime::CheckedRole;

//===----------------------------------------------------------------------===//
// What an axis is called, and what its type claims
//===----------------------------------------------------------------------===//

/// "level 1 of A" or "bitmap of A" where an array of `constructor` is a piece
/// of a tensor, else the name of the operation.
static std::string getAxisName(Operation *constructor) {
  for (Value operand : constructor->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    auto function =
        argument
            ? dyn_cast_or_null<func::FuncOp>(argument.getOwner()->getParentOp())
            : func::FuncOp();
    auto piece = function
                     ? function.getArgAttrOfType<PieceAttr>(
                           argument.getArgNumber(), SparseDialect::kPieceAttr)
                     : PieceAttr();
    if (!piece || !isa<MemRefType>(operand.getType()))
      continue;
    std::string what = piece.getRole() == PieceRole::Bitmap
                           ? "bitmap"
                           : "level " + std::to_string(piece.getIndex());
    return what + " of " + piece.getTensor().str();
  }
  return constructor->getName().getStringRef().str();
}

static CheckedKind getCheckedKind(AxisKind kind) {
  switch (kind) {
  case AxisKind::DenseFixed:
    return CheckedKind::DenseFixed;
  case AxisKind::DenseVariable:
    return CheckedKind::DenseVariable;
  case AxisKind::SparseFixed:
    return CheckedKind::SparseFixed;
  case AxisKind::SparseVariable:
    return CheckedKind::SparseVariable;
  case AxisKind::Singleton:
    return CheckedKind::Singleton;
  case AxisKind::Product:
    return CheckedKind::Product;
  case AxisKind::Occupancy:
    return CheckedKind::Occupancy;
  }
  llvm_unreachable("one of the kinds of axes");
}

static int64_t getClaims(AxisType type) {
  int64_t claims = 0;
  if (type.getSorted())
    claims |= spindle::runtime::ClaimSorted;
  if (type.getUnique())
    claims |= spindle::runtime::ClaimUnique;
  return claims;
}

/// The operand called `extent`; 1 for an axis without coordinates.
static OpFoldResult getExtent(Operation *constructor) {
  return TypeSwitch<Operation *, OpFoldResult>(constructor)
      .Case<axis::DenseFixedOp, axis::DenseVariableOp, axis::SparseFixedOp,
            axis::SparseVariableOp, axis::SingletonOp>(
          [](auto op) { return OpFoldResult(op.getExtent()); })
      .Default(OpFoldResult(
          IntegerAttr::get(IndexType::get(constructor->getContext()), 1)));
}

OpFoldResult spindle::sparse::getFirstCoordinate(Value axis) {
  auto zero = IntegerAttr::get(IndexType::get(axis.getContext()), 0);
  Value from =
      TypeSwitch<Operation *, Value>(axis.getDefiningOp())
          .Case<axis::SparseFixedOp, axis::SparseVariableOp, axis::SingletonOp>(
              [](auto op) { return op.getFrom(); })
          .Default(Value());
  return from ? OpFoldResult(from) : OpFoldResult(zero);
}

//===----------------------------------------------------------------------===//
// Fibres and parents
//===----------------------------------------------------------------------===//

void AxisChecks::describe(StringRef name,
                          std::initializer_list<OpFoldResult> args) {
  SmallVector<OpFoldResult> all = {handle};
  all.append(args.begin(), args.end());
  calls.call(*builder, axis.getLoc(), name, all);
}

void AxisChecks::describeFixed(Value width) {
  int64_t known = cast<AxisType>(axis.getType()).getWidth();
  describe("width", {width, number(ShapedType::isDynamic(known) ? -1 : known)});
}

void AxisChecks::describeCut(Value size) {
  if (size)
    describe("cut", {size, handles.lookup(axis::getCutBy(axis))});
}

void AxisChecks::describeSkew(Value size) {
  if (size)
    describe("skew", {size, handles.lookup(axis::getSkewAlong(axis))});
}

void AxisChecks::describeCount(Value count) {
  auto type = cast<AxisType>(axis.getType());
  if (count)
    describe("count", {count, number(type.getPos().getIntOrFloatBitWidth())});
}

void AxisChecks::describeFibres(Operation *constructor) {
  TypeSwitch<Operation *>(constructor)
      .Case([&](axis::DenseFixedOp op) {
        describeFixed(op.getExtent());
        describeCut(op.getCut());
        describeSkew(op.getSkew());
      })
      .Case([&](axis::SparseFixedOp op) {
        describeFixed(op.getWidth());
        describeCut(op.getCut());
      })
      .Case<axis::DenseVariableOp, axis::SparseVariableOp>(
          [&](auto op) { describeCount(op.getCount()); });
}

void AxisChecks::describeList(const Layout &layout, ArrayRef<int64_t> parents) {
  for (auto [index, entry] : llvm::enumerate(layout.axes)) {
    if (entry == axis)
      continue;
    const auto *dim = llvm::find(layout.dims, int64_t(index));
    int64_t order = dim == layout.dims.end() ? -1 : dim - layout.dims.begin();
    describe("entry", {handles.lookup(entry), number(order)});
    for (int64_t parent : layout.parents[index])
      describe("under", {number(parent)});
  }
  for (int64_t parent : parents)
    describe("place", {number(parent)});
}

/// The layout of `bits`, on the listed axes.
static FailureOr<Layout> getListLayout(axis::OccupancyOp op) {
  int64_t fault;
  return axis::computeLayout(op.getAxes(),
                             axis::getParentLists(op.getParents()), fault);
}

void AxisChecks::describeParents(Operation *constructor) {
  SmallVector<Value> parents = axis::getParents(axis);
  FailureOr<Layout> layout = failure();
  if (auto occupancy = dyn_cast<axis::OccupancyOp>(constructor)) {
    layout = getListLayout(occupancy);
    if (succeeded(layout))
      describeList(*layout,
                   llvm::to_vector(llvm::seq<int64_t>(parents.size())));
  } else if (isa<axis::SingletonOp>(constructor) && parents.size() > 1) {
    layout = axis::getAxisLayout(axis);
    // The axis comes last, after its ancestors.
    if (succeeded(layout))
      describeList(*layout, layout->parents.back());
  } else {
    for (Value parent : parents)
      describe("parent", {handles.lookup(parent)});
  }
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Integers narrower than a byte have one of their own.
static int64_t getNumBytes(Type type) {
  return llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
}

unsigned AxisChecks::describeArray(CheckedRole role, Value array,
                                   FailureOr<Layout> layout) {
  if (!array)
    return 0;
  Location loc = axis.getLoc();
  int64_t bytes =
      getNumBytes(cast<MemRefType>(array.getType()).getElementType());
  auto parts = memref::ExtractStridedMetadataOp::create(*builder, loc, array);
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(*builder, loc, array);
  Value scale = arith::ConstantIndexOp::create(*builder, loc, bytes);
  Value skipped =
      arith::MulIOp::create(*builder, loc, parts.getOffset(), scale);
  Value address = arith::AddIOp::create(*builder, loc, base, skipped);
  describe("array", {number(int64_t(role)), number(bytes), address});
  for (auto [dim, size, stride] :
       llvm::enumerate(parts.getSizes(), parts.getStrides())) {
    bool isKnown = succeeded(layout);
    describe("dim",
             {size, stride,
              isKnown ? OpFoldResult(handles.lookup(layout->getAxis(dim)))
                      : number(0)});
  }
  return 1;
}

unsigned AxisChecks::describeArrays(Operation *constructor) {
  return TypeSwitch<Operation *, unsigned>(constructor)
      .Case([&](axis::DenseFixedOp op) {
        return describeArray(CheckedRole::Lengths, op.getLengths(),
                             axis::getParentLayout(axis));
      })
      .Case([&](axis::DenseVariableOp op) {
        return describeArray(CheckedRole::Positions, op.getPositions());
      })
      .Case([&](axis::SparseFixedOp op) {
        return describeArray(CheckedRole::Lengths, op.getLengths(),
                             axis::getParentLayout(axis)) +
               describeArray(CheckedRole::Coordinates, op.getCoordinates(),
                             axis::getAxisLayout(axis));
      })
      .Case([&](axis::SparseVariableOp op) {
        return describeArray(CheckedRole::Positions, op.getPositions()) +
               describeArray(CheckedRole::Coordinates, op.getCoordinates());
      })
      .Case([&](axis::SingletonOp op) {
        return describeArray(CheckedRole::Coordinates, op.getCoordinates(),
                             axis::getAxisLayout(axis));
      })
      .Case([&](axis::ProductOp op) {
        return describeArray(CheckedRole::Offsets, op.getOffsets());
      })
      .Case([&](axis::OccupancyOp op) {
        return describeArray(CheckedRole::Bits, op.getBits(),
                             getListLayout(op));
      })
      .Default(0u);
}

//===----------------------------------------------------------------------===//
// The last use
//===----------------------------------------------------------------------===//

/// The memory that `array` is a view of.
static Value getMemory(Value array) {
  while (auto view = array.getDefiningOp<ViewLikeOpInterface>())
    array = view.getViewSource();
  return array;
}

void AxisChecks::checkDeallocs(Operation *constructor, Operation *last) {
  SetVector<Operation *> frees;
  for (Value operand : constructor->getOperands())
    if (isa<MemRefType>(operand.getType()))
      for (Operation *user : getMemory(operand).getUsers())
        if (isa<memref::DeallocOp>(user))
          frees.insert(user);
  for (Operation *free : frees) {
    Operation *here = constructor->getBlock()->findAncestorOpInBlock(*free);
    if (!here || here->isBeforeInBlock(constructor) ||
        last->isBeforeInBlock(here))
      continue;
    builder->setInsertionPoint(free);
    describe("freed", {});
  }
}

void AxisChecks::checkAfter(Operation *constructor) {
  Operation *last = findLastUse(constructor);
  checkDeallocs(constructor, last);
  if (last->hasTrait<OpTrait::IsTerminator>())
    builder->setInsertionPoint(last);
  else if (last != constructor)
    builder->setInsertionPointAfter(last);
  describe("snapshot", {});
}

unsigned AxisChecks::check(Operation *constructor) {
  axis = constructor->getResult(0);
  builder.emplace(constructor);
  builder->setInsertionPointAfter(constructor);
  auto type = cast<AxisType>(axis.getType());
  Location loc = constructor->getLoc();
  Value text = calls.getText(*builder, loc,
                             describeLocation(loc) + getAxisName(constructor));
  handle = calls.call(*builder, loc, "axis",
                      {text, number(int64_t(getCheckedKind(type.getKind()))),
                       number(getClaims(type)), getExtent(constructor),
                       getFirstCoordinate(axis)},
                      /*hasResult=*/true);
  handles[axis] = handle;
  describeFibres(constructor);
  describeParents(constructor);
  unsigned arrays = describeArrays(constructor);
  describe("structure", {});
  checkAfter(constructor);
  return arrays;
}
