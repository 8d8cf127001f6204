//===- Arithmetic.cpp - a GPU's arithmetic on the host --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace spindle::emulator;

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

/// Of numbers of 16 bits. A product of two f16 and its sum with a third are
/// exact in f64; those of bf16 need not be.
static Value *emitSmallFMA(LaneCode &code, ArrayRef<Value *> operands) {
  IRBuilder<> &b = code.builder;
  Type *type = operands[0]->getType();
  SmallVector<Value *> wide;
  if (type->isHalfTy()) {
    for (Value *operand : operands)
      wide.push_back(b.CreateFPExt(operand, b.getDoubleTy()));
    Value *sum = b.CreateFAdd(b.CreateFMul(wide[0], wide[1]), wide[2]);
    return b.CreateFPTrunc(sum, type);
  }
  for (Value *operand : operands)
    wide.push_back(
        b.CreateZExt(b.CreateBitCast(operand, b.getInt16Ty()), b.getInt32Ty()));
  Value *sum = code.callHelper("spindle_fma_bf16", b.getInt32Ty(), wide);
  return b.CreateBitCast(b.CreateTrunc(sum, b.getInt16Ty()), type);
}

Value *spindle::emulator::emitFMA(LaneCode &code, Value *a, Value *b,
                                  Value *c) {
  Type *type = a->getType();
  if (type->getScalarSizeInBits() > 16)
    return code.builder.CreateIntrinsic(Intrinsic::fma, {type}, {a, b, c});
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return emitSmallFMA(code, {a, b, c});
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    SmallVector<Value *> operands;
    for (Value *operand : {a, b, c})
      operands.push_back(code.builder.CreateExtractElement(operand, i));
    result = code.builder.CreateInsertElement(result,
                                              emitSmallFMA(code, operands), i);
  }
  return result;
}

Value *spindle::emulator::emitAtomicUpdate(IRBuilder<> &builder,
                                           AtomicRMWInst::BinOp operation,
                                           Value *old, Value *value) {
  return buildAtomicRMWValue(operation, builder, old, value);
}

//===----------------------------------------------------------------------===//
// Floating-point numbers
//===----------------------------------------------------------------------===//

namespace {
using FloatEmitter = Value *(*)(LaneCode &, Type *, ArrayRef<Value *>);
} // namespace

template <Intrinsic::ID id>
static Value *emitGeneric(LaneCode &code, Type *type,
                          ArrayRef<Value *> arguments) {
  return code.builder.CreateIntrinsic(id, {arguments[0]->getType()}, arguments);
}

template <Instruction::BinaryOps operation>
static Value *emitBinary(LaneCode &code, Type *type,
                         ArrayRef<Value *> arguments) {
  return code.builder.CreateBinOp(operation, arguments[0], arguments[1]);
}

static Value *emitSum(LaneCode &code, Type *type, ArrayRef<Value *> arguments) {
  return emitFMA(code, arguments[0], arguments[1], arguments[2]);
}

static Value *emitReciprocal(LaneCode &code, Type *type,
                             ArrayRef<Value *> arguments) {
  return code.builder.CreateFDiv(ConstantFP::get(type, 1.0), arguments[0]);
}

static Value *emitReciprocalRoot(LaneCode &code, Type *type,
                                 ArrayRef<Value *> arguments) {
  Value *root = emitGeneric<Intrinsic::sqrt>(code, type, arguments);
  return code.builder.CreateFDiv(ConstantFP::get(type, 1.0), root);
}

/// Into [0, 1], and 0 for what is no number.
static Value *emitSaturated(LaneCode &code, Type *type,
                            ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  Value *above = b.CreateBinaryIntrinsic(Intrinsic::maximumnum, arguments[0],
                                         ConstantFP::get(type, 0.0));
  return b.CreateBinaryIntrinsic(Intrinsic::minimumnum, above,
                                 ConstantFP::get(type, 1.0));
}

