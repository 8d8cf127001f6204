//===- Report.cpp - what the emulator counts and finds --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Emulator/Report.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace spindle::emulator;

void Counters::add(const Counters &other) {
  launches += other.launches;
  blocks += other.blocks;
  instructions += other.instructions;
  laneInstructions += other.laneInstructions;
  requests += other.requests;
  sectors += other.sectors;
  bytes += other.bytes;
  sharedRequests += other.sharedRequests;
  wavefronts += other.wavefronts;
  atomics += other.atomics;
  barriers += other.barriers;
  collectives += other.collectives;
  maxBlockCost = std::max(maxBlockCost, other.maxBlockCost);
}

static double divide(uint64_t x, uint64_t y) {
  return y ? static_cast<double>(x) / y : 0;
}

json::Object Counters::toJSON() const {
  return json::Object{
      {"launches", launches},
      {"blocks", blocks},
      {"instructions", instructions},
      {"active_lanes", divide(laneInstructions, instructions)},
      {"requests", requests},
      {"sectors", sectors},
      {"bytes", bytes},
      {"shared_requests", sharedRequests},
      {"wavefronts", wavefronts},
      {"atomics", atomics},
      {"barriers", barriers},
      {"collectives", collectives},
      {"max_block_cost", maxBlockCost},
      {"mean_block_cost", divide(instructions, blocks)},
  };
}

const char *spindle::emulator::getName(FindingKind kind) {
  switch (kind) {
  case FindingKind::GlobalRace:
    return "global race";
  case FindingKind::SharedRace:
    return "shared race";
  case FindingKind::OutOfBounds:
    return "out of bounds";
  case FindingKind::Misaligned:
    return "misaligned";
  case FindingKind::UninitializedShared:
    return "uninitialized shared memory";
  case FindingKind::DivergentCollective:
    return "divergent collective";
  case FindingKind::InactiveLane:
    return "inactive lane";
  case FindingKind::Deadlock:
    return "deadlock";
  case FindingKind::Unsupported:
    return "unsupported";
  }
  return "";
}

static std::string toText(const uint32_t (&index)[3]) {
  return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) +
         ", " + std::to_string(index[2]) + ")";
}

std::string Finding::toString() const {
  std::string text;
  raw_string_ostream stream(text);
  stream << getName(kind) << ": kernel '" << kernel << "', block "
         << toText(block) << ", thread " << toText(thread);
  if (!place.empty())
    stream << ", at " << place;
  stream << ": " << message;
  if (count > 1)
    stream << " (" << count << " times)";
  return text;
}

json::Object Finding::toJSON() const {
  return json::Object{
      {"kind", getName(kind)},
      {"kernel", kernel},
      {"block", json::Array{block[0], block[1], block[2]}},
      {"thread", json::Array{thread[0], thread[1], thread[2]}},
      {"place", place},
      {"message", message},
      {"count", count},
  };
}

json::Object Report::toJSON() const {
  json::Object counted;
  for (const auto &[name, counters] : kernels)
    counted[name] = counters.toJSON();
  json::Array found;
  for (const Finding &finding : findings)
    found.push_back(finding.toJSON());
  return json::Object{{"kernels", std::move(counted)},
                      {"findings", std::move(found)}};
}
