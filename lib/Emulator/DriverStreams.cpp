//===- DriverStreams.cpp - the driver API: streams, graphs, events --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

#include <chrono>

using namespace spindle::emulator;

using Guard = std::lock_guard<std::recursive_mutex>;

static constexpr CUstreamCaptureMode kRelaxed = 2;

static double getSeconds() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// Waiting for a stream that is captured ends the capture.
static CUresult wait(CUstream handle) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  Stream *stream = findStream(state, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (stream->status == CU_STREAM_CAPTURE_STATUS_NONE)
    return CUDA_SUCCESS;
  stream->status = CU_STREAM_CAPTURE_STATUS_INVALIDATED;
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

/// A graph gives back its memory with the last handle to it.
static std::shared_ptr<Graph> share(std::unique_ptr<Graph> graph) {
  return std::shared_ptr<Graph>(graph.release(), [](Graph *graph) {
    if (Emulator *emulator = DriverState::get().emulator.get())
      for (CUdeviceptr address : graph->memory)
        emulator->release(address);
    delete graph;
  });
}

extern "C" {

CUresult DRIVER(cuStreamCreate)(CUstream *handle, unsigned flags) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  auto *stream = new Stream;
  state.streams.insert(stream);
  *handle = reinterpret_cast<CUstream>(stream);
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuStreamDestroy_v2)(CUstream handle) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *stream = reinterpret_cast<Stream *>(handle);
  if (!state.streams.erase(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  delete stream;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuStreamSynchronize)(CUstream stream) { return wait(stream); }

CUresult DRIVER(cuStreamQuery)(CUstream stream) { return wait(stream); }

CUresult DRIVER(cuStreamWaitEvent)(CUstream handle, CUevent event,
                                   unsigned flags) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  return findStream(state, handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult DRIVER(cuStreamGetCtx)(CUstream handle, CUcontext *context) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  if (!findStream(state, handle))
    return CUDA_ERROR_INVALID_HANDLE;
  *context = getContext();
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuStreamIsCapturing)(CUstream handle,
                                     CUstreamCaptureStatus *status) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  Stream *stream = findStream(state, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  *status = stream->status;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuStreamBeginCapture_v2)(CUstream handle,
                                         CUstreamCaptureMode mode) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  Stream *stream = findStream(state, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (stream == &state.usualStream)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (stream->status != CU_STREAM_CAPTURE_STATUS_NONE)
    return CUDA_ERROR_INVALID_VALUE;
  stream->status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  stream->strict = mode != kRelaxed;
  stream->graph = std::make_unique<Graph>();
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuStreamEndCapture)(CUstream handle, CUgraph *graph) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  *graph = nullptr;
  Stream *stream = findStream(state, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  CUstreamCaptureStatus status = stream->status;
  auto captured = share(std::move(stream->graph));
  stream->status = CU_STREAM_CAPTURE_STATUS_NONE;
  if (status == CU_STREAM_CAPTURE_STATUS_NONE)
    return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
  if (status == CU_STREAM_CAPTURE_STATUS_INVALIDATED)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  auto *held = new std::shared_ptr<Graph>(std::move(captured));
  state.graphs.insert(held);
  *graph = reinterpret_cast<CUgraph>(held);
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuGraphInstantiateWithFlags)(CUgraphExec *executable,
                                             CUgraph graph, uint64_t flags) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *held = reinterpret_cast<std::shared_ptr<Graph> *>(graph);
  if (!state.graphs.count(held))
    return CUDA_ERROR_INVALID_VALUE;
  auto *copy = new std::shared_ptr<Graph>(*held);
  state.executables.insert(copy);
  *executable = reinterpret_cast<CUgraphExec>(copy);
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuGraphLaunch)(CUgraphExec executable, CUstream stream) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  auto *held = reinterpret_cast<std::shared_ptr<Graph> *>(executable);
  if (!state.executables.count(held))
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Graph> graph = *held;
  return submit(state, stream, [graph] {
    CUresult result = CUDA_SUCCESS;
    for (const auto &work : graph->work)
      if (result == CUDA_SUCCESS)
        result = work();
    return result;
  });
}

CUresult DRIVER(cuGraphDestroy)(CUgraph graph) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *held = reinterpret_cast<std::shared_ptr<Graph> *>(graph);
  if (!state.graphs.erase(held))
    return CUDA_ERROR_INVALID_VALUE;
  delete held;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuGraphExecDestroy)(CUgraphExec executable) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *held = reinterpret_cast<std::shared_ptr<Graph> *>(executable);
  if (!state.executables.erase(held))
    return CUDA_ERROR_INVALID_VALUE;
  delete held;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuEventCreate)(CUevent *handle, unsigned flags) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  auto *event = new Event;
  state.events.insert(event);
  *handle = reinterpret_cast<CUevent>(event);
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuEventRecord)(CUevent handle, CUstream stream) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *event = reinterpret_cast<Event *>(handle);
  if (!state.events.count(event))
    return CUDA_ERROR_INVALID_HANDLE;
  return submit(state, stream, [event] {
    event->time = getSeconds();
    return CUDA_SUCCESS;
  });
}

CUresult DRIVER(cuEventQuery)(CUevent handle) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  return state.events.count(reinterpret_cast<Event *>(handle))
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_HANDLE;
}

CUresult DRIVER(cuEventSynchronize)(CUevent event) {
  return DRIVER(cuEventQuery)(event);
}

CUresult DRIVER(cuEventElapsedTime)(float *milliseconds, CUevent start,
                                    CUevent end) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *first = reinterpret_cast<Event *>(start);
  auto *second = reinterpret_cast<Event *>(end);
  if (!state.events.count(first) || !state.events.count(second) ||
      first->time < 0 || second->time < 0)
    return CUDA_ERROR_INVALID_HANDLE;
  *milliseconds = static_cast<float>((second->time - first->time) * 1e3);
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuEventElapsedTime_v2)(float *milliseconds, CUevent start,
                                       CUevent end) {
  return DRIVER(cuEventElapsedTime)(milliseconds, start, end);
}

CUresult DRIVER(cuEventDestroy_v2)(CUevent handle) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *event = reinterpret_cast<Event *>(handle);
  if (!state.events.erase(event))
    return CUDA_ERROR_INVALID_HANDLE;
  delete event;
  return CUDA_SUCCESS;
}

} // extern "C"
