//===- RunWarp.cpp - the lanes of a warp in step --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace spindle::emulator;

/// Steps that a warp takes before others have their turn.
static constexpr uint32_t kTurn = 1 << 16;

void Warp::add(uint32_t step, uint32_t lanes) {
  pending[step] |= lanes;
  occupied[step / 64] |= uint64_t(1) << step % 64;
}

void Warp::remove(uint32_t step, uint32_t lanes) {
  pending[step] &= ~lanes;
  if (!pending[step])
    occupied[step / 64] &= ~(uint64_t(1) << step % 64);
}

uint32_t Warp::findPending(uint32_t step) const {
  if (step >= pending.size())
    return kExit;
  size_t word = step / 64;
  uint64_t bits = occupied[word] & (~uint64_t(0) << step % 64);
  while (!bits) {
    if (++word == occupied.size())
      return kExit;
    bits = occupied[word];
  }
  return word * 64 + countr_zero(bits);
}

void Launch::follow(Warp &warp, const Step &step, uint32_t lanes,
                    uint32_t taken) {
  if (step.taken == kExit) {
    warp.alive &= ~lanes;
    if (step.trap)
      trap(warp.context);
    return;
  }
  if (step.taken == step.notTaken) {
    warp.add(step.taken, lanes);
    return;
  }
  if (taken)
    warp.add(step.taken, taken);
  if (lanes & ~taken)
    warp.add(step.notTaken, lanes & ~taken);
}

bool Launch::runStep(Warp &warp, uint32_t index, uint32_t lanes) {
  const Step &step = kernel.steps[index];
  uint32_t taken = step.run(&warp.context, lanes);
  warp.remove(index, lanes);
  follow(warp, step, lanes, taken);
  counters.instructions += step.cost;
  counters.laneInstructions += uint64_t(step.cost) * popcount(lanes);
  blockCost += step.cost;
  if (step.firstSite != step.lastSite || step.fence)
    noteAccesses(warp, step, lanes);
  return true;
}

/// Runs the lowest step that can be run, until none can, or others are to have
/// their turn. Now and then another: a lane in a loop may wait for one of the
/// same warp that is beyond it.
bool Launch::runWarp(Warp &warp) {
  bool any = false;
  uint32_t turn = 1;
  for (; turn <= kTurn && result == CUDA_SUCCESS; ++turn) {
    uint32_t step = warp.findPending(0);
    if (turn % 1024 == 0) {
      uint32_t other = warp.findPending(step + 1);
      step = other == kExit ? step : other;
    }
    bool done = false;
    for (; step != kExit && !done; step = warp.findPending(step + 1))
      done = kernel.steps[step].run ? runStep(warp, step, warp.pending[step])
                                    : runCollective(warp, step);
    if (!done && !arriveRest(warp))
      break;
    any = true;
  }
  steps += turn;
  if (any && steps > machine.options.stepLimit) {
    report(FindingKind::Deadlock, warp.context, std::nullopt, nullptr,
           [] { return "the block has not ended after very many steps"; });
    fail(CUDA_ERROR_LAUNCH_TIMEOUT);
  }
  return any;
}
