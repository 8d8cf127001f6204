//===- Intrinsics.cpp - LLVM's functions for NVIDIA's GPUs ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "KernelCompiler.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace spindle::emulator;

Value *LaneCode::getContextValue(size_t offset, unsigned bits) {
  return entry.CreateLoad(
      entry.getIntNTy(bits),
      entry.CreateConstInBoundsGEP1_64(entry.getInt8Ty(), context, offset));
}

Value *LaneCode::callHelper(StringRef name, Type *type,
                            ArrayRef<Value *> arguments) {
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  auto callee =
      module.getOrInsertFunction(name, FunctionType::get(type, types, false));
  return builder.CreateCall(callee, arguments);
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

/// The element `axis` ("x", "y", "z") of three numbers in the context.
static Value *getAxis(LaneCode &code, size_t offset, StringRef axis) {
  unsigned index = axis == "x" ? 0 : axis == "y" ? 1 : axis == "z" ? 2 : 3;
  return code.getContextValue(offset + 4 * index);
}

static Value *getThreadIndex(LaneCode &code, StringRef axis) {
  unsigned index = axis == "x" ? 0 : axis == "y" ? 1 : 2;
  IRBuilder<> &b = code.builder;
  return b.CreateLoad(
      b.getInt32Ty(),
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), code.frame, 4 * index));
}

/// Lanes below, up to, and so on, this one: %lanemask_lt and its like.
static Value *getLaneMask(LaneCode &code, StringRef which) {
  IRBuilder<> &b = code.builder;
  Value *own = b.CreateShl(b.getInt32(1), code.lane);
  Value *below = b.CreateSub(own, b.getInt32(1));
  if (which == "eq")
    return own;
  if (which == "lt")
    return below;
  if (which == "ge")
    return b.CreateNot(below);
  Value *upTo = b.CreateOr(below, own);
  return which == "le" ? upTo : b.CreateNot(upTo);
}

static Value *getWarpCount(LaneCode &code) {
  IRBuilder<> &b = code.builder;
  Value *threads = b.getInt32(1);
  for (unsigned axis = 0; axis < 3; ++axis)
    threads = b.CreateMul(
        threads,
        code.getContextValue(offsetof(WarpContext, blockSize) + 4 * axis));
  return b.CreateUDiv(b.CreateAdd(threads, b.getInt32(kLanes - 1)),
                      b.getInt32(kLanes));
}

static Value *getClock(LaneCode &code, Type *type) {
  return code.builder.CreateZExt(
      code.getContextValue(offsetof(WarpContext, clock)), type);
}

