//===- StorageSizes.cpp - how large a tensor would be ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageSizes.h"

#include "Failure.h"
#include "Progress.h"
#include "Tensors.h"

using namespace spindle;
using namespace spindle::run;
using runtime::StorageSize;

/// Prints a size: "160 bytes, 4 of 15 values padding".
static void printSize(const StorageSize &size, llvm::raw_ostream &stream) {
  stream << size.elements << " elements, " << size.bytes << " bytes, "
         << size.padding() << " of " << size.values << " values padding\n";
}

/// The sizes of `entries` in the format of `spec`, one for each part, counted
/// by `threads`.
static runtime::Expected<std::vector<StorageSize>>
measure(const OperandSpec &spec, const runtime::CooTensor &entries,
        int64_t threads) {
  Progress progress("measuring " + spec.name);
  if (spec.composite)
    return measureParts(entries, *spec.composite, threads);
  auto size = measureStorage(entries, spec.format, threads);
  if (!size)
    return size.takeError();
  return std::vector<StorageSize>{*size};
}

/// Prints the size of the operand of `binding`, counted by `threads`.
static llvm::Error tellSize(const Binding &binding,
                            const runtime::CooTensor &entries, int64_t threads,
                            llvm::raw_ostream &stream) {
  const OperandSpec &spec = *binding.spec;
  auto sizes = measure(spec, entries, threads);
  if (!sizes)
    return fail(spec.name + ": " + sizes.error().str());
  StorageSize all;
  for (const StorageSize &size : *sizes) {
    all.bytes += size.bytes;
    all.values += size.values;
    all.elements += size.elements;
  }
  stream << spec.name << ": " << spec.getFormatName() << " " << spec.elementType
         << " " << runtime::shapeText(entries.shape) << ", ";
  printSize(all, stream);
  if (!spec.composite)
    return llvm::Error::success();
  auto formats = getPartFormats(*spec.composite);
  for (auto [number, size, format] : llvm::enumerate(*sizes, formats)) {
    stream << "part " << number << ": " << describe(format) << ", ";
    printSize(size, stream);
  }
  return llvm::Error::success();
}

llvm::Error run::tellStorageSizes(Session &session, llvm::raw_ostream &stream) {
  auto bindings = bindGivenOperands(session.program, session.line);
  if (!bindings)
    return bindings.takeError();
  for (llvm::StringRef name : session.line.measured) {
    const auto *found = llvm::find_if(*bindings, [&](const Binding &binding) {
      return binding.spec->name == name;
    });
    if (found == bindings->end())
      return failExpected("--bind of " + name + " with --storage-size", "none");
    if (!found->spec->hasPattern() || found->spec->sharesPattern())
      return failExpected("--storage-size of an operand with a structure of "
                          "its own",
                          "'" + name + "'");
    auto entries = loadEntries(*bindings, name, session.line);
    if (!entries)
      return entries.takeError();
    if (llvm::Error error =
            tellSize(*found, *entries, session.line.threads, stream))
      return error;
  }
  return llvm::Error::success();
}
