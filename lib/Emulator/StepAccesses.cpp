//===- StepAccesses.cpp - accesses to memory in a step --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace spindle::emulator;

/// Whether the pointer leads to the lane's own memory, or to parameters.
static bool isOwn(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, 0);
  auto *argument = dyn_cast<Argument>(object);
  return isa<AllocaInst>(object) || (argument && argument->hasByValAttr());
}

/// Logs the address, and asks the emulator where it is in no memory of the
/// GPU's. Returns the pointer to be used.
Value *KernelCompiler::emitChecked(LaneCode &code, AccessRequest request) {
  IRBuilder<> &b = code.builder;
  uint32_t site = kernel.sites.size();
  uint32_t slot = site - code.step.firstSite;
  code.step.lastSite = site + 1;
  auto address = b.CreatePtrToInt(request.pointer, b.getInt64Ty());
  const Reservation &area =
      request.site.shared ? machine.shared : machine.memory.getReservation();
  Value *offset = b.CreateSub(address, b.getInt64(area.getBase()));
  Value *inside =
      b.CreateICmpULE(offset, b.getInt64(area.getSize() - request.site.size));
  BasicBlock *home = b.GetInsertBlock();
  Function *parent = home->getParent();
  auto *slow = BasicBlock::Create(b.getContext(), "slow", parent);
  auto *next = BasicBlock::Create(b.getContext(), "next", parent);
  b.CreateCondBr(inside, next, slow);
  b.SetInsertPoint(slow);
  Value *mended =
      code.callHelper("spindle_resolve", b.getInt64Ty(),
                      {code.context, address, b.getInt32(site), code.lane});
  b.CreateBr(next);
  b.SetInsertPoint(next);
  PHINode *used = b.CreatePHI(b.getInt64Ty(), 2);
  used->addIncoming(address, home);
  used->addIncoming(mended, slow);
  Value *log = code.getContextValue(offsetof(WarpContext, log), 64);
  Value *place = b.CreateAdd(b.CreateZExt(code.lane, b.getInt64Ty()),
                             b.getInt64(uint64_t(slot) * kLanes));
  place = b.CreateShl(place, 3);
  b.CreateStore(address,
                b.CreateIntToPtr(b.CreateAdd(log, place), b.getPtrTy()));
  kernel.sites.push_back(std::move(request.site));
  return b.CreateIntToPtr(used, b.getPtrTy());
}

/// Marks a logged store that leaves memory as it is.
void KernelCompiler::emitSilentFlag(LaneCode &code, uint32_t slot,
                                    Value *address, Value *stored) {
  IRBuilder<> &b = code.builder;
  uint64_t bits = layout.getTypeSizeInBits(stored->getType());
  if (bits != 8 * layout.getTypeStoreSize(stored->getType()) || bits > 128)
    return;
  auto *integer = b.getIntNTy(bits);
  Value *bytes = stored->getType()->isPointerTy()
                     ? b.CreatePtrToInt(stored, integer)
                     : b.CreateBitCast(stored, integer);
  Value *old = b.CreateAlignedLoad(integer, address, Align(1));
  Value *flag = b.CreateSelect(b.CreateICmpEQ(old, bytes),
                               b.getInt64(kSilentStore), b.getInt64(0));
  Value *log = code.getContextValue(offsetof(WarpContext, log), 64);
  Value *place = b.CreateAdd(b.CreateZExt(code.lane, b.getInt64Ty()),
                             b.getInt64(uint64_t(slot) * kLanes));
  Value *entry =
      b.CreateIntToPtr(b.CreateAdd(log, b.CreateShl(place, 3)), b.getPtrTy());
  b.CreateStore(b.CreateOr(b.CreateLoad(b.getInt64Ty(), entry), flag), entry);
}

