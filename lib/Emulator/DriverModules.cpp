//===- DriverModules.cpp - the driver API: modules and launches -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"
#include "Image.h"
#include "Machine.h"

#include <cstring>

using namespace spindle::emulator;

using Guard = std::lock_guard<std::recursive_mutex>;

namespace {
/// The arguments of a launch, kept: pointers are the caller's.
struct Arguments {
  std::vector<std::max_align_t> buffer;
  std::vector<void *> pointers;
};
} // namespace

/// From pointers to each, or from one buffer. False: neither.
static bool readArguments(const Kernel &kernel, void **pointers, void **extra,
                          Arguments &arguments) {
  const KernelInfo &info = getInfo(kernel);
  const char *packed = nullptr;
  for (size_t i = 0; extra && extra[i] != CU_LAUNCH_PARAM_END; i += 2)
    if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER)
      packed = static_cast<const char *>(extra[i + 1]);
  if (!info.parameters.empty() && !packed && !pointers)
    return false;
  arguments.buffer.resize(kernel.argumentBytes / sizeof(std::max_align_t) + 1);
  char *buffer = reinterpret_cast<char *>(arguments.buffer.data());
  for (size_t i = 0; i < info.parameters.size(); ++i) {
    auto [bytes, offset] = info.parameters[i];
    memcpy(buffer + offset, packed ? packed + offset : pointers[i], bytes);
    arguments.pointers.push_back(buffer + offset);
  }
  return true;
}

static CUresult loadModule(CUmodule *handle, const void *image) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  if (!handle || !image)
    return CUDA_ERROR_INVALID_VALUE;
  auto module = state.emulator->load(getImage(image));
  if (!module) {
    state.emulator->noteRefusal(llvm::toString(module.takeError()));
    return CUDA_ERROR_INVALID_IMAGE;
  }
  state.modules.insert(*module);
  *handle = reinterpret_cast<CUmodule>(*module);
  return CUDA_SUCCESS;
}

extern "C" {

CUresult DRIVER(cuModuleLoadData)(CUmodule *module, const void *image) {
  return loadModule(module, image);
}

CUresult DRIVER(cuModuleLoadDataEx)(CUmodule *module, const void *image,
                                    unsigned count, CUjit_option *options,
                                    void **values) {
  return loadModule(module, image);
}

CUresult DRIVER(cuModuleUnload)(CUmodule handle) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *module = reinterpret_cast<LoadedModule *>(handle);
  if (!state.modules.erase(module))
    return CUDA_ERROR_INVALID_HANDLE;
  for (auto it = state.kernels.begin(); it != state.kernels.end();)
    it = (*it)->module == module ? state.kernels.erase(it) : std::next(it);
  state.emulator->unload(module);
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuModuleGetFunction)(CUfunction *function, CUmodule handle,
                                     const char *name) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *module = reinterpret_cast<LoadedModule *>(handle);
  if (!state.modules.count(module))
    return CUDA_ERROR_INVALID_HANDLE;
  Kernel *kernel = state.emulator->getKernel(module, name);
  if (!kernel)
    return CUDA_ERROR_NOT_FOUND;
  state.kernels.insert(kernel);
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuModuleGetGlobal_v2)(CUdeviceptr *address, size_t *bytes,
                                      CUmodule handle, const char *name) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *module = reinterpret_cast<LoadedModule *>(handle);
  if (!state.modules.count(module))
    return CUDA_ERROR_INVALID_HANDLE;
  auto [start, size] = state.emulator->getVariable(module, name);
  if (!size)
    return CUDA_ERROR_NOT_FOUND;
  if (address)
    *address = start;
  if (bytes)
    *bytes = size;
  return CUDA_SUCCESS;
}

CUresult DRIVER(cuFuncSetAttribute)(CUfunction function,
                                    CUfunction_attribute attribute, int value) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *kernel = reinterpret_cast<Kernel *>(function);
  if (!state.kernels.count(kernel))
    return CUDA_ERROR_INVALID_HANDLE;
  if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    return CUDA_SUCCESS;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0)
    return CUDA_ERROR_INVALID_VALUE;
  uint32_t limit = getSharedLimit(state.emulator->getOptions().capability);
  if (value + getInfo(*kernel).staticSharedBytes > limit)
    return CUDA_ERROR_INVALID_VALUE;
  return setMaxSharedBytes(*kernel, value) ? CUDA_SUCCESS
                                           : CUDA_ERROR_INVALID_VALUE;
}

CUresult DRIVER(cuFuncGetAttribute)(int *value, CUfunction_attribute attribute,
                                    CUfunction function) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  auto *kernel = reinterpret_cast<Kernel *>(function);
  if (!state.kernels.count(kernel))
    return CUDA_ERROR_INVALID_HANDLE;
  int capability = state.emulator->getOptions().capability;
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = getInfo(*kernel).maxThreads;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = getInfo(*kernel).staticSharedBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = getMaxSharedBytes(*kernel);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    *value = 32;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = capability;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = 0;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult DRIVER(cuLaunchKernel)(CUfunction function, unsigned gridX,
                                unsigned gridY, unsigned gridZ, unsigned blockX,
                                unsigned blockY, unsigned blockZ,
                                unsigned sharedBytes, CUstream stream,
                                void **parameters, void **extra) {
  DriverState &state = DriverState::get();
  Guard guard(state.lock);
  CUresult result = checkContext(state);
  if (result != CUDA_SUCCESS)
    return result;
  auto *kernel = reinterpret_cast<Kernel *>(function);
  if (!state.kernels.count(kernel))
    return CUDA_ERROR_INVALID_HANDLE;
  auto arguments = std::make_shared<Arguments>();
  if (!readArguments(*kernel, parameters, extra, *arguments))
    return CUDA_ERROR_INVALID_VALUE;
  Dim3 grid{gridX, gridY, gridZ}, block{blockX, blockY, blockZ};
  return submit(state, stream, [=] {
    return DriverState::get().emulator->launch(
        *kernel, grid, block, sharedBytes, arguments->pointers.data());
  });
}

} // extern "C"
