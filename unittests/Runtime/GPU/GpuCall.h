//===- GpuCall.h - a program for tests of the runtime -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_GPU_GPUCALL_H
#define SPINDLE_UNITTESTS_RUNTIME_GPU_GPUCALL_H

#include "FakeDriver.h"

#include "gtest/gtest.h"

namespace spindle::test {

/// Kernels, and the calls that compiled code makes of them.
struct GpuProgram {
  std::vector<SpindleImage> images = {
      makeImage(SPINDLE_IMAGE_CUBIN, 80, "cubin 80"),
      makeImage(SPINDLE_IMAGE_CUBIN, 90, "cubin 90"),
      makeImage(SPINDLE_IMAGE_PTX, 90, "ptx 90")};
  const char *names[2] = {"first", "second"};
  SpindleKernels kernels = {};
  SpindleCall call = {};
  char error[200] = "";
  /// What it is called with, and what it launches.
  void *pointer = reinterpret_cast<void *>(0x20000);
  uint64_t pointerBytes = 16, workspaceBytes = 0;
  int64_t grid[3] = {7, 1, 1}, shared = 0;
  int launches = 1;

  static SpindleImage makeImage(int32_t kind, int32_t chip, const char *text) {
    return {kind, chip, 0, 12000, text, 9};
  }

  int32_t run() {
    kernels.images = images.data();
    kernels.imageCount = static_cast<uint32_t>(images.size());
    kernels.names = names;
    kernels.kernelCount = 2;
    SpindleGpuCall state;
    int number = 42;
    void *parameters[] = {&number};
    if (int32_t status = spindle_gpu_begin(&state, &call, &kernels))
      return status;
    if (int32_t status = spindle_gpu_check_pointer(&state, pointer,
                                                   pointerBytes, "A_values"))
      return status;
    if (int32_t status = spindle_gpu_check_workspace(&state, workspaceBytes))
      return status;
    for (int i = 0; i < launches; ++i)
      spindle_gpu_launch(&state, 0, grid[0], grid[1], grid[2], 32, 1, 1, shared,
                         parameters);
    return spindle_gpu_end(&state);
  }

  std::string text() const { return error; }

  GpuProgram() {
    call.size = sizeof(call);
    call.error = error;
    call.errorBytes = sizeof(error);
    kernels = {images.data(), static_cast<uint32_t>(images.size()), 2, names,
               nullptr};
  }
  GpuProgram(const GpuProgram &) = delete;
  ~GpuProgram() { spindle_gpu_unload(&kernels); }
};

} // namespace spindle::test

#endif // SPINDLE_UNITTESTS_RUNTIME_GPU_GPUCALL_H
