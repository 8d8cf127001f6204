//===- Frame.cpp - what a lane keeps between steps ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace spindle::emulator;

uint64_t FrameLayout::add(uint64_t size, uint64_t alignment) {
  alignment = std::clamp<uint64_t>(alignment, 1, 64);
  uint64_t offset = alignTo(bytes, alignment);
  bytes = offset + size;
  return offset;
}

/// Whether another step than that of `instruction` reads it. What goes into a
/// phi is read at the end of the block that it comes from.
static bool isUsedElsewhere(const Instruction &instruction) {
  const BasicBlock *home = instruction.getParent();
  for (const Use &use : instruction.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    const BasicBlock *place =
        phi ? phi->getIncomingBlock(use) : user->getParent();
    if (place != home)
      return true;
  }
  return false;
}

static bool isCollective(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && getCollective(*call);
}

Expected<FrameLayout> spindle::emulator::layOutFrame(Function &function,
                                                     const DataLayout &layout) {
  FrameLayout frame;
  auto addFor = [&](Type *type) {
    return frame.add(layout.getTypeAllocSize(type),
                     layout.getPrefTypeAlign(type).value());
  };
  for (Argument &argument : function.args())
    if (Type *type = argument.getParamByValType())
      frame.memory[&argument] =
          frame.add(layout.getTypeAllocSize(type),
                    std::max<uint64_t>(
                        16, argument.getParamAlign().valueOrOne().value()));
  for (Instruction &instruction : instructions(function)) {
    if (auto *local = dyn_cast<AllocaInst>(&instruction)) {
      auto size = local->getAllocationSize(layout);
      if (!size)
        return createStringError(
            "expected local memory of a size that is known");
      frame.memory[local] = frame.add(*size, local->getAlign().value());
      continue;
    }
    auto *phi = dyn_cast<PHINode>(&instruction);
    if (phi)
      frame.incoming[phi] = addFor(phi->getType());
    if (!instruction.getType()->isVoidTy() &&
        (isUsedElsewhere(instruction) || isCollective(instruction)))
      frame.slots[&instruction] = addFor(instruction.getType());
  }
  // Not a power of two: frames would meet in the host's caches.
  frame.bytes = alignTo(frame.bytes, 128) + 64;
  return frame;
}