Site spindle::emulator::describeSite(const Instruction &instruction,
                                     Site::Kind kind, const Value *pointer,
                                     uint64_t size, Align alignment) {
  Site site;
  site.kind = kind;
  site.shared = pointer->getType()->getPointerAddressSpace() == 3;
  site.strong = kind == Site::Kind::Atomic || instruction.isVolatile() ||
                instruction.isAtomic();
  site.size = size;
  site.alignment = std::min<uint64_t>(alignment.value(), 16);
  site.requestSize = std::min<uint64_t>({size, alignment.value(), 16});
  site.instruction = &instruction;
  return site;
}

static bool isReleasing(AtomicOrdering ordering) {
  return isReleaseOrStronger(ordering);
}

static bool isAcquiring(AtomicOrdering ordering) {
  return isAcquireOrStronger(ordering);
}

Value *KernelCompiler::emitAtomic(LaneCode &code, AtomicRMWInst &atomic,
                                  Value *address) {
  IRBuilder<> &b = code.builder;
  Value *value = get(code, atomic.getValOperand());
  Value *old = b.CreateAlignedLoad(value->getType(), address, Align(1));
  Value *sum = buildAtomicRMWValue(atomic.getOperation(), b, old, value);
  b.CreateAlignedStore(sum, address, Align(1));
  return old;
}

Value *KernelCompiler::emitExchange(LaneCode &code, AtomicCmpXchgInst &atomic,
                                    Value *address) {
  IRBuilder<> &b = code.builder;
  Value *expected = get(code, atomic.getCompareOperand());
  Value *wanted = get(code, atomic.getNewValOperand());
  Value *old = b.CreateAlignedLoad(expected->getType(), address, Align(1));
  Value *same = b.CreateICmpEQ(old, expected);
  b.CreateAlignedStore(b.CreateSelect(same, wanted, old), address, Align(1));
  Value *pair = PoisonValue::get(atomic.getType());
  return b.CreateInsertValue(b.CreateInsertValue(pair, old, 0), same, 1);
}

/// Emits a load, a store or an atomic. Whether the instruction is one.
bool KernelCompiler::emitAccess(LaneCode &code, Instruction &instruction) {
  IRBuilder<> &b = code.builder;
  auto reach = [&](Site::Kind kind, Value *pointer, Type *type, Align align,
                   AtomicOrdering ordering) -> Value * {
    Value *to = get(code, pointer);
    if (isOwn(pointer))
      return to;
    Site site = describeSite(instruction, kind, pointer,
                             layout.getTypeStoreSize(type), align);
    bool synchronizes = kind != Site::Kind::Atomic || !instruction.use_empty();
    site.release = synchronizes && isReleasing(ordering);
    site.acquire = synchronizes && isAcquiring(ordering);
    return emitChecked(code, {site, to});
  };
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    Value *address =
        reach(Site::Kind::Load, load->getPointerOperand(), load->getType(),
              load->getAlign(), load->getOrdering());
    define(code, *load,
           b.CreateAlignedLoad(load->getType(), address, Align(1)));
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    Value *value = get(code, store->getValueOperand());
    size_t before = kernel.sites.size();
    Value *address =
        reach(Site::Kind::Store, store->getPointerOperand(), value->getType(),
              store->getAlign(), store->getOrdering());
    if (machine.options.checked && kernel.sites.size() > before)
      emitSilentFlag(code, before - code.step.firstSite, address, value);
    b.CreateAlignedStore(value, address, Align(1));
  } else if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
    Value *address =
        reach(Site::Kind::Atomic, atomic->getPointerOperand(),
              atomic->getType(), atomic->getAlign(), atomic->getOrdering());
    define(code, *atomic, emitAtomic(code, *atomic, address));
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    Value *address = reach(Site::Kind::Atomic, exchange->getPointerOperand(),
                           exchange->getCompareOperand()->getType(),
                           exchange->getAlign(), exchange->getMergedOrdering());
    define(code, *exchange, emitExchange(code, *exchange, address));
  } else {
    return false;
  }
  return true;
}
