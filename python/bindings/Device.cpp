//===- Device.cpp - memory of a GPU, for Python ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Arrays.h"
#include "DLPack.h"
#include "Errors.h"
#include "Gil.h"
#include "Spindle/Execution/DeviceArrays.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace spindle;
using namespace spindle::python;
using execution::Device;
using execution::DeviceKind;
using runtime::Array;
using runtime::Storage;
using Shape = std::vector<int64_t>;

/// What `work` gives, which it does without the GIL.
template <typename T>
static T doAlone(llvm::function_ref<llvm::Expected<T>()> work) {
  std::optional<llvm::Expected<T>> made;
  {
    GilRelease release;
    made.emplace(work());
  }
  return unwrap(std::move(*made));
}

/// Whether a level has `array`, which may be empty: those of a structure are of
/// integers, and one that is lacking is an array of f32 without memory.
static bool isThere(const Array &array) {
  return array.data() || array.dtype() != runtime::DType::F32;
}

/// `tensor` with `change` done to each of its arrays.
static llvm::Expected<Tensor>
mapArrays(const Tensor &tensor,
          llvm::function_ref<llvm::Expected<Array>(const Array &)> change) {
  Tensor made = tensor;
  made.isWritable = true;
  llvm::SmallVector<Array *> arrays;
  for (Storage &part : made.stored.parts) {
    for (auto *levels : {&part.positions, &part.coordinates, &part.lengths})
      for (Array &array : *levels)
        if (isThere(array))
          arrays.push_back(&array);
    if (isThere(part.bitmap))
      arrays.push_back(&part.bitmap);
    arrays.push_back(&part.values);
  }
  for (Array *array : arrays) {
    llvm::Expected<Array> changed = change(*array);
    if (!changed)
      return changed.takeError();
    *array = std::move(*changed);
  }
  return made;
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

static Device openDevice(bool isEmulator) {
  return doAlone<Device>([&] {
    return Device::open(isEmulator ? DeviceKind::Emulator : DeviceKind::CUDA);
  });
}

static DeviceArray allocateThere(const Device &device, const std::string &dtype,
                                 Shape shape) {
  runtime::DType type = parseDType(dtype);
  return {doAlone<Array>([&] {
    return execution::allocateOnDevice(device, type, std::move(shape));
  })};
}

static DeviceArray copyIn(const Device &device, nb::handle object) {
  Array array = adoptBuffer(object, "array");
  return {doAlone<Array>([&] { return copyToDevice(device, array); })};
}

static nb::object copyOut(const Device &device, const DeviceArray &array) {
  return toNumPy(
      doAlone<Array>([&] { return copyToHost(device, array.array); }));
}

static DeviceTensor copyTensorIn(const Device &device, const Tensor &tensor) {
  return {doAlone<Tensor>([&] {
    return mapArrays(tensor, [&](const Array &array) {
      return copyToDevice(device, array);
    });
  })};
}

/// A copy on the host, whose structure is its own.
static Tensor copyTensorOut(const Device &device, const DeviceTensor &tensor) {
  return doAlone<Tensor>([&] {
    auto copy = mapArrays(tensor.tensor, [&](const Array &array) {
      return copyToHost(device, array);
    });
    if (copy)
      copy->structure = std::make_shared<char>();
    return copy;
  });
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The arrays that `object`, a dictionary, has by what C calls them:
/// "positions1", "values".
static DeviceArray findArray(const nb::dict &object, const std::string &name) {
  if (!object.contains(name.c_str()))
    return {};
  return nb::cast<DeviceArray>(nb::object(object[name.c_str()]));
}

/// Each array of `part` by what C calls it.
static nb::dict listArrays(const Storage &part, bool isWritable) {
  nb::dict named;
  auto add = [&](const std::string &name, const Array &array, bool writable) {
    if (isThere(array))
      named[name.c_str()] = DeviceArray{array, writable};
  };
  auto addLevels = [&](const std::string &role,
                       const std::vector<Array> &levels) {
    for (auto [level, array] : llvm::enumerate(levels))
      add(role + std::to_string(level), array, false);
  };
  addLevels("positions", part.positions);
  addLevels("coordinates", part.coordinates);
  addLevels("lengths", part.lengths);
  add("bitmap", part.bitmap, false);
  named["values"] = DeviceArray{part.values, isWritable};
  return named;
}

/// The tensor on arrays of the device, which is read once to be checked.
static DeviceTensor adoptArrays(const Device &device, const std::string &format,
                                Shape shape, const nb::dict &named) {
  session::StoredTensor stored{
      unwrap(session::parseFormat(format, shape.size())), {}};
  if (stored.format.composite)
    throwTypeError("format: expected a format of one part but got " +
                   stored.format.str());
  size_t levels = stored.format.levels.levels.size();
  Storage &part = stored.parts.emplace_back();
  part.shape = std::move(shape);
  for (size_t level = 0; level < levels; ++level) {
    std::string number = std::to_string(level);
    part.positions.push_back(findArray(named, "positions" + number).array);
    part.coordinates.push_back(findArray(named, "coordinates" + number).array);
    part.lengths.push_back(findArray(named, "lengths" + number).array);
  }
  part.bitmap = findArray(named, "bitmap").array;
  DeviceArray values = findArray(named, "values");
  part.values = values.array;
  if (nb::len(listArrays(part, true)) != nb::len(named))
    throwTypeError("expected arrays of " + std::to_string(levels) +
                   " levels (positions1, coordinates1, lengths1, bitmap, "
                   "values) but got " +
                   nb::cast<std::string>(nb::str(nb::list(named.keys()))));
  DeviceTensor made{Tensor(std::move(stored))};
  made.tensor.isWritable = values.isWritable;
  Tensor copy = copyTensorOut(device, made);
  unwrap(session::validate(copy.stored));
  return made;
}

/// The tensor with other values on the same elements, those of a part each.
static DeviceTensor replaceValues(const DeviceTensor &tensor,
                                  const std::vector<DeviceArray> &values) {
  DeviceTensor other = tensor;
  auto &parts = other.tensor.stored.parts;
  if (values.size() != parts.size())
    throwTypeError("expected values of " + std::to_string(parts.size()) +
                   " parts but got those of " + std::to_string(values.size()));
  other.tensor.isWritable = true;
  for (auto [part, given] : llvm::zip_equal(parts, values)) {
    if (given.array.shape() != part.values.shape())
      throwTypeError("values: expected shape " +
                     runtime::shapeText(part.values.shape()) + " but got " +
                     runtime::shapeText(given.array.shape()));
    part.values = given.array;
    other.tensor.isWritable &= given.isWritable;
  }
  return other;
}

/// Zeros of `dtype` for the elements of `tensor`.
static DeviceTensor makeZerosThere(const Device &device,
                                   const DeviceTensor &tensor,
                                   const std::string &dtype) {
  DeviceTensor other = tensor;
  runtime::DType type = parseDType(dtype);
  for (Storage &part : other.tensor.stored.parts) {
    Array zeros = unwrap(Array::allocateZeroed(type, part.values.shape()));
    part.values = doAlone<Array>([&] { return copyToDevice(device, zeros); });
  }
  other.tensor.isWritable = true;
  return other;
}

/// Whether two tensors are on the same arrays, but for the values.
static bool haveOneStructure(const DeviceTensor &left,
                             const DeviceTensor &right) {
  if (left.tensor.structure == right.tensor.structure)
    return true;
  const auto &ours = left.tensor.stored.parts,
             &theirs = right.tensor.stored.parts;
  auto isSame = [](const Array &a, const Array &b) {
    return a.data() == b.data() && a.shape() == b.shape();
  };
  auto areSame = [&](const std::vector<Array> &a, const std::vector<Array> &b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), isSame);
  };
  return ours.size() == theirs.size() &&
         std::equal(ours.begin(), ours.end(), theirs.begin(),
                    [&](const Storage &a, const Storage &b) {
                      return areSame(a.positions, b.positions) &&
                             areSame(a.coordinates, b.coordinates) &&
                             areSame(a.lengths, b.lengths) &&
                             isSame(a.bitmap, b.bitmap) &&
                             a.values.shape() == b.values.shape();
                    });
}

