//===- LoopOps.cpp - primitives on plain loops ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/TransformOps/LoopOps.h"

#include "Extensions.h"
#include "Spindle/Loops/AccumulateInRegisters.h"
#include "Targets.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using namespace spindle::transform_ops;

namespace {
/// The operations that a handle names while primitives replace some of them.
struct LoopTargets {
  LoopTargets(transform::TransformRewriter &rewriter,
              transform::TransformState &state, Value handle)
      : rewriter(rewriter), ops(state.getPayloadOps(handle)) {
    observer.onReplaced = [this](scf::ForOp loop, scf::ForOp other) {
      (void)this->rewriter.notifyPayloadOperationReplaced(loop, other);
      llvm::replace(ops, loop.getOperation(), other.getOperation());
    };
    observer.onObstacle = [this](Operation *op) { obstacle = op; };
  }

  transform::TransformRewriter &rewriter;
  SmallVector<Operation *> ops;
  LoopObserver observer;
  /// Why the last of them was refused; null where no operation is to blame.
  Operation *obstacle = nullptr;

  /// Applies a primitive to each, what is inside of another one first.
  DiagnosedSilenceableFailure apply(
      StringRef action, bool whereLegal,
      llvm::function_ref<LogicalResult(Operation *, std::string &)> primitive);
};
} // namespace

DiagnosedSilenceableFailure LoopTargets::apply(
    StringRef action, bool whereLegal,
    llvm::function_ref<LogicalResult(Operation *, std::string &)> primitive) {
  for (size_t index = ops.size(); index-- > 0;) {
    std::string refusal;
    obstacle = nullptr;
    Operation *target = ops[index];
    if (succeeded(primitive(target, refusal)) || whereLegal)
      continue;
    auto failure = refuse(target, action, refusal);
    if (obstacle)
      failure.attachNote(obstacle->getLoc()) << "this stands in the way";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Elements that loops carry
//===----------------------------------------------------------------------===//

void AccumulateInRegistersOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure
AccumulateInRegistersOp::apply(transform::TransformRewriter &rewriter,
                               transform::TransformResults &,
                               transform::TransformState &state) {
  LoopTargets targets(rewriter, state, getTarget());
  AccumulateOptions options{targets.observer};
  return targets.apply(
      "accumulate in registers in", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        if (auto loop = dyn_cast<scf::ForOp>(target))
          return accumulateInRegisters(rewriter, loop, options, refusal);
        accumulateAllInRegisters(rewriter, target, options);
        return success();
      });
}

//===----------------------------------------------------------------------===//
// The extension
//===----------------------------------------------------------------------===//

namespace {
struct LoopOps : transform::TransformDialectExtension<LoopOps> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoopOps)

  LoopOps() {
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/TransformOps/LoopOps.cpp.inc"
        >();
  }
};
} // namespace

#define GET_OP_CLASSES
#include "Spindle/TransformOps/LoopOps.cpp.inc"

void spindle::registerLoopOps(DialectRegistry &registry) {
  registry.addExtensions<LoopOps>();
}
