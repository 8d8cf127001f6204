//===- Collectives.cpp - what lanes do together ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction such as shfl.sync waits for all lanes of its mask that have
// not ended, and then runs for them at once. Lanes with other masks are groups
// of their own. A barrier waits for the threads of the block.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace spindle::emulator;

/// What a value is that no lane gave.
static constexpr uint64_t kNoValue = 0xDEADBEEFDEADBEEFu;

uint64_t Launch::read(const Warp &warp, const Operand &operand,
                      uint32_t lane) const {
  if (operand.kind == Operand::Kind::Constant)
    return operand.value;
  const char *from = operand.kind == Operand::Kind::Argument
                         ? warp.context.arguments
                         : warp.context.frames + lane * kernel.frameBytes;
  uint64_t value = 0;
  memcpy(&value, from + operand.value, operand.bytes);
  return value;
}

void Launch::write(Warp &warp, const Collective &collective, uint32_t lane,
                   uint64_t value, bool predicate) {
  if (!collective.resultOffset)
    return;
  char *frame = warp.context.frames + lane * kernel.frameBytes;
  memcpy(frame + collective.resultOffset, &value, collective.resultBytes);
  if (collective.hasPredicate)
    frame[collective.predicateOffset] = predicate;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

namespace {
/// The lane that a shuffle reads, and whether it is in range; as PTX has it.
struct Source {
  uint32_t lane;
  bool inRange;
};
} // namespace

static Source getSource(CollectiveKind kind, uint32_t lane, uint32_t b,
                        uint32_t c) {
  uint32_t clamp = c & 31, segment = c >> 8 & 31;
  uint32_t last = (lane & segment) | (clamp & ~segment);
  uint32_t first = lane & segment;
  b &= 31;
  int32_t from = lane;
  bool inRange;
  switch (kind) {
  case CollectiveKind::ShuffleUp:
    from = static_cast<int32_t>(lane) - static_cast<int32_t>(b);
    inRange = from >= static_cast<int32_t>(last);
    break;
  case CollectiveKind::ShuffleDown:
    from = lane + b;
    inRange = from <= static_cast<int32_t>(last);
    break;
  case CollectiveKind::ShuffleButterfly:
    from = lane ^ b;
    inRange = from <= static_cast<int32_t>(last);
    break;
  default:
    from = first | (b & ~segment);
    inRange = from <= static_cast<int32_t>(last);
    break;
  }
  return {inRange ? static_cast<uint32_t>(from) : lane, inRange};
}

static void shuffle(Launch &launch, Warp &warp, const Collective &collective,
                    uint32_t lanes) {
  uint64_t values[kLanes];
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    values[lane] = launch.read(warp, collective.operands[1], lane);
  }
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    Source source = getSource(collective.kind, lane,
                              launch.read(warp, collective.operands[2], lane),
                              launch.read(warp, collective.operands[3], lane));
    bool active = lanes >> source.lane & 1;
    if (!active)
      launch.report(FindingKind::InactiveLane, warp.context, lane,
                    collective.instruction, [&] {
                      return "a shuffle from lane " +
                             std::to_string(source.lane) +
                             ", which takes no part";
                    });
    launch.write(warp, collective, lane,
                 active ? values[source.lane] : kNoValue, source.inRange);
  }
}

//===----------------------------------------------------------------------===//
// Votes, matches and reductions
//===----------------------------------------------------------------------===//

static void vote(Launch &launch, Warp &warp, const Collective &collective,
                 uint32_t lanes) {
  uint32_t yes = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    yes |= (launch.read(warp, collective.operands[1], lane) & 1) << lane;
  }
  uint64_t value = 0;
  if (collective.kind == CollectiveKind::VoteBallot)
    value = yes;
  else if (collective.kind == CollectiveKind::VoteAll)
    value = yes == lanes;
  else if (collective.kind == CollectiveKind::VoteAny)
    value = yes != 0;
  else
    value = yes == 0 || yes == lanes;
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    launch.write(warp, collective, countr_zero(rest), value);
}

static void match(Launch &launch, Warp &warp, const Collective &collective,
                  uint32_t lanes) {
  uint64_t values[kLanes];
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    values[lane] = launch.read(warp, collective.operands[1], lane);
  }
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest), same = 0;
    for (uint32_t others = lanes; others; others &= others - 1) {
      uint32_t other = countr_zero(others);
      same |= uint32_t(values[other] == values[lane]) << other;
    }
    bool all = same == lanes;
    if (collective.kind == CollectiveKind::MatchAll)
      same = all ? lanes : 0;
    launch.write(warp, collective, lane, same, all);
  }
}

static uint32_t combine(Combiner combiner, uint32_t x, uint32_t y) {
  auto sx = static_cast<int32_t>(x), sy = static_cast<int32_t>(y);
  switch (combiner) {
  case Combiner::Add:
    return x + y;
  case Combiner::And:
    return x & y;
  case Combiner::Or:
    return x | y;
  case Combiner::Xor:
    return x ^ y;
  case Combiner::Min:
    return std::min(sx, sy);
  case Combiner::Max:
    return std::max(sx, sy);
  case Combiner::MinUnsigned:
    return std::min(x, y);
  default:
    return std::max(x, y);
  }
}

