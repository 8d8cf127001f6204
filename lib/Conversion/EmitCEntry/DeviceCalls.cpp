//===- DeviceCalls.cpp - calls of a program for a GPU ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The functions that are called are those of Spindle/Runtime/GPU/spindle_gpu.h.
//
//===----------------------------------------------------------------------===//

#include "DeviceCalls.h"

using namespace mlir;
using namespace spindle;
using spindle::cinterface::CCallLayout;

/// The size of the runtime's struct SpindleGpuCall, in words.
static constexpr int64_t kCallWords = 8;

static Type getPointer(EntryBuilder &builder) {
  return LLVM::LLVMPointerType::get(builder.getBuilder().getContext());
}

/// The address of what describes the kernels.
static Value getKernels(EntryBuilder &builder, const DeviceProgram &program) {
  return LLVM::AddressOfOp::create(builder.getBuilder(), builder.getLoc(),
                                   getPointer(builder), program.kernels);
}

/// Checks each array of `operands`.
static void checkPointers(EntryBuilder &builder, Value state,
                          ArrayRef<OperandMemory> operands) {
  for (const OperandMemory &operand : operands)
    for (const Memory &memory : operand.arrays)
      builder.callRuntime(
          "spindle_gpu_check_pointer",
          {state, memory.pointer, memory.bytes, builder.getText(memory.name)});
}

/// The bytes of the workspace for `arguments`.
static Value getWorkspaceBytes(EntryBuilder &builder,
                               const DeviceProgram &program,
                               ValueRange arguments) {
  if (!program.workspaceBytes)
    return builder.constant(0);
  return LLVM::CallOp::create(builder.getBuilder(), builder.getLoc(),
                              program.workspaceBytes, arguments)
      .getResult();
}

/// The workspace that the caller hands over; null where there is no
/// `spindle_call`.
static Value getWorkspace(EntryBuilder &builder) {
  Value null = LLVM::ZeroOp::create(builder.getBuilder(), builder.getLoc(),
                                    getPointer(builder));
  Value call = builder.getCall();
  Value isThere = builder.compare(LLVM::ICmpPredicate::ne, call, null);
  auto load = [&]() -> SmallVector<Value> {
    return {builder.loadAt(getPointer(builder), call, CCallLayout::workspace)};
  };
  return builder.buildIf(isThere, load, null).front();
}

/// Whether the caller says that the workspace is as a former call left it. One
/// that was compiled with an older header says nothing of it.
static Value getReuse(EntryBuilder &builder) {
  OpBuilder &ops = builder.getBuilder();
  Location loc = builder.getLoc();
  Value call = builder.getCall();
  auto load = [&]() -> SmallVector<Value> {
    Value size = builder.loadAt(ops.getI32Type(), call, CCallLayout::size);
    Value known = LLVM::ConstantOp::create(
        ops, loc, ops.getI32Type(),
        static_cast<int32_t>(CCallLayout::reuseWorkspace));
    auto loadMember = [&]() -> SmallVector<Value> {
      return {
          builder.loadAt(ops.getI64Type(), call, CCallLayout::reuseWorkspace)};
    };
    return builder.buildIf(
        builder.compare(LLVM::ICmpPredicate::ugt, size, known), loadMember,
        builder.constant(0));
  };
  Value null = LLVM::ZeroOp::create(ops, loc, getPointer(builder));
  Value isThere = builder.compare(LLVM::ICmpPredicate::ne, call, null);
  Value said = builder.buildIf(isThere, load, builder.constant(0)).front();
  return builder.compare(LLVM::ICmpPredicate::ne, said, builder.constant(0));
}

void spindle::callOnDevice(EntryBuilder &builder, const DeviceProgram &program,
                           ArrayRef<OperandMemory> operands,
                           SmallVector<Value> arguments) {
  OpBuilder &ops = builder.getBuilder();
  Location loc = builder.getLoc();
  Value state =
      LLVM::AllocaOp::create(ops, loc, getPointer(builder), ops.getI64Type(),
                             builder.constant(kCallWords));
  builder.callRuntime("spindle_gpu_begin",
                      {state, builder.getCall(), getKernels(builder, program)});
  checkPointers(builder, state, operands);
  if (program.reusesWorkspace)
    arguments.push_back(getReuse(builder));
  if (program.workspaceBytes) {
    Value bytes = getWorkspaceBytes(builder, program, arguments);
    builder.callRuntime("spindle_gpu_check_workspace", {state, bytes});
    Value workspace = getWorkspace(builder);
    arguments.append({workspace, workspace, builder.constant(0), bytes,
                      builder.constant(1)});
  }
  arguments.push_back(state);
  LLVM::CallOp::create(ops, loc, program.function, arguments);
  builder.callRuntime("spindle_gpu_end", state);
  builder.succeed();
}

void spindle::storeWorkspaceBytes(EntryBuilder &builder,
                                  const DeviceProgram &program,
                                  SmallVector<Value> arguments, Value place) {
  if (program.reusesWorkspace)
    arguments.push_back(
        LLVM::ConstantOp::create(builder.getBuilder(), builder.getLoc(),
                                 builder.getBuilder().getI1Type(), false));
  Value bytes = getWorkspaceBytes(builder, program, arguments);
  LLVM::StoreOp::create(builder.getBuilder(), builder.getLoc(), bytes, place);
  builder.succeed();
}

void spindle::loadOnDevice(EntryBuilder &builder,
                           const DeviceProgram &program) {
  builder.callRuntime("spindle_gpu_load",
                      {builder.getCall(), getKernels(builder, program)});
  builder.succeed();
}
