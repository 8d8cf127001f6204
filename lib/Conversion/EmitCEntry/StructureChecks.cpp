//===- StructureChecks.cpp - checks of tensors in formats -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here takes longer for a larger tensor: of positions the first and the
// last are read, and nothing else.
//
//===----------------------------------------------------------------------===//

#include "OperandChecks.h"

using namespace mlir;
using namespace spindle;
using spindle::cinterface::CArray;
using spindle::cinterface::COperand;
using spindle::cinterface::CRole;
using spindle::cinterface::CStatus;
using spindle::sparse::LevelAttr;
using spindle::sparse::LevelKind;
using spindle::sparse::PieceRole;

/// The extent of a coordinate that is `expr`, of dimensions of these sizes.
Value OperandChecks::buildExtent(AffineExpr expr, const OperandMemory &memory) {
  if (isa<AffineConstantExpr>(expr))
    return builder.constant(1);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return memory.sizes[dim.getPosition()];
  auto operation = cast<AffineBinaryOpExpr>(expr);
  int64_t divisor = cast<AffineConstantExpr>(operation.getRHS()).getValue();
  if (expr.getKind() == AffineExprKind::Mod)
    return builder.constant(divisor);
  return builder.divideUp(buildExtent(operation.getLHS(), memory), divisor);
}

/// What the coordinate of dense level `level` is made of, with dimensions for
/// orders of them, which have as many positions.
static AffineExpr getExtentExpr(sparse::FormatAttr format, int64_t level) {
  SmallVector<AffineExpr> subjects = llvm::map_to_vector(
      format.getInspectors(),
      [](sparse::InspectorAttr inspector) { return inspector.getSubject(); });
  return format.getLevels()[level].getExpr().replaceSymbols(subjects);
}

/// Refuses an array at `parameter` that has not as many entries as it is to
/// have, or is not there.
void OperandChecks::checkCount(size_t parameter, Value entries, Bound bound) {
  const std::string &name = getName(parameter);
  Value count = parameters[parameter + 1];
  bool exactly = bound == Bound::Exactly;
  Value wrong = builder.compare(exactly ? LLVM::ICmpPredicate::ne
                                        : LLVM::ICmpPredicate::slt,
                                count, entries);
  builder.refuse(wrong, CStatus::BadCount,
                 "expected " + name + " to have " +
                     (exactly ? "" : "at least ") + "%lld entries but got %lld",
                 {entries, count});
  if (use == MemoryUse::None)
    return;
  Value some =
      builder.compare(LLVM::ICmpPredicate::ne, count, builder.constant(0));
  builder.refuse(builder.both(some, builder.isNull(parameters[parameter])),
                 CStatus::NullPointer,
                 "expected " + name +
                     " to have %lld entries but got a null pointer",
                 count);
}

/// The cells in a fibre of `level`; null where fibres differ.
Value OperandChecks::buildWidth(const COperand &operand,
                                const OperandMemory &memory, int64_t level) {
  LevelAttr from = operand.getFormat().getLevels()[level];
  switch (from.getKind()) {
  case LevelKind::Dense:
    return buildExtent(getExtentExpr(operand.getFormat(), level), memory);
  case LevelKind::Fixed:
  case LevelKind::Structured:
    return operand.widths[level] ? parameters[operand.widths[level]]
                                 : builder.constant(from.getParams().front());
  default:
    return Value();
  }
}

/// How many positions level `below` has under each of `level`, above it; null
/// where they differ, or it is not above.
Value OperandChecks::countBelow(const COperand &operand,
                                const OperandMemory &memory, int64_t level,
                                int64_t below) {
  auto levels = operand.getFormat().getLevels();
  Value cells = builder.constant(1);
  while (below != level) {
    auto parents = levels[below].getParents();
    Value width =
        parents.size() == 1 ? buildWidth(operand, memory, below) : Value();
    if (!width)
      return Value();
    cells = builder.multiply(cells, width);
    below = parents.front();
  }
  return cells;
}

/// How many positions `level` has, whose last one is in memory that is not to
/// be read: as many as the arrays below it have room for.
Value OperandChecks::countPositions(const COperand &operand,
                                    const OperandMemory &memory,
                                    int64_t level) {
  auto levels = operand.getFormat().getLevels();
  for (const CArray &array : operand.arrays) {
    Value count = parameters[array.parameter + 1];
    if (array.role == PieceRole::Positions && array.level != level) {
      int64_t parent = levels[array.level].getParents().front();
      if (Value cells = countBelow(operand, memory, level, parent))
        return builder.divide(builder.add(count, builder.constant(-1)), cells);
    }
    if (array.role == PieceRole::Positions || array.levels.front() != level)
      continue;
    Value cells = builder.constant(1);
    for (int64_t inner : llvm::drop_begin(array.levels))
      cells = builder.multiply(cells, buildWidth(operand, memory, inner));
    return builder.divide(count, cells);
  }
  llvm_unreachable("a level has values, or levels below it");
}

