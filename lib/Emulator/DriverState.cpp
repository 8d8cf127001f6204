//===- DriverState.cpp - what calls of the driver share -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;
using namespace spindle::emulator;

DriverState &DriverState::get() {
  // Never destroyed: programs make calls while they end.
  static DriverState *const state = new DriverState;
  return *state;
}

CUcontext &spindle::emulator::getCurrentContext() {
  static thread_local CUcontext current = nullptr;
  return current;
}

CUcontext spindle::emulator::getContext() {
  return reinterpret_cast<CUcontext>(&DriverState::get());
}

CUresult spindle::emulator::checkContext(DriverState &state) {
  if (!state.emulator)
    return CUDA_ERROR_NOT_INITIALIZED;
  return getCurrentContext() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

Stream *spindle::emulator::findStream(DriverState &state, CUstream handle) {
  // 1 and 2 are the usual stream by other names.
  if (reinterpret_cast<uintptr_t>(handle) <= 2)
    return &state.usualStream;
  auto found = state.streams.find(reinterpret_cast<Stream *>(handle));
  return found == state.streams.end() ? nullptr : *found;
}

/// Ends the capture of `stream` without a graph.
static void invalidate(Stream &stream) {
  stream.status = CU_STREAM_CAPTURE_STATUS_INVALIDATED;
}

CUresult spindle::emulator::checkNoCapture(DriverState &state) {
  CUresult result = CUDA_SUCCESS;
  for (Stream *stream : state.streams)
    if (stream->strict && stream->status == CU_STREAM_CAPTURE_STATUS_ACTIVE) {
      invalidate(*stream);
      result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
  return result;
}

CUresult spindle::emulator::submit(DriverState &state, CUstream handle,
                                   std::function<CUresult()> work) {
  Stream *stream = findStream(state, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (stream == &state.usualStream && checkNoCapture(state) != CUDA_SUCCESS)
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  if (stream->status == CU_STREAM_CAPTURE_STATUS_INVALIDATED)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (stream->status == CU_STREAM_CAPTURE_STATUS_NONE)
    return work();
  stream->graph->work.push_back(std::move(work));
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// The process's emulator
//===----------------------------------------------------------------------===//

Error spindle::emulator::resetProcessEmulator(Options options) {
  DriverState &state = DriverState::get();
  std::lock_guard<std::recursive_mutex> guard(state.lock);
  state.triedToStart = true;
  for (auto *handle : state.graphs)
    delete handle;
  for (auto *handle : state.executables)
    delete handle;
  state.graphs.clear();
  state.executables.clear();
  state.modules.clear();
  state.kernels.clear();
  state.emulator.reset();
  auto emulator = Emulator::create(std::move(options));
  if (!emulator)
    return emulator.takeError();
  state.emulator = std::move(*emulator);
  return Error::success();
}

static Error startFromEnvironment() {
  const char *text = getenv("SPINDLE_EMULATOR");
  auto options = parseOptions(text ? text : "");
  return options ? resetProcessEmulator(std::move(*options))
                 : options.takeError();
}

Emulator *spindle::emulator::getProcessEmulator() {
  DriverState &state = DriverState::get();
  std::lock_guard<std::recursive_mutex> guard(state.lock);
  if (!state.triedToStart)
    if (Error error = startFromEnvironment())
      consumeError(std::move(error));
  return state.emulator.get();
}

//===----------------------------------------------------------------------===//
// Functions by name
//===----------------------------------------------------------------------===//

void *spindle::emulator::getDriverFunction(const char *name) {
#define DRIVER_FUNCTION(known)                                                 \
  if (strcmp(name, #known) == 0)                                               \
    return reinterpret_cast<void *>(DRIVER(known));
#include "DriverFunctions.def"
#undef DRIVER_FUNCTION
  return nullptr;
}
