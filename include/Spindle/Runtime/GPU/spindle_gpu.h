/*===- spindle_gpu.h - what launches kernels on a GPU -------------*- C -*-===*\
|*                                                                            *|
|* Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
   The host code of a program for a GPU calls what is declared here. Everything
   of CUDA's driver is called through a table, which is filled at the first
   call: from libcuda.so.1, from the library that the environment variable
   SPINDLE_CUDA_DRIVER names, or by a caller who has another one, as the emulator
   is. Nothing else but libc is needed.

   A call of a program is

     spindle_gpu_begin          the driver, the context, the kernels in it
     spindle_gpu_check_pointer  of each array
     spindle_gpu_launch         of each kernel
     spindle_gpu_end            what came of it

   Once the kernels are loaded, a call allocates nothing, reads nothing back and
   waits for nothing.
*/

#ifndef SPINDLE_RUNTIME_GPU_SPINDLE_GPU_H
#define SPINDLE_RUNTIME_GPU_SPINDLE_GPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of CUDA's driver that are called: the name of the member, the
   symbol, the parameters. Contexts, modules, functions, streams and events are
   pointers, memory of the GPU is a number. */
#define SPINDLE_DRIVER_FUNCTIONS(F)                                            \
  F(init, cuInit, (unsigned flags))                                            \
  F(getVersion, cuDriverGetVersion, (int *version))                            \
  F(getErrorString, cuGetErrorString, (int error, const char **text))          \
  F(countDevices, cuDeviceGetCount, (int *count))                              \
  F(getDevice, cuDeviceGet, (int *device, int ordinal))                        \
  F(getDeviceAttribute, cuDeviceGetAttribute,                                  \
    (int *value, int attribute, int device))                                   \
  F(retainContext, cuDevicePrimaryCtxRetain, (void **context, int device))     \
  F(getContext, cuCtxGetCurrent, (void **context))                             \
  F(pushContext, cuCtxPushCurrent_v2, (void *context))                         \
  F(popContext, cuCtxPopCurrent_v2, (void **context))                          \
  F(getContextDevice, cuCtxGetDevice, (int *device))                           \
  F(synchronize, cuCtxSynchronize, (void))                                     \
  F(loadModule, cuModuleLoadDataEx,                                            \
    (void **module, const void *image, unsigned count, int *options,           \
     void **values))                                                           \
  F(unloadModule, cuModuleUnload, (void *module))                              \
  F(getFunction, cuModuleGetFunction,                                          \
    (void **function, void *module, const char *name))                         \
  F(setFunctionAttribute, cuFuncSetAttribute,                                  \
    (void *function, int attribute, int value))                                \
  F(getPointerAttribute, cuPointerGetAttribute,                                \
    (void *value, int attribute, uint64_t pointer))                            \
  F(isCapturing, cuStreamIsCapturing, (void *stream, int *status))             \
  F(launch, cuLaunchKernel,                                                    \
    (void *function, unsigned gridX, unsigned gridY, unsigned gridZ,           \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,       \
     void *stream, void **parameters, void **extra))                           \
  F(allocate, cuMemAlloc_v2, (uint64_t *pointer, size_t bytes))                \
  F(release, cuMemFree_v2, (uint64_t pointer))                                 \
  F(copyIn, cuMemcpyHtoD_v2, (uint64_t to, const void *from, size_t bytes))    \
  F(copyOut, cuMemcpyDtoH_v2, (void *to, uint64_t from, size_t bytes))

/* Those that older drivers, and others, may lack. */
#define SPINDLE_OPTIONAL_DRIVER_FUNCTIONS(F)                                   \
  F(getContextId, cuCtxGetId, (void *context, unsigned long long *id))         \
  F(getStreamContext, cuStreamGetCtx, (void *stream, void **context))          \
  F(createEvent, cuEventCreate, (void **event, unsigned flags))                \
  F(destroyEvent, cuEventDestroy_v2, (void *event))                            \
  F(recordEvent, cuEventRecord, (void *event, void *stream))                   \
  F(synchronizeEvent, cuEventSynchronize, (void *event))                       \
  F(getElapsedTime, cuEventElapsedTime,                                        \
    (float *milliseconds, void *start, void *end))

/* A driver: its functions, which return 0 or an error of CUDA's. */
struct SpindleDriver {
#define SPINDLE_DECLARE(member, symbol, parameters) int(*member) parameters;
  SPINDLE_DRIVER_FUNCTIONS(SPINDLE_DECLARE)
  SPINDLE_OPTIONAL_DRIVER_FUNCTIONS(SPINDLE_DECLARE)
#undef SPINDLE_DECLARE
  /* Not 0: it loads LLVM bitcode, as an emulator does, and nothing else. */
  int takesBitcode;
};

/* What stands in an image, as cuModuleLoadData takes it. */
enum SpindleImageKind {
  SPINDLE_IMAGE_CUBIN = 1,
  SPINDLE_IMAGE_PTX = 2,
  SPINDLE_IMAGE_BITCODE = 3
};