/// Checks the positions of `level` and gives the last one.
Value OperandChecks::checkPositions(const COperand &operand,
                                    OperandMemory &memory, int64_t level) {
  const CArray &array = operand.getArray(PieceRole::Positions, level);
  int64_t parent = operand.getFormat().getLevels()[level].getParents().front();
  Value fibres = memory.positions[parent];
  checkCount(array.parameter, builder.add(fibres, builder.constant(1)),
             Bound::Exactly);
  if (use != MemoryUse::Read)
    return Value();
  const std::string &name = getName(array.parameter);
  Type type = signature.parameters[array.parameter].type;
  Value pointer = parameters[array.parameter], zero = builder.constant(0);
  Value first = builder.load(type, pointer, zero);
  builder.refuse(builder.compare(LLVM::ICmpPredicate::ne, first, zero),
                 CStatus::BadPositions,
                 "expected " + name + " to start at 0 but got %lld", first);
  Value last = builder.load(type, pointer, fibres);
  builder.refuse(builder.compare(LLVM::ICmpPredicate::slt, last, zero),
                 CStatus::BadPositions,
                 "expected " + name + " to end at 0 or more but got %lld",
                 last);
  return last;
}

/// Checks the positions of `level`, and finds how many it has.
void OperandChecks::checkLevel(const COperand &operand, OperandMemory &memory,
                               int64_t level) {
  LevelAttr from = operand.getFormat().getLevels()[level];
  bool isRoot = from.getParents().empty();
  Value parents = isRoot ? builder.constant(1)
                         : memory.positions[from.getParents().front()];
  Value width = buildWidth(operand, memory, level), positions = parents;
  if (from.getKind() == LevelKind::Variable) {
    positions = checkPositions(operand, memory, level);
    if (!positions)
      positions = countPositions(operand, memory, level);
  }
  if (from.getKind() == LevelKind::Compressed) {
    const CArray &array = operand.getArray(PieceRole::Coordinates, level);
    Value last = isRoot ? Value() : checkPositions(operand, memory, level);
    checkCount(array.parameter, last ? last : builder.constant(0),
               Bound::AtLeast);
    positions = parameters[array.parameter + 1];
  }
  memory.widths.push_back(width);
  memory.positions.push_back(width ? builder.multiply(parents, width)
                                   : positions);
}

/// Checks that `array` has the shape that `structure` asks for.
void OperandChecks::checkArray(const COperand &operand, const CArray &array,
                               OperandMemory &memory,
                               const OperandMemory &structure) {
  const auto &parameter = signature.parameters[array.parameter];
  Memory result;
  result.name = parameter.name;
  result.pointer = parameters[array.parameter];
  result.isWritten = parameter.isWritten;
  Value count = parameters[array.parameter + 1];
  for (int64_t level : array.levels)
    result.sizes.push_back(structure.widths[level]
                               ? structure.widths[level]
                               : structure.positions[level]);
  if (array.role == PieceRole::Positions)
    result.sizes.push_back(count);
  Value entries = builder.constant(1);
  result.strides.resize(result.sizes.size());
  for (size_t dim = result.sizes.size(); dim-- > 0;) {
    result.strides[dim] = entries;
    entries = builder.multiply(entries, result.sizes[dim]);
  }
  bool isChecked = array.role == PieceRole::Positions ||
                   (array.role == PieceRole::Coordinates &&
                    operand.getFormat().getLevels()[array.level].getKind() ==
                        LevelKind::Compressed);
  if (!isChecked)
    checkCount(array.parameter, entries, Bound::Exactly);
  setBytes(result, count, parameter.type, CStatus::BadCount);
  memory.arrays.push_back(std::move(result));
}

void OperandChecks::checkStructured(const COperand &operand,
                                    OperandMemory &memory) {
  size_t rank = operand.dims.size();
  for (size_t dim = 0; dim < rank; ++dim)
    checkSize(operand, memory,
              {parameters[operand.first + dim], getName(operand.first + dim)});
  for (size_t width : operand.widths)
    if (width)
      builder.refuse(builder.compare(LLVM::ICmpPredicate::slt,
                                     parameters[width], builder.constant(0)),
                     CStatus::BadSize,
                     "expected " + getName(width) +
                         " to be at least 0 but got %lld",
                     parameters[width]);
  int64_t levels = operand.getFormat().getLevels().size();
  for (int64_t level = 0; level < levels; ++level)
    checkLevel(operand, memory, level);
  for (const CArray &array : operand.arrays)
    checkArray(operand, array, memory, memory);
}
