//===- Inspection.cpp - what a kernel's inspectors find -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Inspection.h"

#include "Spindle/Execution/Kernel.h"
#include "Spindle/Runtime/Check/Checks.h"

using namespace spindle;
using namespace spindle::execution;
using spindle::runtime::DType;

llvm::SmallVector<MemoryView>
spindle::execution::viewInspection(const Inspection &found) {
  return llvm::map_to_vector(found, viewArray);
}

namespace {
/// Pointers to all arguments of a call: those of `arguments`, then of arrays
/// that were found, and to where a function says what memory it lacks.
struct AllArguments {
  AllArguments(const ArgumentList &arguments, InspectionView found) {
    llvm::append_range(pointers, arguments.get());
    for (const MemoryView &array : found)
      list.append(array);
    llvm::append_range(pointers, list.get());
    pointers.push_back(&missing);
  }
  AllArguments(const AllArguments &) = delete;

  llvm::SmallVector<void *> pointers;
  int64_t missing = 0;

private:
  ArgumentList list;
};
} // namespace

/// Says that memory for `missing` bytes was not there; nothing where it is 0.
static llvm::Error checkMemory(int64_t missing) {
  if (!missing)
    return llvm::Error::success();
  return llvm::createStringError(
      "expected " + std::to_string(missing) +
      " bytes of memory for what the kernel makes on the way but got none");
}

llvm::SmallVector<int64_t>
Kernel::countFound(const ArgumentList &arguments) const {
  llvm::SmallVector<int64_t> entries(code->found.size());
  llvm::SmallVector<void *> pointers(arguments.get());
  void *place = entries.data();
  // One result is stored behind the last argument; several are a struct, whose
  // address is the first one.
  if (entries.size() == 1)
    pointers.push_back(place);
  else
    pointers.insert(pointers.begin(), &place);
  foundSizes(pointers.data());
  return entries;
}

llvm::Expected<Inspection>
Kernel::inspect(const ArgumentList &arguments) const {
  Inspection found;
  if (!inspects())
    return found;
  for (auto [array, entries] :
       llvm::zip_equal(code->found, countFound(arguments))) {
    auto made = runtime::Array::allocate(
        array.bytes == 4 ? DType::I32 : DType::I64, {entries});
    if (!made)
      return llvm::createStringError(array.name + ": " + made.error().str());
    found.push_back(std::move(*made));
  }
  AllArguments all(arguments, viewInspection(found));
  runtime::FaultScope faults;
  inspector(all.pointers.data());
  if (faults.hasFault())
    return llvm::createStringError(faults.getText());
  if (llvm::Error error = checkMemory(all.missing))
    return std::move(error);
  return found;
}

llvm::Error Kernel::checkFound(const ArgumentList &arguments,
                               InspectionView found) const {
  auto refuse = [](const llvm::Twine &expected, const llvm::Twine &got) {
    return llvm::createStringError("expected " + expected + " but got " + got);
  };
  if (found.size() != code->found.size())
    return refuse(std::to_string(code->found.size()) +
                      " arrays that were found",
                  std::to_string(found.size()));
  llvm::SmallVector<int64_t> entries =
      found.empty() ? llvm::SmallVector<int64_t>() : countFound(arguments);
  for (auto [array, view, count] :
       llvm::zip_equal(code->found, found, entries)) {
    DType wanted = array.bytes == 4 ? DType::I32 : DType::I64;
    if (view.dtype != wanted)
      return refuse(array.name + " to have integers of " +
                        std::to_string(array.bytes * 8) + " bits",
                    view.dtype ? std::string(numpyName(*view.dtype))
                               : "others");
    if (view.shape.size() != 1 || view.shape.front() != count)
      return refuse(array.name + " to have " + std::to_string(count) +
                        " entries",
                    view.shape.size() == 1
                        ? std::to_string(view.shape.front())
                        : std::to_string(view.shape.size()) + " dimensions");
  }
  return llvm::Error::success();
}

llvm::Error Kernel::checkInspection(const ArgumentList &arguments,
                                    InspectionView found) const {
  if (llvm::Error error = checkFound(arguments, found))
    return error;
  if (!inspects())
    return llvm::Error::success();
  AllArguments all(arguments, found);
  runtime::FaultScope faults;
  inspectionCheck(all.pointers.data());
  if (faults.hasFault())
    return llvm::createStringError(faults.getText());
  return checkMemory(all.missing);
}

llvm::Error Kernel::run(const ArgumentList &arguments,
                        InspectionView found) const {
  assert(code->results == 0 && "a function that returns nothing");
  AllArguments all(arguments, found);
  function(all.pointers.data());
  return checkMemory(all.missing);
}

llvm::Error Kernel::run(ArgumentList &arguments) const {
  if (inspects()) {
    auto found = inspect(arguments);
    return found ? run(arguments, viewInspection(*found)) : found.takeError();
  }
  if (code->reportsMemory)
    return run(arguments, {});
  assert(code->results == 0 && "a function that returns nothing");
  function(arguments.get().data());
  return llvm::Error::success();
}
