//===- DotInstructions.cpp - instructions for sums of products ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotInstructions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle;

/// Lanes of the shortest vectors that there are instructions for.
static constexpr int64_t kLeastLanes = 4;

/// In the order of preference.
static constexpr DotInstruction instructions[] = {
    {DotProduct::BF16, "llvm.x86.avx512bf16.dpbf16ps.", true, 16, 512},
    {DotProduct::I8, "llvm.x86.avx2.vpdpbssd.", false, 8, 256},
    {DotProduct::U8I8, "llvm.x86.avx512.vpdpbusd.", false, 8, 512},
    {DotProduct::I16, "llvm.x86.avx512.vpdpwssd.", false, 16, 512},
    {DotProduct::Pairs, "", false, 16, 512},
};

const DotInstruction &spindle::getInstruction(DotProduct product) {
  return *llvm::find_if(instructions, [&](const DotInstruction &instruction) {
    return instruction.product == product;
  });
}

/// Whether `instruction` computes what `contraction` does: sums of integers
/// have one value in any order.
static bool suits(const DotInstruction &instruction,
                  const Contraction &contraction) {
  Type number = contraction.number.element, vector = contraction.vector.element;
  if (instruction.isFloat)
    return number.isBF16() && vector.isBF16() && contraction.wide.isF32() &&
           contraction.reassociate;
  if (!contraction.wide.isInteger(kLaneBits))
    return false;
  bool areBytes = number.isInteger(8) && vector.isInteger(8);
  switch (instruction.product) {
  case DotProduct::I8:
    return areBytes && !contraction.number.isUnsigned &&
           !contraction.vector.isUnsigned;
  case DotProduct::U8I8:
    return areBytes;
  default:
    return (number.isInteger(8) || number.isInteger(16)) &&
           (vector.isInteger(8) || vector.isInteger(16));
  }
}

std::optional<DotChoice>
spindle::chooseDotProduct(const Contraction &contraction,
                          ArrayRef<DotProduct> products, int64_t vectorBits) {
  // A single step is a product, which leaves nothing to add in a lane.
  if (contraction.depth == 1)
    return std::nullopt;
  for (const DotInstruction &instruction : instructions) {
    if (!llvm::is_contained(products, instruction.product) ||
        !suits(instruction, contraction))
      continue;
    int64_t most = std::min(vectorBits, instruction.mostBits) / kLaneBits;
    int64_t even = int64_t(1)
                   << llvm::countr_zero(uint64_t(contraction.columns));
    int64_t lanes = std::min(most, even);
    if (lanes >= kLeastLanes)
      return DotChoice{instruction.product, lanes};
  }
  return std::nullopt;
}

/// Those for pairs that are not added have names of their own for each length.
std::string spindle::getIntrinsic(const DotInstruction &instruction,
                                  int64_t bits) {
  if (!instruction.name.empty())
    return (instruction.name + Twine(bits)).str();
  if (bits == 128)
    return "llvm.x86.sse2.pmadd.wd";
  return bits == 256 ? "llvm.x86.avx2.pmadd.wd"
                     : "llvm.x86.avx512.pmaddw.d.512";
}

bool spindle::isDotProduct(Operation *op) {
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  return call && llvm::any_of(instructions, [&](const auto &instruction) {
           return !instruction.name.empty() &&
                  call.getIntrin().starts_with(instruction.name);
         });
}
