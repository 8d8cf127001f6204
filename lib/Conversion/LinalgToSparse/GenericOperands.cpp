//===- GenericOperands.cpp - what a generic operation is made of ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertFunction.h"

#include "Spindle/Dialect/Sparse/IR/Sums.h"

#include <algorithm>

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Generic operations
//===----------------------------------------------------------------------===//

AffineExpr GenericOperands::addUnit(MLIRContext *context, iter::DimKind kind) {
  kinds.push_back(kind);
  sizes.push_back(1);
  ++numUnits;
  return getAffineDimExpr(kinds.size() - 1, context);
}

void GenericOperands::addInput(const Place &place) {
  bool isInside =
      llvm::all_of(place.map.getResults(), llvm::IsaPred<AffineDimExpr>);
  ins.push_back(place.tensor);
  inMaps.push_back(place.map);
  borders.push_back(isInside ? TypedAttr() : place.border);
}

void FunctionConversion::addOutput(GenericOperands &operands, const Place &to,
                                   AffineMap map) {
  MLIRContext *context = made.getContext();
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : to.map.compose(map).getResults()) {
    if (isa<AffineConstantExpr>(expr)) {
      expr = operands.addUnit(context, iter::DimKind::Spatial);
    }
    exprs.push_back(expr);
  }
  operands.outs.push_back(to.tensor);
  operands.outMaps.push_back(
      AffineMap::get(operands.kinds.size(), 0, exprs, context));
}

/// Whether dimension `outer`, in all maps, is with `inner` in one sum, which is
/// that of a number of which both are the digits.
static bool areDigits(const GenericOperands &operands, unsigned outer,
                      unsigned inner) {
  for (ArrayRef<AffineMap> list :
       {ArrayRef(operands.inMaps), ArrayRef(operands.outMaps)})
    for (AffineMap map : list)
      for (AffineExpr expr : map.getResults()) {
        std::optional<sparse::Sum> sum = sparse::getSum(expr);
        if (!sum)
          return false;
        int64_t factors[2] = {0, 0};
        for (const sparse::Sum::Term &term : sum->terms)
          if (term.dim == outer || term.dim == inner)
            factors[term.dim == inner] = term.factor;
        if (factors[0] != factors[1] * operands.sizes[inner])
          return false;
      }
  return true;
}

/// Makes dimension `outer` a part of `inner`.
static void joinDims(GenericOperands &operands, unsigned outer, unsigned inner,
                     MLIRContext *context) {
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < operands.kinds.size(); ++dim)
    dims.push_back(dim == outer
                       ? getAffineConstantExpr(0, context)
                       : getAffineDimExpr(dim - (dim > outer), context));
  for (SmallVector<AffineMap> *list : {&operands.inMaps, &operands.outMaps})
    for (AffineMap &map : *list)
      map = simplifyAffineMap(
          map.replaceDimsAndSymbols(dims, {}, operands.kinds.size() - 1, 0));
  operands.sizes[inner] *= operands.sizes[outer];
  operands.sizes.erase(operands.sizes.begin() + outer);
  operands.kinds.erase(operands.kinds.begin() + outer);
}

void FunctionConversion::joinDigits(GenericOperands &operands) {
  MLIRContext *context = made.getContext();
  auto isPlain = [&](unsigned dim) {
    return operands.sizes[dim] > 1 &&
           operands.kinds[dim] == iter::DimKind::Spatial;
  };
  // Maps were made while there were fewer dimensions.
  for (SmallVector<AffineMap> *list : {&operands.inMaps, &operands.outMaps})
    for (AffineMap &map : *list)
      map = AffineMap::get(operands.kinds.size(), 0, map.getResults(), context);
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned outer = 0; outer < operands.kinds.size(); ++outer)
      for (unsigned inner = 0; inner < operands.kinds.size(); ++inner)
        if (!changed && outer != inner && isPlain(outer) && isPlain(inner) &&
            areDigits(operands, outer, inner)) {
          joinDims(operands, outer, inner, context);
          changed = true;
        }
  }
}

