//===- Chips.cpp - the GPUs that kernels are for --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Chips.h"

#include "Spindle/Support/Suggestion.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

using namespace spindle;

namespace {
/// What differs between chips.
struct Chip {
  llvm::StringLiteral name;
  /// Multiprocessors, and bytes of what they share.
  int64_t processors, cacheBytes;
  /// Bytes of shared memory that one block may have, and of what is cached
  /// next to it.
  int64_t sharedBytes, nearCacheBytes;
};
} // namespace

static constexpr Chip kChips[] = {
    {"sm_80", 108, 40 << 20, 163 << 10, 163 << 10},
    {"sm_90", 132, 50 << 20, 227 << 10, 227 << 10},
    {"gfx90a", 110, 8 << 20, 64 << 10, 16 << 10},
    {"gfx942", 304, 32 << 20, 64 << 10, 32 << 10},
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

static bool isAMD(llvm::StringRef name) { return name.starts_with("gfx"); }

// What nothing is lowered to is not described: AMD's instructions for
// contractions, and its copies beside computation.
static Target describe(const Chip &chip) {
  Target target;
  target.vectorBits = 128;
  target.cacheBytes = chip.cacheBytes / chip.processors;
  target.fastGathers = true;
  target.workers = chip.processors;
  target.worker = WorkerKind::Block;
  target.lanes = describeCode(chip.name).warpLanes;
  target.registers = 255;
  target.nearCacheBytes = chip.nearCacheBytes;
  target.scratch = ScratchMemory::Shared;
  target.scratchBytes = chip.sharedBytes;
  target.fusedMultiplyAdd = true;
  target.smallFloats = {SmallFloatSupport::Arithmetic,
                        SmallFloatSupport::Arithmetic};
  if (isAMD(chip.name)) {
    target.smallFloats.bf16 = SmallFloatSupport::Conversions;
    return target;
  }
  target.asyncCopies = true;
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

/// The number of the chip `name`: 90 of "sm_90" and of "sm_90a", 0x90a of
/// "gfx90a"; 0 where it has none.
static unsigned getNumber(llvm::StringRef name) {
  unsigned number = 0;
  if (name.consume_front("gfx"))
    name.consumeInteger(16, number);
  else if (name.consume_front("sm_"))
    name.consumeInteger(10, number);
  return number;
}

Target spindle::describeNearestChip(llvm::StringRef name) {
  const Chip *nearest = nullptr;
  for (const Chip &chip : kChips)
    if (isAMD(chip.name) == isAMD(name) &&
        (!nearest || getNumber(chip.name) <= getNumber(name)))
      nearest = &chip;
  return describe(*nearest);
}

llvm::StringRef spindle::describeMaker(KernelDialect dialect) {
  return dialect == KernelDialect::NVVM ? "a GPU by NVIDIA, as sm_90,"
                                        : "a GPU by AMD, as gfx90a,";
}

KernelCode spindle::describeCode(llvm::StringRef chip) {
  KernelCode code;
  if (!isAMD(chip)) {
    return code;
  }
  code.dialect = KernelDialect::ROCDL;
  code.warpLanes = 64;
  // A row has fewer than 2^32 threads, and a block 1024 at most.
  code.rowBlocks = (1 << 22) - 1;
  code.updateScope = "agent";
  return code;
}

//===----------------------------------------------------------------------===//
// What LLVM knows
//===----------------------------------------------------------------------===//

static void initialize(KernelDialect dialect) {
  switch (dialect) {
  case KernelDialect::NVVM:
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    return;
  case KernelDialect::ROCDL:
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    return;
  }
}

/// Whether LLVM knows the GPU `chip`.
static bool isKnown(llvm::StringRef chip, KernelDialect dialect) {
  initialize(dialect);
  llvm::Triple triple(dialect == KernelDialect::NVVM ? "nvptx64-nvidia-cuda"
                                                     : "amdgcn-amd-amdhsa");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return false;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  return info->isCPUStringValid(chip);
}

std::string spindle::checkChip(llvm::StringRef chip) {
  KernelDialect dialect = describeCode(chip).dialect;
  bool isROCDL = dialect == KernelDialect::ROCDL;
  std::string got = " but got '" + chip.str() + "'";
  if (!isKnown(chip, dialect))
    return "expected a GPU that LLVM knows, as " +
           std::string(isROCDL ? "gfx90a," : "sm_90,") + got;
  // Later ones run 32 lanes together, or either number.
  if (isROCDL && getNumber(chip) >= 0x1000)
    return "expected a GPU whose wavefronts have 64 lanes, as gfx90a," + got;
  return "";
}
