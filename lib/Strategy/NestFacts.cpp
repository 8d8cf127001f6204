//===- NestFacts.cpp - what a nest is like --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestFacts.h"

#include "Spindle/Conversion/NestNames.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spindle;

namespace {
/// A dimension of a nest, from the outermost to the innermost.
struct NestDim {
  bool isReduction = false;
  /// Whether it is dense, under no other dimension, and has none under it.
  bool isDense = false;
  /// Whether it is dense and lies under a sparse one.
  bool isBlock = false;
  std::string name;
  int64_t size = ShapedType::kDynamic;
  /// Its elements in a block; 1 where there are none, or any number.
  int64_t blockSize = 1;
  /// Whether what exists of it depends on a stored difference above it.
  bool isSkewed = false;
  /// How many of its coordinates a fibre of stored ones may have; 0 for all.
  int64_t fibreSize = 0;
  /// Whether it is all of a dimension, dense, under a sparse one: rows that are
  /// stored as a whole.
  bool isWhole = false;
  /// Its number in the operation.
  int64_t number = 0;
};
} // namespace

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

/// What has more cells than so is a row, and not that of a block.
static constexpr int64_t kMostBlock = 64;

static SmallVector<NestDim> findDims(iter::NestOp nest) {
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

namespace {
/// The operand that an operation goes through, and its type: where it is
/// composite, that of one of its parts.
struct Driver {
  int64_t operand;
  sparse::SparseTensorType type;
};
} // namespace

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

/// The rows of a slice of `driver`, which `op` has; 0 where it has none.
static int64_t getSliceRows(sparse::GenericOp op,
                            const std::optional<Driver> &driver) {
  if (!driver)
    return 0;
  return getSliceRows(driver->type.getFormat(), [&](int64_t dim) {
    return isReduced(op, driver->operand, dim);
  });
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
                        getFibreSize(level)});
  }
  return isSparse ? levels : SmallVector<DriverLevel>();
}

/// The dimensions in the order of the loops: of the driver's levels, each where
/// its last level is, then the others.
static SmallVector<NestDim> findDims(sparse::GenericOp op,
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
    }
    dim.number = index;
    setDim(dim, op, index);
  }
  return dims;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// What the argument that `tensor` has its structure of is called; empty where
/// that is not to be found.
static std::string getPatternName(Value tensor) {
  Value owner = sparse::getStructureOwner(tensor);
  return owner ? sparse::getArgumentName(sparse::getWhole(owner)) : "";
}

/// Adds what the argument `tensor`, or that it is a part of, is called.
static void addRead(NestFacts &nest, Value tensor) {
  std::string name = sparse::getArgumentName(sparse::getWhole(tensor));
  if (!name.empty() && !llvm::is_contained(nest.reads, name))
    nest.reads.push_back(name);
}

/// Sets what `op`, whose innermost dimension is number `last`, reads.
static void setOperands(NestFacts &facts, sparse::GenericOp op,
                        const std::optional<Driver> &driver, int64_t last) {
  if (driver)
    facts.pattern = getPatternName(op->getOperand(driver->operand));
  for (auto [number, tensor] : llvm::enumerate(op.getIns())) {
    addRead(facts, tensor);
    bool isStored = driver && getPatternName(tensor) == facts.pattern;
    facts.gathers |= !isStored && op.getMap(number).isFunctionOfDim(last);
  }
}

/// Whether `value` may tell dimension `dim` of `nest`: it is not the coordinate
/// or the site of another one.
static bool mayTell(iter::NestOp nest, Value value, int64_t dim) {
  auto argument = dyn_cast<BlockArgument>(value);
  return !argument || argument.getOwner() != &nest.getBody().front() ||
         argument.getArgNumber() / 2 == dim;
}

