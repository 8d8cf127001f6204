//===- KernelCompiler.cpp - from a kernel's IR to steps -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"
#include "Arithmetic.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace spindle::emulator;

namespace {

/// Emits the steps of one kernel into a module of the host's.
class Compiler {
public:
  Compiler(Kernel &kernel, Machine &machine)
      : kernel(kernel), machine(machine), function(*kernel.function),
        host(kernel.info.name, function.getContext()),
        layout(machine.generator->getHost().createDataLayout()) {
    host.setDataLayout(layout);
    host.setTargetTriple(machine.generator->getHost().getTargetTriple());
  }

  Error run();

private:
  Error prepare();
  void mapVariables();
  void describeCollective(Step &step, CallInst &call);
  Operand describeOperand(Value *value);
  void describeBranch(Step &step, BasicBlock &block);

  void beginStep(LaneCode &code, uint32_t index);
  void endStep(LaneCode &code, BasicBlock &block);
  Error emitStep(uint32_t index, BasicBlock &block);
  Error emitInstruction(LaneCode &code, Instruction &instruction);
  void emitOther(LaneCode &code, Instruction &instruction);
  Error emitCall(LaneCode &code, CallInst &call);
  void emitIncoming(LaneCode &code, BasicBlock &block);
  bool emitAccess(LaneCode &code, Instruction &instruction);
  Value *emitAtomic(LaneCode &code, AtomicRMWInst &atomic, Value *address);
  Value *emitExchange(LaneCode &code, AtomicCmpXchgInst &atomic,
                      Value *address);
  Value *emitChecked(LaneCode &code, AccessRequest request);
  void emitSilentFlag(LaneCode &code, uint32_t slot, Value *address,
                      Value *stored);

  Value *getFramePointer(LaneCode &code, uint64_t offset) {
    return code.builder.CreateConstInBoundsGEP1_64(code.builder.getInt8Ty(),
                                                   code.frame, offset);
  }
  Value *get(LaneCode &code, Value *value);
  void define(LaneCode &code, const Value &value, Value *is);

  Kernel &kernel;
  Machine &machine;
  Function &function;
  llvm::Module host;
  DataLayout layout;
  FrameLayout frame;
  DenseMap<BasicBlock *, uint32_t> numbers;
  /// Variables, as constants of the host.
  ValueToValueMapTy constants;
  /// The current step: values of the kernel, and those of the host.
  DenseMap<const Value *, Value *> values;
};

} // namespace

//===----------------------------------------------------------------------===//
// The kernel as a whole
//===----------------------------------------------------------------------===//

void Compiler::mapVariables() {
  MapVector<GlobalVariable *, uint64_t> shared;
  layOutShared(function, function.getParent()->getDataLayout(), shared);
  auto mapTo = [&](GlobalVariable *variable, uint64_t address) {
    Constant *number =
        ConstantInt::get(Type::getInt64Ty(host.getContext()), address);
    constants[variable] =
        ConstantExpr::getIntToPtr(number, variable->getType());
  };
  for (auto [variable, offset] : shared)
    mapTo(variable, machine.shared.getBase() + offset);
  for (GlobalVariable &variable : function.getParent()->globals()) {
    auto found = kernel.module->variables.find(variable.getName());
    if (found != kernel.module->variables.end())
      mapTo(&variable, found->second.first);
  }
}

Operand Compiler::describeOperand(Value *value) {
  Operand operand;
  operand.bytes = layout.getTypeStoreSize(value->getType());
  if (auto *number = dyn_cast<ConstantInt>(value)) {
    operand.value = number->getZExtValue();
  } else if (auto *number = dyn_cast<ConstantFP>(value)) {
    operand.value = number->getValueAPF().bitcastToAPInt().getZExtValue();
  } else if (auto *argument = dyn_cast<Argument>(value)) {
    operand.kind = Operand::Kind::Argument;
    operand.value = kernel.info.parameters[argument->getArgNo()].second;
  } else if (isa<Instruction>(value)) {
    operand.kind = Operand::Kind::Frame;
    operand.value = frame.slots.lookup(value);
  }
  return operand;
}

void Compiler::describeCollective(Step &step, CallInst &call) {
  Collective collective = *getCollective(call);
  for (Value *argument : call.args())
    collective.operands.push_back(describeOperand(argument));
  collective.instruction = &call;
  collective.resultOffset = frame.slots.lookup(&call);
  Type *type = call.getType();
  if (auto *pair = dyn_cast<StructType>(type)) {
    collective.hasPredicate = true;
    collective.predicateOffset =
        collective.resultOffset +
        layout.getStructLayout(pair)->getElementOffset(1);
    type = pair->getElementType(0);
  }
  if (!type->isVoidTy())
    collective.resultBytes = layout.getTypeStoreSize(type);
  step.collective = kernel.collectives.size();
  step.cost = 1;
  kernel.collectives.push_back(std::move(collective));
}

