//===- NestFacts.cpp - what a nest is like --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestFacts.h"

#include "HandedRows.h"
#include "NestDims.h"
#include "Spindle/Conversion/NestNames.h"
#include "Spindle/Dialect/Sparse/IR/Constants.h"
#include "Spindle/Dialect/Sparse/IR/Sums.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// What the argument that `tensor` has its structure of is called; empty where
/// that is not to be found.
static std::string getPatternName(Value tensor) {
  Value owner = sparse::getStructureOwner(tensor);
  return owner ? sparse::getArgumentName(sparse::getWhole(owner)) : "";
}

/// Adds what the argument `tensor`, or that it is a part of, is called, or the
/// size of what is no argument.
static void addRead(NestFacts &nest, Value tensor) {
  std::string name = sparse::getArgumentName(sparse::getWhole(tensor));
  auto type = dyn_cast<sparse::SparseTensorType>(tensor.getType());
  if (tensor.getDefiningOp<sparse::PackOp>() && type &&
      type.getElementType().isIntOrFloat() &&
      !ShapedType::isDynamicShape(type.getShape()))
    nest.ownBytes = std::max<int64_t>(
        nest.ownBytes,
        llvm::product_of(type.getShape()) *
            int64_t(llvm::divideCeil(
                type.getElementType().getIntOrFloatBitWidth(), 8)));
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
    facts.hasBorders |= op.getBorder(number) != nullptr;
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
  nest.walk([&](scf::IfOp) { facts.hasBorders = true; });
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
    nest.isComplex |=
        llvm::any_of(op.getOperandTypes(), llvm::IsaPred<ComplexType>);
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
  nest.hasRuns = dims.front().isRepeated && !dims.front().isReduction;
  for (const NestDim &dim : dims) {
    nest.isInSum |= dim.isReduction && &dim != &last;
    nest.hasBlocks |= dim.isBlock;
    nest.isSkewed |= dim.isSkewed;
    if (dim.isReduction || &dim == &last)
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

/// The dimensions that an operand is read by, by their numbers, in the order of
/// memory; -1 for an index that is neither one nor made of them as digits.
using DimNumbers = SmallVector<int64_t>;

/// Adds the dimensions of `expr`, each of whose own is one of `numbers`.
static void addDimNumbers(AffineExpr expr, ArrayRef<int64_t> numbers,
                          DimNumbers &dims) {
  std::optional<sparse::Sum> sum = sparse::getSum(expr);
  if (!sum || sum->terms.empty() || sum->constant != 0)
    return dims.push_back(-1);
  SmallVector<sparse::Sum::Term> terms(sum->terms.begin(), sum->terms.end());
  llvm::sort(terms, [](const sparse::Sum::Term &a, const sparse::Sum::Term &b) {
    return std::pair(-a.factor, a.dim) < std::pair(-b.factor, b.dim);
  });
  for (auto [one, next] : llvm::zip(terms, llvm::drop_begin(ArrayRef(terms))))
    if (one.factor == next.factor || one.factor % next.factor != 0)
      return dims.push_back(-1);
  if (terms.back().factor != 1)
    return dims.push_back(-1);
  for (const sparse::Sum::Term &term : terms)
    dims.push_back(numbers[term.dim]);
}

static DimNumbers findDimNumbers(AffineMap map) {
  SmallVector<int64_t> numbers =
      llvm::to_vector(llvm::seq<int64_t>(map.getNumDims()));
  DimNumbers dims;
  for (AffineExpr index : map.getResults())
    addDimNumbers(index, numbers, dims);
  return dims;
}

/// The number of the dimension whose coordinate `value` is; -1 for none.
static int64_t findDimNumber(iter::NestOp nest, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  bool isDim = argument && argument.getOwner() == &nest.getBody().front();
  return isDim ? int64_t(argument.getArgNumber() / 2) : -1;
}

static DimNumbers findDimNumbers(iter::NestOp nest, ValueRange indices) {
  DimNumbers dims;
  for (Value index : indices) {
    auto apply = index.getDefiningOp<affine::AffineApplyOp>();
    if (!apply || apply.getAffineMap().getNumSymbols() != 0) {
      dims.push_back(findDimNumber(nest, index));
      continue;
    }
    SmallVector<int64_t> numbers =
        llvm::map_to_vector(apply.getMapOperands(), [&](Value operand) {
          return findDimNumber(nest, operand);
        });
    addDimNumbers(apply.getAffineMap().getResult(0), numbers, dims);
  }
  return dims;
}

static SmallVector<DimNumbers> findReadDims(sparse::GenericOp op) {
  SmallVector<DimNumbers> reads;
  for (size_t number = 0; number < op.getIns().size(); ++number)
    reads.push_back(findDimNumbers(op.getMap(number)));
  return reads;
}

static SmallVector<DimNumbers> findReadDims(iter::NestOp nest) {
  SmallVector<DimNumbers> reads;
  nest.walk([&](sparse::LoadOp load) {
    reads.push_back(findDimNumbers(nest, load.getIndices()));
  });
  return reads;
}

/// Whether cells of what has axes of `types` may not exist, so that a body runs
/// in a branch.
static bool mayLackCells(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    auto axis = dyn_cast<axis::AxisType>(type);
    return axis && axis.getKind() == axis::AxisKind::Occupancy;
  });
}

