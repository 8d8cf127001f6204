//===- SpecializeSize.h - the size of a dimension as a constant -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A size that types give is static in all stages below: axes have a width,
// buffers and memory a shape, and loops constant bounds. The memory of an
// operand keeps its descriptor, so that a C program calls the function as
// before; it is then an error to call it with another size.
//

#ifndef SPINDLE_TRANSFORMS_TENSORS_SPECIALIZESIZE_H
#define SPINDLE_TRANSFORMS_TENSORS_SPECIALIZESIZE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::sparse {

/// What `specializeSize` is to make static.
struct SpecializeOptions {
  /// What `sparse.dims` calls the dimension.
  llvm::StringRef dim;
  /// Its size, at least 0.
  int64_t size;
};

/// Whether `function` takes tensors, as it does in the stage `tensors`.
bool takesTensors(mlir::func::FuncOp function);

/// Gives the dimension its size in the types of the tensors that `function`
/// takes, and in those of what is unpacked of them, in place. It stays as it
/// is, without failure, where the size is there already. Refuses where no
/// tensor has the dimension, where it has another size, where the function is
/// not in the stage `tensors` or called by another one, and where it binds a
/// buffer on the dimension to memory.
mlir::FailureOr<mlir::func::FuncOp>
specializeSize(mlir::RewriterBase &rewriter, mlir::func::FuncOp function,
               const SpecializeOptions &options, std::string &refusal);

} // namespace spindle::sparse

#endif // SPINDLE_TRANSFORMS_TENSORS_SPECIALIZESIZE_H
