//===- AllocateWorkspace.cpp - temporaries as parts of one memory ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {
#define GEN_PASS_DEF_ALLOCATEWORKSPACEPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::sparse::kWorkspaceAttr;
using spindle::sparse::kWorkspaceBytesAttr;

/// Bytes that the temporaries begin at multiples of.
static constexpr int64_t kAlignment = 256;

//===----------------------------------------------------------------------===//
// Temporaries
//===----------------------------------------------------------------------===//

static bool isTemporary(Operation *op) {
  return isa<memref::AllocOp, memref::AllocaOp>(op);
}

/// Those of `function` that the host makes, in order.
static SmallVector<Operation *> findTemporaries(func::FuncOp function) {
  SmallVector<Operation *> found;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op))
      return WalkResult::skip();
    if (isTemporary(op))
      found.push_back(op);
    return WalkResult::advance();
  });
  return found;
}

/// The bytes of an element in memory; none where that is not known.
static std::optional<int64_t> getBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getBytes(complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  return std::nullopt;
}

static bool isArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

/// Whether `values` are computed from what the function is given, without
/// effects.
static bool areGiven(ValueRange values) {
  SetVector<Value> sources(values.begin(), values.end());
  for (size_t next = 0; next < sources.size(); ++next) {
    if (isArgument(sources[next]))
      continue;
    Operation *op = sources[next].getDefiningOp();
    if (!op || !isMemoryEffectFree(op) || op->getNumRegions() > 0)
      return false;
    sources.insert_range(op->getOperands());
  }
  return true;
}

static LogicalResult check(Operation *temporary) {
  auto type = cast<MemRefType>(temporary->getResult(0).getType());
  if (!type.getLayout().isIdentity() || type.getMemorySpace() ||
      !getBytes(type.getElementType()))
    return temporary->emitError("expected plain memory of numbers but got ")
           << type;
  if (areGiven(temporary->getOperands()))
    return success();
  return temporary->emitError(
      "expected a size that follows from what the function is given");
}

//===----------------------------------------------------------------------===//
// The workspace
//===----------------------------------------------------------------------===//

namespace {
/// Builds at one place where the temporaries of a function begin. What their
/// sizes are computed from is computed there again.
class Places {
public:
  explicit Places(ImplicitLocOpBuilder builder) : builder(builder) {}

  /// What stands for values of the function there.
  IRMapping mapping;

  /// Where `temporary` begins, after those before.
  Value add(Operation *temporary);

  /// The bytes of all.
  Value getEnd() { return end ? end : constant(0); }

private:
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }
  Value repeat(Value value);
  Value buildBytes(Operation *temporary);

  ImplicitLocOpBuilder builder;
  Value end;
};
} // namespace

Value Places::repeat(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op)
    return value;
  // Sizes are those of the memory that a statement is on.
  if (auto distinct = dyn_cast<memref::DistinctObjectsOp>(op))
    return repeat(distinct.getOperand(cast<OpResult>(value).getResultNumber()));
  for (Value operand : op->getOperands())
    mapping.map(operand, repeat(operand));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// The bytes of `temporary`, and some up to where the next one may begin.
Value Places::buildBytes(Operation *temporary) {
  auto type = cast<MemRefType>(temporary->getResult(0).getType());
  int64_t fixed = *getBytes(type.getElementType());
  for (int64_t size : type.getShape())
    fixed *= ShapedType::isDynamic(size) ? 1 : size;
  Value bytes = constant(fixed);
  for (Value size : temporary->getOperands())
    bytes = arith::MulIOp::create(builder, bytes, repeat(size));
  Value over = arith::AddIOp::create(builder, bytes, constant(kAlignment - 1));
  return arith::AndIOp::create(builder, over, constant(-kAlignment));
}

Value Places::add(Operation *temporary) {
  Value begin = getEnd();
  end = arith::AddIOp::create(builder, begin, buildBytes(temporary));
  return begin;
}

/// Adds the function that says how much memory the temporaries need.
static void addFunction(func::FuncOp function,
                        ArrayRef<Operation *> temporaries, StringRef name) {
  OpBuilder builder(function);
  auto type = builder.getFunctionType(function.getFunctionType().getInputs(),
                                      builder.getIndexType());
  builder.setInsertionPointAfter(function);
  auto made = func::FuncOp::create(builder, function.getLoc(), name, type);
  made.setPrivate();
  Block *entry = made.addEntryBlock();
  Places places(ImplicitLocOpBuilder::atBlockBegin(made.getLoc(), entry));
  places.mapping.map(function.getArguments(), entry->getArguments());
  for (Operation *temporary : temporaries)
    places.add(temporary);
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, made.getLoc(), places.getEnd());
}

/// Gives `function` a workspace as its last argument.
static Value addArgument(func::FuncOp function, StringRef name) {
  Builder builder(function.getContext());
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  function->setAttr(kWorkspaceBytesAttr,
                    FlatSymbolRefAttr::get(builder.getContext(), name));
  return sparse::appendArgument(
      function, type,
      builder.getNamedAttr(kWorkspaceAttr, builder.getUnitAttr()));
}

static void use(func::FuncOp function, ArrayRef<Operation *> temporaries) {
  std::string name = (function.getName() + ".workspace_bytes").str();
  addFunction(function, temporaries, name);
  Value workspace = addArgument(function, name);
  Places places(ImplicitLocOpBuilder::atBlockBegin(
      function.getLoc(), &function.getBody().front()));
  SmallVector<Value> begins;
  for (Operation *temporary : temporaries)
    begins.push_back(places.add(temporary));
  for (auto [temporary, begin] : llvm::zip_equal(temporaries, begins)) {
    OpBuilder builder(temporary);
    Value memory = temporary->getResult(0);
    for (Operation *user : llvm::make_early_inc_range(memory.getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    auto view = memref::ViewOp::create(
        builder, temporary->getLoc(), cast<MemRefType>(memory.getType()),
        workspace, begin, temporary->getOperands());
    memory.replaceAllUsesWith(view);
    temporary->erase();
  }
}

namespace {
struct AllocateWorkspacePass
    : spindle::impl::AllocateWorkspacePassBase<AllocateWorkspacePass> {
  void runOnOperation() override {
    SmallVector<std::pair<func::FuncOp, SmallVector<Operation *>>> found;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<Operation *> temporaries = findTemporaries(function);
      if (llvm::any_of(temporaries,
                       [](Operation *op) { return failed(check(op)); }))
        return signalPassFailure();
      if (!temporaries.empty())
        found.emplace_back(function, std::move(temporaries));
    }
    if (found.empty())
      return markAllAnalysesPreserved();
    for (auto &[function, temporaries] : found)
      use(function, temporaries);
  }
};
} // namespace
