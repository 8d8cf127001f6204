//===- TensorHandle.cpp - Tensors that compiled code makes ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/TensorHandle.h"

#include "Spindle/Runtime/Convert/Composite.h"
#include "Spindle/Runtime/Convert/Convert.h"
#include "Spindle/Runtime/Support/Interfaces.h"

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
  Tensor(Format format, DType dtype);
  Tensor(Composite composite, DType dtype);

  std::optional<Error> adoptAll();
  /// The elements, of a tensor that has adopted all arrays.
  Expected<CooTensor> getElements();

  /// Of a tensor in a format of levels.
  Format format;
  DType dtype = DType::F32;
  Storage storage;
  std::vector<GivenArray> given;
  /// Of a tensor in a composite format, which has nothing but its parts.
  std::optional<Composite> composite;
  std::vector<std::unique_ptr<Tensor>> parts;

private:
  std::optional<Error> adopt(const GivenArray &array);
};
} // namespace

Tensor::Tensor(Format levels, DType dtype)
    : format(std::move(levels)), dtype(dtype) {
  size_t count = format.levels.size();
  storage.positions.resize(count);
  storage.coordinates.resize(count);
  storage.lengths.resize(count);
}

Tensor::Tensor(Composite whole, DType dtype)
    : dtype(dtype), composite(std::move(whole)) {
  for (Format &part : getPartFormats(*composite))
    parts.push_back(std::make_unique<Tensor>(std::move(part), dtype));
}

static Tensor *getTensor(int64_t handle) {
  return reinterpret_cast<Tensor *>(handle);
}

static int64_t makeHandle(Tensor *tensor) {
  return reinterpret_cast<int64_t>(tensor);
}

static std::string_view viewText(int64_t address) {
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
    return getIndexType(tensor.format.levels[level].pos);
  case TensorArray::Coordinates:
    return getIndexType(tensor.format.levels[level].crd);
  case TensorArray::Lengths:
    return getIndexType(getLengthBits(tensor.format.levels[level]));
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
  for (const std::unique_ptr<Tensor> &part : parts)
    if (auto error = part->adoptAll())
      return error;
  return std::nullopt;
}

Expected<CooTensor> Tensor::getElements() {
  if (!composite)
    return load(storage, format);
  std::vector<Storage> storages;
  for (const std::unique_ptr<Tensor> &part : parts)
    storages.push_back(part->storage);
  return loadParts(storages, *composite);
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

Expected<std::vector<Storage>> spindle::runtime::takeTensors(int64_t handle) {
  if (!handle)
    return Error{"", 0, getLastError()};
  std::unique_ptr<Tensor> tensor(getTensor(handle));
  std::vector<Storage> taken;
  for (const std::unique_ptr<Tensor> &part : tensor->parts)
    taken.push_back(std::move(part->storage));
  if (!tensor->composite)
    taken.push_back(std::move(tensor->storage));
  return taken;
}

Expected<Storage> spindle::runtime::takeTensor(int64_t handle) {
  Expected<std::vector<Storage>> taken = takeTensors(handle);
  if (!taken)
    return taken.takeError();
  if (taken->size() == 1)
    return std::move(taken->front());
  return Error::expectedGot("one tensor",
                            std::to_string(taken->size()) + " parts");
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

/// A tensor without arrays in the format of `text`.
static Expected<std::unique_ptr<Tensor>> makeTensor(std::string_view text,
                                                    DType dtype) {
  if (isCompositeText(text)) {
    Expected<Composite> composite = parseComposite(text);
    if (!composite)
      return composite.takeError();
    return std::make_unique<Tensor>(std::move(*composite), dtype);
  }
  Expected<Format> format = parseFormat(text);
  if (!format)
    return format.takeError();
  return std::make_unique<Tensor>(std::move(*format), dtype);
}

int64_t spindle_tensor_begin(int64_t format, int64_t dtype) {
  Expected<DType> type = parseDType(viewText(dtype));
  if (!type)
    return fail("", type.error());
  Expected<std::unique_ptr<Tensor>> tensor =
      makeTensor(viewText(format), *type);
  return tensor ? makeHandle(tensor->release()) : fail("", tensor.error());
}

int64_t spindle_tensor_part(int64_t tensor, int64_t number) {
  if (!tensor)
    return 0;
  const auto &parts = getTensor(tensor)->parts;
  bool isPart = number >= 0 && number < static_cast<int64_t>(parts.size());
  return isPart ? makeHandle(parts[number].get()) : 0;
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

/// Gives `tensor`, which has no arrays yet, its parts.
static void setParts(std::vector<Storage> parts, Tensor &tensor) {
  tensor.storage.shape = parts.front().shape;
  for (size_t part = 0; part < parts.size(); ++part)
    tensor.parts[part]->storage = std::move(parts[part]);
}

/// Stores the elements of `source`, which is in a format of levels, in
/// `tensor`, which has no arrays yet.
static std::optional<Error> convertTo(const Tensor &source, Tensor &tensor) {
  if (!tensor.composite) {
    Expected<Storage> storage =
        convert(source.storage, source.format, tensor.format);
    if (!storage)
      return storage.takeError();
    tensor.storage = std::move(*storage);
    return std::nullopt;
  }
  auto parts = convertToParts(source.storage, source.format, *tensor.composite);
  if (!parts)
    return parts.takeError();
  setParts(std::move(*parts), tensor);
  return std::nullopt;
}

/// Stores `elements` in `tensor`, which has no arrays yet.
static std::optional<Error> storeIn(const CooTensor &elements, Tensor &tensor) {
  if (!tensor.composite) {
    Expected<Storage> storage = store(elements, tensor.format);
    if (!storage)
      return storage.takeError();
    tensor.storage = std::move(*storage);
    return std::nullopt;
  }
  Expected<std::vector<Storage>> parts =
      storeParts(elements, *tensor.composite);
  if (!parts)
    return parts.takeError();
  setParts(std::move(*parts), tensor);
  return std::nullopt;
}

int64_t spindle_tensor_convert(int64_t tensor, int64_t format, int64_t text) {
  if (!tensor)
    return 0;
  Tensor &source = *getTensor(tensor);
  std::string place(viewText(text));
  Expected<std::unique_ptr<Tensor>> made =
      makeTensor(viewText(format), source.dtype);
  if (!made)
    return fail(place, made.error());
  if (auto error = source.adoptAll())
    return fail(place + "operand: ", *error);
  if (!source.composite) {
    if (auto error = convertTo(source, **made))
      return fail(place, *error);
    return makeHandle(made->release());
  }
  Expected<CooTensor> elements = source.getElements();
  if (!elements)
    return fail(place + "operand: ", elements.error());
  if (auto error = storeIn(*elements, **made))
    return fail(place, *error);
  return makeHandle(made->release());
}

void spindle_tensor_free(int64_t tensor) { delete getTensor(tensor); }

//===----------------------------------------------------------------------===//
// Queries
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
  USE(spindle_tensor_part)                                                     \
  USE(spindle_tensor_size)                                                     \
  USE(spindle_tensor_array)                                                    \
  USE(spindle_tensor_extent)                                                   \
  USE(spindle_tensor_convert)                                                  \
  USE(spindle_tensor_free)

FOR_EACH_TENSOR_CALL(SPINDLE_ADD_INTERFACE)

const std::array<CalledFunction, 7> &spindle::runtime::getTensorFunctions() {
  static const std::array<CalledFunction, 7> functions = {
      {FOR_EACH_TENSOR_CALL(SPINDLE_CALLED_FUNCTION)}};
  return functions;
}
