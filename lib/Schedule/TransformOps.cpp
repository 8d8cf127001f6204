//===- TransformOps.cpp - what schedules are made of ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/TransformOps.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Schedule/StageOps.h"
#include "Spindle/Transforms/Coordinates/NestOps.h"
#include "Spindle/Transforms/Loops/LoopOps.h"
#include "Spindle/Transforms/Loops/VectorOps.h"
#include "Spindle/Transforms/Positions/PositionOps.h"
#include "Spindle/Transforms/Tensors/TensorOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#ifndef NDEBUG
/// What MLIR's headers call where assertions are on, and a libMLIR built
/// without them lacks.
LLVM_ATTRIBUTE_WEAK void
mlir::transform::detail::checkImplementsTransformOpInterface(
    llvm::StringRef name, mlir::MLIRContext *context) {
  mlir::OperationName op(name, context);
  assert((op.hasInterface<mlir::transform::TransformOpInterface>() ||
          op.hasInterface<mlir::transform::PatternDescriptorOpInterface>() ||
          op.hasInterface<
              mlir::transform::ConversionPatternDescriptorOpInterface>()) &&
         "an operation of a schedule");
}
#endif

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

namespace {
/// The operations, and the dialects of what they make.
struct SparseExtension : transform::TransformDialectExtension<SparseExtension> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SparseExtension)
  using Base::Base;

  void init() {
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<axis::AxisDialect>();
    declareGeneratedDialect<func::FuncDialect>();
    declareGeneratedDialect<iter::IterDialect>();
    declareGeneratedDialect<LLVM::LLVMDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<sparse::SparseDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/Transforms/Loops/LoopOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/Transforms/Coordinates/NestOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/Transforms/Positions/PositionOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/Schedule/StageOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/Transforms/Tensors/TensorOps.cpp.inc"
        >();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/Transforms/Loops/VectorOps.cpp.inc"
        >();
  }
};
} // namespace

void spindle::registerTransformOps(DialectRegistry &registry) {
  registry.addExtensions<SparseExtension>();
}
