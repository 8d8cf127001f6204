//===- LoopText.cpp - loops of position space in words --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/LoopText.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using sparse::PieceAttr;
using sparse::PieceRole;

std::string LoopInfo::getDims() const { return llvm::join(dims, ", "); }

iter::LoopAttr session::getLabel(scf::ForOp loop) {
  return loop->getAttrOfType<iter::LoopAttr>(iter::IterDialect::kLoopAttr);
}

namespace {

/// Says numbers of a function in words.
class NumberText {
public:
  explicit NumberText(llvm::ArrayRef<OperandSpec> operands)
      : operands(operands) {}

  /// `value` in words; "?" for what has none.
  std::string describe(Value value) const;
  /// From where to where `loop` runs.
  std::string describeRange(scf::ForOp loop) const;

private:
  /// The words for dimension `index` of the operand called `tensor`.
  std::string getDim(StringRef tensor, int64_t index) const;
  /// The words for an argument of the function.
  std::string describeArgument(BlockArgument argument) const;
  /// The words for a size of the memory of an argument.
  std::string describeSize(memref::DimOp op) const;
  /// "left `sign` right".
  std::string join(Operation *op, StringRef sign) const;
  /// " under i", or nothing for the fibre of a root.
  std::string describeUnder(ValueRange under) const;

  llvm::ArrayRef<OperandSpec> operands;
};

} // namespace

/// The attribute `name` of an argument of a function; null for other values.
template <typename T> static T getArgAttr(Value value, StringRef name) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {};
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function ? function.getArgAttrOfType<T>(argument.getArgNumber(), name)
                  : T();
}

/// The piece of a tensor that `value` is; null where it is none.
static PieceAttr getPiece(Value value) {
  return getArgAttr<PieceAttr>(value, sparse::SparseDialect::kPieceAttr);
}

/// The name of the operand that `value` is; null where it is none.
static StringAttr getName(Value value) {
  return getArgAttr<StringAttr>(value, sparse::SparseDialect::kNameAttr);
}

std::string NumberText::getDim(StringRef tensor, int64_t index) const {
  for (const OperandSpec &spec : operands)
    if (spec.name == tensor && index >= 0 && index < int64_t(spec.dims.size()))
      return spec.dims[index];
  return "?";
}

std::string NumberText::describeArgument(BlockArgument argument) const {
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(owner)) {
    iter::LoopAttr label = getLabel(loop);
    if (!label || argument != loop.getInductionVar())
      return "?";
    return llvm::join(llvm::map_range(label.getDims(),
                                      [](StringAttr dim) { return dim.str(); }),
                      ", ");
  }
  PieceAttr piece = getPiece(argument);
  if (piece && piece.getRole() == PieceRole::Size)
    return getDim(piece.getTensor().getValue(), piece.getIndex());
  StringAttr name = getName(argument);
  return name ? name.str() : "?";
}

std::string NumberText::describeSize(memref::DimOp op) const {
  PieceAttr piece = getPiece(op.getSource());
  std::optional<int64_t> index = op.getConstantIndex();
  StringAttr name = getName(op.getSource());
  if (name && index)
    return getDim(name, *index);
  if (!piece || !index)
    return "?";
  StringRef tensor = piece.getTensor().getValue();
  for (const OperandSpec &spec : operands)
    if (spec.name == tensor && spec.kind == OperandKind::Dense)
      return getDim(tensor, *index);
  bool isWidth = *index > 0 && piece.getRole() == PieceRole::Coordinates;
  return ((isWidth ? "the width of " : "the entries of ") + tensor).str();
}

std::string NumberText::join(Operation *op, StringRef sign) const {
  return describe(op->getOperand(0)) + sign.str() + describe(op->getOperand(1));
}

std::string NumberText::describeUnder(ValueRange under) const {
  if (under.empty())
    return "";
  return " under " +
         llvm::join(
             llvm::map_range(under, [&](Value v) { return describe(v); }),
             ", ");
}

std::string NumberText::describe(Value value) const {
  llvm::APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return std::to_string(constant.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(value))
    return describeArgument(argument);
  Operation *op = value.getDefiningOp();
  if (auto size = dyn_cast<memref::DimOp>(op))
    return describeSize(size);
  if (auto length = dyn_cast<axis::LengthOp>(op))
    return "the length" + describeUnder(length.getUnder());
  if (auto position = dyn_cast<axis::PositionOp>(op))
    return matchPattern(position.getOffset(), m_Zero())
               ? "the start" + describeUnder(position.getUnder())
               : "?";
  if (isa<axis::SizeOp>(op))
    return "the last position";
  if (isa<arith::AddIOp>(op))
    return join(op, " + ");
  if (isa<arith::CeilDivUIOp, arith::CeilDivSIOp>(op))
    return "ceil(" + join(op, " / ") + ")";
  return "?";
}

/// The fibre whose positions are all that `loop` runs over; null where it runs
/// over something else.
static axis::LengthOp findFibre(scf::ForOp loop) {
  auto start = loop.getLowerBound().getDefiningOp<axis::PositionOp>();
  auto end = loop.getUpperBound().getDefiningOp<arith::AddIOp>();
  if (!start || !end || !matchPattern(start.getOffset(), m_Zero()))
    return {};
  for (Value term : end->getOperands()) {
    auto length = term.getDefiningOp<axis::LengthOp>();
    if (length && length.getAxis() == start.getAxis() &&
        length.getUnder() == start.getUnder() &&
        llvm::is_contained(end->getOperands(), start.getResult()))
      return length;
  }
  return {};
}

/// The bound that a loop would have without the range of rows that it is
/// restricted to.
static Value skipRows(Value bound) {
  auto least = bound.getDefiningOp<arith::MinSIOp>();
  if (!least)
    return bound;
  return matchPattern(least.getLhs(), m_Zero()) ? least.getLhs()
                                                : least.getRhs();
}

std::string NumberText::describeRange(scf::ForOp loop) const {
  if (axis::LengthOp fibre = findFibre(loop))
    return "the fibre" + describeUnder(fibre.getUnder());
  return describe(skipRows(loop.getLowerBound())) + " to " +
         describe(skipRows(loop.getUpperBound()));
}

LoopInfo session::describeLoop(scf::ForOp loop,
                               llvm::ArrayRef<OperandSpec> operands) {
  iter::LoopAttr label = getLabel(loop);
  LoopInfo info;
  info.nest = label.getNest().str();
  for (StringAttr dim : label.getDims())
    info.dims.push_back(dim.str());
  info.axis = stringifyEnum(label.getAxis()).str();
  info.kind = stringifyEnum(label.getKind()).str();
  info.range = NumberText(operands).describeRange(loop);
  return info;
}
