//===- LengthChecks.cpp - what memory must hold, computed -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LengthChecks.h"

#include "Spindle/Analysis/DistinctMemory.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using arith::CmpIPredicate;
using spindle::axis::Layout;

LengthChecks::LengthChecks(func::FuncOp function)
    : function(function), builder(function.getLoc(), function.getContext()) {
  Type index = builder.getIndexType();
  check = func::FuncOp::create(
      function.getLoc(), (function.getName() + ".lengths").str(),
      builder.getFunctionType(function.getArgumentTypes(),
                              {index, index, index}));
  check.setPrivate();
  builder.setInsertionPointToStart(check.addEntryBlock());
  for (auto [argument, own] :
       llvm::zip_equal(function.getArguments(), check.getArguments()))
    values[argument] = own;
  refusal = expected = came = constant(0);
}

func::FuncOp LengthChecks::finish() {
  if (!checksCaller) {
    check.erase();
    return {};
  }
  func::ReturnOp::create(builder, ValueRange{refusal, expected, came});
  check->setAttr(SparseDialect::kRefusalsAttr, builder.getArrayAttr(refusals));
  return check;
}

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

Value LengthChecks::constant(int64_t number) {
  return arith::ConstantIndexOp::create(builder, number);
}

/// Refuses, where `got` compares to `wanted` as `refused` says and nothing was
/// refused before, by a text with `wanted` between `before` and `after`.
void LengthChecks::require(Value wanted, Value got, CmpIPredicate refused,
                           const Twine &before, const Twine &after) {
  std::string first = (before + " ").str(),
              second = (after + " but got ").str();
  refusals.push_back(builder.getStrArrayAttr({first, second}));
  Value isWrong = arith::CmpIOp::create(builder, refused, got, wanted);
  Value none =
      arith::CmpIOp::create(builder, CmpIPredicate::eq, refusal, constant(0));
  Value isFirst = arith::AndIOp::create(builder, isWrong, none);
  auto choose = [&](Value number, Value otherwise) -> Value {
    return arith::SelectOp::create(builder, isFirst, number, otherwise);
  };
  refusal = choose(constant(refusals.size()), refusal);
  expected = choose(wanted, expected);
  came = choose(got, came);
}

/// `number` in words, or what stands in for them.
static std::string orNumber(const std::string &text) {
  return text.empty() ? "a size" : text;
}

void LengthChecks::requireSize(Value number) {
  Size size = getSize(number);
  if (size.value && !getConstantIntValue(number))
    require(constant(0), size.value, CmpIPredicate::slt,
            "expected " + orNumber(size.text) + " to be at least");
}

void LengthChecks::requireEqual(Value number, int64_t wanted) {
  Size size = getSize(number);
  if (size.value && !getConstantIntValue(number))
    require(constant(wanted), size.value, CmpIPredicate::ne,
            "expected " + orNumber(size.text) + " to be");
}

/// The label of the argument that `memory` is, or is a view of; null without
/// one. What holds a piece of a tensor is made, or checked, as its format asks.
static Attribute getLabel(Value memory) {
  auto argument = dyn_cast<BlockArgument>(getRootMemory(memory));
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  return function ? function.getArgAttr(argument.getArgNumber(),
                                        SparseDialect::kPieceAttr)
                  : Attribute();
}

/// What the argument that `memory` is a view of is called.
std::string LengthChecks::getMemoryName(Value memory) {
  auto argument = cast<BlockArgument>(getRootMemory(memory));
  std::string name = getArgumentName(argument);
  return name.empty() ? "arg" + std::to_string(argument.getArgNumber()) : name;
}

/// Whether `text` says no more than a number does, or nothing.
static bool isNumber(const std::string &text) {
  return llvm::all_of(text, llvm::isDigit);
}

void LengthChecks::requireLength(Value memory, int64_t dim,
                                 const Size &wanted) {
  // Constants beside the function have the length that their type says.
  Value own = isArgument(getRootMemory(memory)) ? getValue(memory) : Value();
  if (!own || !wanted.value || getLabel(memory))
    return;
  Value length = memref::DimOp::create(builder, own, dim);
  bool isList = cast<MemRefType>(memory.getType()).getRank() == 1;
  std::string name = getMemoryName(memory);
  std::string before = isList ? "expected " + name + " to have at least"
                              : "expected dimension " + std::to_string(dim) +
                                    " of " + name + " to be at least";
  std::string reason = isNumber(wanted.text) ? "" : ", " + wanted.text + ",";
  require(wanted.value, length, CmpIPredicate::slt, before,
          (isList ? " entries" : "") + reason);
  checksCaller = true;
}