/// Sets what `nest`, whose innermost dimension is number `last`, reads.
static void setOperands(NestFacts &facts, iter::NestOp nest, int64_t last) {
  for (Value axis : nest.getAxes()) {
    auto unpack = axis.getDefiningOp<sparse::UnpackOp>();
    if (!unpack || cast<axis::AxisType>(axis.getType()).getKind() ==
                       axis::AxisKind::DenseFixed)
      continue;
    facts.pattern = getPatternName(unpack.getTensor());
    if (unpack.getTensor().getDefiningOp<sparse::PartsOp>())
      facts.part = cast<OpResult>(unpack.getTensor()).getResultNumber();
    break;
  }
  nest.walk([&](sparse::LoadOp load) {
    facts.gathers |= load.getForm() == sparse::AccessForm::LookUp &&
                     llvm::any_of(load.getIndices(), [&](Value index) {
                       return mayTell(nest, index, last);
                     });
    if (auto unpack = load.getBuffer().getDefiningOp<sparse::UnpackOp>())
      addRead(facts, unpack.getTensor());
  });
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// Sets what one run of `body` does, with `combined` results.
static void setWork(NestFacts &nest, Block &body, ArrayAttr combined) {
  nest.flops = combined.size();
  for (Operation &op : body) {
    bool isMath = isa_and_nonnull<math::MathDialect>(op.getDialect());
    bool computes =
        (isMath || isa_and_nonnull<arith::ArithDialect>(op.getDialect())) &&
        !op.hasTrait<OpTrait::ConstantLike>() &&
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<FloatType>);
    nest.flops += computes || isa<sparse::AccumulateOp>(op);
    nest.callsFunctions |= isMath && computes;
  }
}

/// Whether a stored dimension of `dims` inside of a reduction is none.
static bool isScattered(ArrayRef<NestDim> dims) {
  const NestDim *reduction =
      llvm::find_if(dims, [](const NestDim &dim) { return dim.isReduction; });
  return std::any_of(reduction, dims.end(), [](const NestDim &dim) {
    return !dim.isReduction && !dim.isDense;
  });
}

/// The nest of `dims`, which are not empty.
static NestFacts makeNest(StringRef name, ArrayRef<NestDim> dims) {
  NestFacts nest;
  nest.name = name.str();
  const NestDim &last = dims.back();
  nest.innermost = last.name;
  nest.size = last.size;
  nest.endsInSum = last.isReduction;
  nest.hasDenseEnd = last.isDense;
  nest.hasWholeEnd = last.isWhole;
  nest.endBlock = last.isBlock ? last.blockSize : 0;
  nest.isScattered = isScattered(dims);
  for (const NestDim &dim : dims) {
    nest.isInSum |= dim.isReduction && &dim != &last;
    nest.hasBlocks |= dim.isBlock;
    nest.isSkewed |= dim.isSkewed;
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

/// Adds the nest that `op`, which goes through `driver`, becomes.
static void addNest(std::vector<NestFacts> &nests, sparse::GenericOp op,
                    const std::optional<Driver> &driver,
                    std::optional<size_t> part, StringRef name) {
  SmallVector<NestDim> dims = findDims(op, driver);
  if (dims.empty())
    return;
  NestFacts &nest = nests.emplace_back(makeNest(name, dims));
  nest.sliceRows = getSliceRows(op, driver);
  nest.part = part;
  // What is known of a part is known of the fibres that it has.
  if (part)
    nest.fibreColumns = 0;
  setOperands(nest, op, driver, dims.back().number);
  setWork(nest, op.getBody().front(), op.getCombine());
}

static void addNest(std::vector<NestFacts> &nests, iter::NestOp op) {
  SmallVector<NestDim> dims = findDims(op);
  if (dims.empty())
    return;
  NestFacts &nest = nests.emplace_back(makeNest(op.getName(), dims));
  nest.sliceRows = getSliceRows(op);
  setOperands(nest, op, dims.back().number);
  setWork(nest, op.getBody().front(), op.getCombine());
}

/// The types that `op` goes through: one, or that of each part; none where it
/// has no driver.
static SmallVector<Driver> findDrivers(sparse::GenericOp op) {
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

/// The nests that generic operations of `function` become, each as often as it
/// has parts, with their names.
static SmallVector<StringAttr> nameGenerics(func::FuncOp function) {
  SmallVector<sparse::GenericOp> all;
  function.walk([&](sparse::GenericOp op) {
    all.append(std::max<size_t>(findDrivers(op).size(), 1), op);
  });
  return nameNests(function, all);
}

std::vector<NestFacts> spindle::findNests(func::FuncOp function) {
  std::vector<NestFacts> nests;
  SmallVector<StringAttr> names = nameGenerics(function);
  size_t next = 0;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto nest = dyn_cast<iter::NestOp>(op))
      addNest(nests, nest);
    auto generic = dyn_cast<sparse::GenericOp>(op);
    if (!generic)
      return;
    SmallVector<Driver> drivers = findDrivers(generic);
    if (drivers.empty())
      addNest(nests, generic, std::nullopt, std::nullopt, names[next++]);
    for (auto [number, driver] : llvm::enumerate(drivers))
      addNest(nests, generic, driver,
              drivers.size() > 1 ? std::optional<size_t>(number) : std::nullopt,
              names[next++]);
  });
  return nests;
}
