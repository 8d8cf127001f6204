//===- VectorizeBlock.h - the code of a block of iterations -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEBLOCK_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEBLOCK_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "VectorizeForms.h"
#include "mlir/IR/IRMapping.h"

namespace spindle::loops {

/// The vectors of one value.
using Vectors = llvm::SmallVector<mlir::Value>;

/// What is known of a loop that is vectorized.
struct VectorPlan {
  mlir::scf::ForOp loop;
  const LaneKinds &kinds;
  const ValueForms &forms;
  /// Elements of a vector.
  int64_t lanes;
  /// A store whose vector is kept for who builds the block, and not stored.
  mlir::memref::StoreOp kept = {};
};

/// Iterations that run together.
struct BlockShape {
  /// The variable in the first of them.
  mlir::Value first;
  /// How many vectors they are.
  int64_t vectors;
  /// How many iterations there are, an index, where they do not fill the last
  /// vector; else null. The last vector has one at least.
  mlir::Value count;
  /// The mask of the last vector, where there is a count.
  mlir::Value mask;
};

/// Makes the code of one block at the builder's insertion point.
class BlockBuilder {
public:
  BlockBuilder(mlir::OpBuilder &builder, const VectorPlan &plan,
               const BlockShape &shape);

  /// Makes the code, given the vectors of each value that the loop carries;
  /// gives what they are after the block.
  llvm::SmallVector<Vectors> build(llvm::ArrayRef<Vectors> carried);

  /// Has `made` stand for `value`, from outside of the loop.
  void setScalar(mlir::Value value, mlir::Value made) {
    scalars.map(value, made);
  }
  /// What the store that is kept would have stored, of a block of one vector.
  mlir::Value getKept() const { return kept; }

private:
  //===--------------------------------------------------------------------===//
  // Forms of values
  //===--------------------------------------------------------------------===//

  mlir::VectorType getVectorType(mlir::Type element) const;
  /// What stands for a uniform value, and for a linear one in the first
  /// iteration.
  mlir::Value getScalar(mlir::Value value) const;
  llvm::SmallVector<mlir::Value> getScalars(mlir::ValueRange values) const;
  mlir::Value getVector(mlir::Value value, int64_t vector) const;
  /// `value` in lane number `lane` of the block. Past the last iteration it is
  /// what it is in the last one.
  mlir::Value getLane(mlir::Value value, int64_t lane);
  /// Makes the vectors of a value that has a scalar, where they are needed.
  void spread(mlir::Value value);
  /// The vectors of `first`, `first + 1` and so on, of `type`.
  Vectors count(mlir::Value first, mlir::Type type);
  /// Makes the number of each lane, at most that of the last iteration.
  void numberLanes();
  /// The mask of `vector`, or null where all of it are iterations.
  mlir::Value getMask(int64_t vector) const;

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  void build(mlir::Block &block);
  void build(mlir::Operation *op);
  void buildScalar(mlir::Operation *op);
  void buildElementwise(mlir::Operation *op);
  mlir::Operation *buildVector(mlir::Operation *op, int64_t vector);
  void buildLoop(mlir::scf::ForOp loop);
  void buildBranch(mlir::scf::IfOp branch);
  void buildSelection(mlir::scf::IfOp branch);
  /// `values`, those as vectors that vary as `results`, which they are given
  /// for.
  llvm::SmallVector<mlir::Value> getForms(mlir::ValueRange results,
                                          mlir::ValueRange values) const;
  /// Maps the values `old`, of which those that vary are vectors, to `made`.
  void map(mlir::ValueRange old, mlir::ValueRange made);

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Where the vectors of a contiguous access are.
  struct Row {
    mlir::Value memory;
    llvm::SmallVector<mlir::Value> indices;
  };
  /// The first of them, in a view of all that the block accesses there: the
  /// others are at constant distances from it.
  Row makeRow(mlir::Value memory, mlir::ValueRange indices);
  llvm::SmallVector<mlir::Value> getIndices(const Row &row, int64_t vector);
  void buildLoad(mlir::memref::LoadOp load);
  void buildStore(mlir::memref::StoreOp store);
  void buildPrefetch(mlir::memref::PrefetchOp prefetch);
  void buildUpdate(iter::AtomicUpdateOp update);
  Vectors loadRow(mlir::memref::LoadOp load);
  Vectors loadLanes(mlir::memref::LoadOp load);
  Vectors gather(mlir::memref::LoadOp load);
  void storeRow(mlir::memref::StoreOp store);
  void storeLanes(mlir::memref::StoreOp store);
  void scatter(mlir::memref::StoreOp store);
  void updateRow(iter::AtomicUpdateOp update);
  void updateLanes(iter::AtomicUpdateOp update);
  void updateOne(iter::AtomicUpdateOp update);
  /// The mask of `vector`, also where all of it are iterations.
  mlir::Value getWholeMask(int64_t vector);
  /// The indices that a vector of last indices is added to.
  llvm::SmallVector<mlir::Value> getGatherBase(mlir::ValueRange indices);
  /// What `values` are in one lane.
  llvm::SmallVector<mlir::Value> getLanes(mlir::ValueRange values,
                                          int64_t lane);

  mlir::Value makeIndex(int64_t number);
  mlir::Value makeZero(mlir::VectorType type);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const VectorPlan &plan;
  const BlockShape &shape;
  /// What stands for uniform and linear values.
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, Vectors> vectors;
  /// The lanes of varying values.
  llvm::DenseMap<mlir::Value, Vectors> lanes;
  /// The number of each lane.
  Vectors numbers;
  mlir::Value kept;
};

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEBLOCK_H
