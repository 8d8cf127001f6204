//===- FatalOperations.cpp - what would end the process -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FatalOperations.h"

#include "mlir/Dialect/MemRef/TransformOps/MemRefTransformOps.h"
#include "mlir/Dialect/SCF/TransformOps/SCFTransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace mlir::transform;

/// The text of `type`.
static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// It works on copies that are in no module, which anything that looks for the
/// module, or replaces the copy itself, takes for granted.
static std::string check(AlternativesOp op) {
  return "expected a schedule without 'transform.alternatives', which takes "
         "operations out of the module that they need";
}

/// Of fewer operations than results, the handle of the rest has a negative
/// number; so it has of none, which pass unless they must not.
static std::string check(SplitHandleOp op) {
  if (!op.getOverflowResult() || op.getNumResults() < 2)
    return "";
  if (!op.getFailOnPayloadTooSmall())
    return "expected 'transform.split_handle' with 'overflow_result' to fail "
           "on fewer operations than results but got "
           "'fail_on_payload_too_small = false'";
  if (op.getPassThroughEmptyHandle())
    return "expected 'transform.split_handle' with 'overflow_result' to fail "
           "on an empty handle, with 'pass_through_empty_handle = false'";
  return "";
}

/// Values are taken for parameters.
static std::string check(ReplicateOp op) {
  for (Value handle : op.getHandles())
    if (isa<TransformValueHandleTypeInterface>(handle.getType()))
      return "expected 'transform.replicate' to take operations or parameters "
             "but got a handle of type '" +
             print(handle.getType()) + "'";
  return "";
}

/// Numbers of operands and results are compared without their sign.
static std::string checkNumber(Operation *op, int64_t number) {
  if (number >= 0)
    return "";
  return ("expected '" + op->getName().getStringRef() +
          "' to have a number of at least 0 but got " + Twine(number))
      .str();
}

/// What is no loop may be the function or the module itself, where there is no
/// room for the new function or for its call.
static std::string check(LoopOutlineOp op) {
  auto type = dyn_cast<OperationType>(op.getTarget().getType());
  if (type && OperationName(type.getOperationName(), op.getContext())
                  .hasInterface<LoopLikeOpInterface>())
    return "";
  return "expected 'transform.loop.outline' to take a handle of loops, as of "
         "type '!transform.op<\"scf.for\">', but got '" +
         print(op.getTarget().getType()) + "'";
}

/// Stages are counted by a division.
static std::string check(LoopPipelineOp op) {
  if (static_cast<int64_t>(op.getIterationInterval()) > 0)
    return "";
  return "expected 'transform.loop.pipeline' to have an 'iteration_interval' "
         "of at least 1 but got " +
         std::to_string(static_cast<int64_t>(op.getIterationInterval()));
}

/// LLVM ends the process on a data layout that it cannot read.
static std::string check(MemrefToLLVMTypeConverterOp op) {
  auto layout = llvm::DataLayout::parse(op.getDataLayout().value_or(""));
  if (layout)
    return "";
  return "expected a data layout but got '" + op.getDataLayout()->str() +
         "': " + llvm::toString(layout.takeError());
}

/// The interpreter takes everything in a sequence, and in the regions there,
/// for an operation that it applies; those of patterns are verified.
static std::string checkKind(Operation *op) {
  if (!op->getParentOfType<NamedSequenceOp>() ||
      isa<ApplyPatternsOp, ApplyConversionPatternsOp>(op->getParentOp()) ||
      isa<TransformOpInterface, YieldOp>(op))
    return "";
  return ("expected operations that schedules are made of, 'transform.*', but "
          "got '" +
          op->getName().getStringRef() + "', which is none")
      .str();
}

std::string spindle::findFatal(Operation *op) {
  if (std::string fault = checkKind(op); !fault.empty())
    return fault;
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<AlternativesOp, SplitHandleOp, ReplicateOp, LoopOutlineOp,
            LoopPipelineOp, MemrefToLLVMTypeConverterOp>(
          [](auto fatal) { return check(fatal); })
      .Case([](GetConsumersOfResult consumers) {
        return checkNumber(consumers, consumers.getResultNumber());
      })
      .Case([](GetProducerOfOperand producer) {
        return checkNumber(producer, producer.getOperandNumber());
      })
      .Default([](Operation *) { return ""; });
}
