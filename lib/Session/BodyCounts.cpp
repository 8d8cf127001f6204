//===- BodyCounts.cpp - what bodies of nests do ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/BodyCounts.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// Adds `count` operations on numbers of `type` to `counts`.
static void add(OperationCounts &counts, Type type, int64_t count) {
  if (isa<FloatType, ComplexType>(type))
    counts.floats += count;
  else if (isa<IntegerType>(type))
    counts.integers += count;
}

/// How many operations on real numbers a product of `type` is, and a sum.
static int64_t countProduct(Type type) {
  return isa<ComplexType>(type) ? 6 : 1;
}
static int64_t countSum(Type type) { return isa<ComplexType>(type) ? 2 : 1; }

/// Adds a combination by `kind` of numbers of `type`.
static void addCombination(OperationCounts &counts, iter::CombineKind kind,
                           Type type) {
  bool isProduct = kind == iter::CombineKind::Mul;
  add(counts, type, isProduct ? countProduct(type) : countSum(type));
}

/// Adds the combinations of `values` by `kinds`.
static void addCombinations(OperationCounts &counts, ArrayAttr kinds,
                            ValueRange values) {
  for (auto attr : kinds.getAsRange<iter::CombineKindAttr>()) {
    addCombination(counts, attr.getValue(), values.front().getType());
    values = values.drop_front(iter::isArgKind(attr.getValue()) ? 2 : 1);
  }
}

/// Whether `op` computes numbers from numbers.
static bool computes(Operation *op) {
  bool isMath = isa_and_nonnull<arith::ArithDialect, complex::ComplexDialect,
                                math::MathDialect>(op->getDialect());
  return isMath && !op->hasTrait<OpTrait::ConstantLike>() &&
         !isa<CastOpInterface, arith::SelectOp, arith::CmpIOp, arith::CmpFOp,
              complex::CreateOp, complex::ReOp, complex::ImOp, complex::EqualOp,
              complex::NotEqualOp>(op);
}

/// Adds `op`, an operation of a body.
static void addOperation(OperationCounts &counts, Operation *op) {
  if (auto accumulate = dyn_cast<spindle::sparse::AccumulateOp>(op))
    return addCombination(counts, accumulate.getKind(),
                          accumulate.getValues().front().getType());
  if (!computes(op) || op->getNumResults() == 0)
    return;
  Type type = op->getResult(0).getType();
  int64_t count = countSum(type);
  if (isa<math::FmaOp>(op))
    count = 2;
  else if (isa<complex::MulOp>(op))
    count = countProduct(type);
  add(counts, type, count);
}

/// Whether what `op` does is decided while it runs. Nests are counted by
/// themselves.
static bool isOpen(Operation *op) {
  bool isSpace = isa<iter::NestOp, spindle::sparse::GenericOp>(op);
  return isa<CallOpInterface>(op) || (op->getNumRegions() != 0 && !isSpace);
}

/// What one run of the body of `space`, a nest or generic operation, computes;
/// nothing where that is decided while it runs.
static std::optional<OperationCounts> countBody(Operation *space) {
  auto nest = dyn_cast<iter::NestOp>(space);
  ArrayAttr kinds = nest ? nest.getCombine()
                         : cast<spindle::sparse::GenericOp>(space).getCombine();
  Block &body = space->getRegion(0).front();
  if (llvm::any_of(body, [](Operation &op) { return isOpen(&op); }))
    return std::nullopt;
  OperationCounts counts;
  addCombinations(counts, kinds, body.getTerminator()->getOperands());
  for (Operation &op : body)
    addOperation(counts, &op);
  return counts;
}

/// The operand whose structure `tensor` has; null where that is no argument.
static const Operand *findOperand(Value tensor, ArrayRef<Operand> operands) {
  while (auto made = tensor.getDefiningOp<spindle::sparse::WithValuesOp>())
    tensor = made.getTensor();
  auto argument = dyn_cast<BlockArgument>(tensor);
  return argument ? &operands[argument.getArgNumber()] : nullptr;
}

/// How often the body of `generic` runs: once per element of its driver, times
/// the extents of the dimensions that the driver lacks. Nothing where a tensor
/// is not of the structure of one of `operands`, and where no type or operand
/// has an extent.
static std::optional<int64_t> countRuns(spindle::sparse::GenericOp generic,
                                        ArrayRef<Operand> operands) {
  llvm::SmallVector<int64_t> extents(generic.getNumDims(),
                                     ShapedType::kDynamic);
  auto setExtents = [&](int64_t index, ArrayRef<int64_t> shape) {
    for (auto [dim, size] :
         llvm::zip(generic.getMap(index).getResults(), shape))
      if (auto alone = dyn_cast<AffineDimExpr>(dim);
          alone && !ShapedType::isDynamic(size))
        extents[alone.getPosition()] = size;
  };
  int64_t runs = 1;
  for (auto [index, tensor] : llvm::enumerate(generic->getOperands())) {
    if (tensor.getDefiningOp<spindle::sparse::PackOp>()) {
      setExtents(
          index,
          cast<spindle::sparse::SparseTensorType>(tensor.getType()).getShape());
      continue;
    }
    const Operand *operand = findOperand(tensor, operands);
    if (!operand)
      return std::nullopt;
    setExtents(index, operand->shape);
    if (generic.getDriverIndex() == int64_t(index))
      runs = operand->countElements();
  }
  if (std::optional<int64_t> driver = generic.getDriverIndex())
    setExtents(*driver, llvm::SmallVector<int64_t>(extents.size(), 1));
  for (int64_t extent : extents)
    if (ShapedType::isDynamic(extent) || llvm::MulOverflow(runs, extent, runs))
      return std::nullopt;
  return runs;
}

/// How often the body of each generic operation of `function` runs; nothing
/// where there are nests, or some run more than once or not at all.
static std::optional<interpreter::BodyRuns>
countAtOnce(func::FuncOp function, ArrayRef<Operand> operands) {
  interpreter::BodyRuns each;
  WalkResult result = function.walk([&](Operation *op) {
    if (isa<iter::NestOp, CallOpInterface>(op))
      return WalkResult::interrupt();
    auto generic = dyn_cast<spindle::sparse::GenericOp>(op);
    if (!generic)
      return WalkResult::advance();
    std::optional<int64_t> runs = countRuns(generic, operands);
    if (!runs || op->getParentOp() != function)
      return WalkResult::interrupt();
    each[op] = *runs;
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? std::nullopt : std::optional(each);
}

llvm::Expected<BodyCounts>
session::countBodies(func::FuncOp function, ArrayRef<Operand> operands,
                     const interpreter::Options &options) {
  auto each = countAtOnce(function, operands);
  if (!each) {
    each.emplace();
    auto runs = interpreter::countBodyRuns(
        function, getArguments(function, operands), options, &*each);
    if (!runs)
      return runs.takeError();
  }
  BodyCounts counts;
  OperationCounts operations;
  bool areKnown = true;
  for (auto [space, runs] : *each) {
    counts.runs += runs;
    std::optional<OperationCounts> once = countBody(space);
    areKnown &= once.has_value();
    operations.floats += once ? runs * once->floats : 0;
    operations.integers += once ? runs * once->integers : 0;
  }
  if (areKnown)
    counts.operations = operations;
  return counts;
}
