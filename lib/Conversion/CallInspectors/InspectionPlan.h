//===- InspectionPlan.h - what an inspection of a function is ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_CALLINSPECTORS_INSPECTIONPLAN_H
#define SPINDLE_LIB_CONVERSION_CALLINSPECTORS_INSPECTIONPLAN_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace spindle {

/// An array that an inspector fills, which its function allocates.
struct FilledArray {
  mlir::memref::AllocOp memory;
  /// What it is called as an argument; empty where nothing but the inspector
  /// looks at it.
  std::string name;

  bool isKept() const { return !name.empty(); }
};

/// One inspector of a function.
struct PlannedInspector {
  axis::InspectorOpInterface op;
  llvm::SmallVector<FilledArray> filled;
  /// What its numbers are called as an argument.
  std::string countsName;
};

/// The inspectors of one function, which look at nothing but its arguments, and
/// the operations that make what these are given, in order.
struct InspectionPlan {
  mlir::func::FuncOp function;
  llvm::SmallVector<PlannedInspector> inspectors;
  llvm::SmallVector<mlir::Operation *> slice;

  /// Reads the inspectors of `function`. Where one cannot be run apart from it,
  /// gives a failure, why in `refusal` and the operation in `obstacle`.
  static mlir::FailureOr<InspectionPlan> create(mlir::func::FuncOp function,
                                                std::string &refusal,
                                                mlir::Operation *&obstacle);
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_CALLINSPECTORS_INSPECTIONPLAN_H
