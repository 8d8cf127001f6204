//===- VectorizeKinds.h - what differs between iterations -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEKINDS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEKINDS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace spindle::loops {

/// How a value depends on the iteration of the loop that is vectorized.
enum class LaneKind {
  /// It is the same in iterations that run together.
  Uniform,
  /// An index or i64 that is larger by one in each following iteration.
  Linear,
  /// It differs in another way.
  Varying
};

/// The kinds of all values in a loop, loops in it included.
class LaneKinds {
public:
  explicit LaneKinds(mlir::scf::ForOp loop);

  /// A value of outside is uniform.
  LaneKind get(mlir::Value value) const;
  bool isUniform(mlir::Value value) const {
    return get(value) == LaneKind::Uniform;
  }
  bool isVarying(mlir::Value value) const {
    return get(value) == LaneKind::Varying;
  }
  /// Whether all of `values` are uniform.
  bool areUniform(mlir::ValueRange values) const;

private:
  /// Meets what is known of `value` with `kind`.
  void join(mlir::Value value, LaneKind kind);
  std::optional<LaneKind> find(mlir::Value value) const;
  void visit(mlir::Block &block);
  void visit(mlir::scf::ForOp loop);
  void visit(mlir::scf::IfOp branch);
  void visitPlain(mlir::Operation *op);
  LaneKind getResultKind(mlir::Operation *op) const;

  mlir::Region &inside;
  llvm::DenseMap<mlir::Value, LaneKind> kinds;
  bool changed = false;
};

/// Where the elements are that iterations which run together access.
enum class AccessKind {
  /// They access one element.
  Same,
  /// They access elements that follow one another in memory.
  Contiguous,
  /// Any elements.
  Scattered
};

/// The kind of an access to the elements of `memory` at `indices`.
AccessKind getAccessKind(const LaneKinds &kinds, mlir::Value memory,
                         mlir::ValueRange indices);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEKINDS_H
