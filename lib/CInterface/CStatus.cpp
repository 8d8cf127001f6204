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
    {CStatus::NoDriver, "SPINDLE_NO_DRIVER",
     "CUDA's driver is not there, or lacks a function"},
    {CStatus::OldDriver, "SPINDLE_OLD_DRIVER",
     "CUDA's driver is too old for the kernels"},
    {CStatus::NoDevice, "SPINDLE_NO_DEVICE", "there is no GPU"},
    {CStatus::NoCode, "SPINDLE_NO_CODE", "there is no code for this GPU"},
    {CStatus::NotLoaded, "SPINDLE_NOT_LOADED",
     "the kernels are not loaded, and the stream is captured"},
    {CStatus::BadStream, "SPINDLE_BAD_STREAM",
     "the stream is not one of the current context"},
    {CStatus::HostPointer, "SPINDLE_HOST_POINTER",
     "a pointer is to memory of the host, not of the GPU"},
    {CStatus::BadWorkspace, "SPINDLE_BAD_WORKSPACE",
     "the workspace is too small, null or not aligned"},
    {CStatus::BadLaunch, "SPINDLE_BAD_LAUNCH",
     "a grid or a block is larger than the GPU's"},
    {CStatus::NoMemory, "SPINDLE_NO_MEMORY",
     "there is no memory to load the kernels"},
    {CStatus::DeviceFailed, "SPINDLE_DEVICE_FAILED",
     "CUDA's driver reports another error"},
    {CStatus::BadInspection, "SPINDLE_BAD_INSPECTION",
     "a structure cannot be inspected, or is not the one that was"},
    {CStatus::OutOfMemory, "SPINDLE_OUT_OF_MEMORY",
     "there is no memory for what the kernel makes on the way"},
};

llvm::ArrayRef<CStatusText> spindle::cinterface::getCStatuses() {
  return statuses;
}
