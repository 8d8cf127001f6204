//===- Products.h - the products of a model by its weights ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_PRODUCTS_H
#define SPINDLE_PLANS_PRODUCTS_H

#include "Spindle/Mask/Mask.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace spindle::plans {

/// A product of a function by a weight, an argument that is a matrix, or whose
/// first dimensions number outputs and whose others inputs, or the other way
/// round: for each output and each column of the activations, which lie in
/// tokens or pixels, the sum over inputs of weight times activation.
struct WeightProduct {
  mlir::linalg::LinalgOp op;
  /// The number of the argument, and its name.
  unsigned argument = 0;
  std::string name;
  /// Whether the rows of the weight are outputs, and not inputs.
  bool rowsAreOutputs = false;
  int64_t outputs = 0, inputs = 0;
  /// The dimensions of the weight that number outputs and inputs, of which the
  /// last counts first: what formats cut into blocks, the largest.
  llvm::SmallVector<unsigned> outputDims, inputDims;
  /// The products of each element of the weight.
  int64_t columns = 1;
  /// The other factor; null where there are several.
  mlir::Value other;
  /// The bytes of an element of a factor, of the wider one, and the bits of an
  /// element of the weight as it is stored.
  int64_t elementBytes = 4, weightBits = 32;
  /// Whether both factors are integers of no more than 8 bits.
  bool isOfBytes = false;

  /// Whether the weight is a matrix, which may be stored in parts.
  bool isMatrix() const { return outputDims.size() + inputDims.size() == 2; }
};

/// Where the elements of a weight are: a bit for each, outputs by inputs.
struct WeightPattern {
  int64_t outputs = 0, inputs = 0;
  std::vector<uint8_t> bits;

  bool has(int64_t output, int64_t input) const {
    return bits[output * inputs + input];
  }
  int64_t count() const;
};

/// The products of `function` by arguments that are the same in each run, in
/// the order of operations; a weight that several read comes for each of them.
std::vector<WeightProduct> findProducts(mlir::func::FuncOp function);

/// The product by the argument called `name`; nothing, and why, where there is
/// none.
std::optional<WeightProduct> findProduct(mlir::func::FuncOp function,
                                         llvm::StringRef name,
                                         std::string &refusal);

/// What the mask of the weight of `product` keeps: all, without one.
WeightPattern getPattern(mlir::func::FuncOp function,
                         const WeightProduct &product);

/// What `mask`, of the shape of the weight of `product`, keeps.
WeightPattern getPattern(const Mask &mask, const WeightProduct &product);

/// The number of the argument called `name`, a tensor; nothing, and why, where
/// there is none.
std::optional<unsigned> findArgument(mlir::func::FuncOp function,
                                     llvm::StringRef name,
                                     std::string &refusal);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_PRODUCTS_H
