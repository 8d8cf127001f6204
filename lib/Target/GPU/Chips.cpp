//===- Chips.cpp - the GPUs that kernels are for --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Chips.h"

#include "Spindle/Support/Suggestion.h"

using namespace spindle;

namespace {
/// What differs between chips.
struct Chip {
  llvm::StringLiteral name;
  /// Multiprocessors, and bytes of what they share.
  int64_t processors, cacheBytes;
  /// Bytes of shared memory that one block may have.
  int64_t sharedBytes;
};
} // namespace

static constexpr Chip kChips[] = {
    {"sm_80", 108, 40 << 20, 163 << 10},
    {"sm_90", 132, 50 << 20, 227 << 10},
};

/// `mma.sync` of a warp: products that both chips have, the widest first.
static std::vector<ContractionInstruction> getContractions() {
  using Type = NumberType;
  return {{Type::F16, Type::F16, Type::F32, 16, 8, 16},
          {Type::BF16, Type::BF16, Type::F32, 16, 8, 16},
          {Type::TF32, Type::TF32, Type::F32, 16, 8, 8},
          {Type::F64, Type::F64, Type::F64, 8, 8, 4},
          {Type::I8, Type::I8, Type::I32, 16, 8, 32},
          {Type::U8, Type::I8, Type::I32, 16, 8, 32}};
}

static Target describe(const Chip &chip) {
  Target target;
  target.vectorBits = 128;
  target.cacheBytes = chip.cacheBytes / chip.processors;
  target.fastGathers = true;
  target.workers = chip.processors;
  target.worker = WorkerKind::Block;
  target.lanes = 32;
  target.registers = 255;
  target.nearCacheBytes = chip.sharedBytes;
  target.scratch = ScratchMemory::Shared;
  target.scratchBytes = chip.sharedBytes;
  target.fusedMultiplyAdd = true;
  target.asyncCopies = true;
  target.smallFloats = {SmallFloatSupport::Arithmetic,
                        SmallFloatSupport::Arithmetic};
  target.contractions = getContractions();
  return target;
}

llvm::Expected<Target> spindle::describeChip(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const Chip &chip : kChips) {
    if (chip.name == name)
      return describe(chip);
    names.push_back(chip.name);
  }
  return llvm::createStringError("expected a chip that is described but got '" +
                                 name + "'" + suggest(name, names));
}

/// The number of the chip `name`: 90 of "sm_90" and of "sm_90a"; 0 where it has
/// none.
static unsigned getNumber(llvm::StringRef name) {
  unsigned number = 0;
  name.consume_front("sm_");
  name.consumeInteger(10, number);
  return number;
}

Target spindle::describeNearestChip(llvm::StringRef name) {
  const Chip *nearest = &kChips[0];
  for (const Chip &chip : kChips)
    if (getNumber(chip.name) <= getNumber(name))
      nearest = &chip;
  return describe(*nearest);
}

bool spindle::addsVectorsAtOnce(llvm::StringRef chip) {
  return getNumber(chip) >= 90;
}