/// Requires that `index` exists in dimension `dim` of `memory`.
void LengthChecks::requireIndex(Value memory, int64_t dim, const Size &index) {
  Value before =
      arith::MinSIOp::create(builder, index.value, constant(INT64_MAX - 1));
  Value length = arith::AddIOp::create(builder, before, constant(1));
  std::string text = isNumber(index.text) ? "" : index.text + " + 1";
  requireLength(memory, dim, {length, text});
}

void LengthChecks::requireCells(Value memory, const Layout &layout) {
  for (int64_t dim = 0; dim < layout.getRank(); ++dim)
    requireLength(memory, dim, getWidth(layout.getAxis(dim)));
}

void LengthChecks::requireRange(ExpectRangeOp op) {
  Value low = getValue(op.getLow()), high = getValue(op.getHigh()),
        size = getValue(op.getSize());
  if (!low || !high || !size)
    return;
  Value isEmpty = arith::CmpIOp::create(builder, CmpIPredicate::sle, high, low);
  auto unlessEmpty = [&](Value number) -> Value {
    return arith::SelectOp::create(builder, isEmpty, constant(0), number);
  };
  std::string dimension =
      ("dimension " + Twine(op.getDimension()) + " of " + op.getTensor()).str();
  require(constant(0), unlessEmpty(low), CmpIPredicate::slt,
          "expected the coordinate " + op.getExpression() + " of " + dimension +
              " to be at least");
  require(unlessEmpty(high), size, CmpIPredicate::slt,
          "expected " + dimension + " to be at least",
          ", for the coordinate " + op.getExpression() + ",");
  checksCaller = true;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// What messages call the piece `label`.
static std::string describePiece(PieceAttr label) {
  std::string level =
      label.getRole() == PieceRole::Values ||
              label.getRole() == PieceRole::Bitmap
          ? ""
          : "level " + std::to_string(label.getIndex()) + " of ";
  return ("the " + stringifyPieceRole(label.getRole()) + " of " + level +
          label.getTensor().getValue())
      .str();
}

/// How many entries `memory` and `other` have at the same place that are not of
/// the same bits, where `isUsable`; they have one shape then.
Value LengthChecks::countDifferent(Value memory, Value other, Value isUsable) {
  int64_t rank = cast<MemRefType>(memory.getType()).getRank();
  auto read = [](OpBuilder &builder, Location loc, Value from, ValueRange at) {
    Value entry = memref::LoadOp::create(builder, loc, from, at);
    Type type = entry.getType();
    if (!isa<FloatType>(type))
      return entry;
    Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
    return arith::BitcastOp::create(builder, loc, bits, entry).getResult();
  };
  auto addOne = [&](OpBuilder &builder, Location loc, ValueRange at,
                    ValueRange counted) -> SmallVector<Value> {
    Value isOther = arith::CmpIOp::create(builder, loc, CmpIPredicate::ne,
                                          read(builder, loc, memory, at),
                                          read(builder, loc, other, at));
    Value one = arith::IndexCastUIOp::create(builder, loc,
                                             builder.getIndexType(), isOther);
    return {arith::AddIOp::create(builder, loc, counted.front(), one)};
  };
  auto branch = scf::IfOp::create(builder, builder.getIndexType(), isUsable,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> from(rank, constant(0)), steps(rank, constant(1)), to;
  for (int64_t dim = 0; dim < rank; ++dim)
    to.push_back(memref::DimOp::create(builder, other, dim));
  auto nest = scf::buildLoopNest(builder, builder.getLoc(), from, to, steps,
                                 constant(0), addOne);
  scf::YieldOp::create(builder, nest.results.front());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, constant(0));
  return branch.getResult(0);
}

void LengthChecks::requireConstant(ConstantPiece piece) {
  std::string name = describePiece(piece.label);
  Value own = getValue(piece.argument);
  MemRefType type = piece.constant.getType();
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    require(constant(size), memref::DimOp::create(builder, own, dim),
            CmpIPredicate::ne, "expected " + name + " to have",
            " entries, as compiled,");
  Value known =
      memref::GetGlobalOp::create(builder, type, piece.constant.getSymName());
  Value isUsable =
      arith::CmpIOp::create(builder, CmpIPredicate::eq, refusal, constant(0));
  require(constant(0), countDifferent(own, known, isUsable), CmpIPredicate::ne,
          "expected " + name + " to be as compiled, with",
          " different entries");
  checksCaller = true;
}

//===----------------------------------------------------------------------===//
// Sizes of axes
//===----------------------------------------------------------------------===//

/// The product, or the greatest number where that is less. Neither is negative,
/// unless something was refused.
LengthChecks::Size LengthChecks::multiply(const Size &a, const Size &b) {
  if (!a.value || !b.value)
    return {};
  Value most = constant(INT64_MAX);
  Value divisor = arith::MaxUIOp::create(builder, a.value, constant(1));
  Value limit = arith::DivUIOp::create(builder, most, divisor);
  Value isLarge =
      arith::CmpIOp::create(builder, CmpIPredicate::ugt, b.value, limit);
  Value product = arith::MulIOp::create(builder, a.value, b.value);
  bool hasText = !a.text.empty() && !b.text.empty();
  return {arith::SelectOp::create(builder, isLarge, most, product),
          hasText ? a.text + " * " + b.text : ""};
}

LengthChecks::Size LengthChecks::multiplyWidths(const Layout &layout) {
  Size product = getWidth(layout.getAxis(0));
  for (int64_t dim = 1; dim < layout.getRank(); ++dim)
    product = multiply(product, getWidth(layout.getAxis(dim)));
  return product;
}

/// The size of the storage dimension of `axis`.
LengthChecks::Size LengthChecks::getWidth(Value axis) {
  Value number = axis::getCellsPerFibre(axis);
  return number ? getSize(number) : getCells(axis);
}

LengthChecks::Size LengthChecks::getCells(Value axis) {
  auto known = cells.find(axis);
  if (known != cells.end())
    return known->second;
  Size size = computeCells(axis);
  cells[axis] = size;
  return size;
}

LengthChecks::Size LengthChecks::computeCells(Value axis) {
  Operation *constructor = axis.getDefiningOp();
  if (!constructor)
    return {};
  SmallVector<Value> parents = axis::getParents(axis);
  auto ofLayout = [&](FailureOr<Layout> layout) {
    return succeeded(layout) ? multiplyWidths(*layout) : Size();
  };
  auto ofVariable = [&](auto op) {
    if (op.getPositions())
      return getLast(op.getPositions(), getCells(parents.front()));
    requireSize(op.getCount());
    return getSize(op.getCount());
  };
  return TypeSwitch<Operation *, Size>(constructor)
      .Case<axis::DenseFixedOp, axis::SparseFixedOp>([&](auto) {
        Size width = getSize(axis::getCellsPerFibre(axis));
        return parents.empty() ? width
                               : multiply(getCells(parents.front()), width);
      })
      .Case<axis::DenseVariableOp, axis::SparseVariableOp>(ofVariable)
      .Case([&](axis::SingletonOp) {
        return ofLayout(axis::getAxisLayout(axis));
      })
      .Case([&](axis::OccupancyOp) {
        return ofLayout(axis::getAxisLayout(axis));
      })
      .Case([&](axis::ProductOp op) {
        return getLast(op.getOffsets(), getCells(parents.front()));
      })
      .Default(Size());
}

/// The last of the entries that `positions` has for `fibres`.
LengthChecks::Size LengthChecks::getLast(Value positions, const Size &fibres) {
  Value own = getValue(positions);
  if (!own || !fibres.value)
    return {};
  requireIndex(positions, 0, fibres);
  if (!isOnlyRead(getRootMemory(positions)))
    return {};
  std::string text = "the last of " + getMemoryName(positions);
  Size size = {loadGuarded(own, fibres.value), text};
  require(constant(0), size.value, CmpIPredicate::slt,
          "expected " + text + " to be at least");
  return size;
}
