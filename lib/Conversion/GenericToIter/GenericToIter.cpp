//===- GenericToIter.cpp - from tensors to nests over their axes ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Borders.h"
#include "Names.h"
#include "NumberArrays.h"
#include "Parts.h"
#include "Space.h"
#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTGENERICTOITERPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::iter::CombineKindAttr;
using spindle::iter::DimKind;
using spindle::iter::DimKindAttr;
using spindle::iter::NestOp;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::GenericOp;
using spindle::sparse::LoadOp;
using spindle::sparse::StoreOp;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

namespace {
/// The buffers and indices by which the body accesses one element.
struct Access {
  SmallVector<Value> places;
  AccessForm form;
  /// The levels on which any coordinate will do.
  SmallVector<int64_t> any = {};
};

/// Lowers one generic operation.
struct GenericLowering {
  GenericLowering(IRRewriter &rewriter, const DominanceInfo &dominance,
                  NumberArrays &numbers, GenericOp op,
                  ArrayRef<StringAttr> dimNames)
      : rewriter(rewriter), op(op), dimNames(dimNames),
        operands(unpackOperands(rewriter, dominance, op)),
        space(Space::build(op, operands)), borders(op, dimNames) {
    numbers.find(op, operands);
  }

  /// Makes the nest, called `name`, and erases the operation.
  void run(StringAttr name);

private:
  SmallVector<Attribute> getKinds();
  Operation *openNest(StringAttr name);
  void computeCoordinates(Operand &operand);
  Value getCoordinate(OpBuilder &builder, Operand &operand, int64_t level);
  Access getAccess(OpBuilder &builder, Operand &operand);
  Value load(OpBuilder &builder, Operand &operand);
  Value read(int64_t input);
  void write(ValueRange values);

  IRRewriter &rewriter;
  GenericOp op;
  ArrayRef<StringAttr> dimNames;
  /// In the order of the operation's operands.
  SmallVector<Operand> operands;
  Space space;
  Borders borders;
  /// Null without dimensions, where there is none.
  NestOp nest;
  /// In the body of the nest.
  std::optional<Coordinates> coordinates;
};
} // namespace

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

/// The kind of each axis: that of its dimension; of an occupancy a reduction,
/// where one of the axes before it is.
SmallVector<Attribute> GenericLowering::getKinds() {
  auto spatial = DimKindAttr::get(op.getContext(), DimKind::Spatial);
  auto reduction = DimKindAttr::get(op.getContext(), DimKind::Reduction);
  SmallVector<Attribute> kinds;
  for (const SpaceAxis &entry : space.axes) {
    bool reduces = !entry.format && llvm::is_contained(kinds, reduction);
    kinds.push_back(entry.dim >= 0 ? op.getKinds()[entry.dim]
                    : reduces      ? reduction
                                   : spatial);
  }
  return kinds;
}

/// Makes the nest, whose body is empty; returns the operation that the body is
/// to stand before. Without dimensions there is one element, and no nest.
Operation *GenericLowering::openNest(StringAttr name) {
  if (op.getNumDims() == 0) {
    coordinates.emplace(space, nest, op.getLoc());
    return op;
  }
  iter::NestSpace all;
  for (const SpaceAxis &entry : space.axes) {
    all.axes.push_back(entry.axis);
    all.parents.push_back(entry.parents);
  }
  llvm::append_range(all.names, nameAxes(space, dimNames));
  all.kinds = getKinds();
  nest = iter::buildNest(rewriter, op.getLoc(), name, all);
  Operation *end = nest.getBody().front().getTerminator();
  rewriter.setInsertionPoint(end);
  coordinates.emplace(space, nest, op.getLoc());
  return end;
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// Has the coordinates of `operand` that follow from those of dimensions
/// computed.
void GenericLowering::computeCoordinates(Operand &operand) {
  for (auto [number, level] :
       llvm::enumerate(operand.type.getFormat().getLevels()))
    if (!isNumberOfPattern(level))
      coordinates->get(rewriter, operand.getLevelExpr(number));
}

/// The coordinate of `operand` on level `level`; null where any will do.
Value GenericLowering::getCoordinate(OpBuilder &builder, Operand &operand,
                                     int64_t level) {
  if (!isNumberOfPattern(operand.type.getFormat().getLevels()[level]))
    return coordinates->get(builder, operand.getLevelExpr(level));
  NumberArray &array = operand.numbers[level];
  if (!array.values)
    return {};
  Location loc = op.getLoc();
  Value at = coordinates->get(builder, operand.getLevelExpr(array.by));
  Type type = cast<sparse::BufferType>(array.values.getType()).getElementType();
  auto load = LoadOp::create(builder, loc, type, Type(), array.values, at,
                             AccessForm::LookUp);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    load.getResult());
}