static Value *emitNegation(LaneCode &code, Type *type,
                           ArrayRef<Value *> arguments) {
  Value *value = arguments[0];
  if (!type->isIntOrIntVectorTy())
    return code.builder.CreateFNeg(value);
  // bf16 as bits.
  return code.builder.CreateXor(
      value,
      ConstantInt::get(type, type->getScalarSizeInBits() == 32 ? 0x80008000u
                                                               : 0x8000u));
}

static Value *emitMove(LaneCode &code, Type *type,
                       ArrayRef<Value *> arguments) {
  return arguments[0];
}

static Value *emitTruncation(LaneCode &code, Type *type,
                             ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  if (!type->isIntegerTy(16))
    return b.CreateFPTrunc(arguments[0], type);
  Value *small = b.CreateFPTrunc(arguments[0], b.getHalfTy());
  return b.CreateBitCast(small, type);
}

/// Two numbers into a vector; the first becomes the upper half.
static Value *emitPair(LaneCode &code, Type *type,
                       ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  Value *pair = PoisonValue::get(type);
  Type *element = type->getScalarType();
  for (unsigned i = 0; i < 2; ++i)
    pair = b.CreateInsertElement(pair,
                                 b.CreateFPTrunc(arguments[1 - i], element), i);
  return pair;
}

static const StringMap<FloatEmitter> &getFloatEmitters() {
  static const StringMap<FloatEmitter> table = {
      {"fma.rn", emitSum},
      {"add.rn", emitBinary<Instruction::FAdd>},
      {"mul.rn", emitBinary<Instruction::FMul>},
      {"div.rn", emitBinary<Instruction::FDiv>},
      {"div.approx", emitBinary<Instruction::FDiv>},
      {"div.full", emitBinary<Instruction::FDiv>},
      {"rcp.rn", emitReciprocal},
      {"rcp.approx", emitReciprocal},
      {"sqrt", emitGeneric<Intrinsic::sqrt>},
      {"sqrt.rn", emitGeneric<Intrinsic::sqrt>},
      {"sqrt.approx", emitGeneric<Intrinsic::sqrt>},
      {"rsqrt.approx", emitReciprocalRoot},
      {"ex2.approx", emitGeneric<Intrinsic::exp2>},
      {"lg2.approx", emitGeneric<Intrinsic::log2>},
      {"sin.approx", emitGeneric<Intrinsic::sin>},
      {"cos.approx", emitGeneric<Intrinsic::cos>},
      {"tanh.approx", emitGeneric<Intrinsic::tanh>},
      {"fmin", emitGeneric<Intrinsic::minimumnum>},
      {"fmax", emitGeneric<Intrinsic::maximumnum>},
      {"fmin.nan", emitGeneric<Intrinsic::minimum>},
      {"fmax.nan", emitGeneric<Intrinsic::maximum>},
      {"fabs", emitGeneric<Intrinsic::fabs>},
      {"floor", emitGeneric<Intrinsic::floor>},
      {"ceil", emitGeneric<Intrinsic::ceil>},
      {"trunc", emitGeneric<Intrinsic::trunc>},
      {"round", emitGeneric<Intrinsic::roundeven>},
      {"saturate", emitSaturated},
      {"neg", emitNegation},
      {"move", emitMove},
      {"d2f.rn", emitTruncation},
      {"f2h.rn", emitTruncation},
      {"f2bf16.rn", emitTruncation},
      {"f2f16.rn", emitTruncation},
      {"ff2bf16x2.rn", emitPair},
      {"ff2f16x2.rn", emitPair},
  };
  return table;
}

