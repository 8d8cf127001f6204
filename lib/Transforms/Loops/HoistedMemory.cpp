//===- HoistedMemory.cpp - allocations at the start of functions ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistedMemory.h"

#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace spindle;
using memref::AllocOp;
using memref::DeallocOp;

//===----------------------------------------------------------------------===//
// Whose memory it is
//===----------------------------------------------------------------------===//

/// Returns the memory that `memory` is a view of.
static Value getRoot(Value memory) {
  while (Operation *op = memory.getDefiningOp()) {
    if (auto distinct = dyn_cast<memref::DistinctObjectsOp>(op))
      memory = distinct.getOperand(cast<OpResult>(memory).getResultNumber());
    else if (auto view = dyn_cast<ViewLikeOpInterface>(op))
      memory = view.getViewSource();
    else
      break;
  }
  return memory;
}

static bool isOwn(Value memory) {
  return isa_and_nonnull<AllocOp, memref::AllocaOp>(
      getRoot(memory).getDefiningOp());
}

/// Whether no function writes to the memory of `memory`.
static bool isNeverWritten(Value memory) {
  auto argument = dyn_cast<BlockArgument>(getRoot(memory));
  if (!argument)
    return false;
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return false;
  unsigned number = argument.getArgNumber();
  auto access = function.getArgAttrOfType<StringAttr>(
      number, sparse::SparseDialect::kAccessAttr);
  auto piece = function.getArgAttrOfType<sparse::PieceAttr>(
      number, sparse::SparseDialect::kPieceAttr);
  return (access && access.getValue() == "read") ||
         (piece && piece.getRole() != sparse::PieceRole::Values);
}

static bool isCallForWorkers(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee() == iter::kWorkersFunction;
}

/// Whether `op` itself, apart from what is in it, may write to memory that is
/// not the function's own. What finds structures fills memory of the function.
static bool mayWrite(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return !isCallForWorkers(op) &&
           !call.getCallee().starts_with("spindle_inspect_");
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
           !op->hasTrait<OpTrait::IsTerminator>() && !isMemoryEffectFree(op);
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [](const auto &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) &&
           (!effect.getValue() || !isOwn(effect.getValue()));
  });
}

Operation *spindle::loops::findFirstWrite(func::FuncOp function) {
  for (Operation &op : function.getBody().front()) {
    auto find = [](Operation *inner) {
      return mayWrite(inner) ? WalkResult::interrupt() : WalkResult::advance();
    };
    if (op.walk(find).wasInterrupted())
      return &op;
  }
  return function.getBody().front().getTerminator();
}

//===----------------------------------------------------------------------===//
// What sizes are computed from
//===----------------------------------------------------------------------===//

namespace {
/// Computes values of a function again, before `place` in its entry block or in
/// a caller.
class Repeated {
public:
  Repeated(Operation *place, Block *entry) : builder(place), entry(entry) {}

  /// Values that are others there.
  IRMapping mapping;
  /// Whether what a caller may have written is read again.
  bool readsMemory = true;

  /// Whether `value` can be had there.
  bool isThere(Value value);
  /// Returns the value that is `value` there.
  Value get(Value value);

private:
  bool mayRepeat(Operation *op);

  OpBuilder builder;
  Block *entry;
};
} // namespace

/// Whether `op`, with what is in it, does the same at the place.
bool Repeated::mayRepeat(Operation *op) {
  if (isCallForWorkers(op))
    return true;
  if (isPure(op))
    return true;
  // What may fail has to run where it did, but for the place.
  if (op->getBlock() != entry)
    return false;
  auto check = [&](Operation *inner) {
    auto load = dyn_cast<memref::LoadOp>(inner);
    bool isSound = load ? readsMemory && isNeverWritten(load.getMemRef())
                        : isa<scf::IfOp, scf::ForOp, scf::YieldOp>(inner) ||
                              isMemoryEffectFree(inner);
    return isSound ? WalkResult::advance() : WalkResult::interrupt();
  };
  return !op->walk(check).wasInterrupted();
}

