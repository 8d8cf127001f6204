//===- Variables.cpp - a module's variables in memory ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace spindle::emulator;

static constexpr unsigned kSharedSpace = 3;

/// Adds the shared variables in `constant`, which may be an expression of them.
static void collect(Constant *constant, SetVector<GlobalVariable *> &found,
                    SmallPtrSetImpl<Constant *> &seen) {
  if (!seen.insert(constant).second)
    return;
  auto *variable = dyn_cast<GlobalVariable>(constant);
  if (variable && variable->getAddressSpace() == kSharedSpace)
    found.insert(variable);
  if (isa<GlobalValue>(constant))
    return;
  for (Value *operand : constant->operands())
    if (auto *inner = dyn_cast<Constant>(operand))
      collect(inner, found, seen);
}

uint64_t spindle::emulator::layOutShared(
    Function &function, const DataLayout &layout,
    MapVector<GlobalVariable *, uint64_t> &offsets) {
  SetVector<GlobalVariable *> found;
  SmallPtrSet<Constant *, 32> seen;
  for (Instruction &instruction : instructions(function))
    for (Value *operand : instruction.operands())
      if (auto *constant = dyn_cast<Constant>(operand))
        collect(constant, found, seen);
  auto getSize = [&](GlobalVariable *variable) -> uint64_t {
    return layout.getTypeAllocSize(variable->getValueType());
  };
  auto isDynamic = [&](GlobalVariable *variable) {
    return variable->isDeclaration() || getSize(variable) == 0;
  };
  uint64_t bytes = 0;
  for (GlobalVariable *variable : found) {
    if (isDynamic(variable))
      continue;
    bytes = alignTo(bytes, layout.getPreferredAlign(variable));
    offsets[variable] = bytes;
    bytes += getSize(variable);
  }
  uint64_t start = alignTo(bytes, 16);
  for (GlobalVariable *variable : found)
    if (isDynamic(variable))
      offsets[variable] = alignTo(start, variable->getAlign().valueOrOne());
  return bytes;
}

Error spindle::emulator::writeConstant(const Constant &constant,
                                       const DataLayout &layout, char *bytes) {
  Type *type = constant.getType();
  if (constant.isNullValue() || isa<UndefValue>(constant))
    return Error::success();
  if (auto *data = dyn_cast<ConstantDataSequential>(&constant)) {
    StringRef raw = data->getRawDataValues();
    memcpy(bytes, raw.data(), raw.size());
    return Error::success();
  }
  if (isa<ConstantInt, ConstantFP>(constant)) {
    APInt bits =
        isa<ConstantInt>(constant)
            ? cast<ConstantInt>(constant).getValue()
            : cast<ConstantFP>(constant).getValueAPF().bitcastToAPInt();
    memcpy(bytes, bits.getRawData(), layout.getTypeStoreSize(type));
    return Error::success();
  }
  auto *aggregate = dyn_cast<ConstantAggregate>(&constant);
  if (!aggregate)
    return createStringError(
        "expected a variable whose initial value is numbers");
  for (unsigned i = 0; i < aggregate->getNumOperands(); ++i) {
    uint64_t offset =
        isa<StructType>(type)
            ? uint64_t(layout.getStructLayout(cast<StructType>(type))
                           ->getElementOffset(i))
            : i * uint64_t(layout.getTypeAllocSize(
                      aggregate->getOperand(i)->getType()));
    if (Error error = writeConstant(*cast<Constant>(aggregate->getOperand(i)),
                                    layout, bytes + offset))
      return error;
  }
  return Error::success();
}