/// A special register; null for one that is not known.
static Value *emitRegister(LaneCode &code, StringRef name, Type *type) {
  IRBuilder<> &b = code.builder;
  auto [set, axis] = name.rsplit('.');
  if (set == "tid")
    return getThreadIndex(code, axis);
  // Clusters are of one block.
  if (set == "ctaid" || set == "clusterid")
    return getAxis(code, offsetof(WarpContext, blockIndex), axis);
  if (set == "ntid")
    return getAxis(code, offsetof(WarpContext, blockSize), axis);
  if (set == "nctaid" || set == "nclusterid")
    return getAxis(code, offsetof(WarpContext, gridSize), axis);
  if (set == "cluster.ctaid" || name == "cluster.ctarank")
    return b.getInt32(0);
  if (set == "cluster.nctaid" || name == "cluster.nctarank")
    return b.getInt32(1);
  if (set == "lanemask")
    return getLaneMask(code, axis);
  if (name == "laneid")
    return code.lane;
  if (name == "warpsize")
    return b.getInt32(kLanes);
  if (name == "warpid")
    return code.getContextValue(offsetof(WarpContext, warp));
  if (name == "nwarpid")
    return getWarpCount(code);
  if (name == "dynamic_smem_size")
    return code.getContextValue(offsetof(WarpContext, dynamicSharedBytes));
  if (name == "total_smem_size")
    return code.getContextValue(offsetof(WarpContext, totalSharedBytes));
  if (name == "smid" || name == "gridid" || name.starts_with("envreg"))
    return ConstantInt::get(type, 0);
  if (name == "nsmid")
    return b.getInt32(1);
  if (name.starts_with("clock") || name.starts_with("globaltimer"))
    return getClock(code, type);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static AccessRequest makeRequest(Site::Kind kind, Value *pointer, uint64_t size,
                                 bool strong = false) {
  AccessRequest request;
  request.site.kind = kind;
  request.site.size = size;
  request.site.alignment = size;
  request.site.strong = strong;
  request.pointer = pointer;
  return request;
}

static AtomicRMWInst::BinOp getAtomic(StringRef name, bool isFloat) {
  return StringSwitch<AtomicRMWInst::BinOp>(name)
      .Case("add", isFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
      .Case("and", AtomicRMWInst::And)
      .Case("or", AtomicRMWInst::Or)
      .Case("xor", AtomicRMWInst::Xor)
      .Case("exch", AtomicRMWInst::Xchg)
      .Case("max", AtomicRMWInst::Max)
      .Case("min", AtomicRMWInst::Min)
      .Case("inc", AtomicRMWInst::UIncWrap)
      .Case("dec", AtomicRMWInst::UDecWrap)
      .Default(AtomicRMWInst::BAD_BINOP);
}

/// atomic.add.gen.f.cta and the like: arguments are a pointer and values.
static Value *emitAtomic(LaneCode &code, StringRef name,
                         ArrayRef<Value *> arguments, AccessEmitter access) {
  IRBuilder<> &b = code.builder;
  StringRef operation = name.split('.').first;
  Type *type = arguments.back()->getType();
  uint64_t size = code.module.getDataLayout().getTypeStoreSize(type);
  Value *address =
      access(makeRequest(Site::Kind::Atomic, arguments[0], size, true));
  Value *old = b.CreateAlignedLoad(type, address, Align(1));
  Value *result;
  if (operation == "cas")
    result =
        b.CreateSelect(b.CreateICmpEQ(old, arguments[1]), arguments[2], old);
  else
    result = emitAtomicUpdate(
        b, getAtomic(operation, type->isFloatingPointTy()), old, arguments[1]);
  b.CreateAlignedStore(result, address, Align(1));
  return old;
}

/// cp.async.ca.shared.global.16 and the like, done at once: bytes of global
/// memory to shared memory, zeros after the first `arguments[2]`.
static void emitAsyncCopy(LaneCode &code, StringRef name,
                          ArrayRef<Value *> arguments, AccessEmitter access) {
  IRBuilder<> &b = code.builder;
  name.consume_back(".s");
  uint64_t size = 0;
  name.rsplit('.').second.getAsInteger(10, size);
  Value *from = access(makeRequest(Site::Kind::Load, arguments[1], size));
  Value *to = access(makeRequest(Site::Kind::Store, arguments[0], size));
  Type *type = b.getIntNTy(8 * size);
  Value *bytes = b.CreateAlignedLoad(type, from, Align(1));
  if (arguments.size() > 2) {
    Value *bits = b.CreateShl(b.CreateZExt(arguments[2], type), 3);
    Value *mask =
        b.CreateNot(b.CreateShl(Constant::getAllOnesValue(type), bits));
    Value *all = b.CreateICmpUGE(bits, ConstantInt::get(type, 8 * size));
    bytes = b.CreateSelect(all, bytes, b.CreateAnd(bytes, mask));
  }
  b.CreateAlignedStore(bytes, to, Align(1));
}

static Value *emitLoad(LaneCode &code, const CallInst &call,
                       ArrayRef<Value *> arguments, AccessEmitter access) {
  uint64_t size = code.module.getDataLayout().getTypeStoreSize(call.getType());
  Value *address = access(makeRequest(Site::Kind::Load, arguments[0], size));
  return code.builder.CreateAlignedLoad(call.getType(), address, Align(1));
}

/// Whether the generic address is in shared memory; all others are global.
static Value *emitSpaceTest(LaneCode &code, StringRef space, Value *pointer) {
  IRBuilder<> &b = code.builder;
  Value *offset = b.CreateSub(b.CreatePtrToInt(pointer, b.getInt64Ty()),
                              b.getInt64(code.sharedBase));
  Value *shared = b.CreateICmpULT(offset, b.getInt64(kSharedBytes));
  if (space.starts_with("shared"))
    return shared;
  return space == "global" ? b.CreateNot(shared) : b.getFalse();
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

/// Those that have no effect here: what they order or fetch is so already.
static bool hasNoEffect(StringRef name) {
  for (StringRef prefix :
       {"cp.async.commit.group", "cp.async.wait.", "prefetch", "nanosleep",
        "griddepcontrol.", "applypriority.", "discard.", "setmaxnreg.",
        "pm.event"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

static bool isFence(StringRef name) {
  return name.starts_with("membar.") || name.starts_with("fence.");
}

static Error refuse(const Function &callee) {
  return createStringError("expected a function that the emulator knows but "
                           "got '" +
                           callee.getName() + "'");
}

Expected<Value *> spindle::emulator::emitIntrinsic(LaneCode &code,
                                                   const CallInst &call,
                                                   ArrayRef<Value *> arguments,
                                                   AccessEmitter access) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return createStringError(
        "expected a call of a function that is known but got one by pointer");
  StringRef name = callee->getName();
  if (name == "llvm.trap" || name == "__assertfail") {
    code.callHelper("spindle_trap", code.builder.getVoidTy(), {code.context});
    return nullptr;
  }
  if (!name.consume_front("llvm.nvvm."))
    return refuse(*callee);
  Value *result = nullptr;
  if (hasNoEffect(name))
    return nullptr;
  if (isFence(name)) {
    code.step.fence = true;
    return nullptr;
  }
  if (name.consume_front("read.ptx.sreg."))
    result = emitRegister(code, name, call.getType());
  else if (name.consume_front("atomic."))
    result = emitAtomic(code, name, arguments, access);
  else if (name.starts_with("ldu.global."))
    result = emitLoad(code, call, arguments, access);
  else if (name.consume_front("isspacep."))
    result = emitSpaceTest(code, name, arguments[0]);
  else if (name.starts_with("cp.async.c")) {
    emitAsyncCopy(code, name, arguments, access);
    return nullptr;
  } else
    result = emitArithmetic(code, name, call.getType(), arguments);
  if (!result)
    return refuse(*callee);
  return result;
}
