//===- InlinePTX.cpp - inline PTX that the emulator knows -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction at a time, of a few families: loads and stores of global and
// shared memory, reductions in memory, fences, and those arithmetic ones that
// LLVM has a function for.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace spindle::emulator;

namespace {

/// An instruction of PTX: opcode and its modifiers, registers, and an address.
struct Statement {
  SmallVector<StringRef> words;
  /// Numbers of operands $0, $1, …: those in braces, and in order.
  SmallVector<unsigned> registers;
  std::optional<unsigned> address;
  int64_t offset = 0;
  /// Whether the address came first: a store.
  bool addressFirst = false;
  bool isValid = true;

  bool has(StringRef word) const { return is_contained(words, word); }
};

} // namespace

/// "$3" or "[$3+16]".
static void parseOperand(StringRef text, Statement &statement) {
  text = text.trim(" \t\n{}");
  bool isAddress = text.consume_front("[");
  unsigned number;
  if (!text.consume_front("$") || text.consumeInteger(10, number)) {
    statement.isValid = false;
    return;
  }
  if (!isAddress) {
    statement.registers.push_back(number);
    return;
  }
  text = text.trim();
  if (text.consume_front("+") &&
      text.trim().consumeInteger(10, statement.offset))
    statement.isValid = false;
  statement.addressFirst = statement.registers.empty();
  statement.address = number;
}

static Statement parseStatement(StringRef text) {
  Statement statement;
  text = text.trim(" \t\n{};");
  auto [opcode, rest] = text.split(' ');
  opcode.trim().split(statement.words, '.');
  SmallVector<StringRef> operands;
  rest.split(operands, ',', -1, false);
  for (StringRef operand : operands)
    if (!operand.trim().empty())
      parseOperand(operand, statement);
  if (text.contains(';'))
    statement.isValid = false;
  return statement;
}

static unsigned getVectorLength(const Statement &statement) {
  return statement.has("v2")   ? 2
         : statement.has("v4") ? 4
         : statement.has("v8") ? 8
                               : 1;
}

namespace {

/// Emits one statement.
class PTXEmitter {
public:
  PTXEmitter(LaneCode &code, const CallInst &call, ArrayRef<Value *> arguments,
             AccessEmitter access)
      : code(code), b(code.builder), call(call), arguments(arguments),
        access(access) {
    if (auto *set = dyn_cast<StructType>(call.getType()))
      outputs.append(set->element_begin(), set->element_end());
    else if (!call.getType()->isVoidTy())
      outputs.push_back(call.getType());
  }

  /// Null where the statement is not known; `ok` is set where it is.
  Value *emit(const Statement &statement, bool &ok);

private:
  Value *emitLoad(const Statement &statement);
  void emitStore(const Statement &statement);
  void emitReduction(const Statement &statement);
  Value *emitAddress(const Statement &statement, Site::Kind kind, uint64_t size,
                     uint64_t alignment);
  Value *getInput(unsigned number) {
    return arguments[number - outputs.size()];
  }
  bool readsInputs(ArrayRef<unsigned> numbers) const {
    return all_of(numbers, [&](unsigned number) {
      return number >= outputs.size() &&
             number - outputs.size() < arguments.size();
    });
  }
  Value *pack(ArrayRef<Value *> results);

  LaneCode &code;
  IRBuilder<> &b;
  const CallInst &call;
  ArrayRef<Value *> arguments;
  AccessEmitter access;
  SmallVector<Type *> outputs;
};

} // namespace

Value *PTXEmitter::pack(ArrayRef<Value *> results) {
  if (!call.getType()->isStructTy())
    return results[0];
  Value *set = PoisonValue::get(call.getType());
  for (auto [index, result] : enumerate(results))
    set = b.CreateInsertValue(set, result, index);
  return set;
}

Value *PTXEmitter::emitAddress(const Statement &statement, Site::Kind kind,
                               uint64_t size, uint64_t alignment) {
  Value *pointer = getInput(*statement.address);
  unsigned space = statement.has("shared") ? 3 : 1;
  Type *type = b.getPtrTy(space);
  if (pointer->getType()->isIntegerTy())
    pointer = b.CreateIntToPtr(b.CreateZExt(pointer, b.getInt64Ty()), type);
  else
    pointer = b.CreateAddrSpaceCast(pointer, type);
  pointer = b.CreateConstGEP1_64(b.getInt8Ty(), pointer, statement.offset);
  AccessRequest request;
  request.site.kind = kind;
  request.site.size = size;
  request.site.alignment = alignment;
  request.site.strong = statement.has("relaxed") || statement.has("acquire") ||
                        statement.has("release") || statement.has("volatile");
  request.pointer = pointer;
  return access(request);
}

Value *PTXEmitter::emitLoad(const Statement &statement) {
  const DataLayout &layout = code.module.getDataLayout();
  uint64_t each = layout.getTypeStoreSize(outputs[0]);
  uint64_t size = each * outputs.size();
  Value *address = emitAddress(statement, Site::Kind::Load, size, size);
  SmallVector<Value *> results;
  for (auto [index, type] : enumerate(outputs))
    results.push_back(b.CreateAlignedLoad(
        type, b.CreateConstGEP1_64(b.getInt8Ty(), address, index * each),
        Align(1)));
  return pack(results);
}

void PTXEmitter::emitStore(const Statement &statement) {
  const DataLayout &layout = code.module.getDataLayout();
  Type *type = getInput(statement.registers[0])->getType();
  uint64_t each = layout.getTypeStoreSize(type);
  uint64_t size = each * statement.registers.size();
  Value *address = emitAddress(statement, Site::Kind::Store, size, size);
  for (auto [index, number] : enumerate(statement.registers))
    b.CreateAlignedStore(
        getInput(number),
        b.CreateConstGEP1_64(b.getInt8Ty(), address, index * each), Align(1));
}