/// How the body names the element of `operand`: by the driver's own sites, one
/// per storage dimension, or by coordinates, one per level.
Access GenericLowering::getAccess(OpBuilder &builder, Operand &operand) {
  Access access;
  access.form = operand.isDriven ? AccessForm::Direct : AccessForm::LookUp;
  if (!operand.isDriven) {
    int64_t levels = operand.type.getFormat().getLevels().size();
    for (int64_t level = 0; level < levels; ++level)
      if (Value coordinate = getCoordinate(builder, operand, level))
        access.places.push_back(coordinate);
      else
        access.any.push_back(level);
    return access;
  }
  // The verifier of the operation that made the buffer has seen to the layout.
  sparse::Layout layout = *sparse::getLayout(operand.unpack.getBuffer());
  for (int64_t level : layout.dims)
    access.places.push_back(nest.getSite(level));
  return access;
}

Value GenericLowering::load(OpBuilder &builder, Operand &operand) {
  Access access = getAccess(builder, operand);
  return LoadOp::create(builder, op.getLoc(), operand.type.getElementType(),
                        Type(), operand.unpack.getBuffer(), access.places,
                        access.form, access.any)
      .getResult();
}

/// The number `border` as an element of `type`.
static Value buildBorder(OpBuilder &builder, Location loc, TypedAttr border,
                         Type type) {
  Value number = arith::ConstantOp::create(builder, loc, border);
  auto complexType = dyn_cast<ComplexType>(type);
  if (!complexType)
    return number;
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(complexType.getElementType()));
  return complex::CreateOp::create(builder, loc, complexType, number, zero);
}

/// What the body is given of input `input`: the element, or the number that the
/// operation has for what lies outside.
Value GenericLowering::read(int64_t input) {
  Operand &operand = operands[input];
  Value isInside = borders.buildIsInside(rewriter, *coordinates, input);
  if (!isInside)
    return load(rewriter, operand);
  // What one branch computes is not known in the other, or after both.
  computeCoordinates(operand);
  Location loc = op.getLoc();
  auto branch = scf::IfOp::create(
      rewriter, loc, isInside,
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, load(inside, operand));
      },
      [&](OpBuilder &outside, Location) {
        scf::YieldOp::create(outside, loc,
                             buildBorder(outside, loc, op.getBorder(input),
                                         operand.type.getElementType()));
      });
  return branch.getResult(0);
}

/// Combines `values` with the elements of the outputs, or stores them there.
void GenericLowering::write(ValueRange values) {
  MutableArrayRef<Operand> outs =
      MutableArrayRef<Operand>(operands).drop_front(op.getIns().size());
  Location loc = op.getLoc();
  if (op.getCombine().empty())
    for (auto [value, out] : llvm::zip_equal(values, outs)) {
      Access access = getAccess(rewriter, out);
      StoreOp::create(rewriter, loc, value, out.unpack.getBuffer(),
                      access.places, access.form);
    }
  for (auto attr : op.getCombine().getAsRange<CombineKindAttr>()) {
    size_t count = iter::isArgKind(attr.getValue()) ? 2 : 1;
    SmallVector<Value> buffers;
    for (Operand &out : outs.take_front(count))
      buffers.push_back(out.unpack.getBuffer());
    Access access = getAccess(rewriter, outs.front());
    AccumulateOp::create(rewriter, loc, attr.getValue(),
                         values.take_front(count), buffers, access.places,
                         access.form);
    outs = outs.drop_front(count);
    values = values.drop_front(count);
  }
}

void GenericLowering::run(StringAttr name) {
  Operation *end = openNest(name);
  rewriter.setInsertionPoint(end);
  SmallVector<Value> elements;
  for (int64_t input = 0; input < int64_t(op.getIns().size()); ++input)
    elements.push_back(read(input));
  Block *body = &op.getBody().front();
  Operation *yield = body->getTerminator();
  // A body may take the coordinates too.
  for (int64_t dim = 0; elements.size() < body->getNumArguments(); ++dim)
    elements.push_back(
        coordinates->get(rewriter, rewriter.getAffineDimExpr(dim)));
  rewriter.inlineBlockBefore(body, end, elements);
  write(yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.eraseOp(op);
}

namespace {
struct ConvertGenericToIterPass
    : spindle::impl::ConvertGenericToIterPassBase<ConvertGenericToIterPass> {
  void runOnOperation() override {
    SmallVector<GenericOp> found, generics;
    getOperation().walk([&](GenericOp op) { found.push_back(op); });
    IRRewriter rewriter(&getContext());
    uniteParts(rewriter, getOperation());
    DominanceInfo dominance(getOperation());
    for (GenericOp op : found)
      llvm::append_range(generics, splitIntoParts(rewriter, dominance, op));
    SmallVector<StringAttr> names = nameNests(getOperation(), generics);
    llvm::StringSet<> taken;
    getOperation().walk([&](NestOp nest) { taken.insert(nest.getName()); });
    for (StringAttr name : names)
      taken.insert(name);
    NumberArrays numbers(rewriter, dominance, taken);
    for (auto [op, name] : llvm::zip_equal(generics, names))
      GenericLowering(rewriter, dominance, numbers, op,
                      nameDims(getOperation(), op))
          .run(name);
  }
};
} // namespace
