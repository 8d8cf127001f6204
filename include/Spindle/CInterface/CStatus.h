//===- CStatus.h - what a C function returns --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CINTERFACE_CSTATUS_H
#define SPINDLE_CINTERFACE_CSTATUS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace spindle::cinterface {

/// What a C function returns. The numbers are part of the contract: new ones
/// come last.
enum class CStatus : int32_t {
  Ok = 0,
  BadCall = 1,
  NullPointer = 2,
  BadSize = 3,
  BadCount = 4,
  BadPositions = 5,
  BadStride = 6,
  Overlap = 7,
  // Of kernels for a GPU.
  NoDriver = 8,
  OldDriver = 9,
  NoDevice = 10,
  NoCode = 11,
  NotLoaded = 12,
  BadStream = 13,
  HostPointer = 14,
  BadWorkspace = 15,
  BadLaunch = 16,
  NoMemory = 17,
  DeviceFailed = 18,
  BadInspection = 19,
  OutOfMemory = 20
};

/// A status as the header shows it.
struct CStatusText {
  CStatus status;
  /// The enumerator, as in SPINDLE_BAD_SIZE.
  llvm::StringLiteral name;
  /// What is wrong, in words.
  llvm::StringLiteral text;
};

/// All statuses, by their numbers.
llvm::ArrayRef<CStatusText> getCStatuses();

/// How `spindle_call` lies in memory: the offset of each member that a C
/// function reads, and the least size that it takes. Members are 8 bytes but
/// for the first two.
struct CCallLayout {
  static constexpr int64_t size = 0;
  static constexpr int64_t threads = 4;
  static constexpr int64_t workspace = 16;
  static constexpr int64_t error = 32;
  static constexpr int64_t errorBytes = 40;
  static constexpr int64_t leastSize = 48;
  /// Those that a caller may know nothing of.
  static constexpr int64_t reuseWorkspace = 48;
};

} // namespace spindle::cinterface

#endif // SPINDLE_CINTERFACE_CSTATUS_H
