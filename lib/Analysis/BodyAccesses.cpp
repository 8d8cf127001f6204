//===- BodyAccesses.cpp - what a loop's body does to memory ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/BodyAccesses.h"

#include "Spindle/Analysis/ConstantMemory.h"
#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::AccumulateOp;
using spindle::sparse::AllocOp;
using spindle::sparse::BindOp;
using spindle::sparse::LoadOp;
using spindle::sparse::PackOp;
using spindle::sparse::SplatOp;
using spindle::sparse::StoreOp;
using spindle::sparse::UnpackOp;
using spindle::sparse::WithValuesOp;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What `memory` is another name of, with the same elements at the same
/// indices.
static Value skipNames(Value memory) {
  while (auto result = dyn_cast<OpResult>(memory)) {
    Operation *op = result.getOwner();
    if (isa<memref::DistinctObjectsOp>(op))
      memory = op->getOperand(result.getResultNumber());
    else if (isa<memref::CastOp>(op) &&
             isa<MemRefType>(op->getOperand(0).getType()))
      memory = op->getOperand(0);
    else
      break;
  }
  return memory;
}

/// The memory of `buffer`, or the buffer itself if it has some of its own; null
/// where it has none, or where it is not known.
static Value getMemory(Value buffer) {
  if (auto bind = buffer.getDefiningOp<BindOp>())
    return skipNames(bind.getMemory());
  if (auto unpack = buffer.getDefiningOp<UnpackOp>()) {
    if (auto pack = unpack.getTensor().getDefiningOp<PackOp>())
      return getMemory(pack.getValues());
    auto made = unpack.getTensor().getDefiningOp<WithValuesOp>();
    return made ? getMemory(made.getValues()) : unpack.getTensor();
  }
  return buffer.getDefiningOp<AllocOp>() ? buffer : Value();
}

/// Whether it is known which memory `root` is: it is one that no other value
/// stands for.
static bool isKnown(Value root) {
  return sparse::isArgument(root) || getConstantSymbol(root) ||
         isa_and_nonnull<AllocOp, memref::AllocOp, memref::AllocaOp>(
             root.getDefiningOp());
}

Value spindle::iter::getKnownRoot(Value buffer) {
  Value memory = getMemory(buffer);
  Value root = memory ? sparse::getRootMemory(memory) : Value();
  return root && isKnown(root) ? root : Value();
}

bool spindle::iter::isOfBufferOrAxis(Value memory) {
  return !isa<MemRefType>(memory.getType()) ||
         llvm::any_of(memory.getUses(), [](OpOperand &use) {
           Operation *user = use.getOwner();
           if (isa<BindOp, axis::AxisOpInterface>(user))
             return true;
           return isa<memref::CastOp, memref::DistinctObjectsOp>(user) &&
                  isOfBufferOrAxis(user->getResult(use.getOperandNumber()));
         });
}

/// Whether `memory` is an argument that holds a piece of a tensor, each element
/// of which has memory of its own, whatever its strides are.
static bool isPiece(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  return function && function.getArgAttr(argument.getArgNumber(),
                                         sparse::SparseDialect::kPieceAttr);
}

/// Whether the layout of `type` may keep rows apart, but no more.
static bool mayHaveGaps(MemRefType type) {
  auto layout = dyn_cast<StridedLayoutAttr>(type.getLayout());
  return layout && !layout.getStrides().empty() &&
         layout.getStrides().back() == 1 &&
         llvm::all_of(layout.getStrides().drop_back(), ShapedType::isDynamic);
}

bool spindle::iter::hasDistinctElements(Value memory) {
  auto type = dyn_cast<MemRefType>(memory.getType());
  return !type || type.getLayout().isIdentity() ||
         (isPiece(memory) && mayHaveGaps(type));
}

