//===- LendParts.cpp - operands that have parts of weights ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Failure.h"
#include "Tensors.h"
#include "llvm/ADT/SetVector.h"

#include <cstring>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;

/// `entries` as an array of all elements.
static runtime::Expected<Array> spread(const runtime::CooTensor &entries) {
  auto array = Array::allocateZeroed(entries.values.dtype(), entries.shape);
  if (!array)
    return array;
  int64_t bytes = runtime::dtypeSize(entries.values.dtype());
  for (int64_t entry = 0; entry < entries.entries(); ++entry) {
    int64_t place = 0;
    for (size_t dim = 0; dim < entries.shape.size(); ++dim)
      place = place * entries.shape[dim] +
              entries.coordinates[dim].as<int64_t>()[entry];
    std::memcpy(static_cast<char *>(array->data()) + place * bytes,
                static_cast<const char *>(entries.values.data()) +
                    entry * bytes,
                bytes);
  }
  return array;
}

/// Reads or makes the weight that `binding` binds.
static llvm::Expected<Array> loadWhole(const Binding &binding,
                                       const Options &options) {
  const OperandSpec &spec = *binding.spec;
  llvm::Expected<Data> data = Data();
  if (binding.source.isFile()) {
    data = readFile(binding, options);
  } else {
    auto made = generate(binding, {spec.shape.begin(), spec.shape.end()});
    if (!made)
      return fail(spec.name + ": " + made.error().str());
    data = std::move(*made);
  }
  if (!data)
    return ofOperand(data.takeError(), spec.name);
  if (auto *array = std::get_if<Array>(&*data))
    return std::move(*array);
  auto array = spread(std::get<runtime::CooTensor>(*data));
  if (!array)
    return fail(spec.name + ": " + array.error().str());
  return std::move(*array);
}

/// Lends `array` as the operand `spec`.
static llvm::Error lend(const OperandSpec &spec, Array array,
                        LentOperands &lent) {
  if (spec.hasPattern()) {
    auto entries = listEntries(spec, std::move(array));
    if (!entries)
      return fail(spec.name + ": " + entries.error().str());
    lent.elements[spec.name] = std::move(*entries);
    return llvm::Error::success();
  }
  Operand operand;
  operand.spec = &spec;
  operand.shape = array.shape();
  operand.values = std::move(array);
  lent.operands[spec.name] = std::move(operand);
  return llvm::Error::success();
}

/// The weight that `part`, the operand `spec`, is of, as an operand.
static OperandSpec describeWhole(const DividedPart &part,
                                 const OperandSpec &spec) {
  OperandSpec whole = spec;
  whole.name = part.whole;
  whole.kind = OperandKind::Dense;
  whole.composite.reset();
  whole.dtype = part.wholeType;
  whole.shape.assign(part.shape.begin(), part.shape.end());
  return whole;
}

llvm::Error session::lendParts(const Program &program, Options &options,
                               LentOperands &lent) {
  llvm::SetVector<llvm::StringRef> wholes;
  for (const DividedPart &part : program.divided)
    wholes.insert(part.whole);
  for (llvm::StringRef whole : wholes) {
    auto isOfWhole = [&](const Assignment &bind) { return bind.name == whole; };
    if (llvm::none_of(options.binds, isOfWhole))
      continue;
    std::vector<DividedPart> parts = findParts(program.divided, whole);
    auto find = [&](const DividedPart &part) {
      return llvm::find_if(program.operands, [&](const OperandSpec &spec) {
        return spec.name == part.name;
      });
    };
    auto first = find(parts.front());
    OperandSpec spec = describeWhole(parts.front(), *first);
    auto binding = bindOperand(spec, first - program.operands.begin(), options);
    if (!binding)
      return ofOperand(binding.takeError(), whole);
    auto array = loadWhole(*binding, options);
    if (!array)
      return array.takeError();
    lent.wholes[whole] = *array;
    auto made = divideArray(parts, program.kept, *array);
    if (!made)
      return made.takeError();
    for (auto [part, own] : llvm::zip_equal(parts, *made))
      if (llvm::Error error = lend(*find(part), std::move(own.second), lent))
        return error;
    llvm::erase_if(options.binds, isOfWhole);
  }
  return llvm::Error::success();
}
