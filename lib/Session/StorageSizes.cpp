//===- StorageSizes.cpp - how large a tensor would be ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"
#include "Tensors.h"

using namespace spindle;
using namespace spindle::session;
using runtime::StorageSize;

/// The sizes of `entries` in the format of `spec`, one for each part.
static runtime::Expected<std::vector<StorageSize>>
measureEntries(const OperandSpec &spec, const runtime::CooTensor &entries,
               const Options &options) {
  std::unique_ptr<Step> step = options.watcher.begin("measuring " + spec.name);
  if (spec.composite)
    return measureParts(entries, *spec.composite, options.threads);
  auto size = measureStorage(entries, spec.format, options.threads);
  if (!size)
    return size.takeError();
  return std::vector<StorageSize>{*size};
}

llvm::Expected<TensorSize> Session::measureTensor(llvm::StringRef name) {
  return doStepFor<TensorSize>([&]() -> llvm::Expected<TensorSize> {
    const auto *found = llvm::find_if(bindings, [&](const Binding &binding) {
      return binding.spec->name == name;
    });
    if (found == bindings.end())
      return ofOperand(failExpected(options.names.source.of(name) +
                                        ", which is to be measured,",
                                    "none"),
                       name);
    if (!found->spec->hasPattern() || found->spec->sharesPattern())
      return ofOperand(
          failExpected("an operand with a structure of its own to measure",
                       "'" + name + "'"),
          name);
    auto entries = loadEntries(bindings, name, options, lent);
    if (!entries)
      return entries.takeError();
    auto sizes = measureEntries(*found->spec, *entries, options);
    if (!sizes)
      return fail(name + ": " + sizes.error().str());
    return TensorSize{found->spec, entries->shape, std::move(*sizes)};
  });
}
