//===- Outputs.cpp - outputs that are written in part ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace spindle;

/// Refuses the map of output `number` of `op` where a coordinate is computed,
/// or where iterations of a parallel loop write the same element.
static LogicalResult checkOutputMap(linalg::GenericOp op, unsigned number) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(number));
  if (!llvm::all_of(map.getResults(),
                    llvm::IsaPred<AffineDimExpr, AffineConstantExpr>))
    return op.emitOpError("expected the map of output ")
           << number << " to have dimensions and constants but got "
           << AffineMapAttr::get(map);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel && sizes[dim] != 1 &&
        !map.isFunctionOfDim(dim))
      return op.emitOpError("expected the map of output ")
             << number << " to have the parallel dimension " << dim
             << ", so that each element is written once, but got "
             << AffineMapAttr::get(map);
  return success();
}

namespace {
/// Gives one output of an operation its dimensions alone.
class OutputCompletion {
public:
  OutputCompletion(linalg::GenericOp op, unsigned number)
      : op(op), number(number), builder(op), init(op.getDpsInits()[number]),
        type(cast<RankedTensorType>(init.getType())),
        map(op.getMatchingIndexingMap(op.getDpsInitOperand(number))) {
    for (auto [result, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && !llvm::is_contained(dims, dim.getPosition())) {
        dims.push_back(dim.getPosition());
        firsts.push_back(result);
      }
  }

  /// Whether some coordinate is no dimension, or one that came before. Where a
  /// size is 1 there is one coordinate.
  bool isNeeded() {
    return llvm::any_of(llvm::enumerate(map.getResults()), [&](auto entry) {
      bool isFirst = llvm::is_contained(firsts, entry.index());
      return !isFirst && (isa<AffineDimExpr>(entry.value()) ||
                          type.getDimSize(entry.index()) != 1);
    });
  }
  void run();

private:
  /// The map from the loops of `op` to the dimensions that the output keeps.
  AffineMap getOwnMap() {
    return AffineMap::getMultiDimMapWithTargets(op.getNumLoops(), dims,
                                                op.getContext());
  }
  RankedTensorType getOwnType() const {
    SmallVector<int64_t> sizes;
    for (unsigned first : firsts)
      sizes.push_back(type.getDimSize(first));
    return RankedTensorType::get(sizes, type.getElementType());
  }
  Value readInit();
  Value writeBack(Value part);

  linalg::GenericOp op;
  unsigned number;
  OpBuilder builder;
  Value init;
  RankedTensorType type;
  AffineMap map;
  /// The loops that are coordinates, and where each stands first in the map.
  SmallVector<unsigned> dims, firsts;
};
} // namespace

/// The elements of the init that `op` combines with or reads.
Value OutputCompletion::readInit() {
  RankedTensorType own = getOwnType();
  Value part = tensor::EmptyOp::create(builder, op.getLoc(), own.getShape(),
                                       own.getElementType());
  if (op.getMatchingBlockArgument(op.getDpsInitOperand(number)).use_empty())
    return part;
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> renamed(op.getNumLoops(),
                                  getAffineConstantExpr(0, context));
  for (auto [own, dim] : llvm::enumerate(dims))
    renamed[dim] = getAffineDimExpr(own, context);
  SmallVector<AffineMap> maps = {
      map.replaceDimsAndSymbols(renamed, {}, dims.size(), 0),
      AffineMap::getMultiDimIdentityMap(dims.size(), context)};
  SmallVector<utils::IteratorType> kinds(dims.size(),
                                         utils::IteratorType::parallel);
  auto yield = [](OpBuilder &inside, Location loc, ValueRange args) {
    linalg::YieldOp::create(inside, loc, args.front());
  };
  return linalg::GenericOp::create(builder, op.getLoc(), TypeRange(own),
                                   ValueRange(init), ValueRange(part), maps,
                                   kinds, yield)
      .getResult(0);
}

/// The init with the elements of `part` in the places that the map names.
Value OutputCompletion::writeBack(Value part) {
  MLIRContext *context = op.getContext();
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps = {
      AffineMap::getMultiDimMapWithTargets(rank, firsts, context),
      AffineMap::getMultiDimIdentityMap(rank, context)};
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  auto choose = [&](OpBuilder &inside, Location loc, ValueRange args) {
    Value isNamed;
    for (auto [result, expr] : llvm::enumerate(map.getResults())) {
      if (llvm::is_contained(firsts, result))
        continue;
      Value own = linalg::IndexOp::create(inside, loc, result), named;
      if (auto constant = dyn_cast<AffineConstantExpr>(expr))
        named =
            arith::ConstantIndexOp::create(inside, loc, constant.getValue());
      else
        named = linalg::IndexOp::create(
            inside, loc, *map.getResultPosition(cast<AffineDimExpr>(expr)));
      Value is = arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::eq,
                                       own, named);
      isNamed = isNamed ? arith::AndIOp::create(inside, loc, isNamed, is) : is;
    }
    Value chosen =
        arith::SelectOp::create(inside, loc, isNamed, args[0], args[1]);
    linalg::YieldOp::create(inside, loc, chosen);
  };
  return linalg::GenericOp::create(builder, op.getLoc(), TypeRange(type),
                                   ValueRange(part), ValueRange(init), maps,
                                   kinds, choose)
      .getResult(0);
}

void OutputCompletion::run() {
  OpOperand &output = *op.getDpsInitOperand(number);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[output.getOperandNumber()] = getOwnMap();
  output.set(readInit());
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  OpResult result = op.getTiedOpResult(&output);
  result.setType(getOwnType());
  builder.setInsertionPointAfter(op);
  Value whole = writeBack(result);
  result.replaceAllUsesExcept(whole, whole.getDefiningOp());
}

LogicalResult spindle::completeOutputs(func::FuncOp function) {
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics())
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    for (unsigned number = 0; number < op.getNumResults(); ++number) {
      if (failed(checkOutputMap(op, number)))
        return failure();
      if (OutputCompletion completion(op, number); completion.isNeeded())
        completion.run();
    }
  return success();
}
