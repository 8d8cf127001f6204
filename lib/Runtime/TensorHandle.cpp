//===- TensorHandle.cpp - Tensors that compiled code makes ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/TensorHandle.h"

#include "Interfaces.h"

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

namespace {
/// An array that was described.
struct GivenArray {
  TensorArray what;
  int64_t level;
  void *data;
  std::vector<int64_t> shape;
};

/// What a handle stands for: a tensor, and what of it is not yet in `storage`.
struct Tensor {
  std::optional<Error> adoptAll();

  Format format;
  DType dtype = DType::F32;
  Storage storage;
  std::vector<GivenArray> given;

private:
  std::optional<Error> adopt(const GivenArray &array);
};
} // namespace

static Tensor *getTensor(int64_t handle) {
  return reinterpret_cast<Tensor *>(handle);
}

static int64_t makeHandle(Tensor *tensor) {
  return reinterpret_cast<int64_t>(tensor);
}

static std::string_view getText(int64_t address) {
  return reinterpret_cast<const char *>(address);
}

/// The member of `storage` for array `what` of `level`; null where there is
/// none.
static Array *findArray(Storage &storage, TensorArray what, int64_t level) {
  std::vector<Array> *lists[] = {&storage.positions, &storage.coordinates,
                                 &storage.lengths};
  switch (what) {
  case TensorArray::Bitmap:
    return &storage.bitmap;
  case TensorArray::Values:
    return &storage.values;
  case TensorArray::Positions:
  case TensorArray::Coordinates:
  case TensorArray::Lengths:
    break;
  default:
    return nullptr;
  }
  std::vector<Array> &list = *lists[static_cast<int64_t>(what)];
  bool isLevel = level >= 0 && level < static_cast<int64_t>(list.size());
  return isLevel ? &list[level] : nullptr;
}

/// The type of array `what` of `level`, of a tensor that has it.
static DType getType(const Tensor &tensor, TensorArray what, int64_t level) {
  switch (what) {
  case TensorArray::Positions:
    return tensor.format.levels[level].pos;
  case TensorArray::Coordinates:
    return tensor.format.levels[level].crd;
  case TensorArray::Lengths:
    return getLengthType(tensor.format.levels[level]);
  case TensorArray::Bitmap:
    return DType::I1;
  case TensorArray::Values:
    break;
  }
  return tensor.dtype;
}

std::optional<Error> Tensor::adopt(const GivenArray &array) {
  Array *place = findArray(storage, array.what, array.level);
  if (!place)
    return Error::expectedGot("an array of a format of " +
                                  std::to_string(format.levels.size()) +
                                  " levels",
                              "level " + std::to_string(array.level));
  // The memory is another's: nothing is freed.
  auto made = Array::adopt(getType(*this, array.what, array.level), array.shape,
                           std::shared_ptr<void>(array.data, [](void *) {}));
  if (!made)
    return made.takeError();
  *place = std::move(*made);
  return std::nullopt;
}