static void reduce(Launch &launch, Warp &warp, const Collective &collective,
                   uint32_t lanes) {
  std::optional<uint32_t> sum;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t value =
        launch.read(warp, collective.operands[0], countr_zero(rest));
    sum = sum ? combine(collective.combiner, *sum, value) : value;
  }
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    launch.write(warp, collective, countr_zero(rest), *sum);
}

static void elect(Launch &launch, Warp &warp, const Collective &collective,
                  uint32_t lanes) {
  uint32_t leader = countr_zero(lanes);
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    launch.write(warp, collective, countr_zero(rest), leader,
                 static_cast<uint32_t>(countr_zero(rest)) == leader);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Runs the instruction for the lanes of `group`, which have all come.
bool Launch::runGroup(Warp &warp, uint32_t index, uint32_t lanes,
                      uint32_t group) {
  const Step &step = kernel.steps[index];
  const Collective &collective = kernel.collectives[step.collective];
  if (collective.kind <= CollectiveKind::ShuffleIndex)
    shuffle(*this, warp, collective, lanes);
  else if (collective.kind <= CollectiveKind::VoteBallot)
    vote(*this, warp, collective, lanes);
  else if (collective.kind <= CollectiveKind::MatchAll)
    match(*this, warp, collective, lanes);
  else if (collective.kind == CollectiveKind::Reduce)
    reduce(*this, warp, collective, lanes);
  else if (collective.kind == CollectiveKind::Elect)
    elect(*this, warp, collective, lanes);
  else if (collective.kind == CollectiveKind::SyncWarp)
    ++warp.context.clock;
  else
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
      write(warp, collective, countr_zero(rest), lanes);
  counters.collectives += 1;
  counters.instructions += step.cost;
  counters.laneInstructions += uint64_t(step.cost) * popcount(lanes);
  blockCost += step.cost;
  warp.remove(index, lanes);
  warp.add(step.taken, lanes);
  return true;
}

bool Launch::runCollective(Warp &warp, uint32_t index) {
  const Collective &collective =
      kernel.collectives[kernel.steps[index].collective];
  uint32_t lanes = warp.pending[index];
  if (collective.kind == CollectiveKind::ActiveMask)
    return runGroup(warp, index, lanes, lanes);
  if (collective.kind == CollectiveKind::Barrier)
    return lanes == (warp.alive & ~warp.waiting) && arrive(warp, index, lanes);
  const Operand &mask =
      collective.operands[collective.kind == CollectiveKind::Reduce];
  bool any = false;
  for (uint32_t rest = lanes; rest;) {
    uint32_t lane = countr_zero(rest);
    uint32_t group = read(warp, mask, lane);
    if (!(group >> lane & 1)) {
      report(FindingKind::DivergentCollective, warp.context, lane,
             collective.instruction,
             [] { return "the lane is not in its own mask"; });
      group |= 1u << lane;
    }
    uint32_t wanted = group & warp.alive;
    if ((wanted & ~lanes) == 0)
      any |= runGroup(warp, index, wanted, group);
    rest &= ~group;
  }
  return any;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Lanes come to a barrier of the block.
bool Launch::arrive(Warp &warp, uint32_t index, uint32_t lanes) {
  const Step &step = kernel.steps[index];
  const Collective &collective = kernel.collectives[step.collective];
  uint32_t first = countr_zero(lanes), number = 0;
  if (!collective.operands.empty())
    number = read(warp, collective.operands[0], first) % kBarriers;
  BarrierState &barrier = barriers[number];
  uint32_t predicates = 0;
  if (collective.combiner != Combiner::None)
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
      uint32_t lane = countr_zero(rest);
      predicates |= (read(warp, collective.operands.back(), lane) & 1) << lane;
    }
  barrier.arrivals.push_back(
      {&warp, index, lanes, warp.context.clock++, predicates});
  barrier.count += popcount(lanes);
  if (collective.counted)
    barrier.expected = read(warp, collective.operands[1], first);
  counters.instructions += step.cost;
  counters.laneInstructions += uint64_t(step.cost) * popcount(lanes);
  blockCost += step.cost;
  warp.remove(index, lanes);
  if (collective.arriveOnly)
    warp.add(step.taken, lanes);
  else
    warp.waiting |= lanes;
  return true;
}

/// Has lanes come to barriers that others of their warp have not come to, and
/// cannot now.
bool Launch::arriveRest(Warp &warp) {
  bool any = false;
  for (uint32_t step = warp.findPending(0); step != kExit;
       step = warp.findPending(step + 1)) {
    const Collective &collective =
        kernel.collectives[kernel.steps[step].collective];
    if (collective.kind != CollectiveKind::Barrier)
      continue;
    uint32_t lanes = warp.pending[step];
    if (collective.aligned) {
      report(FindingKind::DivergentCollective, warp.context, countr_zero(lanes),
             collective.instruction, [&] {
               std::string text;
               raw_string_ostream(text)
                   << "a barrier that lanes " << format_hex(lanes, 10)
                   << " of the warp reach but not its other lanes "
                   << format_hex(warp.alive & ~lanes, 10);
               return text;
             });
    }
    any |= arrive(warp, step, lanes);
  }
  return any;
}
