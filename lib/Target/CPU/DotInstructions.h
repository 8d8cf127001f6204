//===- DotInstructions.h - contractions by dot products ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_CPU_DOTINSTRUCTIONS_H
#define SPINDLE_LIB_TARGET_CPU_DOTINSTRUCTIONS_H

#include "Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <optional>
#include <string>

namespace spindle {

/// An instruction that adds up, in each lane of 32 bits, what is there and the
/// products of as many narrow numbers as a lane holds.
enum class DotProduct : uint8_t {
  /// Pairs of bf16, into f32: x86's, which takes subnormal numbers for zeros
  /// and makes none.
  BF16,
  /// Pairs of i16, into i32.
  I16,
  /// Quadruples of i8 without sign and i8 with sign, into i32.
  U8I8,
  /// Quadruples of i8 with sign, into i32, in vectors of up to 256 bits.
  I8,
  /// Pairs of i16, or of bytes that are widened to them, into i32; what is
  /// there is added by another instruction. A sum of two products wraps around.
  Pairs
};

/// Bits of a lane.
inline constexpr int64_t kLaneBits = 32;

/// An instruction for vectors of up to `mostBits`.
struct DotInstruction {
  DotProduct product;
  /// LLVM's intrinsic, without the bits of its vectors; empty for pairs that
  /// are not added.
  llvm::StringLiteral name;
  bool isFloat;
  /// Bits of what is multiplied.
  int64_t elementBits;
  int64_t mostBits;
};

const DotInstruction &getInstruction(DotProduct product);

/// LLVM's intrinsic for vectors of `bits`.
std::string getIntrinsic(const DotInstruction &instruction, int64_t bits);

/// How a contraction is made of dot products.
struct DotChoice {
  DotProduct product;
  /// Lanes of an instruction, which divide the columns.
  int64_t lanes;
};

/// The instruction for `contraction` among `products`, in vectors of up to
/// `vectorBits`; none where there is none, or none that may be taken.
std::optional<DotChoice> chooseDotProduct(const Contraction &contraction,
                                          llvm::ArrayRef<DotProduct> products,
                                          int64_t vectorBits);

/// Makes the sums of `contraction` by the instruction `choice`, in place.
/// `corrections` are the subtractions that make sums of them which are too
/// large.
void buildDotProducts(mlir::ImplicitLocOpBuilder &b, Contraction &contraction,
                      const DotChoice &choice,
                      llvm::SmallVectorImpl<mlir::arith::SubIOp> &corrections);

/// Whether `op` adds dot products to its first operand.
bool isDotProduct(mlir::Operation *op);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_CPU_DOTINSTRUCTIONS_H