/// fma.rz.f and the like: rounded down, up or to 0.
static Value *emitDirected(LaneCode &code, StringRef stem, Type *type,
                           ArrayRef<Value *> arguments) {
  auto [operation, mode] = stem.split('.');
  bool isKnown = StringSwitch<bool>(operation)
                     .Cases({"fma", "add", "mul", "div", "rcp", "sqrt"}, true)
                     .Default(false);
  if (!isKnown || (mode != "rm" && mode != "rp" && mode != "rz") ||
      !(type->isFloatTy() || type->isDoubleTy()))
    return nullptr;
  SmallVector<Value *> operands(arguments);
  operands.resize(3, ConstantFP::get(type, 0.0));
  operands.push_back(code.builder.getInt32(operation[0]));
  operands.push_back(code.builder.getInt32(mode[1]));
  return code.callHelper(type->isFloatTy() ? "spindle_rounded_f32"
                                           : "spindle_rounded_f64",
                         type, operands);
}

/// The name without the type at its end, and without ".ftz": whether denormal
/// numbers are taken for 0 is not emulated.
static std::string getStem(StringRef name) {
  std::string stem = name.str();
  size_t at = stem.find(".ftz");
  if (at != std::string::npos)
    stem.erase(at, 4);
  auto [rest, type] = StringRef(stem).rsplit('.');
  bool isType = StringSwitch<bool>(type)
                    .Cases({"f", "d", "f16", "bf16", "f16x2", "bf16x2", "f32",
                            "f64", "v2f16", "v2bf16", "float", "double", "i16",
                            "i32", "i64", "ptr", "p0"},
                           true)
                    .Default(false);
  return isType ? rest.str() : stem;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Value *emitRounded(LaneCode &code, StringRef mode, Value *value) {
  auto id = StringSwitch<Intrinsic::ID>(mode)
                .Case("rn", Intrinsic::roundeven)
                .Case("rm", Intrinsic::floor)
                .Case("rp", Intrinsic::ceil)
                .Default(Intrinsic::trunc);
  return code.builder.CreateUnaryIntrinsic(id, value);
}

/// f2i.rz and the like: values beyond the integers become the nearest of them.
static Value *emitConversion(LaneCode &code, StringRef name, Type *type,
                             ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  auto [kinds, mode] = name.split('.');
  auto [from, to] = kinds.split('2');
  mode.consume_back(".ftz");
  bool fromInteger = from.ends_with("i") || from.ends_with("ll");
  bool toInteger = to.ends_with("i") || to.ends_with("ll");
  if (from == "d" && (mode == "hi" || mode == "lo")) {
    Value *bits = b.CreateBitCast(arguments[0], b.getInt64Ty());
    return b.CreateTrunc(mode == "hi" ? b.CreateLShr(bits, 32) : bits, type);
  }
  if (name == "lohi.i2d") {
    Value *high = b.CreateShl(b.CreateZExt(arguments[1], b.getInt64Ty()), 32);
    Value *low = b.CreateZExt(arguments[0], b.getInt64Ty());
    return b.CreateBitCast(b.CreateOr(high, low), type);
  }
  if ((from == "f" || from == "d") && toInteger && type->isIntegerTy()) {
    Value *rounded = emitRounded(code, mode, arguments[0]);
    return b.CreateIntrinsic(to.starts_with("u") ? Intrinsic::fptoui_sat
                                                 : Intrinsic::fptosi_sat,
                             {type, rounded->getType()}, {rounded});
  }
  if (fromInteger && (to == "f" || to == "d") && mode == "rn")
    return from.starts_with("u") ? b.CreateUIToFP(arguments[0], type)
                                 : b.CreateSIToFP(arguments[0], type);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static Value *emitHighProduct(LaneCode &code, bool isSigned, Type *type,
                              ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  unsigned bits = type->getIntegerBitWidth();
  Type *wide = b.getIntNTy(2 * bits);
  Value *x = b.CreateIntCast(arguments[0], wide, isSigned);
  Value *y = b.CreateIntCast(arguments[1], wide, isSigned);
  return b.CreateTrunc(b.CreateLShr(b.CreateMul(x, y), bits), type);
}

static Value *emitProduct24(LaneCode &code, bool isSigned, Type *type,
                            ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  auto cut = [&](Value *value) {
    value = b.CreateShl(value, 8);
    return isSigned ? b.CreateAShr(value, 8) : b.CreateLShr(value, 8);
  };
  return b.CreateMul(cut(arguments[0]), cut(arguments[1]));
}

/// |x - y| + z
static Value *emitDistance(LaneCode &code, bool isSigned, Type *type,
                           ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  Value *x = arguments[0], *y = arguments[1];
  Value *less = isSigned ? b.CreateICmpSLT(x, y) : b.CreateICmpULT(x, y);
  Value *distance = b.CreateSelect(less, b.CreateSub(y, x), b.CreateSub(x, y));
  return b.CreateAdd(distance, arguments[2]);
}

/// The place of the topmost bit that differs from the sign, or all ones; its
/// distance from the left where the second argument is true.
static Value *emitTopBit(LaneCode &code, bool isSigned, Type *type,
                         ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  Value *x = arguments[0];
  unsigned bits = x->getType()->getIntegerBitWidth();
  if (isSigned)
    x = b.CreateXor(x, b.CreateAShr(x, bits - 1));
  Value *zeros = b.CreateTrunc(
      b.CreateBinaryIntrinsic(Intrinsic::ctlz, x, b.getFalse()), type);
  Value *place = b.CreateSub(ConstantInt::get(type, bits - 1), zeros);
  Value *wanted = b.CreateSelect(arguments[1], zeros, place);
  Value *none = b.CreateICmpEQ(x, ConstantInt::get(x->getType(), 0));
  return b.CreateSelect(none, Constant::getAllOnesValue(type), wanted);
}

/// The upper or lower half of a pair of words, shifted by at most 32.
static Value *emitFunnelShift(LaneCode &code, bool left, Type *type,
                              ArrayRef<Value *> arguments) {
  IRBuilder<> &b = code.builder;
  Type *wide = b.getInt64Ty();
  Value *pair = b.CreateOr(b.CreateShl(b.CreateZExt(arguments[0], wide), 32),
                           b.CreateZExt(arguments[1], wide));
  Value *by = b.CreateZExt(
      b.CreateBinaryIntrinsic(Intrinsic::umin, arguments[2], b.getInt32(32)),
      wide);
  Value *shifted =
      left ? b.CreateLShr(b.CreateShl(pair, by), 32) : b.CreateLShr(pair, by);
  return b.CreateTrunc(shifted, type);
}

static Value *emitInteger(LaneCode &code, StringRef name, Type *type,
                          ArrayRef<Value *> arguments) {
  auto [stem, rest] = name.split('.');
  bool isSigned = !rest.starts_with("u");
  if (stem == "mulhi")
    return emitHighProduct(code, isSigned, type, arguments);
  if (stem == "mul24")
    return emitProduct24(code, isSigned, type, arguments);
  if (stem == "sad")
    return emitDistance(code, isSigned, type, arguments);
  if (stem == "flo")
    return emitTopBit(code, isSigned, type, arguments);
  if (name.starts_with("fshl.clamp") || name.starts_with("fshr.clamp"))
    return emitFunnelShift(code, stem == "fshl", type, arguments);
  if (name == "prmt")
    return code.callHelper("spindle_prmt", type, arguments);
  if (stem == "idp4a" || name.starts_with("f2tf32.rna"))
    return code.callHelper("spindle_" +
                               StringRef(name).split("rna").first.str() +
                               (stem == "idp4a" ? "" : "rna"),
                           type, arguments);
  return nullptr;
}

Value *spindle::emulator::emitArithmetic(LaneCode &code, StringRef name,
                                         Type *type,
                                         ArrayRef<Value *> arguments) {
  if (Value *integer = emitInteger(code, name, type, arguments))
    return integer;
  if (name == "internal.addrspace.wrap")
    return arguments[0];
  const StringMap<FloatEmitter> &table = getFloatEmitters();
  std::string stem = getStem(name);
  auto found = table.find(stem);
  if (found != table.end())
    return found->second(code, type, arguments);
  if (Value *directed = emitDirected(code, stem, type, arguments))
    return directed;
  return emitConversion(code, name, type, arguments);
}
