//===- LaneInstructions.cpp - what lanes do together ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneInstructions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;
using namespace spindle;

static Value makeWord(ImplicitLocOpBuilder &builder, int64_t number) {
  return arith::ConstantIntOp::create(builder, number, 32);
}

//===----------------------------------------------------------------------===//
// NVVM
//===----------------------------------------------------------------------===//

// Upstream's gpu.shuffle names the first lanes of a warp, whichever group it
// is in.
static Value shuffle(ImplicitLocOpBuilder &builder, LaneGroup &group,
                     Value word, Value offset, NVVM::ShflKind kind) {
  Value lanes = group.getMask();
  // Lanes are counted from the start of the group, up to 31, or down to 0.
  int64_t limit = kind == NVVM::ShflKind::up ? 0 : 31;
  Value clamp = makeWord(builder, ((32 - group.getSize()) << 8) | limit);
  return NVVM::ShflOp::create(builder, word.getType(), lanes, word, offset,
                              clamp, kind, UnitAttr());
}

//===----------------------------------------------------------------------===//
// ROCDL
//===----------------------------------------------------------------------===//

/// What `make` makes of `word` as an i32, as a word of its type.
static Value asInteger(ImplicitLocOpBuilder &builder, Value word,
                       function_ref<Value(Value)> make) {
  Type type = word.getType();
  if (type.isInteger())
    return make(word);
  Value bits = arith::BitcastOp::create(builder, builder.getI32Type(), word);
  return arith::BitcastOp::create(builder, type, make(bits));
}

/// What lane `source` of the warp has. Lanes are addressed by bytes.
static Value permute(ImplicitLocOpBuilder &builder, Value word, Value source) {
  Value address = arith::ShLIOp::create(builder, source, makeWord(builder, 2));
  return asInteger(builder, word, [&](Value bits) -> Value {
    return ROCDL::DsBpermuteOp::create(builder, bits.getType(), address, bits);
  });
}

/// The same of the lane whose number differs in the bit `distance`, which is
/// among the same 32: the pattern has five bits to keep, to set and to flip.
static Value swizzle(ImplicitLocOpBuilder &builder, Value word,
                     int64_t distance) {
  Value pattern = makeWord(builder, distance << 10 | 31);
  return asInteger(builder, word, [&](Value bits) -> Value {
    return ROCDL::DsSwizzleOp::create(builder, bits.getType(), bits, pattern);
  });
}

/// Lanes in step need no instruction for it, but LLVM is to keep stores and
/// loads on their sides.
static void fenceLanes(ImplicitLocOpBuilder &builder) {
  constexpr llvm::StringLiteral scope = "wavefront";
  LLVM::FenceOp::create(builder, LLVM::AtomicOrdering::release, scope);
  LLVM::CallIntrinsicOp::create(
      builder, builder.getStringAttr("llvm.amdgcn.wave.barrier"), ValueRange());
  LLVM::FenceOp::create(builder, LLVM::AtomicOrdering::acquire, scope);
}

//===----------------------------------------------------------------------===//
// Either
//===----------------------------------------------------------------------===//

Value spindle::getFromLane(ImplicitLocOpBuilder &builder, KernelDialect dialect,
                           LaneGroup &group, Value word, Value source) {
  if (dialect == KernelDialect::NVVM)
    return shuffle(builder, group, word, source, NVVM::ShflKind::idx);
  return permute(builder, word,
                 arith::AddIOp::create(builder, group.getBegin(), source));
}

Value spindle::getFromPartner(ImplicitLocOpBuilder &builder,
                              KernelDialect dialect, LaneGroup &group,
                              Value word, int64_t distance) {
  if (dialect == KernelDialect::NVVM)
    return shuffle(builder, group, word, makeWord(builder, distance),
                   NVVM::ShflKind::bfly);
  if (distance < 32)
    return swizzle(builder, word, distance);
  // The group is a whole warp.
  return permute(builder, word,
                 arith::XOrIOp::create(builder, group.getLaneNumber(),
                                       makeWord(builder, distance)));
}

Value spindle::getFromNeighbour(ImplicitLocOpBuilder &builder,
                                KernelDialect dialect, LaneGroup &group,
                                Value word, int64_t offset) {
  if (dialect == KernelDialect::NVVM)
    return shuffle(builder, group, word, makeWord(builder, std::abs(offset)),
                   offset < 0 ? NVVM::ShflKind::up : NVVM::ShflKind::down);
  return permute(builder, word,
                 arith::AddIOp::create(builder, group.getWarpLane(),
                                       makeWord(builder, offset)));
}

Value spindle::findLanes(ImplicitLocOpBuilder &builder, KernelDialect dialect,
                         LaneGroup &group, Value isSet) {
  if (dialect == KernelDialect::NVVM)
    return NVVM::VoteSyncOp::create(builder, builder.getI32Type(),
                                    group.getMask(), isSet,
                                    NVVM::VoteSyncKind::ballot);
  return ROCDL::BallotOp::create(builder, builder.getI64Type(), isSet);
}

void spindle::syncLanesOf(ImplicitLocOpBuilder &builder, KernelDialect dialect,
                          LaneGroup &group) {
  if (dialect == KernelDialect::NVVM)
    NVVM::SyncWarpOp::create(builder, group.getMask());
  else
    fenceLanes(builder);
}
