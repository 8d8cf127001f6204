//===- Tensors.cpp - from what was read to operands -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"

#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "Spindle/Runtime/Storage/SizeObserver.h"
#include "Spindle/Session/Convert.h"
#include "Spindle/Session/Parts.h"
#include "Spindle/Session/PrintNumber.h"

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::CooTensor;
using runtime::Error;
using runtime::Expected;
using runtime::Storage;

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

/// About how many elements a row of a random sparse operand has.
static constexpr int64_t randomPerRow = 8;

Expected<Data> session::generate(const Binding &binding,
                                 const std::vector<int64_t> &shape) {
  const OperandSpec &spec = *binding.spec;
  runtime::DType dtype = unpackedType(spec.dtype);
  auto asData = [](auto made) -> Expected<Data> {
    if (!made)
      return made.takeError();
    return Data(std::move(*made));
  };
  switch (binding.source.kind) {
  case Source::Kind::Random:
    if (spec.hasPattern())
      return asData(runtime::randomTensor(shape, randomPerRow, dtype,
                                          binding.source.seed));
    return asData(runtime::random(dtype, shape, binding.source.seed));
  case Source::Kind::Ones:
    return asData(runtime::ones(dtype, shape));
  case Source::Kind::Zeros:
    return asData(runtime::zeros(dtype, shape));
  default:
    return asData(Array::allocate(dtype, shape));
  }
}

//===----------------------------------------------------------------------===//
// Storing
//===----------------------------------------------------------------------===//

/// The format of NumPy's arrays.
static runtime::Format describeDense(const OperandSpec &spec) {
  return sparse::getDescriptor(sparse::FormatAttr::getDense(
      spec.type.getContext(), int64_t(spec.shape.size())));
}

Expected<CooTensor> session::listEntries(const OperandSpec &spec, Data data) {
  if (auto *entries = std::get_if<CooTensor>(&data))
    return std::move(*entries);
  Storage dense;
  dense.values = std::get<Array>(data);
  dense.shape = dense.values.shape();
  for (auto *arrays : {&dense.positions, &dense.coordinates, &dense.lengths})
    arrays->resize(dense.shape.size());
  return load(dense, describeDense(spec));
}

/// Stores `entries` in the format of `operand`; tells `step`.
static Expected<Storage> storeEntries(const Operand &operand,
                                      const CooTensor &entries, Step &step) {
  runtime::StoreOptions options;
  options.threads = operand.threads;
  options.progress = [&](int64_t done, int64_t all) { step.update(done, all); };
  return store(entries, operand.spec->format, options);
}

/// Sets which values of `operand` are those of elements.
static std::optional<Error> setElements(Operand &operand) {
  auto elements = markElements(operand.storage, operand.spec->format);
  if (!elements)
    return elements.takeError();
  operand.elements = std::move(*elements);
  return std::nullopt;
}

/// Storages from so many bytes on are told of before they are made: they take
/// long, and may take more than is free.
static constexpr int64_t largeBytes = int64_t(1) << 30;

/// Says that `name` will take `bytes` in its format, where that is much.
static void announceSize(const std::string &name, int64_t bytes,
                         const Watcher &watcher) {
  if (bytes >= largeBytes)
    watcher.note(name + " takes " + formatBytes(bytes) + " in its format");
}

/// Sets the structure and the values of a Sparse operand.
static std::optional<Error> setStorage(Operand &operand, Data data,
                                       const Watcher &watcher) {
  runtime::SizeObserver observer(
      [&](int64_t bytes) { announceSize(operand.spec->name, bytes, watcher); });
  std::unique_ptr<Step> step = watcher.begin("storing " + operand.spec->name);
  auto entries = listEntries(*operand.spec, std::move(data));
  if (!entries)
    return entries.takeError();
  if (operand.spec->composite) {
    runtime::StoreOptions options;
    options.threads = operand.threads;
    auto parts = storeParts(*entries, *operand.spec->composite, options);
    return parts ? setParts(operand, std::move(*parts)) : parts.takeError();
  }
  auto storage = storeEntries(operand, *entries, *step);
  if (!storage)
    return storage.takeError();
  operand.storage = std::move(*storage);
  operand.values = operand.storage.values;
  return setElements(operand);
}

