//===- CStatus.cpp - what a C function returns ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/CStatus.h"

using namespace spindle::cinterface;

static constexpr CStatusText statuses[] = {
    {CStatus::Ok, "SPINDLE_OK", "the kernel ran"},
    {CStatus::BadCall, "SPINDLE_BAD_CALL",
     "a member of spindle_call is out of range"},
    {CStatus::NullPointer, "SPINDLE_NULL_POINTER",
     "a pointer to something is null"},
    {CStatus::BadSize, "SPINDLE_BAD_SIZE",
     "a size is negative, or not that of the program or of another operand"},
    {CStatus::BadCount, "SPINDLE_BAD_COUNT",
     "an array has not as many entries as its format asks for"},
    {CStatus::BadPositions, "SPINDLE_BAD_POSITIONS",
     "positions do not start at 0, or end below it"},
    {CStatus::BadStride, "SPINDLE_BAD_STRIDE",
     "a dense operand is not stored by rows"},
    {CStatus::Overlap, "SPINDLE_OVERLAP",
     "an array that is written shares memory with another one"},
};

llvm::ArrayRef<CStatusText> spindle::cinterface::getCStatuses() {
  return statuses;
}