std::string spindle::iter::getMemoryName(Value root) {
  std::string name = sparse::getArgumentName(root);
  if (!name.empty())
    return name;
  return sparse::isArgument(root)
             ? "argument " +
                   std::to_string(cast<BlockArgument>(root).getArgNumber())
             : "an intermediate";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// The accesses of one operation, or the reason why they are not known.
struct AccessFinder {
  Operation *op;
  SmallVectorImpl<MemoryAccess> &accesses;

  std::string refuse() {
    return ("its body has '" + op->getName().getStringRef() +
            "', whose effects may be on what other iterations use")
        .str();
  }

  /// The access to `memory`, a memref or a buffer.
  std::string add(Value memory, ValueRange indices, bool writes,
                  Value buffer = {}) {
    if (!memory)
      return refuse();
    Value root = sparse::getRootMemory(memory);
    if (!isKnown(root))
      return ("it " + Twine(writes ? "writes" : "reads") +
              " memory that is neither an argument nor allocated by the "
              "function")
          .str();
    accesses.push_back({{memory, llvm::to_vector(indices)},
                        op,
                        writes,
                        root,
                        /*value=*/{},
                        buffer});
    return "";
  }

  std::string find(LoadOp load) {
    if (load.getBuffer().getDefiningOp<SplatOp>())
      return "";
    return add(getMemory(load.getBuffer()), load.getIndices(), false,
               load.getBuffer());
  }
  std::string find(StoreOp store) {
    return add(getMemory(store.getBuffer()), store.getIndices(), true,
               store.getBuffer());
  }
  std::string find(AccumulateOp accumulate) {
    std::string reason;
    for (Value buffer : accumulate.getBuffers())
      if (reason.empty())
        reason = add(getMemory(buffer), accumulate.getIndices(), true, buffer);
    return reason;
  }
  std::string find(memref::LoadOp load) {
    return add(skipNames(load.getMemRef()), load.getIndices(), false);
  }
};
} // namespace

/// Whether `op` names an element by positions. Two coordinates may be of one
/// element, and the position of a site be another than that in a fibre.
template <typename AccessOp> static bool isByPositions(AccessOp op) {
  return op.getForm() == sparse::AccessForm::Direct &&
         llvm::all_of(op.getIndices(),
                      [](Value index) { return index.getType().isIndex(); });
}

/// Whether `op` has, its regions apart, no effect: axes read arrays that nobody
/// writes while they are in use, and inspectors alone write any.
static bool hasNoEffect(Operation *op) {
  return (isa_and_nonnull<axis::AxisDialect>(op->getDialect()) &&
          !isa<axis::InspectorOpInterface>(op)) ||
         (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
          !isa<MemoryEffectOpInterface>(op)) ||
         isMemoryEffectFree(op);
}

/// What `findAccesses` gives for operations but accesses by Spindle.
static std::string findOtherAccesses(Operation *op, AccessFinder &finder) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](memref::LoadOp load) { return finder.find(load); })
      // A workspace, which no other iteration sees.
      .Case([](AllocOp) { return ""; })
      .Case([](CallOpInterface) { return "it calls a function"; })
      .Default(
          [&](Operation *) { return hasNoEffect(op) ? "" : finder.refuse(); });
}

std::string
spindle::iter::findAccesses(Operation *op,
                            SmallVectorImpl<MemoryAccess> &accesses) {
  AccessFinder finder{op, accesses};
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<LoadOp, StoreOp, AccumulateOp>([&](auto access) -> std::string {
        return isByPositions(access) ? finder.find(access)
                                     : "it names elements by coordinates or "
                                       "sites, as in coordinate space";
      })
      .Default([&](Operation *) { return findOtherAccesses(op, finder); });
}

std::string
spindle::iter::findNestAccesses(Operation *op,
                                SmallVectorImpl<MemoryAccess> &accesses) {
  AccessFinder finder{op, accesses};
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<LoadOp, StoreOp, AccumulateOp>(
          [&](auto access) { return finder.find(access); })
      .Default([&](Operation *) { return findOtherAccesses(op, finder); });
}

StringRef spindle::iter::getVerb(const MemoryAccess &access) {
  auto accumulate = dyn_cast<AccumulateOp>(access.op);
  if (!accumulate)
    return access.writes ? "writes" : "reads";
  return accumulate.getKind() == CombineKind::Add ? "adds into"
                                                  : "combines into";
}
