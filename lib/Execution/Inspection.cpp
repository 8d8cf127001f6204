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
/// that were found.
struct AllArguments {
  AllArguments(const ArgumentList &arguments, InspectionView found) {
    llvm::append_range(pointers, arguments.get());
    for (const MemoryView &array : found)
      list.append(array);
    llvm::append_range(pointers, list.get());
  }

  llvm::SmallVector<void *> pointers;

private:
  ArgumentList list;
};
} // namespace

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
  return llvm::Error::success();
}

void Kernel::run(const ArgumentList &arguments, InspectionView found) const {
  assert(code->results == 0 && "a function that returns nothing");
  AllArguments all(arguments, found);
  function(all.pointers.data());
}

void Kernel::run(ArgumentList &arguments) const {
  if (!inspects()) {
    assert(code->results == 0 && "a function that returns nothing");
    return function(arguments.get().data());
  }
  if (auto found = inspect(arguments))
    run(arguments, viewInspection(*found));
  else
    runtime::reportFault(llvm::toString(found.takeError()));
}