//===----------------------------------------------------------------------===//
// The classes
//===----------------------------------------------------------------------===//

static void bindArray(nb::module_ &module) {
  nb::class_<DeviceArray> array(module, "DeviceArray");
  array.def_prop_ro("shape", [](const DeviceArray &self) {
    return nb::tuple(nb::cast(self.array.shape()));
  });
  array.def_prop_ro("dtype", [](const DeviceArray &self) {
    return std::string(numpyName(self.array.dtype()));
  });
  array.def_prop_ro("address", [](const DeviceArray &self) {
    return reinterpret_cast<uintptr_t>(self.array.data());
  });
  array.def("to_dlpack", toDLPack, nb::arg("is_versioned"));
  module.def("from_dlpack", fromDLPack, nb::arg("capsule"), nb::arg("what"));
}

static void bindDeviceTensor(nb::module_ &module) {
  nb::class_<DeviceTensor> tensor(module, "DeviceTensor");
  tensor.def_prop_ro("format", [](const DeviceTensor &self) {
    return self.tensor.stored.format.str();
  });
  tensor.def_prop_ro("shape", [](const DeviceTensor &self) {
    return nb::tuple(nb::cast(self.tensor.stored.getShape()));
  });
  tensor.def_prop_ro("dtype", [](const DeviceTensor &self) {
    return std::string(numpyName(self.tensor.stored.getDType()));
  });
  tensor.def_prop_ro("parts", [](const DeviceTensor &self) {
    nb::list parts;
    for (const Storage &part : self.tensor.stored.parts)
      parts.append(listArrays(part, self.tensor.isWritable));
    return parts;
  });
  tensor.def("with_values", replaceValues, nb::arg("values"));
  module.def("have_one_structure", haveOneStructure, nb::arg("left"),
             nb::arg("right"));
}

void python::bindDevice(nb::module_ &module) {
  bindArray(module);
  bindDeviceTensor(module);
  nb::class_<Device> device(module, "Device");
  device.def_prop_ro("is_emulator", [](const Device &self) {
    return self.getKind() == DeviceKind::Emulator;
  });
  device.def_prop_ro("free_bytes", &Device::countFreeBytes);
  device.def("synchronize", [](const Device &self) {
    auto wait = [&] {
      GilRelease release;
      return self.synchronize();
    };
    unwrap(wait());
  });
  device.def("allocate", allocateThere, nb::arg("dtype"), nb::arg("shape"));
  device.def("copy_in", copyIn, nb::arg("array"));
  device.def("copy_out", copyOut, nb::arg("array"));
  device.def("copy_tensor_in", copyTensorIn, nb::arg("tensor"));
  device.def("copy_tensor_out", copyTensorOut, nb::arg("tensor"));
  device.def("zeros", makeZerosThere, nb::arg("tensor"), nb::arg("dtype"));
  device.def("adopt", adoptArrays, nb::arg("format"), nb::arg("shape"),
             nb::arg("arrays"));
  module.def("open_device", openDevice, nb::arg("is_emulator"));
}
