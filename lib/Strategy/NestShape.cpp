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
  /// Whether what exists of it depends on a stored difference above it.
  bool isSkewed = false;
  /// How many of its coordinates a fibre of stored ones may have; 0 for all.
  int64_t fibreSize = 0;
  /// Whether it is all of a dimension, dense, under a sparse one: rows that are
  /// stored as a whole.
  bool isWhole = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names and sizes
//===----------------------------------------------------------------------===//

/// Sets the name and the size that `tensor` gives its dimension `index`.
static void setDim(ShapedDim &dim, Value tensor, int64_t index) {
  dim.size = cast<sparse::AnyTensorType>(tensor.getType()).getDimSize(index);
  auto argument = dyn_cast<BlockArgument>(sparse::getWhole(tensor));
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

/// Sets what the tensor says of `dim` that `axis` is unpacked from.
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

static bool isOccupancy(iter::NestOp nest, int64_t index) {
  return getKind(nest, index) == axis::AxisKind::Occupancy;
}

/// Whether a dimension that is no occupancy lies under dimension `index`.
static bool hasDimUnder(iter::NestOp nest, int64_t index) {
  for (int64_t other = 0; other < nest.getNumDims(); ++other)
    if (!isOccupancy(nest, other) &&
        llvm::is_contained(nest.getDimParents(other), index))
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

/// Whether cells of `axis` are skewed along a stored difference.
static bool isSkewed(Value axis) {
  auto unpack = axis.getDefiningOp<sparse::UnpackOp>();
  if (!unpack)
    return axis::hasSkew(axis);
  auto type = cast<sparse::SparseTensorType>(unpack.getTensor().getType());
  int64_t level = cast<OpResult>(axis).getResultNumber();
  return level < int64_t(type.getFormat().getLevels().size()) &&
         sparse::getSkewLevel(type.getFormat(), level) >= 0;
}

/// What has more cells than so is a row, and not that of a block.
static constexpr int64_t kMostBlock = 64;

static SmallVector<ShapedDim> findDims(iter::NestOp nest) {
  SmallVector<ShapedDim> dims;
  for (int64_t index = 0; index < nest.getNumDims(); ++index) {
    if (isOccupancy(nest, index))
      continue;
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
    dim.isSkewed = isSkewed(nest.getAxes()[index]);
    bool isLong = ShapedType::isDynamic(width) || width > kMostBlock;
    dim.isWhole =
        dim.isBlock && isLong && !dim.isSkewed && !hasDimUnder(nest, index);
    dim.isBlock &= !dim.isWhole;
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
  bool isSkewed;
  int64_t fibreSize;
};
} // namespace

/// The c of a level's coordinate that is a remainder by c; 0 of any other one.
static int64_t getRemainderBy(sparse::LevelAttr level) {
  auto remainder = dyn_cast<AffineBinaryOpExpr>(level.getExpr());
  return remainder && remainder.getKind() == AffineExprKind::Mod
             ? cast<AffineConstantExpr>(remainder.getRHS()).getValue()
             : 0;
}

/// The elements that a dense level has of each block; 1 where it has no blocks.
static int64_t getBlockSize(sparse::LevelAttr level) {
  int64_t size = getRemainderBy(level);
  return level.getKind() == sparse::LevelKind::Dense && size > 0 ? size : 1;
}

/// The coordinates that a fibre of a level may have whose coordinates are
/// stored; 0 where these are all of a dimension.
static int64_t getFibreSize(sparse::LevelAttr level) {
  bool isStored = level.getKind() == sparse::LevelKind::Compressed ||
                  level.getKind() == sparse::LevelKind::Fixed;
  return isStored ? getRemainderBy(level) : 0;
}

/// The type of a tensor of levels: `type`, or that of the first part.
static sparse::SparseTensorType getFirstPart(Type type) {
  if (auto composite = dyn_cast<sparse::CompositeTensorType>(type))
    type = composite.getPartTypes().front();
  return cast<sparse::SparseTensorType>(type);
}

/// How many fibres lie beside one another in a tensor of `format`, whose last
/// storage dimension is dense and no reduction, and beside it lie the steps of
/// one; kDynamic where types do not tell, 0 in other tensors.
static int64_t getSliceRows(sparse::FormatAttr format,
                            llvm::function_ref<bool(int64_t)> isReduction) {
  SmallVector<int64_t> dims = format.getStorageDims();
  if (dims.size() < 2)
    return 0;
  auto getLevel = [&](int64_t level) { return format.getLevels()[level]; };
  auto isSummed = [&](int64_t level) {
    int64_t dim = sparse::getDimOfLevel(format, level);
    return dim >= 0 && isReduction(dim);
  };
  int64_t last = dims.back(), steps = dims[dims.size() - 2];
  bool areSlices =
      getLevel(last).getKind() == sparse::LevelKind::Dense &&
      getLevel(steps).getKind() != sparse::LevelKind::Dense &&
      getLevel(last).getParents() == getLevel(steps).getParents() &&
      !isSummed(last) && isSummed(steps);
  if (!areSlices)
    return 0;
  int64_t rows = getRemainderBy(getLevel(last));
  return rows > 0 ? rows : ShapedType::kDynamic;
}

/// Whether `op` sums over dimension `dim` of its operand number `operand`.
static bool isReduced(sparse::GenericOp op, int64_t operand, int64_t dim) {
  int64_t own = op.getMap(operand).getDimPosition(dim);
  auto kind = cast<iter::DimKindAttr>(op.getKinds()[own]).getValue();
  return kind == iter::DimKind::Reduction;
}

/// The rows of a slice of the driver of `op`; 0 where it has none.
static int64_t getSliceRows(sparse::GenericOp op) {
  std::optional<int64_t> driver = op.getDriverIndex();
  if (!driver)
    return 0;
  auto type = getFirstPart(op->getOperand(*driver).getType());
  return getSliceRows(type.getFormat(),
                      [&](int64_t dim) { return isReduced(op, *driver, dim); });
}

/// The width of a dense dimension of `nest` that is no reduction and lies
/// beside one that is sparse and a reduction, under the same dimension.
static int64_t getSliceRows(iter::NestOp nest) {
  auto isSteps = [&](int64_t index) {
    return getKind(nest, index) == axis::AxisKind::DenseVariable &&
           nest.getDimKind(index) == iter::DimKind::Reduction;
  };
  for (int64_t rows = 0; rows < nest.getNumDims(); ++rows)
    for (int64_t steps = 0; steps < nest.getNumDims(); ++steps)
      if (getKind(nest, rows) == axis::AxisKind::DenseFixed &&
          nest.getDimKind(rows) == iter::DimKind::Spatial && isSteps(steps) &&
          !nest.getDimParents(rows).empty() &&
          nest.getDimParents(rows) == nest.getDimParents(steps))
        return cast<axis::AxisType>(nest.getAxes()[rows].getType()).getWidth();
  return 0;
}

/// The levels of the driver of `op`; none where there is no driver, or where it
/// has dense levels alone.
static SmallVector<DriverLevel> findLevels(sparse::GenericOp op) {
  SmallVector<DriverLevel> levels;
  std::optional<int64_t> driver = op.getDriverIndex();
  if (!driver)
    return levels;
  auto type = getFirstPart(op->getOperand(*driver).getType());
  bool isSparse = false;
  sparse::FormatAttr format = type.getFormat();
  for (auto [index, level] : llvm::enumerate(format.getLevels())) {
    bool isDense = level.getKind() == sparse::LevelKind::Dense;
    isSparse |= !isDense;
    // Of a difference, the dimension that it gives; of a group of what is
    // summed up, that of its elements.
    int64_t given = sparse::getDimOfLevel(format, index);
    bool isGroup = isDense && given >= 0 && isReduced(op, *driver, given);
    int64_t dim = sparse::getDifference(level.getExpr()) || isGroup
                      ? given
                      : sparse::getDimOfLevel(level);
    if (dim >= 0)
      levels.push_back({op.getMap(*driver).getDimPosition(dim),
                        isDense && isSparse, getBlockSize(level),
                        sparse::getSkewLevel(format, index) >= 0,
                        getFibreSize(level)});
  }
  return isSparse ? levels : SmallVector<DriverLevel>();
}

/// The dimensions in the order of the loops: of the driver's levels, each where
/// its last level is, then the others.
static SmallVector<ShapedDim> findDims(sparse::GenericOp op) {
  SmallVector<int64_t> order;
  llvm::SmallDenseSet<int64_t> stored, blocks, skewed;
  llvm::SmallDenseMap<int64_t, int64_t> sizes, fibres;
  for (auto [dim, isBlock, blockSize, isSkewed, fibreSize] : findLevels(op)) {
    llvm::erase(order, dim);
    order.push_back(dim);
    stored.insert(dim);
    if (isBlock)
      blocks.insert(dim);
    if (isSkewed)
      skewed.insert(dim);
    int64_t &size = sizes.try_emplace(dim, 1).first->second;
    size = std::max(size, blockSize);
    fibres[dim] = fibreSize;
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
                  stored.contains(index) ? sizes.lookup(index) : 1,
                  skewed.contains(index), fibres.lookup(index)});
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
    return last.isDense || last.isWhole         ? NestShape::DenseSums
           : last.isBlock && last.blockSize > 1 ? NestShape::BlockSums
                                                : NestShape::FibreSums;
  const ShapedDim *reduction =
      llvm::find_if(dims, [](const ShapedDim &dim) { return dim.isReduction; });
  bool isSkewed =
      llvm::any_of(dims, [](const ShapedDim &dim) { return dim.isSkewed; });
  if (isSkewed && reduction != dims.end())
    return NestShape::BlockRows;
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
  nest.hasDenseEnd = dims.back().isDense;
  for (const ShapedDim &dim : dims) {
    if (dim.isReduction)
      nest.fibreColumns = std::max(nest.fibreColumns, dim.fibreSize);
    nest.storedReductions += dim.isReduction && !dim.isDense;
    (dim.isReduction ? nest.blockColumns : nest.blockRows) *= dim.blockSize;
    if (dim.isDense)
      nest.denseDims.emplace_back(dim.name, dim.size);
    else
      nest.isSparse = true;
  }
  return nest;
}

/// The number of the part that axes of `nest` are of.
static std::optional<size_t> findPart(iter::NestOp nest) {
  for (Value axis : nest.getAxes())
    if (auto unpack = axis.getDefiningOp<sparse::UnpackOp>())
      if (unpack.getTensor().getDefiningOp<sparse::PartsOp>())
        return cast<OpResult>(unpack.getTensor()).getResultNumber();
  return std::nullopt;
}

SmallVector<ShapedNest> spindle::findShapes(func::FuncOp function) {
  SmallVector<ShapedNest> nests;
  auto add = [&](StringRef name, llvm::ArrayRef<ShapedDim> dims, Block &body,
                 ArrayAttr combined, int64_t sliceRows) {
    if (dims.empty())
      return;
    nests.push_back(makeNest(name, dims));
    nests.back().sliceRows = sliceRows;
    if (sliceRows != 0 && nests.back().shape == NestShape::FibreSums)
      nests.back().shape = NestShape::SliceSums;
    nests.back().flops = countFlops(body, combined);
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto nest = dyn_cast<iter::NestOp>(op)) {
      add(nest.getName(), findDims(nest), nest.getBody().front(),
          nest.getCombine(), getSliceRows(nest));
      if (!nests.empty() && nests.back().name == nest.getName())
        nests.back().part = findPart(nest);
    } else if (auto generic = dyn_cast<sparse::GenericOp>(op)) {
      add(generic.getName().value_or(function.getName()), findDims(generic),
          generic.getBody().front(), generic.getCombine(),
          getSliceRows(generic));
    }
  });
  return nests;
}