bool Repeated::isThere(Value value) {
  if (mapping.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return isa<BlockArgument>(value) &&
           cast<BlockArgument>(value).getOwner() == entry &&
           builder.getInsertionBlock() == entry;
  if (op->getBlock() == builder.getInsertionBlock() &&
      op->isBeforeInBlock(&*builder.getInsertionPoint()))
    return true;
  if (auto distinct = dyn_cast<memref::DistinctObjectsOp>(op))
    return isThere(
        distinct.getOperand(cast<OpResult>(value).getResultNumber()));
  llvm::SetVector<Value> above;
  getUsedValuesDefinedAbove(op->getRegions(), above);
  auto known = [&](Value operand) { return isThere(operand); };
  return mayRepeat(op) && llvm::all_of(op->getOperands(), known) &&
         llvm::all_of(above, known);
}

Value Repeated::get(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || (op->getBlock() == builder.getInsertionBlock() &&
              op->isBeforeInBlock(&*builder.getInsertionPoint())))
    return value;
  if (auto distinct = dyn_cast<memref::DistinctObjectsOp>(op))
    return get(distinct.getOperand(cast<OpResult>(value).getResultNumber()));
  llvm::SetVector<Value> needed;
  getUsedValuesDefinedAbove(op->getRegions(), needed);
  needed.insert_range(op->getOperands());
  for (Value operand : needed)
    mapping.map(operand, get(operand));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

Value spindle::loops::buildByteCount(ImplicitLocOpBuilder &b, AllocOp alloc,
                                     ValueRange sizes) {
  MemRefType type = alloc.getType();
  int64_t fixed = DataLayout::closest(alloc).getTypeSize(type.getElementType());
  for (int64_t size : type.getShape())
    fixed *= ShapedType::isDynamic(size) ? 1 : size;
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIntOp::create(b, number, 64);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value number) -> Value {
    return arith::CmpIOp::create(b, predicate, number, constant(0));
  };
  Value bytes = constant(fixed);
  for (Value size : sizes) {
    Value factor = arith::IndexCastOp::create(b, b.getI64Type(), size);
    auto product = arith::MulUIExtendedOp::create(b, bytes, factor);
    Value overflows = arith::OrIOp::create(
        b, compare(arith::CmpIPredicate::ne, product.getHigh()),
        compare(arith::CmpIPredicate::slt, product.getLow()));
    bytes = arith::SelectOp::create(b, overflows, constant(INT64_MAX),
                                    product.getLow());
  }
  return arith::IndexCastOp::create(b, b.getIndexType(), bytes);
}

/// Returns what frees `alloc`; nothing where its memory is freed otherwise.
static std::optional<SmallVector<DeallocOp>> findDeallocs(AllocOp alloc) {
  SmallVector<DeallocOp> found;
  for (Operation *user : alloc->getUsers())
    if (auto dealloc = dyn_cast<DeallocOp>(user))
      found.push_back(dealloc);
  if (found.empty())
    return std::nullopt;
  return found;
}

/// Whether the memory is plain, of elements with bytes of their own.
static bool isPlain(MemRefType type) {
  Type element = type.getElementType();
  bool isPacked = element.isIntOrFloat() &&
                  element.getIntOrFloatBitWidth() % 8 != 0 &&
                  !element.isInteger(1);
  return type.getLayout().isIdentity() && !type.getMemorySpace() &&
         !isa<VectorType>(element) && !isPacked;
}

namespace {
/// Takes an allocation of a function before its first write.
struct Hoisting {
  AllocOp alloc;
  Operation *first;
  Repeated repeated;
  /// The loop of workers around, null for none.
  scf::ForallOp workers = {};

  Hoisting(AllocOp alloc, Operation *first)
      : alloc(alloc), first(first), repeated(first, first->getBlock()) {}

  bool check();
  void move();

private:
  bool checkParents();
  Value takeCount(ImplicitLocOpBuilder &builder);
  AllocOp allocateForAll(ImplicitLocOpBuilder &builder);
};
} // namespace

