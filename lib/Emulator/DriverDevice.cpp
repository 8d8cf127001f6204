//===- DriverDevice.cpp - the driver API: devices and contexts ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"
#include "Machine.h"

#include <cstdlib>
#include <cstring>

using namespace spindle::emulator;

namespace {
struct Name {
  CUresult error;
  const char *name, *text;
};
} // namespace

static constexpr Name kNames[] = {
#define NAME(error, text) {error, #error, text}
    NAME(CUDA_SUCCESS, "no error"),
    NAME(CUDA_ERROR_INVALID_VALUE, "invalid argument"),
    NAME(CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
    NAME(CUDA_ERROR_NOT_INITIALIZED, "initialization error"),
    NAME(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal"),
    NAME(CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid"),
    NAME(CUDA_ERROR_INVALID_CONTEXT, "invalid device context"),
    NAME(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image for this device"),
    NAME(CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed"),
    NAME(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle"),
    NAME(CUDA_ERROR_NOT_FOUND, "named symbol not found"),
    NAME(CUDA_ERROR_NOT_READY, "device not ready"),
    NAME(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access"),
    NAME(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested"),
    NAME(CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out"),
    NAME(CUDA_ERROR_ASSERT, "device-side assert triggered"),
    NAME(CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction"),
    NAME(CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address"),
    NAME(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure"),
    NAME(CUDA_ERROR_NOT_SUPPORTED, "operation not supported"),
    NAME(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         "operation not permitted when stream is capturing"),
    NAME(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
         "operation failed due to a previous error during capture"),
    NAME(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
         "capture was not begun in this stream"),
    NAME(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
         "operation would make the legacy stream depend on a capture"),
    NAME(CUDA_ERROR_UNKNOWN, "unknown error"),
#undef NAME
};

/// Attributes of a device, by CUDA's numbers; -1 for one that is not known.
static int getAttribute(const Options &options, int attribute) {
  switch (attribute) {
  case 1: // threads of a block
  case 2: // along x
  case 3: // along y
    return 1024;
  case 4: // along z
    return 64;
  case 5: // blocks along x
    return 0x7FFFFFFF;
  case 6:
  case 7:
    return 65535;
  case 8: // shared memory of a block
    return 48 << 10;
  case 9: // constant memory
    return 64 << 10;
  case 10: // lanes of a warp
    return 32;
  case 12: // registers of a block
  case 82: // and of a multiprocessor
    return 64 << 10;
  case 13: // clock, kHz
    return 1755000;
  case 16: // multiprocessors
    return options.capability >= 90 ? 132 : 108;
  case 31:  // concurrent kernels
  case 41:  // unified addresses
  case 78:  // stream priorities
  case 95:  // cooperative launches
  case 115: // memory pools
    return 1;
  case 38: // L2 cache
    return (options.capability >= 90 ? 50 : 40) << 20;
  case 39: // threads of a multiprocessor
    return 2048;
  case 75: // capability
    return options.capability / 10;
  case 76:
    return options.capability % 10;
  case 81: // shared memory of a multiprocessor
    return getSharedLimit(options.capability) + 1024;
  case 97: // shared memory that a kernel may ask for
    return getSharedLimit(options.capability);
  case 106: // blocks of a multiprocessor
    return 32;
  default:
    return attribute > 0 && attribute < 150 ? 0 : -1;
  }
}

extern "C" {

CUresult DRIVER(cuInit)(unsigned flags) {
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  return getProcessEmulator() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult DRIVER(cuDriverGetVersion)(int *version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = 13000;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuGetErrorName)(CUresult error, const char **text) {
  for (const Name &name : kNames)
    if (name.error == error) {
      *text = name.name;
      return CUDA_SUCCESS;
    }
  *text = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult DRIVER(cuGetErrorString)(CUresult error, const char **text) {
  for (const Name &name : kNames)
    if (name.error == error) {
      *text = name.text;
      return CUDA_SUCCESS;
    }
  *text = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult DRIVER(cuGetProcAddress)(const char *name, void **function,
                                  int version, uint64_t flags) {
  std::string text = name;
  *function = getDriverFunction((text + "_v2").c_str());
  if (!*function)
    *function = getDriverFunction(name);
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult DRIVER(cuGetProcAddress_v2)(const char *name, void **function,
                                     int version, uint64_t flags, int *status) {
  CUresult result = DRIVER(cuGetProcAddress)(name, function, version, flags);
  if (status)
    *status = result == CUDA_SUCCESS ? 0 : 1;
  return result;
}

CUresult DRIVER(cuDeviceGetCount)(int *count) {
  if (!getProcessEmulator())
    return CUDA_ERROR_NOT_INITIALIZED;
  *count = 1;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuDeviceGet)(CUdevice *device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult DRIVER(cuDeviceGetName)(char *name, int length, CUdevice device) {
  Emulator *emulator = getProcessEmulator();
  if (!emulator)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (length < 1)
    return CUDA_ERROR_INVALID_VALUE;
  std::string text = "Spindle's emulator of sm_" +
                     std::to_string(emulator->getOptions().capability);
  strncpy(name, text.c_str(), length - 1);
  name[length - 1] = 0;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuDeviceGetAttribute)(int *value, CUdevice_attribute attribute,
                                      CUdevice device) {
  Emulator *emulator = getProcessEmulator();
  if (!emulator)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  int found = getAttribute(emulator->getOptions(), attribute);
  if (found < 0 || !value)
    return CUDA_ERROR_INVALID_VALUE;
  *value = found;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuDeviceTotalMem_v2)(size_t *bytes, CUdevice device) {
  Emulator *emulator = getProcessEmulator();
  if (!emulator)
    return CUDA_ERROR_NOT_INITIALIZED;
  *bytes = emulator->getOptions().memoryBytes;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuDevicePrimaryCtxRetain)(CUcontext *context, CUdevice device) {
  DriverState &state = DriverState::get();
  std::lock_guard<std::recursive_mutex> guard(state.lock);
  if (!state.emulator)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  ++state.retained;
  *context = getContext();
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuDevicePrimaryCtxRelease_v2)(CUdevice device) {
  DriverState &state = DriverState::get();
  std::lock_guard<std::recursive_mutex> guard(state.lock);
  if (state.retained == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  --state.retained;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuCtxGetCurrent)(CUcontext *context) {
  *context = getCurrentContext();
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuCtxSetCurrent)(CUcontext context) {
  if (context && context != getContext())
    return CUDA_ERROR_INVALID_CONTEXT;
  getCurrentContext() = context;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuCtxPushCurrent_v2)(CUcontext context) {
  return DRIVER(cuCtxSetCurrent)(context);
}

CUresult DRIVER(cuCtxPopCurrent_v2)(CUcontext *context) {
  if (context)
    *context = getCurrentContext();
  getCurrentContext() = nullptr;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuCtxGetDevice)(CUdevice *device) {
  if (!getCurrentContext())
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuCtxSynchronize)(void) {
  DriverState &state = DriverState::get();
  std::lock_guard<std::recursive_mutex> guard(state.lock);
  CUresult result = checkContext(state);
  return result != CUDA_SUCCESS ? result : checkNoCapture(state);
}

} // extern "C"
