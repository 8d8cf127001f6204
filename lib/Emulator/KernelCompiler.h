//===- KernelCompiler.h - from a kernel's IR to steps -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_KERNELCOMPILER_H
#define SPINDLE_LIB_EMULATOR_KERNELCOMPILER_H

#include "Kernel.h"
#include "Machine.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace spindle::emulator {

/// Where the values of a kernel are when no step runs.
struct FrameLayout {
  uint64_t bytes = kFrameHeader;
  /// Values that other steps use than the one that makes them; of a phi, the
  /// value that it got.
  llvm::DenseMap<const llvm::Value *, uint64_t> slots;
  /// What comes to a phi, until its step runs.
  llvm::DenseMap<const llvm::PHINode *, uint64_t> incoming;
  /// Local memory, and parameters that are memory.
  llvm::DenseMap<const llvm::Value *, uint64_t> memory;

  /// A new place; `alignment` is at most 64.
  uint64_t add(uint64_t size, uint64_t alignment);
};

/// Lays out the frame of `function`, whose collectives are blocks of their own.
/// Error: local memory whose size is not known.
llvm::Expected<FrameLayout> layOutFrame(llvm::Function &function,
                                        const llvm::DataLayout &layout);

/// The collective that `call` is, without its operands; nothing for others.
std::optional<Collective> getCollective(const llvm::CallInst &call);

/// Puts each collective into a block of its own.
void splitAtCollectives(llvm::Function &function);

/// What the instruction is to a warp: see docs/Emulator.md.
uint32_t getCost(const llvm::Instruction &instruction);

/// "file:line:column" of the instruction, or its text.
std::string getPlace(const llvm::Instruction &instruction);

/// Places shared variables that `function` uses; returns their size in bytes.
/// Those without a size of their own come after the others.
uint64_t
layOutShared(llvm::Function &function, const llvm::DataLayout &layout,
             llvm::MapVector<llvm::GlobalVariable *, uint64_t> &offsets);

/// Writes a variable's initial value to `bytes`, which are 0. Error: addresses
/// of functions or of other variables.
llvm::Error writeConstant(const llvm::Constant &constant,
                          const llvm::DataLayout &layout, char *bytes);

/// The code of one step as it grows: that of one lane within the loop over the
/// lanes of a mask.
struct LaneCode {
  llvm::Module &module;
  /// In the loop, and before it.
  llvm::IRBuilder<> builder, entry;
  llvm::Value *context = nullptr;
  llvm::Value *lane = nullptr;
  llvm::Value *frame = nullptr;
  /// The start of shared memory.
  uint64_t sharedBase = 0;
  Step &step;

  LaneCode(llvm::Module &module, Step &step)
      : module(module), builder(module.getContext()),
        entry(module.getContext()), step(step) {}

  /// A number of the warp's context, read before the loop.
  llvm::Value *getContextValue(size_t offset, unsigned bits = 32);
  /// Calls one of the helpers.
  llvm::Value *callHelper(llvm::StringRef name, llvm::Type *type,
                          llvm::ArrayRef<llvm::Value *> arguments);
};

/// An access to memory that is not the lane's own, before it is made: counted,
/// checked, and its address mended where it leads nowhere.
struct AccessRequest {
  Site site;
  llvm::Value *pointer;
};

/// Emits what accesses are made by inline PTX or by intrinsics; see
/// KernelCompiler::access.
using AccessEmitter = llvm::function_ref<llvm::Value *(AccessRequest)>;

/// The code of `call` to a function of LLVM's for NVIDIA's GPUs, whose
/// arguments are `arguments`; null where it has no result. Error: one that the
/// emulator does not know, by name.
llvm::Expected<llvm::Value *>
emitIntrinsic(LaneCode &code, const llvm::CallInst &call,
              llvm::ArrayRef<llvm::Value *> arguments, AccessEmitter access);

/// The same for inline PTX.
llvm::Expected<llvm::Value *>
emitInlinePTX(LaneCode &code, const llvm::CallInst &call,
              llvm::ArrayRef<llvm::Value *> arguments, AccessEmitter access);

/// What is known of an access before it is made: its place, kind and size.
Site describeSite(const llvm::Instruction &instruction, Site::Kind kind,
                  const llvm::Value *pointer, uint64_t size,
                  llvm::Align alignment);

/// Emits the steps of one kernel into a module of the host's.
class KernelCompiler {
public:
  KernelCompiler(Kernel &kernel, Machine &machine)
      : kernel(kernel), machine(machine), function(*kernel.function),
        host(kernel.info.name, function.getContext()),
        layout(machine.generator->getHost().createDataLayout()) {
    host.setDataLayout(layout);
    host.setTargetTriple(machine.generator->getHost().getTargetTriple());
  }

  llvm::Error run();

private:
  llvm::Error prepare();
  void mapVariables();
  void describeCollective(Step &step, llvm::CallInst &call);
  Operand describeOperand(llvm::Value *value);
  void describeBranch(Step &step, llvm::BasicBlock &block);

  void beginStep(LaneCode &code, uint32_t index);
  void endStep(LaneCode &code, llvm::BasicBlock &block);
  llvm::Error emitStep(uint32_t index, llvm::BasicBlock &block);
  llvm::Error emitInstruction(LaneCode &code, llvm::Instruction &instruction);
  void emitOther(LaneCode &code, llvm::Instruction &instruction);
  llvm::Error emitCall(LaneCode &code, llvm::CallInst &call);
  void emitIncoming(LaneCode &code, llvm::BasicBlock &block);
  bool emitAccess(LaneCode &code, llvm::Instruction &instruction);
  llvm::Value *emitAtomic(LaneCode &code, llvm::AtomicRMWInst &atomic,
                          llvm::Value *address);
  llvm::Value *emitExchange(LaneCode &code, llvm::AtomicCmpXchgInst &atomic,
                            llvm::Value *address);
  llvm::Value *emitChecked(LaneCode &code, AccessRequest request);
  void emitSilentFlag(LaneCode &code, uint32_t slot, llvm::Value *address,
                      llvm::Value *stored);

  llvm::Value *getFramePointer(LaneCode &code, uint64_t offset) {
    return code.builder.CreateConstInBoundsGEP1_64(code.builder.getInt8Ty(),
                                                   code.frame, offset);
  }
  llvm::Value *get(LaneCode &code, llvm::Value *value);
  void define(LaneCode &code, const llvm::Value &value, llvm::Value *is);

  Kernel &kernel;
  Machine &machine;
  llvm::Function &function;
  llvm::Module host;
  llvm::DataLayout layout;
  FrameLayout frame;
  llvm::DenseMap<llvm::BasicBlock *, uint32_t> numbers;
  /// Variables, as constants of the host.
  llvm::ValueToValueMapTy constants;
  /// The current step: values of the kernel, and those of the host.
  llvm::DenseMap<const llvm::Value *, llvm::Value *> values;
};

/// Compiles `kernel`, which is not compiled yet. Error: what the emulator does
/// not know.
llvm::Error compileKernel(Kernel &kernel, Machine &machine);

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_KERNELCOMPILER_H