void FunctionConversion::addExtents(GenericOperands &operands) {
  llvm::SmallBitVector known(operands.kinds.size());
  auto know = [&](Value tensor, AffineMap map, bool isDriver) {
    // What is stored sparse gives no extent where it is looked up.
    for (AffineExpr expr : map.getResults())
      if (auto alone = dyn_cast<AffineDimExpr>(expr))
        if (isDriver || isDenseTensor(tensor))
          known.set(alone.getPosition());
  };
  for (auto [number, in] : llvm::enumerate(operands.ins))
    know(in, operands.inMaps[number], operands.driver == int64_t(number));
  for (auto [out, map] : llvm::zip_equal(operands.outs, operands.outMaps))
    know(out, map, false);
  for (unsigned dim = 0; dim < operands.kinds.size(); ++dim) {
    if (known.test(dim))
      continue;
    // What nothing reads takes no memory.
    auto type =
        RankedTensorType::get({operands.sizes[dim]}, builder.getI8Type());
    Place place = allocate(type, made.getLoc(), {ReassociationIndices{0}});
    place.map = AffineMap::get(operands.kinds.size(), 0,
                               getAffineDimExpr(dim, made.getContext()));
    operands.addInput(place);
  }
}

/// The maps of `operands`, from the dimensions in the order of loops: those
/// with one coordinate first.
static SmallVector<Attribute> getMapAttrs(const GenericOperands &operands) {
  unsigned numDims = operands.kinds.size(), units = operands.numUnits;
  SmallVector<Attribute> maps;
  for (ArrayRef<AffineMap> list :
       {ArrayRef(operands.inMaps), ArrayRef(operands.outMaps)})
    for (AffineMap map : list) {
      SmallVector<AffineExpr> dims;
      for (unsigned dim = 0; dim < numDims; ++dim)
        dims.push_back(getAffineDimExpr((dim + units) % std::max(numDims, 1u),
                                        map.getContext()));
      SmallVector<AffineExpr> exprs;
      for (AffineExpr expr : map.getResults())
        exprs.push_back(expr.replaceDims(dims));
      maps.push_back(AffineMapAttr::get(
          AffineMap::get(numDims, 0, exprs, map.getContext())));
    }
  return maps;
}

/// What the inputs of `operands` read outside; null where none has a border.
static ArrayAttr getBorderAttrs(const GenericOperands &operands,
                                Builder &builder) {
  if (llvm::none_of(operands.borders, [](TypedAttr border) { return border; }))
    return {};
  return builder.getArrayAttr(
      llvm::map_to_vector(operands.borders, [&](TypedAttr border) -> Attribute {
        return border ? Attribute(border) : builder.getUnitAttr();
      }));
}

sparse::GenericOp FunctionConversion::buildGeneric(
    Location loc, const GenericOperands &operands, bool takesCoordinates,
    llvm::function_ref<LogicalResult(OpBuilder &, ValueRange, ValueRange,
                                     SmallVectorImpl<Value> &)>
        body) {
  MLIRContext *context = made.getContext();
  unsigned numDims = operands.kinds.size();
  SmallVector<Attribute> maps = getMapAttrs(operands), kinds, combine;
  for (iter::DimKind kind : operands.kinds)
    kinds.push_back(iter::DimKindAttr::get(context, kind));
  std::rotate(kinds.begin(), kinds.end() - operands.numUnits, kinds.end());
  for (iter::CombineKind kind : operands.combine)
    combine.push_back(iter::CombineKindAttr::get(context, kind));
  auto op = sparse::GenericOp::create(
      builder, loc, operands.ins, operands.outs,
      operands.driver < 0 ? IntegerAttr()
                          : builder.getI64IntegerAttr(operands.driver),
      operands.name.empty() ? StringAttr()
                            : builder.getStringAttr(operands.name),
      builder.getArrayAttr(maps), builder.getArrayAttr(kinds),
      builder.getArrayAttr(combine), getBorderAttrs(operands, builder));
  Block &block = op.getBody().emplaceBlock();
  for (Value in : operands.ins)
    block.addArgument(
        cast<sparse::AnyTensorType>(in.getType()).getElementType(), loc);
  for (unsigned dim = 0; takesCoordinates && dim < numDims; ++dim)
    block.addArgument(builder.getIndexType(), loc);
  OpBuilder inside = OpBuilder::atBlockEnd(&block);
  ValueRange args = block.getArguments();
  ValueRange dims = args.drop_front(operands.ins.size());
  SmallVector<Value> results;
  if (failed(body(inside, args.take_front(operands.ins.size()),
                  takesCoordinates ? dims.drop_front(operands.numUnits) : dims,
                  results))) {
    op.erase();
    return {};
  }
  sparse::YieldOp::create(inside, loc, results);
  return op;
}
