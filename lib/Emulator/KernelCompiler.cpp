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

//===----------------------------------------------------------------------===//
// The kernel as a whole
//===----------------------------------------------------------------------===//

void KernelCompiler::mapVariables() {
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

Operand KernelCompiler::describeOperand(Value *value) {
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

void KernelCompiler::describeCollective(Step &step, CallInst &call) {
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

void KernelCompiler::describeBranch(Step &step, BasicBlock &block) {
  Instruction *end = block.getTerminator();
  step.taken = step.notTaken = kExit;
  if (auto *branch = dyn_cast<BranchInst>(end)) {
    step.taken = step.notTaken = numbers.lookup(branch->getSuccessor(0));
    if (branch->isConditional())
      step.notTaken = numbers.lookup(branch->getSuccessor(1));
  }
  step.trap = isa<UnreachableInst>(end);
}

Error KernelCompiler::prepare() {
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

Error KernelCompiler::run() {
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
void KernelCompiler::beginStep(LaneCode &code, uint32_t index) {
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
void KernelCompiler::endStep(LaneCode &code, BasicBlock &block) {
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
void KernelCompiler::emitIncoming(LaneCode &code, BasicBlock &block) {
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

Error KernelCompiler::emitStep(uint32_t index, BasicBlock &block) {
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

Value *KernelCompiler::get(LaneCode &code, Value *value) {
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

void KernelCompiler::define(LaneCode &code, const Value &value, Value *is) {
  values[&value] = is;
  auto slot = frame.slots.find(&value);
  if (slot != frame.slots.end())
    code.builder.CreateStore(is, getFramePointer(code, slot->second));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static bool isIgnored(const CallInst &call) {
  return isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() ||
         isa<AssumeInst>(call) || isa<NoAliasScopeDeclInst>(call) ||
         call.getIntrinsicID() == Intrinsic::prefetch;
}

Error KernelCompiler::emitCall(LaneCode &code, CallInst &call) {
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
void KernelCompiler::emitOther(LaneCode &code, Instruction &instruction) {
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

Error KernelCompiler::emitInstruction(LaneCode &code,
                                      Instruction &instruction) {
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
  Error error = KernelCompiler(kernel, machine).run();
  for (const Site &site : kernel.sites)
    kernel.granule = std::min({kernel.granule, site.requestSize,
                               site.requestSize & 1 ? 1u : 4u,
                               site.requestSize & 3 ? 2u : 4u});
  kernel.isCompiled = !error;
  return error;
}
