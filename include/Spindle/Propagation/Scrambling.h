//===- Scrambling.h - zeros of functions without a body ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a function that has no body in the program, but is there as compiled code,
// zeros are found by running it (SparTA, section 3.2, "tensor scrambling"):
// what is pruned of its operands is 0, all else is random, and an element of a
// result that was 0 each time is taken for zero.
//
// Such a fact is no proof: it is as good as the samples are. A random number is
// 0 in one of eight cases, so that "is this 0?" is seen, and its magnitude is
// between 1/16 and 16 else, so that limits near 1 are passed on both sides.
//
// Elements of operands are taken for dead if what is needed of results is the
// same with others in their place, with all of them at once in each sample: the
// paper asks for gradients, which compiled code has none of. The function is
// taken to give the same results for the same operands. This room runs nothing:
// whoever wants such facts hands in what runs a function.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROPAGATION_SCRAMBLING_H
#define SPINDLE_PROPAGATION_SCRAMBLING_H

#include "Spindle/Mask/Mask.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/Support/Error.h"

namespace spindle {

/// A dense tensor in memory, in row-major order. An element of less than eight
/// bits has a byte.
struct TensorBytes {
  mlir::RankedTensorType type;
  std::vector<char> bytes;
};

/// Functions that are there as compiled code.
class CompiledFunctions {
public:
  virtual ~CompiledFunctions() = default;
  /// Whether `name`, with so many operands and results, can be called. Errors:
  /// why not.
  virtual llvm::Error find(llvm::StringRef name, size_t count) = 0;
  /// Calls it. `results` have their types, and get their bytes. `operands` may
  /// be written. Errors: results of another shape.
  virtual llvm::Error call(llvm::StringRef name,
                           llvm::MutableArrayRef<TensorBytes> operands,
                           llvm::MutableArrayRef<TensorBytes> results) = 0;
};

/// An interface of the dialect `tesa`, by which a tool says how compiled code
/// is run.
class CompiledCodeInterface
    : public mlir::DialectInterface::Base<CompiledCodeInterface> {
public:
  explicit CompiledCodeInterface(mlir::Dialect *dialect) : Base(dialect) {}
  /// The functions in shared objects. Errors: one cannot be opened.
  virtual llvm::Expected<std::unique_ptr<CompiledFunctions>>
  open(llvm::ArrayRef<std::string> paths) const = 0;
};

/// Where samples come from.
struct Sampling {
  std::vector<std::string> libraries;
  unsigned samples = 256;
  uint64_t seed = 1;
};

/// Finds zeros by samples.
class Scrambler {
public:
  /// For the calls below `root`: none, without an error, if there are no
  /// libraries. Refused, with a diagnostic: a library that is not there, a
  /// function that none has, and types that are not static tensors.
  static mlir::FailureOr<std::unique_ptr<Scrambler>> open(mlir::Operation *root,
                                                          Sampling sampling);

  /// Adds to `results` elements that were always 0, where those of `operands`
  /// are; nothing if `call` is of a function with a body.
  void inferZeros(mlir::CallOpInterface call, llvm::ArrayRef<Mask> operands,
                  llvm::MutableArrayRef<Mask> results);
  /// Adds to `operands` elements that had no effect on elements of results
  /// outside `dead` in any sample, where those of `zeros` are 0; whether `call`
  /// is of a function without a body. Nothing for operands of which too many
  /// elements are needed.
  bool inferDead(mlir::CallOpInterface call, llvm::ArrayRef<Mask> zeros,
                 llvm::ArrayRef<Mask> dead,
                 llvm::MutableArrayRef<Mask> operands);
  /// Whether a call failed, which was said by a diagnostic.
  bool hasFailed() const { return failed; }
  unsigned getNumSamples() const { return sampling.samples; }

private:
  Scrambler(std::unique_ptr<CompiledFunctions> functions, Sampling sampling)
      : functions(std::move(functions)), sampling(std::move(sampling)) {}
  mlir::LogicalResult check(mlir::CallOpInterface call);
  /// Random operands, those of one sample, 0 where `zeros` is set.
  std::vector<TensorBytes>
  drawOperands(mlir::CallOpInterface call, uint64_t sample,
               llvm::ArrayRef<std::vector<uint8_t>> zeros) const;
  /// The results of `call` for `operands`; nothing if it fails.
  std::optional<std::vector<TensorBytes>>
  run(mlir::CallOpInterface call, std::vector<TensorBytes> operands);
  std::vector<std::vector<uint8_t>> findUnneeded(mlir::CallOpInterface call,
                                                 llvm::ArrayRef<Mask> zeros,
                                                 llvm::ArrayRef<Mask> dead);

  std::unique_ptr<CompiledFunctions> functions;
  Sampling sampling;
  /// What was found for each call the last time, and for which operands.
  struct Found {
    llvm::SmallVector<Mask> operands, results;
  };
  llvm::DenseMap<mlir::Operation *, std::optional<Found>> known;
  /// The same of dead elements: `operands` are the zeros of operands and the
  /// dead elements of results, `results` what is not needed of operands.
  llvm::DenseMap<mlir::Operation *, std::optional<Found>> knownDead;
  bool failed = false;
};

} // namespace spindle

#endif // SPINDLE_PROPAGATION_SCRAMBLING_H
