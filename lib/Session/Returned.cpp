//===- Returned.cpp - the tensors that a program returns ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Returned.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Parts.h"

#include <cstring>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::Expected;
using runtime::Storage;

/// How many of the storages that a program returns are those of `operand`.
static size_t countStorages(const Operand &operand) {
  const auto &composite = operand.spec->composite;
  return composite ? getPartFormats(*composite).size() : 1;
}

/// Sets `operand` to `storages`, which there is at least one of: those of its
/// parts where it is in a composite format.
static std::optional<runtime::Error>
setStorages(Operand &operand, std::vector<Storage> storages) {
  if (!operand.spec->composite)
    return setResult(operand, std::move(storages.front()));
  operand.shape = storages.front().shape;
  return setParts(operand, std::move(storages));
}

llvm::Error session::setReturned(llvm::MutableArrayRef<Operand> operands,
                                 std::vector<Storage> returned) {
  auto next = returned.begin();
  for (Operand &operand : operands) {
    if (!operand.spec->isResult)
      continue;
    auto end = next + countStorages(operand);
    std::vector<Storage> own(std::make_move_iterator(next),
                             std::make_move_iterator(end));
    if (auto error = setStorages(operand, std::move(own)))
      return fail(operand.spec->name + ": " + error->str());
    next = end;
  }
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
      *cinterface::getDType(memory.elementType),
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
session::setReturned(llvm::MutableArrayRef<Operand> operands,
                     llvm::ArrayRef<interpreter::OwnedTensor> returned) {
  llvm::SmallVector<const interpreter::Tensor *> tensors;
  for (const interpreter::OwnedTensor &owned : returned) {
    for (const interpreter::Tensor &part : owned.tensor.parts)
      tensors.push_back(&part);
    if (owned.tensor.parts.empty())
      tensors.push_back(&owned.tensor);
  }
  std::vector<Storage> storages;
  for (const interpreter::Tensor *tensor : tensors) {
    Expected<Storage> storage = copy(*tensor);
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

/// What differs between two structures, as in "positions of level 1"; empty
/// where nothing does.
static std::string findArrayDifference(const Storage &first,
                                       const Storage &second) {
  if (first.shape != second.shape)
    return "sizes";
  for (size_t level = 0; level < second.positions.size(); ++level) {
    std::string of = " of level " + std::to_string(level);
    if (!areSame(first.positions[level], second.positions[level]))
      return "positions" + of;
    if (!areSame(first.coordinates[level], second.coordinates[level]))
      return "coordinates" + of;
    if (!areSame(first.lengths[level], second.lengths[level]))
      return "lengths" + of;
  }
  return areSame(first.bitmap, second.bitmap) ? "" : "bitmap";
}

std::string session::compareStructure(const Operand &expected,
                                      const Operand &got) {
  std::string found = findArrayDifference(expected.storage, got.storage);
  for (size_t part = 0; part < got.parts.size() && found.empty(); ++part) {
    found = findArrayDifference(expected.parts[part], got.parts[part]);
    if (!found.empty())
      found += " of part " + std::to_string(part);
  }
  if (found.empty())
    return "";
  return got.spec->name + ": expected the " + found +
         " that the interpreter stores but got others";
}
