//===- DeviceArrays.cpp - arrays in the memory of a device ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DeviceArrays.h"

using namespace spindle;
using namespace spindle::execution;
using runtime::Array;

/// The value of `made`, or its error.
template <typename T>
static llvm::Expected<T> convert(runtime::Expected<T> made) {
  if (!made)
    return llvm::createStringError(made.error().str());
  return std::move(*made);
}

/// An array of `shape` on `memory`, where `place` is.
static llvm::Expected<Array> adoptMemory(DeviceMemory memory, void *place,
                                         runtime::DType dtype,
                                         std::vector<int64_t> shape) {
  auto owner = std::make_shared<DeviceMemory>(std::move(memory));
  return convert(Array::adopt(dtype, std::move(shape),
                              std::shared_ptr<void>(owner, place)));
}

llvm::Expected<Array> execution::allocateOnDevice(const Device &device,
                                                  runtime::DType dtype,
                                                  std::vector<int64_t> shape) {
  auto bytes = convert(runtime::denseByteSize(dtype, shape));
  if (!bytes)
    return bytes.takeError();
  DeviceMemory memory(device);
  llvm::Expected<void *> place = memory.allocate(*bytes);
  if (!place)
    return place.takeError();
  return adoptMemory(std::move(memory), *place, dtype, std::move(shape));
}

llvm::Expected<Array> execution::copyToDevice(const Device &device,
                                              const Array &array) {
  DeviceMemory memory(device);
  llvm::Expected<void *> place = memory.copyIn(array.data(), array.byteSize());
  if (!place)
    return place.takeError();
  return adoptMemory(std::move(memory), *place, array.dtype(), array.shape());
}

llvm::Expected<Array> execution::copyToHost(const Device &device,
                                            const Array &array) {
  if (llvm::Error error = device.synchronize())
    return std::move(error);
  auto made = convert(Array::allocate(array.dtype(), array.shape()));
  if (!made)
    return made;
  if (llvm::Error error = DeviceMemory(device).copyOut(
          made->data(), array.data(), array.byteSize()))
    return std::move(error);
  return made;
}