/// Sets whether `nest` of `dims` is a product of what is read by `reads`.
static void setProduct(NestFacts &nest, ArrayRef<NestDim> dims,
                       ArrayRef<DimNumbers> reads) {
  SmallVector<const NestDim *> spatial, sums;
  for (const NestDim &dim : dims)
    (dim.isReduction ? sums : spatial).push_back(&dim);
  if (nest.isSparse || sums.size() != 1 || spatial.size() < 2 ||
      !nest.hasVectors())
    return;
  const NestDim &columns = *spatial.back(), &rows = *spatial.end()[-2];
  auto find = [&](const NestDim &with, const NestDim &without) {
    return llvm::find_if(reads, [&](const DimNumbers &read) {
      return llvm::is_contained(read, with.number) &&
             !llvm::is_contained(read, without.number) &&
             llvm::is_contained(read, sums.front()->number);
    });
  };
  const DimNumbers *ofRows = find(rows, columns);
  const DimNumbers *ofColumns = find(columns, rows);
  nest.isProduct = ofRows != reads.end() && ofColumns != reads.end();
  nest.hasColumnsBeside = nest.isProduct && ofColumns->back() == columns.number;
  nest.hasRowsBeside = nest.isProduct && ofRows->back() == rows.number;
  nest.productSum = {sums.front()->name, sums.front()->size};
  nest.productRows = {rows.name, rows.size};
  nest.productColumns = {columns.name, columns.size};
  nest.isBatched = spatial.size() > 2;
}

/// Sets the dimensions of what a nest of `dims` adds to by `written`.
static void setResult(NestFacts &nest, ArrayRef<NestDim> dims,
                      const DimNumbers &written) {
  for (int64_t number : written) {
    const NestDim *dim = llvm::find_if(
        dims, [&](const NestDim &known) { return known.number == number; });
    if (dim == dims.end())
      return nest.resultDims.clear();
    nest.resultDims.emplace_back(dim->name, dim->size);
  }
}

/// Sets whether `nest`, which reads by `reads`, stores by `written` what lies
/// otherwise.
static void setTransposed(NestFacts &nest, const DimNumbers &written,
                          ArrayRef<DimNumbers> reads) {
  nest.isTransposed =
      !written.empty() && llvm::any_of(reads, [&](const DimNumbers &read) {
        return !read.empty() && read.back() != written.back() &&
               llvm::is_contained(read, written.back()) &&
               llvm::is_contained(written, read.back());
      });
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
  DimNumbers written = findDimNumbers(op.getMap(op.getIns().size()));
  setResult(nest, dims, written);
  setTransposed(nest, written, findReadDims(op));
  setWork(nest, op.getBody().front(), op.getCombine());
  if (!driver || !mayLackCells(sparse::getUnpackedTypes(driver->type)))
    setProduct(nest, dims, findReadDims(op));
}

static void addNest(std::vector<NestFacts> &nests, iter::NestOp op) {
  SmallVector<NestDim> dims = findDims(op);
  if (dims.empty())
    return;
  NestFacts &nest = nests.emplace_back(makeNest(op.getName(), dims));
  nest.sliceRows = getSliceRows(op);
  setOperands(nest, op, dims.back().number);
  op.walk([&](sparse::StoreOp store) {
    setTransposed(nest, findDimNumbers(op, store.getIndices()),
                  findReadDims(op));
  });
  op.walk([&](sparse::AccumulateOp accumulate) {
    if (nest.resultDims.empty())
      setResult(nest, dims, findDimNumbers(op, accumulate.getIndices()));
  });
  setWork(nest, op.getBody().front(), op.getCombine());
  if (!mayLackCells(op.getAxes().getTypes()))
    setProduct(nest, dims, findReadDims(op));
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

/// What the tensors are called whose structure `function` says is constant.
static llvm::StringSet<> findConstants(func::FuncOp function) {
  llvm::StringSet<> names;
  if (auto pairs = function->getAttrOfType<ArrayAttr>(sparse::kConstantsAttr))
    for (auto pair : pairs.getAsRange<ArrayAttr>())
      names.insert(cast<sparse::PieceAttr>(pair[0]).getTensor().getValue());
  return names;
}

std::vector<NestFacts> spindle::findNests(func::FuncOp function) {
  std::vector<NestFacts> nests;
  SmallVector<Operation *> ops;
  SmallVector<StringAttr> names = nameGenerics(function);
  size_t next = 0;
  auto addGeneric = [&](sparse::GenericOp generic) {
    SmallVector<Driver> drivers = findDrivers(generic);
    if (drivers.empty())
      addNest(nests, generic, std::nullopt, std::nullopt, names[next++]);
    for (auto [number, driver] : llvm::enumerate(drivers))
      addNest(nests, generic, driver,
              drivers.size() > 1 ? std::optional<size_t>(number) : std::nullopt,
              names[next++]);
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto nest = dyn_cast<iter::NestOp>(op))
      addNest(nests, nest);
    if (auto generic = dyn_cast<sparse::GenericOp>(op))
      addGeneric(generic);
    ops.resize(nests.size(), op);
  });
  setHandedRows(nests, ops);
  llvm::StringSet<> constants = findConstants(function);
  for (NestFacts &nest : nests)
    nest.isConstant = constants.contains(nest.pattern);
  return nests;
}