void Compiler::describeBranch(Step &step, BasicBlock &block) {
  Instruction *end = block.getTerminator();
  step.taken = step.notTaken = kExit;
  if (auto *branch = dyn_cast<BranchInst>(end)) {
    step.taken = step.notTaken = numbers.lookup(branch->getSuccessor(0));
    if (branch->isConditional())
      step.notTaken = numbers.lookup(branch->getSuccessor(1));
  }
  step.trap = isa<UnreachableInst>(end);
}

Error Compiler::prepare() {
  splitAtCollectives(function);
  auto laidOut = layOutFrame(function, layout);
  if (!laidOut)
    return laidOut.takeError();
  frame = std::move(*laidOut);
  kernel.frameBytes = frame.bytes;
  for (Argument &argument : function.args())
    if (Type *type = argument.getParamByValType())
      kernel.ownedParameters.push_back(
          {kernel.info.parameters[argument.getArgNo()].second,
           frame.memory.lookup(&argument), layout.getTypeAllocSize(type)});
  mapVariables();
  return Error::success();
}

Error Compiler::run() {
  if (Error error = prepare())
    return error;
  ReversePostOrderTraversal<Function *> order(&function);
  SmallVector<BasicBlock *> blocks(order.begin(), order.end());
  for (auto [index, block] : enumerate(blocks))
    numbers[block] = index;
  kernel.steps.resize(blocks.size());
  for (auto [index, block] : enumerate(blocks))
    if (Error error = emitStep(index, *block))
      return error;
  std::string text;
  raw_string_ostream stream(text);
  if (verifyModule(host, &stream))
    return createStringError("expected valid code for the host but got: " +
                             text);
  HostCode &code = *kernel.module->host;
  if (Error error = code.add(host))
    return error;
  for (auto [index, step] : enumerate(kernel.steps)) {
    kernel.mostSites =
        std::max(kernel.mostSites, step.lastSite - step.firstSite);
    if (step.collective >= 0)
      continue;
    auto address = code.lookUp(kernel.info.name + "$" + std::to_string(index));
    if (!address)
      return address.takeError();
    step.run = reinterpret_cast<Step::Function>(*address);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// A step
//===----------------------------------------------------------------------===//

/// Opens the loop over lanes:
///   entry; loop: rest, taken = phi; lane = cttz rest; <the block's code>
void Compiler::beginStep(LaneCode &code, uint32_t index) {
  LLVMContext &context = host.getContext();
  auto *number = Type::getInt32Ty(context);
  auto *pointer = PointerType::get(context, 0);
  auto *function =
      Function::Create(FunctionType::get(number, {pointer, number}, false),
                       GlobalValue::ExternalLinkage,
                       kernel.info.name + "$" + Twine(index), host);
  function->addFnAttr(Attribute::NoUnwind);
  auto *entry = BasicBlock::Create(context, "entry", function);
  auto *loop = BasicBlock::Create(context, "loop", function);
  code.context = function->getArg(0);
  code.entry.SetInsertPoint(entry);
  code.entry.SetInsertPoint(code.entry.CreateBr(loop));
  IRBuilder<> &b = code.builder;
  b.SetInsertPoint(loop);
  PHINode *rest = b.CreatePHI(number, 2, "rest");
  PHINode *taken = b.CreatePHI(number, 2, "taken");
  rest->addIncoming(function->getArg(1), entry);
  taken->addIncoming(b.getInt32(0), entry);
  code.lane = b.CreateIntrinsic(Intrinsic::cttz, {number}, {rest, b.getTrue()},
                                {}, "lane");
  Value *frames = code.entry.CreateLoad(pointer, code.context, "frames");
  Value *offset = b.CreateMul(b.CreateZExt(code.lane, b.getInt64Ty()),
                              b.getInt64(kernel.frameBytes));
  code.frame = b.CreateInBoundsGEP(b.getInt8Ty(), frames, offset, "frame");
}

/// Closes it:
///   taken |= branch << lane; rest &= rest - 1; again while there are any
void Compiler::endStep(LaneCode &code, BasicBlock &block) {
  IRBuilder<> &b = code.builder;
  Function *function = b.GetInsertBlock()->getParent();
  BasicBlock *loop = function->getEntryBlock().getSingleSuccessor();
  auto *rest = cast<PHINode>(&loop->front());
  auto *taken = cast<PHINode>(rest->getNextNode());
  Value *taking = taken;
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch && branch->isConditional()) {
    Value *bit =
        b.CreateZExt(get(code, branch->getCondition()), b.getInt32Ty());
    taking = b.CreateOr(taken, b.CreateShl(bit, code.lane));
  }
  emitIncoming(code, block);
  Value *next = b.CreateAnd(rest, b.CreateSub(rest, b.getInt32(1)));
  auto *exit = BasicBlock::Create(host.getContext(), "exit", function);
  rest->addIncoming(next, b.GetInsertBlock());
  taken->addIncoming(taking, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpNE(next, b.getInt32(0)), loop, exit);
  b.SetInsertPoint(exit);
  b.CreateRet(taking);
}

/// Stores what goes into the phis of the blocks that follow. All are read
/// before any is stored.
void Compiler::emitIncoming(LaneCode &code, BasicBlock &block) {
  SmallVector<std::pair<Value *, uint64_t>> stores;
  SmallPtrSet<BasicBlock *, 2> seen;
  for (BasicBlock *next : successors(&block)) {
    if (!seen.insert(next).second)
      continue;
    for (PHINode &phi : next->phis()) {
      Value *value = phi.getIncomingValueForBlock(&block);
      if (!isa<UndefValue>(value))
        stores.push_back({get(code, value), frame.incoming.lookup(&phi)});
    }
  }
  for (auto [value, offset] : stores)
    code.builder.CreateStore(value, getFramePointer(code, offset));
}

Error Compiler::emitStep(uint32_t index, BasicBlock &block) {
  Step &step = kernel.steps[index];
  describeBranch(step, block);
  step.firstSite = step.lastSite = kernel.sites.size();
  if (auto *call = dyn_cast<CallInst>(block.getFirstNonPHIOrDbg()))
    if (getCollective(*call)) {
      describeCollective(step, *call);
      return Error::success();
    }
  values.clear();
  LaneCode code(host, step);
  code.sharedBase = machine.shared.getBase();
  beginStep(code, index);
  for (Instruction &instruction : block) {
    step.cost += getCost(instruction);
    if (instruction.isTerminator())
      break;
    if (Error error = emitInstruction(code, instruction))
      return error;
  }
  endStep(code, block);
  step.lastSite = kernel.sites.size();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value *Compiler::get(LaneCode &code, Value *value) {
  if (auto *constant = dyn_cast<Constant>(value))
    return MapValue(constant, constants, RF_IgnoreMissingLocals);
  auto found = values.find(value);
  if (found != values.end())
    return found->second;
  Value *result;
  if (frame.memory.count(value)) {
    result = getFramePointer(code, frame.memory.lookup(value));
    if (value->getType() != result->getType())
      result = code.builder.CreateAddrSpaceCast(result, value->getType());
  } else if (auto *argument = dyn_cast<Argument>(value)) {
    Value *start = code.entry.CreateLoad(
        code.entry.getPtrTy(), code.entry.CreateConstInBoundsGEP1_64(
                                   code.entry.getInt8Ty(), code.context,
                                   offsetof(WarpContext, arguments)));
    uint64_t offset = kernel.info.parameters[argument->getArgNo()].second;
    result = code.entry.CreateLoad(value->getType(),
                                   code.entry.CreateConstInBoundsGEP1_64(
                                       code.entry.getInt8Ty(), start, offset));
  } else {
    result = code.builder.CreateLoad(
        value->getType(), getFramePointer(code, frame.slots.lookup(value)));
  }
  values[value] = result;
  return result;
}

void Compiler::define(LaneCode &code, const Value &value, Value *is) {
  values[&value] = is;
  auto slot = frame.slots.find(&value);
  if (slot != frame.slots.end())
    code.builder.CreateStore(is, getFramePointer(code, slot->second));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Whether the pointer leads to the lane's own memory, or to parameters.
static bool isOwn(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, 0);
  auto *argument = dyn_cast<Argument>(object);
  return isa<AllocaInst>(object) || (argument && argument->hasByValAttr());
}

/// Logs the address, and asks the emulator where it is in no memory of the
/// GPU's. Returns the pointer to be used.
Value *Compiler::emitChecked(LaneCode &code, AccessRequest request) {
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
void Compiler::emitSilentFlag(LaneCode &code, uint32_t slot, Value *address,
                              Value *stored) {
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

static Site describeSite(const Instruction &instruction, Site::Kind kind,
                         const Value *pointer, uint64_t size, Align alignment) {
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

Value *Compiler::emitAtomic(LaneCode &code, AtomicRMWInst &atomic,
                            Value *address) {
  IRBuilder<> &b = code.builder;
  Value *value = get(code, atomic.getValOperand());
  Value *old = b.CreateAlignedLoad(value->getType(), address, Align(1));
  Value *sum = buildAtomicRMWValue(atomic.getOperation(), b, old, value);
  b.CreateAlignedStore(sum, address, Align(1));
  return old;
}

Value *Compiler::emitExchange(LaneCode &code, AtomicCmpXchgInst &atomic,
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
bool Compiler::emitAccess(LaneCode &code, Instruction &instruction) {
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

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static bool isIgnored(const CallInst &call) {
  return isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() ||
         isa<AssumeInst>(call) || isa<NoAliasScopeDeclInst>(call) ||
         call.getIntrinsicID() == Intrinsic::prefetch;
}

Error Compiler::emitCall(LaneCode &code, CallInst &call) {
  if (isIgnored(call))
    return Error::success();
  Function *callee = call.getCalledFunction();
  SmallVector<Value *> arguments;
  bool own = callee && callee->isIntrinsic() &&
             !callee->getName().starts_with("llvm.nvvm.");
  if (own && (callee->getIntrinsicID() == Intrinsic::fma ||
              callee->getIntrinsicID() == Intrinsic::fmuladd)) {
    define(code, call,
           emitFMA(code, get(code, call.getArgOperand(0)),
                   get(code, call.getArgOperand(1)),
                   get(code, call.getArgOperand(2))));
    return Error::success();
  }
  if (own && callee->getIntrinsicID() != Intrinsic::trap) {
    emitOther(code, call);
    return Error::success();
  }
  for (Value *argument : call.args())
    arguments.push_back(isa<MetadataAsValue>(argument) ? argument
                                                       : get(code, argument));
  auto access = [&](AccessRequest request) {
    uint64_t size = request.site.size, alignment = request.site.alignment;
    Site::Kind kind = request.site.kind;
    bool strong = request.site.strong;
    request.site =
        describeSite(call, kind, request.pointer, size, Align(alignment));
    request.site.strong |= strong;
    return emitChecked(code, request);
  };
  auto result = call.isInlineAsm()
                    ? emitInlinePTX(code, call, arguments, access)
                    : emitIntrinsic(code, call, arguments, access);
  if (!result)
    return result.takeError();
  if (*result && !call.getType()->isVoidTy())
    define(code, call, *result);
  return Error::success();
}

/// Copies an instruction.
void Compiler::emitOther(LaneCode &code, Instruction &instruction) {
  Instruction *copy = instruction.clone();
  copy->dropUnknownNonDebugMetadata();
  copy->dropDbgRecords();
  copy->setDebugLoc(DebugLoc());
  auto *call = dyn_cast<CallInst>(copy);
  for (Use &use : copy->operands()) {
    if (call && call->isCallee(&use))
      continue;
    if (!isa<MetadataAsValue>(use.get()))
      use.set(get(code, use.get()));
  }
  if (call) {
    Function *callee = call->getCalledFunction();
    call->setCalledFunction(host.getOrInsertFunction(
        callee->getName(), callee->getFunctionType(), callee->getAttributes()));
  }
  code.builder.Insert(copy);
  if (!instruction.getType()->isVoidTy())
    define(code, instruction, copy);
}

Error Compiler::emitInstruction(LaneCode &code, Instruction &instruction) {
  if (isa<AllocaInst>(instruction))
    return Error::success();
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    define(
        code, *phi,
        code.builder.CreateLoad(
            phi->getType(), getFramePointer(code, frame.incoming.lookup(phi))));
    return Error::success();
  }
  if (isa<FenceInst>(instruction)) {
    code.step.fence = true;
    return Error::success();
  }
  if (emitAccess(code, instruction))
    return Error::success();
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return emitCall(code, *call);
  emitOther(code, instruction);
  return Error::success();
}

Error spindle::emulator::compileKernel(Kernel &kernel, Machine &machine) {
  Error error = Compiler(kernel, machine).run();
  for (const Site &site : kernel.sites)
    kernel.granule = std::min({kernel.granule, site.requestSize,
                               site.requestSize & 1 ? 1u : 4u,
                               site.requestSize & 3 ? 2u : 4u});
  kernel.isCompiled = !error;
  return error;
}
