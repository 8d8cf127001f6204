//===- NestShape.cpp - what a nest is like --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spindle;

namespace {
/// A dimension of a nest, from the outermost to the innermost.
struct ShapedDim {
  bool isReduction;
  /// Whether it is dense, under no other dimension, and has none under it.
  bool isDense;
  /// Whether it is dense and lies under a sparse one.
  bool isBlock;
  std::string name;
  int64_t size;
  /// Its elements in a block; 1 where there are none, or any number.
  int64_t blockSize = 1;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names and sizes
//===----------------------------------------------------------------------===//

/// Sets the name and the size that `tensor` gives its dimension `index`.
static void setDim(ShapedDim &dim, Value tensor, int64_t index) {
  dim.size = cast<sparse::SparseTensorType>(tensor.getType()).getDimSize(index);
  auto argument = dyn_cast<BlockArgument>(tensor);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  auto names =
      function ? function.getArgAttrOfType<ArrayAttr>(
                     argument.getArgNumber(), sparse::SparseDialect::kDimsAttr)
               : ArrayAttr();
  if (names)
    dim.name = cast<StringAttr>(names[index]).str();
}

/// The same of what an axis is unpacked from.
static void setDim(ShapedDim &dim, Value axis) {
  auto unpack = axis.getDefiningOp<sparse::UnpackOp>();
  if (!unpack)
    return;
  Value tensor = unpack.getTensor();
  auto levels =
      cast<sparse::SparseTensorType>(tensor.getType()).getFormat().getLevels();
  size_t level = cast<OpResult>(axis).getResultNumber();
  int64_t index =
      level < levels.size() ? sparse::getDimOfLevel(levels[level]) : -1;
  if (index >= 0)
    setDim(dim, tensor, index);
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

static axis::AxisKind getKind(iter::NestOp nest, int64_t index) {
  return cast<axis::AxisType>(nest.getAxes()[index].getType()).getKind();
}

/// Whether a dimension of `nest` lies under dimension `index`.
static bool isParent(iter::NestOp nest, int64_t index) {
  for (int64_t other = 0; other < nest.getNumDims(); ++other)
    if (llvm::is_contained(nest.getDimParents(other), index))
      return true;
  return false;
}

/// Whether dimension `index` of `nest` lies under one that is not dense.
static bool isUnderSparse(iter::NestOp nest, int64_t index) {
  return llvm::any_of(nest.getDimParents(index), [&](int64_t parent) {
    return parent >= 0 &&
           (getKind(nest, parent) != axis::AxisKind::DenseFixed ||
            isUnderSparse(nest, parent));
  });
}

static SmallVector<ShapedDim> findDims(iter::NestOp nest) {
  SmallVector<ShapedDim> dims;
  for (int64_t index = 0; index < nest.getNumDims(); ++index) {
    bool isDense = getKind(nest, index) == axis::AxisKind::DenseFixed;
    bool isFree = nest.getDimParents(index).empty() && !isParent(nest, index);
    ShapedDim &dim = dims.emplace_back(ShapedDim{
        nest.getDimKind(index) == iter::DimKind::Reduction, isDense && isFree,
        isDense && isUnderSparse(nest, index), "", ShapedType::kDynamic});
    setDim(dim, nest.getAxes()[index]);
    int64_t width =
        cast<axis::AxisType>(nest.getAxes()[index].getType()).getWidth();
    if (isDense && !isFree && !ShapedType::isDynamic(width))
      dim.blockSize = width;
  }
  return dims;
}

/// Sets name and size of dimension `index` of `op` from an operand that has it.
static void setDim(ShapedDim &dim, sparse::GenericOp op, int64_t index) {
  for (auto [number, tensor] : llvm::enumerate(op->getOperands())) {
    std::optional<unsigned> place = op.getMap(number).getResultPosition(
        getAffineDimExpr(index, op.getContext()));
    if (place && dim.name.empty())
      setDim(dim, tensor, *place);
  }
}

/// A level of the driver of a generic operation: the dimension that it is of,
/// whether it is dense under a sparse one, and how many elements of a block it
/// has.
namespace {
struct DriverLevel {
  int64_t dim;
  bool isBlock;
  int64_t blockSize;
};
} // namespace

/// The elements that a dense level has of each block; 1 where it has no blocks.
static int64_t getBlockSize(sparse::LevelAttr level) {
  auto remainder = dyn_cast<AffineBinaryOpExpr>(level.getExpr());
  if (level.getKind() != sparse::LevelKind::Dense || !remainder ||
      remainder.getKind() != AffineExprKind::Mod)
    return 1;
  return cast<AffineConstantExpr>(remainder.getRHS()).getValue();
}

/// The levels of the driver of `op`; none where there is no driver, or where it
/// has dense levels alone.
static SmallVector<DriverLevel> findLevels(sparse::GenericOp op) {
  SmallVector<DriverLevel> levels;
  std::optional<int64_t> driver = op.getDriverIndex();
  if (!driver)
    return levels;
  auto type = cast<sparse::SparseTensorType>(op->getOperand(*driver).getType());
  bool isSparse = false;
  for (sparse::LevelAttr level : type.getFormat().getLevels()) {
    bool isDense = level.getKind() == sparse::LevelKind::Dense;
    isSparse |= !isDense;
    if (int64_t dim = sparse::getDimOfLevel(level); dim >= 0)
      levels.push_back({op.getMap(*driver).getDimPosition(dim),
                        isDense && isSparse, getBlockSize(level)});
  }
  return isSparse ? levels : SmallVector<DriverLevel>();
}

/// The dimensions in the order of the loops: of the driver's levels, each where
/// its last level is, then the others.
static SmallVector<ShapedDim> findDims(sparse::GenericOp op) {
  SmallVector<int64_t> order;
  llvm::SmallDenseSet<int64_t> stored, blocks;
  llvm::SmallDenseMap<int64_t, int64_t> sizes;
  for (auto [dim, isBlock, blockSize] : findLevels(op)) {
    llvm::erase(order, dim);
    order.push_back(dim);
    stored.insert(dim);
    if (isBlock)
      blocks.insert(dim);
    int64_t &size = sizes.try_emplace(dim, 1).first->second;
    size = std::max(size, blockSize);
  }
  for (int64_t index = 0; index < op.getNumDims(); ++index)
    if (!stored.contains(index))
      order.push_back(index);
  SmallVector<ShapedDim> dims;
  for (int64_t index : order) {
    auto kind = cast<iter::DimKindAttr>(op.getKinds()[index]).getValue();
    ShapedDim &dim = dims.emplace_back(
        ShapedDim{kind == iter::DimKind::Reduction, !stored.contains(index),
                  blocks.contains(index), "", ShapedType::kDynamic,
                  stored.contains(index) ? sizes.lookup(index) : 1});
    setDim(dim, op, index);
  }
  return dims;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The operations on floats in one run of `body` and in `combined` results.
static int64_t countFlops(Block &body, ArrayAttr combined) {
  int64_t count = combined.size();
  for (Operation &op : body) {
    bool computes = isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
                        op.getDialect()) &&
                    !op.hasTrait<OpTrait::ConstantLike>() &&
                    llvm::any_of(op.getResultTypes(), llvm::IsaPred<FloatType>);
    count += computes || isa<sparse::AccumulateOp>(op);
  }
  return count;
}

/// What a nest over `dims`, which are not empty, is like.
static NestShape getShape(llvm::ArrayRef<ShapedDim> dims) {
  const ShapedDim &last = dims.back();
  if (last.isReduction)
    return last.isDense ? NestShape::DenseSums : NestShape::FibreSums;
  const ShapedDim *reduction =
      llvm::find_if(dims, [](const ShapedDim &dim) { return dim.isReduction; });
  if (!last.isDense || reduction == dims.end())
    return NestShape::Other;
  if (llvm::any_of(dims, [](const ShapedDim &dim) { return dim.isBlock; }))
    return NestShape::BlockColumns;
  bool isScattered =
      std::any_of(reduction, dims.end(), [](const ShapedDim &dim) {
        return !dim.isReduction && !dim.isDense;
      });
  return isScattered ? NestShape::ScatteredColumns : NestShape::Columns;
}

/// The nest of `dims`, which are not empty.
static ShapedNest makeNest(StringRef name, llvm::ArrayRef<ShapedDim> dims) {
  ShapedNest nest;
  nest.name = name.str();
  nest.shape = getShape(dims);
  nest.innermost = dims.back().name;
  nest.size = dims.back().size;
  for (const ShapedDim &dim : dims) {
    nest.storedReductions += dim.isReduction && !dim.isDense;
    (dim.isReduction ? nest.blockColumns : nest.blockRows) *= dim.blockSize;
    if (dim.isDense)
      nest.denseDims.emplace_back(dim.name, dim.size);
    else
      nest.isSparse = true;
  }
  return nest;
}

SmallVector<ShapedNest> spindle::findShapes(func::FuncOp function) {
  SmallVector<ShapedNest> nests;
  auto add = [&](StringRef name, llvm::ArrayRef<ShapedDim> dims, Block &body,
                 ArrayAttr combined) {
    if (dims.empty())
      return;
    nests.push_back(makeNest(name, dims));
    nests.back().flops = countFlops(body, combined);
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto nest = dyn_cast<iter::NestOp>(op))
      add(nest.getName(), findDims(nest), nest.getBody().front(),
          nest.getCombine());
    else if (auto generic = dyn_cast<sparse::GenericOp>(op))
      add(generic.getName().value_or(function.getName()), findDims(generic),
          generic.getBody().front(), generic.getCombine());
  });
  return nests;
}
