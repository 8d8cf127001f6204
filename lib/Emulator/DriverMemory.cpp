//===- DriverMemory.cpp - the driver API: memory --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

#include <cstring>

using namespace spindle::emulator;

using Guard = std::lock_guard<std::recursive_mutex>;

static void *toHost(CUdeviceptr address) {
  return reinterpret_cast<void *>(address);
}

/// Whether all of these are bytes of one allocation; no bytes are.
static bool isValid(const DriverState &state, CUdeviceptr address,
                    size_t bytes) {
  return bytes == 0 || state.emulator->isAllocated(address, bytes);
}

/// Work of a stream on memory; `synchronous` calls wait for it, and may not be
/// made while a stream is captured.
static CUresult transfer(CUstream stream, bool synchronous,
                         std::initializer_list<CUdeviceptr> addresses,
                         size_t bytes, std::function<void()> work) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  if (synchronous && checkNoCapture(state) != CUDA_SUCCESS)
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  for (CUdeviceptr address : addresses)
    if (!isValid(state, address, bytes))
      return CUDA_ERROR_INVALID_VALUE;
  return submit(state, stream, [work] {
    work();
    return CUDA_SUCCESS;
  });
}

static CUresult copy(CUstream stream, bool synchronous, void *to,
                     const void *from,
                     std::initializer_list<CUdeviceptr> addresses,
                     size_t bytes) {
  if (bytes && (!to || !from))
    return CUDA_ERROR_INVALID_VALUE;
  return transfer(stream, synchronous, addresses, bytes, [=] {
    if (bytes)
      memmove(to, from, bytes);
  });
}

template <typename Word>
static CUresult fill(CUstream stream, bool synchronous, CUdeviceptr address,
                     Word value, size_t count) {
  if (address % sizeof(Word))
    return CUDA_ERROR_INVALID_VALUE;
  return transfer(stream, synchronous, {address}, count * sizeof(Word), [=] {
    std::fill_n(static_cast<Word *>(toHost(address)), count, value);
  });
}

extern "C" {

CUresult DRIVER(cuMemGetInfo_v2)(size_t *free, size_t *total) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  *free = state.emulator->getFreeBytes();
  *total = state.emulator->getOptions().memoryBytes;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuMemAlloc_v2)(CUdeviceptr *address, size_t bytes) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result == CUDA_SUCCESS)
    result = checkNoCapture(state);
  if (result != CUDA_SUCCESS)
    return result;
  if (!address || bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  *address = state.emulator->allocate(bytes);
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult DRIVER(cuMemFree_v2)(CUdeviceptr address) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result == CUDA_SUCCESS)
    result = checkNoCapture(state);
  if (result != CUDA_SUCCESS || !address)
    return result;
  return state.emulator->release(address) ? CUDA_SUCCESS
                                          : CUDA_ERROR_INVALID_VALUE;
}

CUresult DRIVER(cuMemAllocAsync)(CUdeviceptr *address, size_t bytes,
                                 CUstream handle) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  Stream *stream = findStream(state, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!address || bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  *address = state.emulator->allocate(bytes);
  if (*address && stream->status == CU_STREAM_CAPTURE_STATUS_ACTIVE)
    stream->graph->memory.push_back(*address);
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult DRIVER(cuMemFreeAsync)(CUdeviceptr address, CUstream handle) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  Stream *stream = findStream(state, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  // What a graph allocates stays as long as the graph does.
  if (!address || stream->status == CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return CUDA_SUCCESS;
  return state.emulator->release(address) ? CUDA_SUCCESS
                                          : CUDA_ERROR_INVALID_VALUE;
}

CUresult DRIVER(cuMemcpyHtoD_v2)(CUdeviceptr to, const void *from,
                                 size_t bytes) {
  return copy(nullptr, true, toHost(to), from, {to}, bytes);
}

CUresult DRIVER(cuMemcpyDtoH_v2)(void *to, CUdeviceptr from, size_t bytes) {
  return copy(nullptr, true, to, toHost(from), {from}, bytes);
}

CUresult DRIVER(cuMemcpyDtoD_v2)(CUdeviceptr to, CUdeviceptr from,
                                 size_t bytes) {
  return copy(nullptr, true, toHost(to), toHost(from), {to, from}, bytes);
}

CUresult DRIVER(cuMemcpyHtoDAsync_v2)(CUdeviceptr to, const void *from,
                                      size_t bytes, CUstream stream) {
  return copy(stream, false, toHost(to), from, {to}, bytes);
}

CUresult DRIVER(cuMemcpyDtoHAsync_v2)(void *to, CUdeviceptr from, size_t bytes,
                                      CUstream stream) {
  return copy(stream, false, to, toHost(from), {from}, bytes);
}

CUresult DRIVER(cuMemcpyDtoDAsync_v2)(CUdeviceptr to, CUdeviceptr from,
                                      size_t bytes, CUstream stream) {
  return copy(stream, false, toHost(to), toHost(from), {to, from}, bytes);
}

CUresult DRIVER(cuMemsetD8_v2)(CUdeviceptr address, unsigned char value,
                               size_t count) {
  return fill<uint8_t>(nullptr, true, address, value, count);
}

CUresult DRIVER(cuMemsetD32_v2)(CUdeviceptr address, unsigned value,
                                size_t count) {
  return fill<uint32_t>(nullptr, true, address, value, count);
}

CUresult DRIVER(cuMemsetD8Async)(CUdeviceptr address, unsigned char value,
                                 size_t count, CUstream stream) {
  return fill<uint8_t>(stream, false, address, value, count);
}

CUresult DRIVER(cuMemsetD32Async)(CUdeviceptr address, unsigned value,
                                  size_t count, CUstream stream) {
  return fill<uint32_t>(stream, false, address, value, count);
}

CUresult DRIVER(cuPointerGetAttribute)(void *data,
                                       CUpointer_attribute attribute,
                                       CUdeviceptr address) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  if (!state.emulator)
    return CUDA_ERROR_NOT_INITIALIZED;
  auto [start, bytes] = state.emulator->getAllocation(address);
  if (!data || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    *static_cast<CUcontext *>(data) = getContext();
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    *static_cast<unsigned *>(data) = CU_MEMORYTYPE_DEVICE;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    *static_cast<CUdeviceptr *>(data) = address;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    *static_cast<unsigned *>(data) = 0;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    *static_cast<int *>(data) = 0;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    *static_cast<CUdeviceptr *>(data) = start;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    *static_cast<size_t *>(data) = bytes;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MAPPED:
    *static_cast<unsigned *>(data) = 1;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult DRIVER(cuPointerGetAttributes)(unsigned count,
                                        CUpointer_attribute *attributes,
                                        void **data, CUdeviceptr address) {
  // A pointer of the host's is no error: its attributes are 0.
  for (unsigned i = 0; i < count; ++i)
    if (DRIVER(cuPointerGetAttribute)(data[i], attributes[i], address) !=
        CUDA_SUCCESS) {
      bool wide = attributes[i] != CU_POINTER_ATTRIBUTE_MEMORY_TYPE &&
                  attributes[i] != CU_POINTER_ATTRIBUTE_IS_MANAGED &&
                  attributes[i] != CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL &&
                  attributes[i] != CU_POINTER_ATTRIBUTE_MAPPED;
      memset(data[i], 0, wide ? 8 : 4);
    }
  return CUDA_SUCCESS;
}

} // extern "C"