/// red.….add.v4.f32 and the like: each element on its own.
void PTXEmitter::emitReduction(const Statement &statement) {
  const DataLayout &layout = code.module.getDataLayout();
  StringRef name = statement.words.back();
  Type *held = getInput(statement.registers[0])->getType();
  Type *type = StringSwitch<Type *>(name)
                   .Case("f16", b.getHalfTy())
                   .Case("bf16", b.getBFloatTy())
                   .Case("f16x2", FixedVectorType::get(b.getHalfTy(), 2))
                   .Case("bf16x2", FixedVectorType::get(b.getBFloatTy(), 2))
                   .Case("f32", b.getFloatTy())
                   .Case("f64", b.getDoubleTy())
                   .Default(held);
  uint64_t each = layout.getTypeStoreSize(type);
  uint64_t size = each * statement.registers.size();
  Value *address = emitAddress(statement, Site::Kind::Atomic, size, size);
  auto operation =
      StringSwitch<AtomicRMWInst::BinOp>(statement.has("min")   ? "min"
                                         : statement.has("max") ? "max"
                                                                : "add")
          .Case("add", type->isFPOrFPVectorTy() ? AtomicRMWInst::FAdd
                                                : AtomicRMWInst::Add)
          .Case("min", name.starts_with("f") || name[0] == 'b'
                           ? AtomicRMWInst::FMin
                       : name[0] == 'u' ? AtomicRMWInst::UMin
                                        : AtomicRMWInst::Min)
          .Default(name.starts_with("f") || name[0] == 'b' ? AtomicRMWInst::FMax
                   : name[0] == 'u' ? AtomicRMWInst::UMax
                                    : AtomicRMWInst::Max);
  for (auto [index, number] : enumerate(statement.registers)) {
    Value *place = b.CreateConstGEP1_64(b.getInt8Ty(), address, index * each);
    Value *old = b.CreateAlignedLoad(type, place, Align(1));
    Value *value = b.CreateBitCast(getInput(number), type);
    b.CreateAlignedStore(emitAtomicUpdate(b, operation, old, value), place,
                         Align(1));
  }
}

Value *PTXEmitter::emit(const Statement &statement, bool &ok) {
  StringRef opcode = statement.words[0];
  ok = true;
  if (opcode == "membar" || opcode == "fence") {
    code.step.fence = true;
    return nullptr;
  }
  bool hasAddress = statement.address && readsInputs(*statement.address) &&
                    statement.registers.size() == getVectorLength(statement) &&
                    (statement.has("global") || statement.has("shared"));
  if (opcode == "ld" && hasAddress && !statement.addressFirst &&
      outputs.size() == statement.registers.size())
    return emitLoad(statement);
  bool stores = hasAddress && statement.addressFirst && outputs.empty() &&
                readsInputs(statement.registers);
  bool reduces =
      statement.has("add") || statement.has("min") || statement.has("max");
  if (opcode == "st" && stores) {
    emitStore(statement);
    return nullptr;
  }
  if (opcode == "red" && stores && reduces) {
    emitReduction(statement);
    return nullptr;
  }
  // ex2.approx.f32 $0, $1 and the like.
  SmallVector<Value *> inputs;
  if (!statement.address && statement.registers.size() > 1 &&
      outputs.size() == 1 && statement.registers[0] == 0 &&
      readsInputs(ArrayRef(statement.registers).drop_front()))
    for (unsigned number : ArrayRef(statement.registers).drop_front())
      inputs.push_back(getInput(number));
  if (!inputs.empty() && outputs[0]->isFloatingPointTy())
    if (Value *result = emitArithmetic(code, join(statement.words, "."),
                                       outputs[0], inputs))
      return result;
  ok = false;
  return nullptr;
}

/// x * y + z of two words, as CUDA's library writes it for its sine.
static Value *emitWideProduct(LaneCode &code, const CallInst &call,
                              ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  auto widen = [&](Value *value) {
    return b.CreateZExt(value, b.getInt64Ty());
  };
  Value *sum =
      b.CreateAdd(b.CreateMul(widen(arguments[0]), widen(arguments[1])),
                  widen(arguments[2]));
  Value *pair = b.CreateInsertValue(PoisonValue::get(call.getType()),
                                    b.CreateTrunc(sum, b.getInt32Ty()), 0);
  return b.CreateInsertValue(
      pair, b.CreateTrunc(b.CreateLShr(sum, 32), b.getInt32Ty()), 1);
}

static bool isWideProduct(StringRef body) {
  SmallVector<StringRef> words;
  SplitString(body, words, " \t\n");
  return join(words, " ") == "{ mad.lo.cc.u32 $0, $2, $3, $4; "
                             "madc.hi.u32 $1, $2, $3, 0; }";
}

Expected<Value *> spindle::emulator::emitInlinePTX(LaneCode &code,
                                                   const CallInst &call,
                                                   ArrayRef<Value *> arguments,
                                                   AccessEmitter access) {
  auto *text = cast<InlineAsm>(call.getCalledOperand());
  StringRef body = text->getAsmString();
  // An empty text only keeps LLVM from moving code.
  if (body.trim().empty() && call.getType()->isVoidTy())
    return nullptr;
  if (isWideProduct(body))
    return emitWideProduct(code, call, arguments);
  Statement statement = parseStatement(body);
  bool ok = false;
  Value *result = nullptr;
  if (statement.isValid)
    result = PTXEmitter(code, call, arguments, access).emit(statement, ok);
  if (!ok)
    return createStringError(
        "expected inline PTX that the emulator knows but got '" + body + "'");
  return result;
}
