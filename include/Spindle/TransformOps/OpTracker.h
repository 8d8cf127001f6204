//===- OpTracker.h - lists that keep up with a rewriter ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_OPTRACKER_H
#define SPINDLE_TRANSFORMOPS_OPTRACKER_H

#include "mlir/IR/PatternMatch.h"

namespace spindle {

/// Follows what a rewriter does, from its construction to its destruction: in
/// the lists that it knows, an operation that is erased becomes null. A
/// primitive on one target may erase another one, as an outer loop that becomes
/// several does with those inside, and what it made of others before.
class OpTracker : public mlir::RewriterBase::ForwardingListener {
public:
  explicit OpTracker(mlir::RewriterBase &rewriter)
      : ForwardingListener(rewriter.getListener()), rewriter(rewriter),
        before(rewriter.getListener()) {
    rewriter.setListener(this);
  }
  OpTracker(const OpTracker &) = delete;
  ~OpTracker() override { rewriter.setListener(before); }

  /// Follows the operations of `list`, which must outlive the tracker.
  void track(llvm::SmallVectorImpl<mlir::Operation *> &list) {
    lists.push_back(&list);
  }

  void notifyOperationErased(mlir::Operation *op) override {
    ForwardingListener::notifyOperationErased(op);
    for (auto *list : lists)
      llvm::replace(*list, op, static_cast<mlir::Operation *>(nullptr));
  }

private:
  mlir::RewriterBase &rewriter;
  mlir::OpBuilder::Listener *before;
  llvm::SmallVector<llvm::SmallVectorImpl<mlir::Operation *> *> lists;
};

} // namespace spindle

#endif // SPINDLE_TRANSFORMOPS_OPTRACKER_H