//===----------------------------------------------------------------------===//
// Values on another operand's pattern
//===----------------------------------------------------------------------===//

/// Sets the values to those of a list, one per element of `owner` in the order
/// of its storage.
static std::optional<Error> setListedValues(Operand &operand, const Array &list,
                                            const Operand &owner) {
  if (list.size() != owner.countElements())
    return Error::expectedGot(std::to_string(owner.countElements()) +
                                  " values, one per element of " +
                                  owner.spec->name + ",",
                              std::to_string(list.size()));
  auto values = owner.elements.data() ? scatter(list, owner.elements)
                                      : reshape(list, owner.values.shape());
  if (!values)
    return values.takeError();
  operand.values = std::move(*values);
  return std::nullopt;
}

/// Reports where `operand` has other elements than `owner`.
static std::optional<Error> checkPattern(const Operand &operand,
                                         const Operand &owner) {
  auto mine = getEntries(operand);
  if (!mine)
    return mine.takeError();
  auto theirs = getEntries(owner);
  if (!theirs)
    return theirs.takeError();
  auto difference = findDifference(*theirs, *mine);
  if (!difference)
    return std::nullopt;
  return Error::expectedGot(
      "the elements of " + owner.spec->name,
      (difference->isExtra ? "one more at " : "none at ") +
          describeCoordinates(difference->place));
}

/// Whether every cell of `format` is an element.
static bool isFull(const runtime::Format &format) {
  return !format.keepsBitmap() && format.isAllDense();
}

/// Sets the values of `operand`, which has the pattern of `owner`, to `data`: a
/// list of them, or a tensor of that pattern.
static std::optional<Error> setSharedValues(Operand &operand, Data data,
                                            const Operand &owner,
                                            const Watcher &watcher) {
  const auto *array = std::get_if<Array>(&data);
  std::optional<Error> error;
  if (array && array->rank() == 1)
    error = setListedValues(operand, *array, owner);
  else
    error = setStorage(operand, std::move(data), watcher);
  bool isTensor = !array || array->rank() != 1;
  bool isComposite = owner.spec->composite.has_value();
  if (!error && isTensor && (isComposite || !isFull(owner.spec->format)))
    error = checkPattern(operand, owner);
  operand.storage = owner.storage;
  operand.parts = owner.parts;
  operand.elements = owner.elements;
  return error;
}

/// Gives `operand`, which is only written, memory on the pattern of `owner`.
static std::optional<Error> allocateShared(Operand &operand,
                                           const Operand &owner) {
  auto values = runtime::zeros(operand.spec->dtype, owner.values.shape());
  if (!values)
    return values.takeError();
  operand.storage = owner.storage;
  operand.parts = owner.parts;
  operand.elements = owner.elements;
  operand.values = std::move(*values);
  return std::nullopt;
}

/// Sets the values of a Dense or Memory operand.
static std::optional<Error> setDenseValues(Operand &operand, Data data) {
  if (auto *array = std::get_if<Array>(&data)) {
    operand.values = std::move(*array);
    return std::nullopt;
  }
  runtime::StoreOptions options;
  options.threads = operand.threads;
  auto storage =
      store(std::get<CooTensor>(data), describeDense(*operand.spec), options);
  if (!storage)
    return storage.takeError();
  operand.values = std::move(storage->values);
  return std::nullopt;
}

std::optional<Error> session::setArrays(Operand &operand, Data data,
                                        const Operand *owner,
                                        const Watcher &watcher) {
  if (owner && !operand.spec->needsSource())
    return allocateShared(operand, *owner);
  if (owner)
    return setSharedValues(operand, std::move(data), *owner, watcher);
  if (operand.spec->kind == OperandKind::Sparse)
    return setStorage(operand, std::move(data), watcher);
  return setDenseValues(operand, std::move(data));
}
