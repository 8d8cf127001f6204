//===- Model.h - a program on dense tensors ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model is a function on dense tensors, as utils/import-onnx writes it. What
// is pruned of its arguments is said by masks, and what follows for all other
// values is told as a list of them, in the order of the text:
//
//     auto model = Model::read("encoder.mlir", text, "");
//     model->setMask("ffn.out.weight", kept);
//     for (const ModelValue &value : model->propagate())
//       value.zero.getShare();
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_MODEL_H
#define SPINDLE_SESSION_MODEL_H

#include "Spindle/Mask/Mask.h"
#include "Spindle/Propagation/SkippedIterations.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace spindle::session {

/// A tensor that a model takes or returns.
struct ModelTensor {
  /// Of an argument its `sparse.name`, or else `arg` and its number; of a
  /// result its number.
  std::string name;
  std::vector<int64_t> shape;
  /// The type of the elements, as MLIR writes it.
  std::string type;
};

/// A tensor of a static shape that a model has, and what is known of it.
struct ModelValue {
  ModelTensor tensor;
  /// The operation that makes it; empty for an argument.
  std::string op;
  /// The names of what its body computes, in order, each once.
  std::vector<std::string> body;
  /// "file:line:column".
  std::string location;
  /// The values that the operation reads, by their numbers.
  std::vector<size_t> operands;
  bool isReturned = false;
  /// Whether the operation adds up products.
  bool isSumOfProducts = false;
  /// What the masks in the program say is 0, also of a tensor that is given
  /// another shape; what is found to be 0, and dead.
  Mask given, zero, dead;
  /// Iterations of the operation that can be left out by what the masks say
  /// alone, and by all that is found.
  IterationCounts before, after;
};

/// A model. It lives in a context of its own.
class Model {
public:
  /// Reads the function `entry`, or the only one that is not private where that
  /// is empty, of `text`, which errors call `name`. Errors: no program, no such
  /// function, one that takes or returns what is no tensor, two arguments of
  /// one name.
  static llvm::Expected<Model> read(llvm::StringRef name, llvm::StringRef text,
                                    llvm::StringRef entry);

  const std::vector<ModelTensor> &getArguments() const { return arguments; }
  const std::vector<ModelTensor> &getResults() const { return results; }

  /// Says which elements of an argument are kept, instead of what the program
  /// says. Errors: no such argument, another shape, elements without masks.
  llvm::Error setMask(llvm::StringRef name, const Mask &kept);
  /// The elements of argument `number` that are kept, where the program says.
  std::optional<Mask> getMask(size_t number) const;
  /// The program with its masks.
  std::string print() const;

  /// What is known of all values.
  std::vector<ModelValue> propagate() const;

  mlir::ModuleOp getModule() const { return *module; }
  mlir::func::FuncOp getFunction() const { return function; }

private:
  Model() = default;
  llvm::Error findFunction(llvm::StringRef file, llvm::StringRef entry);
  llvm::Error describe(llvm::StringRef file);

  // It goes last: what follows lives in it.
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  std::vector<ModelTensor> arguments, results;
  /// Of results of operations, as the text has them.
  llvm::DenseMap<mlir::Value, std::string> names;
};

} // namespace spindle::session

#endif // SPINDLE_SESSION_MODEL_H