/// Checks that the memory of one allocation serves all iterations around it.
bool Hoisting::checkParents() {
  for (Operation *op = alloc->getParentOp(); !isa<func::FuncOp>(op);
       op = op->getParentOp()) {
    auto forall = dyn_cast<scf::ForallOp>(op);
    if (!isa<scf::ForOp, scf::IfOp>(op) &&
        (!forall || workers || forall.getRank() != 1))
      return false;
    workers = forall ? forall : workers;
  }
  return true;
}

bool Hoisting::check() {
  if (alloc->getBlock() == first->getBlock() && alloc->isBeforeInBlock(first))
    return false;
  if (!isPlain(alloc.getType()) || !findDeallocs(alloc) || !checkParents())
    return false;
  auto isThere = [&](Value value) { return repeated.isThere(value); };
  if (!llvm::all_of(alloc.getDynamicSizes(), isThere))
    return false;
  auto count = workers ? workers.getMixedUpperBound().front() : OpFoldResult();
  return !isa_and_nonnull<Value>(count) || isThere(cast<Value>(count));
}

/// Returns the number of workers, which is asked for once, before the first
/// write.
Value Hoisting::takeCount(ImplicitLocOpBuilder &b) {
  OpFoldResult bound = workers.getMixedUpperBound().front();
  auto known = dyn_cast<Value>(bound);
  if (!known)
    return arith::ConstantIndexOp::create(b, *getConstantIntValue(bound));
  Value count = repeated.get(known);
  if (count == known)
    return count;
  Operation *asked = known.getDefiningOp();
  known.replaceAllUsesWith(count);
  if (asked && isCallForWorkers(asked))
    asked->erase();
  return count;
}

/// Allocates a part for each worker, none of which shares a line with another.
AllocOp Hoisting::allocateForAll(ImplicitLocOpBuilder &b) {
  constexpr int64_t line = 64;
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, number);
  };
  SmallVector<Value> sizes;
  for (Value size : alloc.getDynamicSizes())
    sizes.push_back(repeated.get(size));
  Value bytes = loops::buildByteCount(b, alloc, sizes);
  // More than there can be stays so.
  bytes = arith::MinUIOp::create(b, bytes, constant(INT64_MAX - 2 * line));
  bytes = arith::AndIOp::create(
      b, arith::AddIOp::create(b, bytes, constant(line - 1)), constant(-line));
  Value count = takeCount(b);
  auto all = AllocOp::create(
      b,
      MemRefType::get({ShapedType::kDynamic, ShapedType::kDynamic},
                      b.getI8Type()),
      ValueRange{count, bytes}, b.getI64IntegerAttr(line));
  ImplicitLocOpBuilder inside(alloc.getLoc(), alloc);
  Value worker = workers.getInductionVar(0);
  auto flat = memref::ReinterpretCastOp::create(
      inside, MemRefType::get({ShapedType::kDynamic}, b.getI8Type()), all,
      OpFoldResult(inside.getIndexAttr(0)),
      ArrayRef<OpFoldResult>{
          arith::MulIOp::create(inside, count, bytes).getResult()},
      ArrayRef<OpFoldResult>{inside.getIndexAttr(1)});
  Value begin = arith::MulIOp::create(inside, worker, bytes);
  Value view = memref::ViewOp::create(inside, alloc.getType(), flat, begin,
                                      alloc.getDynamicSizes());
  alloc.replaceAllUsesWith(view);
  return all;
}

void Hoisting::move() {
  bool isNested = alloc->getBlock() != first->getBlock();
  SmallVector<DeallocOp> deallocs = *findDeallocs(alloc);
  ImplicitLocOpBuilder builder(alloc.getLoc(), first);
  AllocOp all;
  if (workers) {
    all = allocateForAll(builder);
  } else {
    SmallVector<Value> sizes;
    for (Value size : alloc.getDynamicSizes())
      sizes.push_back(repeated.get(size));
    all = AllocOp::create(builder, alloc.getType(), sizes,
                          alloc.getAlignmentAttr());
    alloc.replaceAllUsesWith(all.getResult());
  }
  alloc.erase();
  if (!isNested)
    return;
  for (DeallocOp dealloc : deallocs)
    dealloc.erase();
  builder.setInsertionPoint(first->getBlock()->getTerminator());
  DeallocOp::create(builder, all);
}

