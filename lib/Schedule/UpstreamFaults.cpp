//===- UpstreamFaults.cpp - upstream's operations with a fault ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamFaults.h"

#include "mlir/Dialect/SCF/TransformOps/SCFTransformOps.h"

using namespace mlir;

namespace {
/// A fault of an operation. test/Schedule/upstream-faults.mlir shows each one;
/// where a newer LLVM mends it, that test fails, and the row goes.
struct UpstreamFault {
  llvm::StringLiteral operation;
  /// Tells uses with the fault from others; null where all have it.
  bool (*applies)(Operation *op);
  /// What follows "expected".
  llvm::StringLiteral expected;
  /// The fault, with the number of its report where there is one.
  llvm::StringLiteral reason;
};
} // namespace

static bool peelsFront(Operation *op) {
  return cast<transform::LoopPeelOp>(op).getPeelFront();
}

static constexpr UpstreamFault upstreamFaults[] = {
    {"transform.loop.peel", peelsFront, "'transform.sparse.peel' with 'first'",
     "with 'peel_front', which runs an iteration of a loop without any "
     "(llvm/llvm-project#118790)"},
    {"transform.loop.unroll", nullptr, "'transform.sparse.unroll'",
     "which copies without a bound"},
    {"transform.loop.unroll_and_jam", nullptr,
     "'transform.sparse.unroll_and_jam'",
     "which copies without a bound and reorders iterations that depend on one "
     "another"},
};

std::string spindle::findUpstreamFault(Operation *op) {
  StringRef name = op->getName().getStringRef();
  for (const UpstreamFault &fault : upstreamFaults)
    if (name == fault.operation && (!fault.applies || fault.applies(op)))
      return ("expected " + fault.expected + " but got '" + name + "' " +
              fault.reason)
          .str();
  return "";
}
