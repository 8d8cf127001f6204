//===- CollectiveCalls.cpp - instructions that lanes run together ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace spindle::emulator;

namespace {
/// Names begin with `prefix`, after "llvm.nvvm.".
struct Row {
  const char *prefix;
  CollectiveKind kind;
  Combiner combiner = Combiner::None;
};
} // namespace

static constexpr Row kRows[] = {
    {"shfl.sync.up.", CollectiveKind::ShuffleUp},
    {"shfl.sync.down.", CollectiveKind::ShuffleDown},
    {"shfl.sync.bfly.", CollectiveKind::ShuffleButterfly},
    {"shfl.sync.idx.", CollectiveKind::ShuffleIndex},
    {"vote.all.sync", CollectiveKind::VoteAll},
    {"vote.any.sync", CollectiveKind::VoteAny},
    {"vote.uni.sync", CollectiveKind::VoteUniform},
    {"vote.ballot.sync", CollectiveKind::VoteBallot},
    {"match.any.sync.", CollectiveKind::MatchAny},
    {"match.all.sync.", CollectiveKind::MatchAll},
    {"redux.sync.add", CollectiveKind::Reduce, Combiner::Add},
    {"redux.sync.and", CollectiveKind::Reduce, Combiner::And},
    {"redux.sync.or", CollectiveKind::Reduce, Combiner::Or},
    {"redux.sync.xor", CollectiveKind::Reduce, Combiner::Xor},
    {"redux.sync.min", CollectiveKind::Reduce, Combiner::Min},
    {"redux.sync.max", CollectiveKind::Reduce, Combiner::Max},
    {"redux.sync.umin", CollectiveKind::Reduce, Combiner::MinUnsigned},
    {"redux.sync.umax", CollectiveKind::Reduce, Combiner::MaxUnsigned},
    {"activemask", CollectiveKind::ActiveMask},
    {"elect.sync", CollectiveKind::Elect},
    {"bar.warp.sync", CollectiveKind::SyncWarp},
    {"barrier0", CollectiveKind::Barrier},
    {"barrier.cta.", CollectiveKind::Barrier},
};

static Combiner getBarrierCombiner(StringRef name) {
  if (name.contains("red.popc"))
    return Combiner::Count;
  if (name.contains("red.and"))
    return Combiner::And;
  return name.contains("red.or") ? Combiner::Or : Combiner::None;
}

std::optional<Collective>
spindle::emulator::getCollective(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return std::nullopt;
  StringRef name = callee->getName();
  if (!name.consume_front("llvm.nvvm."))
    return std::nullopt;
  for (const Row &row : kRows) {
    if (!name.starts_with(row.prefix))
      continue;
    Collective collective;
    collective.kind = row.kind;
    collective.combiner = row.combiner;
    if (row.kind == CollectiveKind::Barrier) {
      collective.combiner = getBarrierCombiner(name);
      collective.arriveOnly = name.contains(".arrive");
      collective.counted = name.ends_with(".count");
      collective.aligned = name.contains(".aligned") || name == "barrier0";
    }
    return collective;
  }
  return std::nullopt;
}

void spindle::emulator::splitAtCollectives(Function &function) {
  SmallVector<Instruction *> found;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (getCollective(*call))
        found.push_back(call);
  for (Instruction *call : found) {
    SplitBlock(call->getParent(), call);
    SplitBlock(call->getParent(), call->getNextNode());
  }
}