int64_t spindle::loops::takeFirst(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return 0;
  SmallVector<AllocOp> allocs;
  function.walk([&](AllocOp alloc) { allocs.push_back(alloc); });
  if (allocs.empty())
    return 0;
  Operation *first = findFirstWrite(function);
  int64_t moved = 0;
  for (AllocOp alloc : allocs) {
    Hoisting hoisting(alloc, first);
    if (!hoisting.check())
      continue;
    hoisting.move();
    ++moved;
  }
  return moved;
}

//===----------------------------------------------------------------------===//
// Allocations of private functions
//===----------------------------------------------------------------------===//

/// Returns all calls of `function`; nothing where it is used otherwise.
static std::optional<SmallVector<func::CallOp>>
findCalls(func::FuncOp function) {
  auto uses = SymbolTable::getSymbolUses(function,
                                         function->getParentOfType<ModuleOp>());
  SmallVector<func::CallOp> calls;
  for (const SymbolTable::SymbolUse &use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call)
      return std::nullopt;
    calls.push_back(call);
  }
  return calls;
}

/// Has each of `calls` allocate for `alloc` of the function that they call.
static void allocateInCalls(AllocOp alloc, ArrayRef<func::CallOp> calls) {
  auto function = alloc->getParentOfType<func::FuncOp>();
  Block *entry = &function.getBody().front();
  for (func::CallOp call : calls) {
    Repeated repeated(call, entry);
    repeated.mapping.map(function.getArguments(), call.getOperands());
    SmallVector<Value> sizes;
    for (Value size : alloc.getDynamicSizes())
      sizes.push_back(repeated.get(size));
    OpBuilder builder(call);
    auto memory = AllocOp::create(builder, alloc.getLoc(), alloc.getType(),
                                  sizes, alloc.getAlignmentAttr());
    call.getOperandsMutable().append(memory.getResult());
    builder.setInsertionPointAfter(call);
    DeallocOp::create(builder, alloc.getLoc(), memory);
  }
  SmallVector<DeallocOp> deallocs = *findDeallocs(alloc);
  for (DeallocOp dealloc : deallocs)
    dealloc.erase();
  (void)function.insertArgument(function.getNumArguments(), alloc.getType(), {},
                                alloc.getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(entry);
  Value memory = entry->getArguments().back();
  // As new memory, it is apart from all that the function has.
  for (BlockArgument other : entry->getArguments().drop_back())
    if (isa<MemRefType>(other.getType())) {
      auto apart = memref::DistinctObjectsOp::create(builder, alloc.getLoc(),
                                                     ValueRange{memory, other});
      memory = apart.getResult(0);
      other.replaceAllUsesExcept(apart.getResult(1), apart);
    }
  alloc.replaceAllUsesWith(memory);
  alloc.erase();
}

int64_t spindle::loops::takeInCallers(func::FuncOp function) {
  SmallVector<AllocOp> allocs;
  function.walk([&](AllocOp alloc) { allocs.push_back(alloc); });
  auto calls = findCalls(function);
  if (allocs.empty() || !calls || calls->empty())
    return 0;
  int64_t moved = 0;
  for (AllocOp alloc : allocs) {
    Repeated repeated(calls->front(), &function.getBody().front());
    repeated.readsMemory = false;
    repeated.mapping.map(function.getArguments(), calls->front().getOperands());
    auto isThere = [&](Value value) { return repeated.isThere(value); };
    bool serves = llvm::all_of(alloc.getDynamicSizes(), isThere);
    for (Operation *op = alloc->getParentOp(); op != function;
         op = op->getParentOp())
      serves &= isa<scf::ForOp, scf::IfOp>(op);
    if (!serves || !isPlain(alloc.getType()) || !findDeallocs(alloc))
      continue;
    allocateInCalls(alloc, *calls);
    ++moved;
  }
  return moved;
}