/* Kernels for one sort of GPU. */
struct SpindleImage {
  int32_t kind;
  /* The GPU: ten times the major number of its compute capability and the
     minor one. A cubin runs on those of the same major number and no smaller
     minor one, PTX on all that are no smaller. */
  int32_t chip;
  /* Not 0: it runs on that GPU alone, as sm_90a says. */
  int32_t isExact;
  /* The least version of CUDA's driver that takes it, as 12000 for 12.0. */
  int32_t leastDriver;
  const void *data;
  uint64_t bytes;
};

/* The kernels of a program, in several images that mean the same. */
struct SpindleKernels {
  const struct SpindleImage *images;
  uint32_t imageCount;
  uint32_t kernelCount;
  /* What each kernel is called in the images. */
  const char *const *names;
  /* Where they are loaded; null at first, and for the runtime alone. */
  void *loaded;
};

/* What a kernel's caller hands over, as docs/CInterface.md says. */
struct SpindleCall {
  uint32_t size;
  int32_t threads;
  void *stream;
  void *workspace;
  uint64_t workspaceBytes;
  char *error;
  uint64_t errorBytes;
  int64_t reuseWorkspace;
};

/* A call while it runs. It lies in memory of the caller, who looks at nothing
   of it. */
struct SpindleGpuCall {
  const struct SpindleCall *call;
  const struct SpindleDriver *driver;
  void *stream;
  void *loaded;
  int32_t status;
  int32_t hasPushed;
  void *reserved[3];
};

/* What comes of a call, as enum spindle_status has it. */
enum SpindleGpuStatus {
  SPINDLE_GPU_OK = 0,
  SPINDLE_GPU_NO_DRIVER = 8,
  SPINDLE_GPU_OLD_DRIVER = 9,
  SPINDLE_GPU_NO_DEVICE = 10,
  SPINDLE_GPU_NO_CODE = 11,
  SPINDLE_GPU_NOT_LOADED = 12,
  SPINDLE_GPU_BAD_STREAM = 13,
  SPINDLE_GPU_HOST_POINTER = 14,
  SPINDLE_GPU_BAD_WORKSPACE = 15,
  SPINDLE_GPU_BAD_LAUNCH = 16,
  SPINDLE_GPU_NO_MEMORY = 17,
  SPINDLE_GPU_FAILED = 18
};

/* Has `driver`, which is kept, be the one from now on; null for the library
   again. No call runs meanwhile. */
void spindle_gpu_set_driver(const struct SpindleDriver *driver);

/* Fills `driver` with what `find` gives for each symbol. Returns null, or the
   name of a function that it has to have and has not. */
const char *spindle_gpu_fill_driver(struct SpindleDriver *driver,
                                    void *(*find)(void *context,
                                                  const char *symbol),
                                    void *context);

/* The driver, which is opened where this is the first call. Null after a
   failure, of which `call` is told; `status` says which. */
const struct SpindleDriver *
spindle_gpu_get_driver(const struct SpindleCall *call, int32_t *status);

/* Begins a call of a program with `kernels`, on the stream of `call` (null: the
   default stream). The context is the current one, or else the stream's, or
   else the first GPU's own. Loads the kernels where that has none of them yet.
   Where it fails there is nothing to end. */
int32_t spindle_gpu_begin(struct SpindleGpuCall *state,
                          const struct SpindleCall *call,
                          struct SpindleKernels *kernels);

/* Checks that the GPU can read `pointer`, an array of `bytes` that is called
   `name`. Where it fails the call has ended. */
int32_t spindle_gpu_check_pointer(struct SpindleGpuCall *state,
                                  const void *pointer, uint64_t bytes,
                                  const char *name);

/* Checks that the workspace has `bytes`. Where it fails the call has ended. */
int32_t spindle_gpu_check_workspace(struct SpindleGpuCall *state,
                                    uint64_t bytes);

/* Launches kernel `number` unless something has failed before. A grid without
   blocks is none. `shared` are bytes of memory that the threads of a block
   share, beside what the kernel itself declares. */
void spindle_gpu_launch(struct SpindleGpuCall *state, uint32_t number,
                        int64_t gridX, int64_t gridY, int64_t gridZ,
                        int64_t blockX, int64_t blockY, int64_t blockZ,
                        int64_t shared, void **parameters);

/* Ends a call: the first failure of its launches. */
int32_t spindle_gpu_end(struct SpindleGpuCall *state);

/* Loads `kernels` where the stream of `call`, or the context, has none of them
   yet: what a call does itself, but for one on a stream that is captured. */
int32_t spindle_gpu_load(const struct SpindleCall *call,
                         struct SpindleKernels *kernels);

/* Unloads `kernels` from all contexts of this driver, which are still there; no
   call of them runs. */
void spindle_gpu_unload(struct SpindleKernels *kernels);

#ifdef __cplusplus
}
#endif

#endif /* SPINDLE_RUNTIME_GPU_SPINDLE_GPU_H */
