//===- Device.h - memory of a GPU, for Python -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_DEVICE_H
#define SPINDLE_PYTHON_DEVICE_H

#include "Spindle/Execution/Device.h"
#include "Tensor.h"

namespace spindle::python {

/// What Python holds of an array on the device.
struct DeviceArray {
  runtime::Array array;
  /// The memory of others may be there to be read alone.
  bool isWritable = true;
};

/// What Python holds of a tensor on the device: the structure is checked, its
/// arrays are never read here.
struct DeviceTensor {
  Tensor tensor;
};

/// Adds the classes `Device`, `DeviceArray` and `DeviceTensor`, and what takes
/// capsules of DLPack.
void bindDevice(nanobind::module_ &module);

/// Adds the class `DeviceCall`.
void bindDeviceCall(nanobind::module_ &module);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_DEVICE_H
