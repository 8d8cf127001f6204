//===- Returned.cpp - the tensors that a program returns ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Returned.h"

#include "Failure.h"
#include "Spindle/Dialect/Sparse/IR/RuntimeFormats.h"

#include <cstring>

using namespace spindle;
using namespace spindle::run;
using runtime::Array;
using runtime::Expected;
using runtime::Storage;

llvm::Error run::setReturned(llvm::MutableArrayRef<Operand> operands,
                             std::vector<Storage> returned) {
  llvm::MutableArrayRef<Operand> results = operands.take_back(returned.size());
  for (auto [operand, storage] : llvm::zip_equal(results, returned))
    if (auto error = setResult(operand, std::move(storage)))
      return fail(operand.spec->name + ": " + error->str());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// From the interpreter
//===----------------------------------------------------------------------===//

/// A copy of `memory`; a default-constructed array for none.
static Expected<Array> copy(const interpreter::Memory &memory) {
  if (!memory.elementType)
    return Array();
  // The interpreter's arrays have types that formats and tensors may have.
  auto array = Array::allocate(
      *sparse::getDType(memory.elementType),
      std::vector<int64_t>(memory.shape.begin(), memory.shape.end()));
  if (array && array->byteSize() != 0)
    std::memcpy(array->data(), memory.data, array->byteSize());
  return array;
}

/// Copies `from` to the end of `to`. Error: memory that cannot be had.
static std::optional<runtime::Error>
copyAll(llvm::ArrayRef<interpreter::Memory> from, std::vector<Array> &to) {
  for (const interpreter::Memory &memory : from) {
    Expected<Array> array = copy(memory);
    if (!array)
      return array.takeError();
    to.push_back(std::move(*array));
  }
  return std::nullopt;
}

/// Copies a tensor.
static Expected<Storage> copy(const interpreter::Tensor &tensor) {
  Storage storage;
  storage.shape.assign(tensor.shape.begin(), tensor.shape.end());
  std::vector<Array> single;
  if (auto error = copyAll(tensor.positions, storage.positions))
    return std::move(*error);
  if (auto error = copyAll(tensor.coordinates, storage.coordinates))
    return std::move(*error);
  if (auto error = copyAll(tensor.lengths, storage.lengths))
    return std::move(*error);
  if (auto error = copyAll({tensor.bitmap, tensor.values}, single))
    return std::move(*error);
  storage.bitmap = single[0];
  storage.values = single[1];
  for (auto *arrays :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    arrays->resize(
        std::max({storage.positions.size(), storage.coordinates.size(),
                  storage.lengths.size()}));
  return storage;
}

llvm::Error
run::setReturned(llvm::MutableArrayRef<Operand> operands,
                 llvm::ArrayRef<interpreter::OwnedTensor> returned) {
  std::vector<Storage> storages;
  for (const interpreter::OwnedTensor &owned : returned) {
    Expected<Storage> storage = copy(owned.tensor);
    if (!storage)
      return fail(storage.error());
    storages.push_back(std::move(*storage));
  }
  return setReturned(operands, std::move(storages));
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Whether two arrays hold the same bytes; one that is not kept may have no
/// memory.
static bool areSame(const Array &first, const Array &second) {
  return first.byteSize() == second.byteSize() &&
         (first.byteSize() == 0 ||
          (first.shape() == second.shape() && first.dtype() == second.dtype() &&
           std::memcmp(first.data(), second.data(), first.byteSize()) == 0));
}

std::string run::compareStructure(const Operand &expected, const Operand &got) {
  const Storage &first = expected.storage, &second = got.storage;
  auto describe = [&](const std::string &what) {
    return got.spec->name + ": expected the " + what +
           " that the interpreter stores but got others";
  };
  if (first.shape != second.shape)
    return describe("sizes");
  for (size_t level = 0; level < second.positions.size(); ++level) {
    std::string of = " of level " + std::to_string(level);
    if (!areSame(first.positions[level], second.positions[level]))
      return describe("positions" + of);
    if (!areSame(first.coordinates[level], second.coordinates[level]))
      return describe("coordinates" + of);
    if (!areSame(first.lengths[level], second.lengths[level]))
      return describe("lengths" + of);
  }
  return areSame(first.bitmap, second.bitmap) ? "" : describe("bitmap");
}