std::optional<Error> Tensor::adoptAll() {
  for (const GivenArray &array : given)
    if (auto error = adopt(array))
      return error;
  given.clear();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// What the last failure of the thread says.
static std::string &getLastError() {
  static thread_local std::string text;
  return text;
}

/// Notes a failure; the handle of nothing.
static int64_t fail(std::string_view place, const Error &error) {
  getLastError() = std::string(place) + error.str();
  return 0;
}

const char *spindle_tensor_error() { return getLastError().c_str(); }

Expected<Storage> spindle::runtime::takeTensor(int64_t handle) {
  if (!handle)
    return Error{"", 0, getLastError()};
  Storage storage = std::move(getTensor(handle)->storage);
  delete getTensor(handle);
  return storage;
}

//===----------------------------------------------------------------------===//
// Descriptions and conversions
//===----------------------------------------------------------------------===//

static Expected<DType> parseDType(std::string_view name) {
  for (DType dtype : allDTypes)
    if (dtypeName(dtype) == name)
      return dtype;
  return Error::expectedGot("an element type", "'" + std::string(name) + "'");
}

int64_t spindle_tensor_begin(int64_t format, int64_t dtype) {
  Expected<Format> parsed = parseFormat(getText(format));
  if (!parsed)
    return fail("", parsed.error());
  Expected<DType> type = parseDType(getText(dtype));
  if (!type)
    return fail("", type.error());
  auto *tensor = new Tensor;
  tensor->dtype = *type;
  size_t levels = parsed->levels.size();
  tensor->storage.positions.resize(levels);
  tensor->storage.coordinates.resize(levels);
  tensor->storage.lengths.resize(levels);
  tensor->format = std::move(*parsed);
  return makeHandle(tensor);
}

void spindle_tensor_size(int64_t tensor, int64_t size) {
  if (tensor)
    getTensor(tensor)->storage.shape.push_back(size);
}

void spindle_tensor_array(int64_t tensor, int64_t array, int64_t level,
                          int64_t address) {
  if (tensor)
    getTensor(tensor)->given.push_back({static_cast<TensorArray>(array),
                                        level,
                                        reinterpret_cast<void *>(address),
                                        {}});
}

void spindle_tensor_extent(int64_t tensor, int64_t size) {
  if (tensor)
    getTensor(tensor)->given.back().shape.push_back(size);
}

int64_t spindle_tensor_convert(int64_t tensor, int64_t format, int64_t text) {
  if (!tensor)
    return 0;
  Tensor &source = *getTensor(tensor);
  std::string place(getText(text));
  Expected<Format> parsed = parseFormat(getText(format));
  if (!parsed)
    return fail(place, parsed.error());
  if (auto error = source.adoptAll())
    return fail(place + "operand: ", *error);
  Expected<CooTensor> elements = load(source.storage, source.format);
  if (!elements)
    return fail(place + "operand: ", elements.error());
  Expected<Storage> storage = store(*elements, *parsed);
  if (!storage)
    return fail(place, storage.error());
  auto *made = new Tensor;
  made->format = std::move(*parsed);
  made->dtype = source.dtype;
  made->storage = std::move(*storage);
  return makeHandle(made);
}

void spindle_tensor_free(int64_t tensor) { delete getTensor(tensor); }

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// Entry `dim` of `shape`, -1 beyond its end.
static int64_t getExtent(const std::vector<int64_t> &shape, int64_t dim) {
  bool isDim = dim >= 0 && dim < static_cast<int64_t>(shape.size());
  return isDim ? shape[dim] : -1;
}

/// The array that a caller asks for; null where the tensor has none.
static Array *findAsked(int64_t tensor, int64_t array, int64_t level) {
  Array *found = tensor ? findArray(getTensor(tensor)->storage,
                                    static_cast<TensorArray>(array), level)
                        : nullptr;
  return found && found->data() ? found : nullptr;
}

int64_t spindle_tensor_get_rank(int64_t tensor) {
  return tensor ? getTensor(tensor)->storage.shape.size() : 0;
}

int64_t spindle_tensor_get_size(int64_t tensor, int64_t dim) {
  return tensor ? getExtent(getTensor(tensor)->storage.shape, dim) : -1;
}

int64_t spindle_tensor_get_array(int64_t tensor, int64_t array, int64_t level) {
  Array *found = findAsked(tensor, array, level);
  return found ? reinterpret_cast<int64_t>(found->data()) : 0;
}

int64_t spindle_tensor_get_extent(int64_t tensor, int64_t array, int64_t level,
                                  int64_t dim) {
  Array *found = findAsked(tensor, array, level);
  return found ? getExtent(found->shape(), dim) : -1;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Applies `USE` to every function that compiled code calls.
#define FOR_EACH_TENSOR_CALL(USE)                                              \
  USE(spindle_tensor_begin)                                                    \
  USE(spindle_tensor_size)                                                     \
  USE(spindle_tensor_array)                                                    \
  USE(spindle_tensor_extent)                                                   \
  USE(spindle_tensor_convert)                                                  \
  USE(spindle_tensor_free)

FOR_EACH_TENSOR_CALL(SPINDLE_ADD_INTERFACE)

const std::array<CalledFunction, 6> &spindle::runtime::getTensorFunctions() {
  static const std::array<CalledFunction, 6> functions = {
      {FOR_EACH_TENSOR_CALL(SPINDLE_CALLED_FUNCTION)}};
  return functions;
}
