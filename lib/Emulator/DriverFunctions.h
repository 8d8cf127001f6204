//===- DriverFunctions.h - the driver API that is emulated ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each is what CUDA's documentation says of the function of that name, as far
// as docs/Emulator.md does not say otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_DRIVERFUNCTIONS_H
#define SPINDLE_LIB_EMULATOR_DRIVERFUNCTIONS_H

#include "Spindle/Emulator/CudaTypes.h"

// The functions have CUDA's names in the shared library, and in a program that
// links the static one others, which never meet those of a driver.
#ifdef SPINDLE_EMULATOR_EXPORTS
#define DRIVER(name) name
#else
#define DRIVER(name) spindle_emulator_##name
#endif

#ifdef SPINDLE_EMULATOR_EXPORTS
#pragma GCC visibility push(default)
#endif
extern "C" {
CUresult DRIVER(cuInit)(unsigned flags);
CUresult DRIVER(cuDriverGetVersion)(int *version);
CUresult DRIVER(cuGetErrorName)(CUresult error, const char **text);
CUresult DRIVER(cuGetErrorString)(CUresult error, const char **text);
CUresult DRIVER(cuGetProcAddress)(const char *name, void **function,
                                  int version, uint64_t flags);
CUresult DRIVER(cuGetProcAddress_v2)(const char *name, void **function,
                                     int version, uint64_t flags, int *status);
CUresult DRIVER(cuDeviceGetCount)(int *count);
CUresult DRIVER(cuDeviceGet)(CUdevice *device, int ordinal);
CUresult DRIVER(cuDeviceGetName)(char *name, int length, CUdevice device);
CUresult DRIVER(cuDeviceGetAttribute)(int *value, CUdevice_attribute attribute,
                                      CUdevice device);
CUresult DRIVER(cuDeviceTotalMem_v2)(size_t *bytes, CUdevice device);
CUresult DRIVER(cuDevicePrimaryCtxRetain)(CUcontext *context, CUdevice device);
CUresult DRIVER(cuDevicePrimaryCtxRelease_v2)(CUdevice device);
CUresult DRIVER(cuCtxGetCurrent)(CUcontext *context);
CUresult DRIVER(cuCtxSetCurrent)(CUcontext context);
CUresult DRIVER(cuCtxPushCurrent_v2)(CUcontext context);
CUresult DRIVER(cuCtxPopCurrent_v2)(CUcontext *context);
CUresult DRIVER(cuCtxGetDevice)(CUdevice *device);
CUresult DRIVER(cuCtxSynchronize)(void);
CUresult DRIVER(cuMemGetInfo_v2)(size_t *free, size_t *total);
CUresult DRIVER(cuMemAlloc_v2)(CUdeviceptr *address, size_t bytes);
CUresult DRIVER(cuMemFree_v2)(CUdeviceptr address);
CUresult DRIVER(cuMemAllocAsync)(CUdeviceptr *address, size_t bytes,
                                 CUstream handle);
CUresult DRIVER(cuMemFreeAsync)(CUdeviceptr address, CUstream handle);
CUresult DRIVER(cuMemcpyHtoD_v2)(CUdeviceptr to, const void *from,
                                 size_t bytes);
CUresult DRIVER(cuMemcpyDtoH_v2)(void *to, CUdeviceptr from, size_t bytes);
CUresult DRIVER(cuMemcpyDtoD_v2)(CUdeviceptr to, CUdeviceptr from,
                                 size_t bytes);
CUresult DRIVER(cuMemcpyHtoDAsync_v2)(CUdeviceptr to, const void *from,
                                      size_t bytes, CUstream stream);
CUresult DRIVER(cuMemcpyDtoHAsync_v2)(void *to, CUdeviceptr from, size_t bytes,
                                      CUstream stream);
CUresult DRIVER(cuMemcpyDtoDAsync_v2)(CUdeviceptr to, CUdeviceptr from,
                                      size_t bytes, CUstream stream);
CUresult DRIVER(cuMemsetD8_v2)(CUdeviceptr address, unsigned char value,
                               size_t count);
CUresult DRIVER(cuMemsetD32_v2)(CUdeviceptr address, unsigned value,
                                size_t count);
CUresult DRIVER(cuMemsetD8Async)(CUdeviceptr address, unsigned char value,
                                 size_t count, CUstream stream);
CUresult DRIVER(cuMemsetD32Async)(CUdeviceptr address, unsigned value,
                                  size_t count, CUstream stream);
CUresult DRIVER(cuPointerGetAttribute)(void *data,
                                       CUpointer_attribute attribute,
                                       CUdeviceptr address);
CUresult DRIVER(cuPointerGetAttributes)(unsigned count,
                                        CUpointer_attribute *attributes,
                                        void **data, CUdeviceptr address);
CUresult DRIVER(cuModuleLoadData)(CUmodule *module, const void *image);
CUresult DRIVER(cuModuleLoadDataEx)(CUmodule *module, const void *image,
                                    unsigned count, CUjit_option *options,
                                    void **values);
CUresult DRIVER(cuModuleUnload)(CUmodule handle);
CUresult DRIVER(cuModuleGetFunction)(CUfunction *function, CUmodule handle,
                                     const char *name);
CUresult DRIVER(cuModuleGetGlobal_v2)(CUdeviceptr *address, size_t *bytes,
                                      CUmodule handle, const char *name);
CUresult DRIVER(cuFuncSetAttribute)(CUfunction function,
                                    CUfunction_attribute attribute, int value);
CUresult DRIVER(cuFuncGetAttribute)(int *value, CUfunction_attribute attribute,
                                    CUfunction function);
CUresult DRIVER(cuLaunchKernel)(CUfunction function, unsigned gridX,
                                unsigned gridY, unsigned gridZ, unsigned blockX,
                                unsigned blockY, unsigned blockZ,
                                unsigned sharedBytes, CUstream stream,
                                void **parameters, void **extra);
CUresult DRIVER(cuStreamCreate)(CUstream *handle, unsigned flags);
CUresult DRIVER(cuStreamDestroy_v2)(CUstream handle);
CUresult DRIVER(cuStreamSynchronize)(CUstream stream);
CUresult DRIVER(cuStreamQuery)(CUstream stream);
CUresult DRIVER(cuStreamWaitEvent)(CUstream handle, CUevent event,
                                   unsigned flags);
CUresult DRIVER(cuStreamGetCtx)(CUstream handle, CUcontext *context);
CUresult DRIVER(cuStreamIsCapturing)(CUstream handle,
                                     CUstreamCaptureStatus *status);
CUresult DRIVER(cuStreamBeginCapture_v2)(CUstream handle,
                                         CUstreamCaptureMode mode);
CUresult DRIVER(cuStreamEndCapture)(CUstream handle, CUgraph *graph);
CUresult DRIVER(cuGraphInstantiateWithFlags)(CUgraphExec *executable,
                                             CUgraph graph, uint64_t flags);
CUresult DRIVER(cuGraphLaunch)(CUgraphExec executable, CUstream stream);
CUresult DRIVER(cuGraphDestroy)(CUgraph graph);
CUresult DRIVER(cuGraphExecDestroy)(CUgraphExec executable);
CUresult DRIVER(cuEventCreate)(CUevent *handle, unsigned flags);
CUresult DRIVER(cuEventRecord)(CUevent handle, CUstream stream);
CUresult DRIVER(cuEventQuery)(CUevent handle);
CUresult DRIVER(cuEventSynchronize)(CUevent event);
CUresult DRIVER(cuEventElapsedTime)(float *milliseconds, CUevent start,
                                    CUevent end);
CUresult DRIVER(cuEventElapsedTime_v2)(float *milliseconds, CUevent start,
                                       CUevent end);
CUresult DRIVER(cuEventDestroy_v2)(CUevent handle);
} // extern "C"
#ifdef SPINDLE_EMULATOR_EXPORTS
#pragma GCC visibility pop
#endif

#endif // SPINDLE_LIB_EMULATOR_DRIVERFUNCTIONS_H
