//===- Launch.cpp - one launch of a kernel --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "KernelCompiler.h"

#include "llvm/Support/Format.h"

#include <numeric>

using namespace llvm;
using namespace spindle::emulator;

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

/// The next number of a sequence that looks random.
static uint64_t draw(uint64_t &state) {
  state += 0x9E3779B97F4A7C15u;
  uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

Order::Order(uint64_t count, bool shuffled, uint64_t &random) : count(count) {
  if (!shuffled || count < 2)
    return;
  first = draw(random) % count;
  do
    step = 1 + draw(random) % count;
  while (std::gcd(step, count) != 1);
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

Launch::Launch(Machine &machine, Kernel &kernel, Dim3 grid, Dim3 block,
               uint32_t sharedBytes, ArrayRef<char> arguments)
    : machine(machine), kernel(kernel), grid(grid), block(block),
      dynamicShared(sharedBytes),
      totalShared(alignTo(kernel.info.staticSharedBytes, 16) + sharedBytes),
      arguments(arguments), barriers(kBarriers),
      random(machine.options.seed ^ machine.blockSerial),
      order(grid.getVolume(), machine.options.seed != 0, random),
      firstSerial(machine.blockSerial + 1) {
  uint64_t count = divideCeil(block.getVolume(), kLanes);
  frames.resize(count * kLanes * kernel.frameBytes + 64);
  log.resize((kernel.mostSites + 1) * kLanes);
  lastAllocation.resize(kernel.sites.size());
  warps.resize(count);
  for (Warp &warp : warps) {
    warp.pending.resize(kernel.steps.size());
    warp.occupied.resize(divideCeil(kernel.steps.size(), 64));
  }
}

CUresult Launch::run() {
  uint64_t blocks = grid.getVolume();
  counters.launches = 1;
  counters.blocks = blocks;
  if (machine.options.checked)
    races.beginLaunch(kernel, firstSerial, blocks);
  for (uint64_t i = 0; i < blocks && result == CUDA_SUCCESS; ++i)
    runBlock(order[i]);
  return result;
}

void Launch::trap(const WarpContext &context) {
  report(FindingKind::DivergentCollective, context, std::nullopt, nullptr,
         [] { return "the kernel ended itself by a trap"; });
  fail(CUDA_ERROR_LAUNCH_FAILED);
}

uint64_t Launch::resolve(const WarpContext &context, uint64_t address,
                         uint32_t index, uint32_t lane) {
  const Site &site = kernel.sites[index];
  auto within = [&](const void *start, uint64_t bytes) {
    uint64_t offset = address - reinterpret_cast<uint64_t>(start);
    return offset < bytes && site.size <= bytes - offset;
  };
  if (machine.shared.contains(address, site.size) ||
      machine.memory.getReservation().contains(address, site.size) ||
      within(frames.data(), frames.size()) ||
      within(arguments.data(), arguments.size()))
    return address;
  report(FindingKind::OutOfBounds, context, lane, site.instruction, [&] {
    std::string text;
    raw_string_ostream(text) << "address " << format_hex(address, 18)
                             << " is in no memory of the device";
    return text;
  });
  fail(CUDA_ERROR_ILLEGAL_ADDRESS);
  return reinterpret_cast<uint64_t>(scratch);
}

void Launch::report(FindingKind kind, const WarpContext &context,
                    std::optional<uint32_t> lane,
                    const Instruction *instruction,
                    function_ref<std::string()> getMessage) {
  auto [known, isNew] = found.try_emplace({static_cast<int>(kind), instruction},
                                          machine.report.findings.size());
  if (!isNew) {
    if (known->second < machine.report.findings.size())
      ++machine.report.findings[known->second].count;
    return;
  }
  Finding finding;
  finding.kind = kind;
  finding.kernel = kernel.info.name;
  std::copy_n(context.blockIndex, 3, finding.block);
  uint64_t thread = uint64_t(context.warp) * kLanes + lane.value_or(0);
  finding.thread[0] = thread % block.x;
  finding.thread[1] = thread / block.x % block.y;
  finding.thread[2] = thread / block.x / block.y;
  if (instruction)
    finding.place = getPlace(*instruction);
  finding.message = getMessage();
  known->second = machine.find(std::move(finding));
}

std::string Launch::describeThread(uint32_t thread) const {
  return "thread (" + std::to_string(thread % block.x) + ", " +
         std::to_string(thread / block.x % block.y) + ", " +
         std::to_string(thread / block.x / block.y) + ")";
}

//===----------------------------------------------------------------------===//
// A block
//===----------------------------------------------------------------------===//

void Launch::beginBlock(uint64_t number) {
  uint32_t index[4] = {static_cast<uint32_t>(number % grid.x),
                       static_cast<uint32_t>(number / grid.x % grid.y),
                       static_cast<uint32_t>(number / grid.x / grid.y), 0};
  ++machine.blockSerial;
  blockCost = steps = 0;
  if (machine.options.checked) {
    std::fill_n(machine.shared.getData(), totalShared, char(0xFF));
    isWritten.assign(totalShared, 0);
    races.beginBlock(machine.blockSerial, warps.size());
  }
  uint64_t threads = block.getVolume();
  uint64_t aligned =
      alignTo(reinterpret_cast<uint64_t>(frames.data()), uint64_t(64));
  for (auto [w, warp] : enumerate(warps)) {
    WarpContext &context = warp.context;
    context.frames =
        reinterpret_cast<char *>(aligned) + w * kLanes * kernel.frameBytes;
    context.arguments = arguments.data();
    context.log = log.data();
    context.launch = this;
    context.warp = w;
    context.dynamicSharedBytes = dynamicShared;
    context.totalSharedBytes = totalShared;
    context.clock = 0;
    std::copy_n(index, 4, context.blockIndex);
    uint32_t blockSize[4] = {block.x, block.y, block.z, 1};
    uint32_t gridSize[4] = {grid.x, grid.y, grid.z, 1};
    std::copy_n(blockSize, 4, context.blockSize);
    std::copy_n(gridSize, 4, context.gridSize);
    uint64_t rest = threads - w * kLanes;
    warp.threads = warp.alive = rest >= kLanes ? ~0u : (1u << rest) - 1;
    warp.waiting = 0;
    warp.add(0, warp.alive);
    for (uint32_t lane = 0; lane < std::min<uint64_t>(rest, kLanes); ++lane) {
      char *frame = context.frames + lane * kernel.frameBytes;
      uint32_t thread = w * kLanes + lane;
      uint32_t indices[3] = {thread % block.x, thread / block.x % block.y,
                             thread / block.x / block.y};
      memcpy(frame, indices, sizeof indices);
      for (const OwnedParameter &owned : kernel.ownedParameters)
        memcpy(frame + owned.frameOffset,
               arguments.data() + owned.argumentOffset, owned.bytes);
    }
  }
}

bool Launch::isEnded() const {
  return all_of(warps, [](const Warp &warp) { return warp.alive == 0; });
}

void Launch::runWarps() {
  Order order(warps.size(), machine.options.seed != 0, random);
  bool any = true;
  while (any && result == CUDA_SUCCESS) {
    any = false;
    for (uint64_t i = 0; i < warps.size() && result == CUDA_SUCCESS; ++i)
      any |= runWarp(warps[order[i]]);
  }
}

void Launch::runBlock(uint64_t number) {
  beginBlock(number);
  while (result == CUDA_SUCCESS) {
    runWarps();
    if (result != CUDA_SUCCESS || releaseBarriers())
      continue;
    if (isEnded())
      break;
    reportStuck();
  }
  counters.maxBlockCost = std::max(counters.maxBlockCost, blockCost);
  // An error leaves lanes behind.
  for (Warp &warp : warps) {
    std::fill(warp.pending.begin(), warp.pending.end(), 0);
    std::fill(warp.occupied.begin(), warp.occupied.end(), 0);
  }
  for (BarrierState &barrier : barriers)
    barrier = BarrierState();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

bool Launch::releaseBarriers() {
  uint32_t threads = 0;
  for (const Warp &warp : warps)
    threads += popcount(warp.alive);
  bool any = false;
  for (BarrierState &barrier : barriers) {
    if (barrier.arrivals.empty())
      continue;
    uint32_t wanted = barrier.expected ? barrier.expected : threads;
    if (barrier.count < wanted)
      continue;
    if (!barrier.expected && threads < block.getVolume()) {
      const auto &arrival = barrier.arrivals.front();
      report(FindingKind::DivergentCollective, arrival.warp->context,
             llvm::countr_zero(arrival.lanes), getInstruction(arrival), [&] {
               return "a barrier of the block that " + std::to_string(threads) +
                      " of its " + std::to_string(block.getVolume()) +
                      " threads reach: the others have ended";
             });
    }
    releaseBarrier(barrier);
    any = true;
  }
  return any;
}

void Launch::releaseBarrier(BarrierState &barrier) {
  ++counters.barriers;
  uint32_t sum = 0;
  for (const auto &arrival : barrier.arrivals)
    sum += popcount(arrival.predicates);
  for (const auto &arrival : barrier.arrivals) {
    const Step &step = kernel.steps[arrival.step];
    const Collective &collective = kernel.collectives[step.collective];
    uint64_t value = collective.combiner == Combiner::Count ? sum
                     : collective.combiner == Combiner::And
                         ? sum == barrier.count
                         : sum > 0;
    Warp &warp = *arrival.warp;
    for (uint32_t rest = arrival.lanes; rest; rest &= rest - 1)
      write(warp, collective, llvm::countr_zero(rest), value);
    if (collective.arriveOnly)
      continue;
    warp.waiting &= ~arrival.lanes;
    warp.add(step.taken, arrival.lanes);
  }
  if (machine.options.checked)
    orderByBarrier(barrier);
  barrier = BarrierState();
}

void Launch::orderByBarrier(const BarrierState &barrier) {
  SmallVector<std::pair<uint32_t, uint32_t>> arrivals;
  SmallVector<uint32_t> leaving;
  for (const auto &arrival : barrier.arrivals) {
    uint32_t warp = arrival.warp->context.warp;
    arrivals.push_back({warp, arrival.clock});
    const Step &step = kernel.steps[arrival.step];
    if (!kernel.collectives[step.collective].arriveOnly)
      leaving.push_back(warp);
  }
  races.passBarrier(arrivals, leaving);
}

const Instruction *
Launch::getInstruction(const BarrierState::Arrival &arrival) const {
  return kernel.collectives[kernel.steps[arrival.step].collective].instruction;
}

void Launch::reportStuck() {
  fail(CUDA_ERROR_LAUNCH_FAILED);
  for (Warp &warp : warps) {
    uint32_t step = warp.findPending(0);
    if (step == kExit)
      continue;
    uint32_t lanes = warp.pending[step];
    report(FindingKind::DivergentCollective, warp.context,
           llvm::countr_zero(lanes),
           kernel.collectives[kernel.steps[step].collective].instruction, [&] {
             std::string text;
             raw_string_ostream(text)
                 << "lanes " << format_hex(lanes, 10)
                 << " of the warp wait here for others, which never come";
             return text;
           });
    return;
  }
  for (BarrierState &barrier : barriers) {
    if (barrier.arrivals.empty())
      continue;
    const auto &arrival = barrier.arrivals.front();
    report(FindingKind::Deadlock, arrival.warp->context,
           llvm::countr_zero(arrival.lanes), getInstruction(arrival), [&] {
             return std::to_string(barrier.count) +
                    " threads wait at a barrier that no others come to";
           });
    return;
  }
}
