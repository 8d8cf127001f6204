//===- Costs.cpp - what instructions are to a warp ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace spindle::emulator;

/// Elements of a vector: registers are 32 or 64 bits wide, and two numbers of
/// 16 bits share one.
static uint32_t getElements(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return 1;
  uint32_t count = vector->getNumElements();
  return vector->getScalarSizeInBits() <= 16 ? (count + 1) / 2 : count;
}

/// Whether `value` is a vector of numbers of 8 bits, or of fewer.
static bool isOfBytes(const Value *value) {
  return value->getType()->isVectorTy() &&
         value->getType()->getScalarSizeInBits() <= 8;
}

/// Bytes that change their place in a register, or get into it: one instruction
/// for each register that they come to. A byte that is the first one is there.
static uint32_t getByteCost(const Instruction &instruction) {
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    int first = 0;
    bool isPart = shuffle->isIdentity() || shuffle->isConcat() ||
                  (shuffle->isExtractSubvectorMask(first) && first % 4 == 0);
    auto *type = cast<FixedVectorType>(shuffle->getType());
    return isPart ? 0 : (type->getNumElements() + 3) / 4;
  }
  return !isa<UndefValue>(instruction.getOperand(0));
}

/// A product that is fused into the one sum that uses it.
static bool isFused(const Instruction &instruction) {
  if (instruction.getOpcode() != Instruction::FMul ||
      !instruction.hasOneUse() || !instruction.hasAllowContract())
    return false;
  auto *user = cast<Instruction>(instruction.user_back());
  return (user->getOpcode() == Instruction::FAdd ||
          user->getOpcode() == Instruction::FSub) &&
         user->hasAllowContract();
}

static uint32_t getDivisionCost(const Instruction &instruction) {
  bool wide = instruction.getType()->getScalarSizeInBits() > 32;
  if (instruction.getOpcode() == Instruction::FDiv ||
      instruction.getOpcode() == Instruction::FRem)
    return wide ? 20 : 10;
  return wide ? 70 : 20;
}

static uint32_t getCallCost(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() ||
      isa<AssumeInst>(call) || isa<NoAliasScopeDeclInst>(call))
    return 0;
  if (callee && callee->getName().contains(".sreg.tid"))
    return 0;
  return getElements(call.getType());
}

uint32_t spindle::emulator::getCost(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::PHI:
  case Instruction::Alloca:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::Freeze:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return isOfBytes(&instruction) ? getByteCost(instruction) : 0;
  case Instruction::ExtractElement:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Unreachable:
    return 0;
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Fence:
  case Instruction::Ret:
    return 1;
  case Instruction::Br:
    return cast<BranchInst>(instruction).isConditional();
  case Instruction::GetElementPtr:
    return !cast<GEPOperator>(instruction).hasAllConstantIndices();
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FDiv:
  case Instruction::FRem:
    return getDivisionCost(instruction) * getElements(instruction.getType());
  case Instruction::Call:
    return getCallCost(cast<CallInst>(instruction));
  default:
    return isFused(instruction) ? 0 : getElements(instruction.getType());
  }
}

std::string spindle::emulator::getPlace(const Instruction &instruction) {
  std::string text;
  raw_string_ostream stream(text);
  if (const DebugLoc &location = instruction.getDebugLoc()) {
    stream << location->getFilename() << ':' << location.getLine() << ':'
           << location.getCol();
    return text;
  }
  instruction.print(stream);
  return "'" + StringRef(text).trim().split(", !").first.str() + "'";
}
