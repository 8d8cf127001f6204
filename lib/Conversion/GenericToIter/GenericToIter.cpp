//===- GenericToIter.cpp - from tensors to nests over their axes ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Names.h"
#include "Operands.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTGENERICTOITERPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::axis::SiteType;
using spindle::iter::CombineKindAttr;
using spindle::iter::NestOp;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::GenericOp;
using spindle::sparse::LevelAttr;
using spindle::sparse::LoadOp;
using spindle::sparse::SparseTensorType;
using spindle::sparse::StoreOp;

//===----------------------------------------------------------------------===//
// What the pass requires
//===----------------------------------------------------------------------===//

/// Reports an operand with a level whose coordinate is not that of a dimension.
static LogicalResult checkLevels(GenericOp op) {
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    for (LevelAttr level : cast<SparseTensorType>(type).getFormat().getLevels())
      if (level.getDim() < 0)
        return op.emitError("operand ")
               << index << ": expected levels that are dimensions but got "
               << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

namespace {
/// One axis of the nest.
struct Entry {
  Value axis;
  axis::ParentLists::value_type parents;
  /// The dimension of the operation.
  int64_t dim;
};

/// The buffers and places by which the body accesses one element.
struct Access {
  SmallVector<Value> places;
  AccessForm form;
};

/// Lowers one generic operation.
struct GenericLowering {
  GenericLowering(IRRewriter &rewriter, const DominanceInfo &dominance,
                  GenericOp op)
      : rewriter(rewriter), op(op),
        operands(unpackOperands(rewriter, dominance, op)) {}

  /// Makes the nest, called `name`, with `dimNames`, and erases the operation.
  void run(StringAttr name, ArrayRef<StringAttr> dimNames);

private:
  Entry findDense(int64_t dim);
  SmallVector<Entry> getSpace();
  Operation *openNest(StringAttr name, ArrayRef<StringAttr> dimNames);
  Access getAccess(Operand &operand) const;
  void write(ValueRange values);

  IRRewriter &rewriter;
  GenericOp op;
  /// In the order of the operation's operands.
  SmallVector<Operand> operands;
  /// The coordinate of each dimension, and the site of each level of the
  /// driver, in the body.
  SmallVector<Value> coordinates, sites;
};
} // namespace

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

/// The axis of a dense operand for dimension `dim`: of an output, if there is
/// one.
Entry GenericLowering::findDense(int64_t dim) {
  size_t ins = op.getIns().size();
  for (size_t count = 0; count < operands.size(); ++count) {
    Operand &operand = operands[(ins + count) % operands.size()];
    if (!operand.type.getFormat().isAllDense())
      continue;
    for (auto [level, axis] : llvm::enumerate(operand.getAxes()))
      if (operand.getDim(level) == dim)
        return {axis, {}, dim};
  }
  llvm_unreachable("the verifier has seen to an extent for each dimension");
}

/// The axes of the nest: the driver's, in the order of its levels, and one for
/// each dimension that it lacks.
SmallVector<Entry> GenericLowering::getSpace() {
  SmallVector<Entry> space;
  llvm::SmallBitVector known(op.getNumDims());
  if (std::optional<int64_t> index = op.getDriverIndex()) {
    Operand &driver = operands[*index];
    axis::ParentLists parents =
        sparse::getLevelParents(driver.type.getFormat());
    for (auto [level, axis] : llvm::enumerate(driver.getAxes())) {
      space.push_back({axis, parents[level], driver.getDim(level)});
      known.set(driver.getDim(level));
    }
  }
  for (int64_t dim = 0; dim < op.getNumDims(); ++dim)
    if (!known.test(dim))
      space.push_back(findDense(dim));
  return space;
}

/// Makes the nest, whose body is empty, and notes its coordinates and sites;
/// returns the operation that the body is to stand before. Without dimensions
/// there is one element, and no nest.
Operation *GenericLowering::openNest(StringAttr name,
                                     ArrayRef<StringAttr> dimNames) {
  if (op.getNumDims() == 0)
    return op;
  SmallVector<Entry> space = getSpace();
  SmallVector<Value> axes;
  SmallVector<Attribute> names, kinds;
  axis::ParentLists parents;
  for (const Entry &entry : space) {
    axes.push_back(entry.axis);
    names.push_back(dimNames[entry.dim]);
    kinds.push_back(op.getKinds()[entry.dim]);
    parents.push_back(entry.parents);
  }
  auto nest = NestOp::create(
      rewriter, op.getLoc(), TypeRange(), name, rewriter.getArrayAttr(names),
      rewriter.getArrayAttr(kinds), axes, ValueRange(), ValueRange(),
      axis::getParentListsAttr(op.getContext(), parents),
      rewriter.getDenseI64ArrayAttr(SmallVector<int64_t>(space.size(), 1)),
      rewriter.getArrayAttr({}));
  SmallVector<Type> types;
  for (size_t count = 0; count < space.size(); ++count)
    types.append({rewriter.getIndexType(), SiteType::get(op.getContext())});
  SmallVector<Location> locs(types.size(), op.getLoc());
  rewriter.createBlock(&nest.getBody(), {}, types, locs);
  coordinates.resize(space.size());
  for (auto [place, entry] : llvm::enumerate(space)) {
    coordinates[entry.dim] = nest.getCoordinate(place);
    sites.push_back(nest.getSite(place));
  }
  return iter::YieldOp::create(rewriter, op.getLoc());
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// How the body names the element of `operand`: by the driver's own sites, one
/// per storage dimension, or by coordinates, one per level.
Access GenericLowering::getAccess(Operand &operand) const {
  Access access;
  access.form = operand.isDriven ? AccessForm::Direct : AccessForm::LookUp;
  if (!operand.isDriven) {
    int64_t levels = operand.type.getFormat().getLevels().size();
    for (int64_t level = 0; level < levels; ++level)
      access.places.push_back(coordinates[operand.getDim(level)]);
    return access;
  }
  // The verifier of the operation that made the buffer has seen to the layout.
  sparse::Layout layout = *sparse::getLayout(operand.unpack.getBuffer());
  for (int64_t level : layout.dims)
    access.places.push_back(sites[level]);
  return access;
}

/// Combines `values` with the elements of the outputs, or stores them there.
void GenericLowering::write(ValueRange values) {
  MutableArrayRef<Operand> outs =
      MutableArrayRef<Operand>(operands).drop_front(op.getIns().size());
  Location loc = op.getLoc();
  if (op.getCombine().empty())
    for (auto [value, out] : llvm::zip_equal(values, outs)) {
      Access access = getAccess(out);
      StoreOp::create(rewriter, loc, value, out.unpack.getBuffer(),
                      access.places, access.form);
    }
  for (auto attr : op.getCombine().getAsRange<CombineKindAttr>()) {
    size_t count = iter::isArgKind(attr.getValue()) ? 2 : 1;
    SmallVector<Value> buffers;
    for (Operand &out : outs.take_front(count))
      buffers.push_back(out.unpack.getBuffer());
    Access access = getAccess(outs.front());
    AccumulateOp::create(rewriter, loc, attr.getValue(),
                         values.take_front(count), buffers, access.places,
                         access.form);
    outs = outs.drop_front(count);
    values = values.drop_front(count);
  }
}

void GenericLowering::run(StringAttr name, ArrayRef<StringAttr> dimNames) {
  Operation *end = openNest(name, dimNames);
  rewriter.setInsertionPoint(end);
  SmallVector<Value> elements;
  for (Operand &in :
       MutableArrayRef<Operand>(operands).take_front(op.getIns().size())) {
    Access access = getAccess(in);
    auto load =
        LoadOp::create(rewriter, op.getLoc(), in.type.getElementType(), Type(),
                       in.unpack.getBuffer(), access.places, access.form);
    elements.push_back(load.getResult());
  }
  Block *body = &op.getBody().front();
  Operation *yield = body->getTerminator();
  rewriter.inlineBlockBefore(body, end, elements);
  write(yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.eraseOp(op);
}

namespace {
struct ConvertGenericToIterPass
    : spindle::impl::ConvertGenericToIterPassBase<ConvertGenericToIterPass> {
  void runOnOperation() override {
    SmallVector<GenericOp> generics;
    getOperation().walk([&](GenericOp op) { generics.push_back(op); });
    for (GenericOp op : generics)
      if (failed(checkLevels(op)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    SmallVector<StringAttr> names = nameNests(getOperation(), generics);
    for (auto [op, name] : llvm::zip_equal(generics, names))
      GenericLowering(rewriter, dominance, op)
          .run(name, nameDims(getOperation(), op));
  }
};
} // namespace
