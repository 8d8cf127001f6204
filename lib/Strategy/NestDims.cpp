//===- NestDims.cpp - the dimensions of a nest ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestDims.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Names and sizes
//===----------------------------------------------------------------------===//

/// Sets the name and the size that `tensor` gives its dimension `index`.
static void setDim(NestDim &dim, Value tensor, int64_t index) {
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
static void setDim(NestDim &dim, Value axis) {
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

/// Whether positions of one coordinate of `axis` follow one another.
static bool isRepeated(Value axis) {
  auto type = cast<axis::AxisType>(axis.getType());
  return type.getKind() == axis::AxisKind::SparseVariable && type.getSorted() &&
         !type.getUnique();
}

/// What has more cells than so is a row, and not that of a block.
static constexpr int64_t kMostBlock = 64;

SmallVector<NestDim> spindle::findDims(iter::NestOp nest) {
  SmallVector<NestDim> dims;
  for (int64_t index = 0; index < nest.getNumDims(); ++index) {
    if (isOccupancy(nest, index))
      continue;
    bool isDense = getKind(nest, index) == axis::AxisKind::DenseFixed;
    bool isFree = nest.getDimParents(index).empty() && !isParent(nest, index);
    NestDim &dim = dims.emplace_back();
    dim.number = index;
    dim.isReduction = nest.getDimKind(index) == iter::DimKind::Reduction;
    dim.isDense = isDense && isFree;
    dim.isBlock = isDense && isUnderSparse(nest, index);
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
    dim.isRepeated = isRepeated(nest.getAxes()[index]);
  }
  return dims;
}

/// Sets name and size of dimension `index` of `op` from an operand that has it.
static void setDim(NestDim &dim, sparse::GenericOp op, int64_t index) {
  for (auto [number, tensor] : llvm::enumerate(op->getOperands())) {
    std::optional<unsigned> place = op.getMap(number).getResultPosition(
        getAffineDimExpr(index, op.getContext()));
    if (place && dim.name.empty())
      setDim(dim, tensor, *place);
  }
}

/// A level of the driver of a generic operation: the dimension that it is of,
/// whether it is dense under a sparse one, or all of a dimension there, and how
/// many elements of a block it has.
namespace {
struct DriverLevel {
  int64_t dim;
  bool isBlock, isWhole;
  int64_t blockSize;
  bool isSkewed;
  int64_t fibreSize;
  bool isRepeated;
};
} // namespace

/// The c of a level's coordinate that is a remainder by c; 0 of any other one.
static int64_t getRemainderBy(sparse::LevelAttr level) {
  auto remainder = dyn_cast<AffineBinaryOpExpr>(level.getExpr());
  return remainder && remainder.getKind() == AffineExprKind::Mod
             ? cast<AffineConstantExpr>(remainder.getRHS()).getValue()
             : 0;
}

/// Whether positions of one coordinate of `level` follow one another.
static bool isRepeated(sparse::LevelAttr level) {
  return level.getKind() == sparse::LevelKind::Compressed &&
         level.getOrdered() && !level.getUnique();
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

/// How many fibres lie beside one another in a tensor of `format`, whose last
/// storage dimension is dense and no reduction, and beside it lie the steps of
/// one; kDynamic where types do not tell, 0 in other tensors.
static int64_t countSliceRows(sparse::FormatAttr format,
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

int64_t spindle::getSliceRows(sparse::GenericOp op,
                              const std::optional<Driver> &driver) {
  if (!driver)
    return 0;
  return countSliceRows(driver->type.getFormat(), [&](int64_t dim) {
    return isReduced(op, driver->operand, dim);
  });
}

/// The width of a dense dimension of `nest` that is no reduction and lies
/// beside one that is sparse and a reduction, under the same dimension.
int64_t spindle::getSliceRows(iter::NestOp nest) {
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

/// Whether a level that is dense under a sparse one, and of which no other one
/// is a parent, has all of a dimension of `type`.
static bool isWholeLevel(sparse::SparseTensorType type, size_t index) {
  sparse::FormatAttr format = type.getFormat();
  sparse::LevelAttr level = format.getLevels()[index];
  int64_t dim = sparse::getDimOfLevel(level);
  bool isParent =
      llvm::any_of(format.getLevels(), [&](sparse::LevelAttr other) {
        return llvm::is_contained(other.getParents(), int64_t(index));
      });
  return isa<AffineDimExpr>(level.getExpr()) && dim >= 0 && !isParent &&
         sparse::getSkewLevel(format, index) < 0 &&
         (ShapedType::isDynamic(type.getDimSize(dim)) ||
          type.getDimSize(dim) > kMostBlock);
}

/// The levels of `driver`, which `op` has; none where there is no driver, or
/// where it has dense levels alone.
static SmallVector<DriverLevel>
findLevels(sparse::GenericOp op, const std::optional<Driver> &driver) {
  SmallVector<DriverLevel> levels;
  if (!driver)
    return levels;
  bool isSparse = false;
  sparse::FormatAttr format = driver->type.getFormat();
  for (auto [index, level] : llvm::enumerate(format.getLevels())) {
    bool isDense = level.getKind() == sparse::LevelKind::Dense;
    isSparse |= !isDense;
    // Of a difference, the dimension that it gives; of a group of what is
    // summed up, that of its elements.
    int64_t given = sparse::getDimOfLevel(format, index);
    bool isGroup =
        isDense && given >= 0 && isReduced(op, driver->operand, given);
    int64_t dim = sparse::getDifference(level.getExpr()) || isGroup
                      ? given
                      : sparse::getDimOfLevel(level);
    bool isUnder = isDense && isSparse;
    bool isWhole = isUnder && isWholeLevel(driver->type, index);
    if (dim >= 0)
      levels.push_back({op.getMap(driver->operand).getDimPosition(dim),
                        isUnder && !isWhole, isWhole, getBlockSize(level),
                        sparse::getSkewLevel(format, index) >= 0,
                        getFibreSize(level), isRepeated(level)});
  }
  return isSparse ? levels : SmallVector<DriverLevel>();
}

SmallVector<NestDim> spindle::findDims(sparse::GenericOp op,
                                       const std::optional<Driver> &driver) {
  SmallVector<int64_t> order;
  llvm::SmallDenseMap<int64_t, DriverLevel> stored;
  for (const DriverLevel &level : findLevels(op, driver)) {
    llvm::erase(order, level.dim);
    order.push_back(level.dim);
    DriverLevel &all = stored.try_emplace(level.dim, level).first->second;
    all.isBlock |= level.isBlock;
    all.isWhole |= level.isWhole;
    all.isSkewed |= level.isSkewed;
    all.blockSize = std::max(all.blockSize, level.blockSize);
    all.fibreSize = level.fibreSize;
  }
  for (int64_t index = 0; index < op.getNumDims(); ++index)
    if (!stored.contains(index))
      order.push_back(index);
  SmallVector<NestDim> dims;
  for (int64_t index : order) {
    NestDim &dim = dims.emplace_back();
    dim.isReduction =
        cast<iter::DimKindAttr>(op.getKinds()[index]).getValue() ==
        iter::DimKind::Reduction;
    auto found = stored.find(index);
    dim.isDense = found == stored.end();
    if (!dim.isDense) {
      const DriverLevel &level = found->second;
      dim.isBlock = level.isBlock;
      dim.isWhole = level.isWhole;
      dim.blockSize = level.blockSize;
      dim.isSkewed = level.isSkewed;
      dim.fibreSize = level.fibreSize;
      dim.isRepeated = level.isRepeated;
    }
    dim.number = index;
    setDim(dim, op, index);
  }
  return dims;
}

SmallVector<Driver> spindle::findDrivers(sparse::GenericOp op) {
  SmallVector<Driver> drivers;
  std::optional<int64_t> operand = op.getDriverIndex();
  if (!operand)
    return drivers;
  Type type = op->getOperand(*operand).getType();
  if (auto single = dyn_cast<sparse::SparseTensorType>(type))
    drivers.push_back({*operand, single});
  else
    for (Type part : cast<sparse::CompositeTensorType>(type).getPartTypes())
      drivers.push_back({*operand, cast<sparse::SparseTensorType>(part)});
  return drivers;
}
