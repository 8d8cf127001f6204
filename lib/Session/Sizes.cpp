//===- Sizes.cpp - the sizes of the dimensions ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Sizes.h"

#include "Spindle/Session/Failure.h"
#include "llvm/ADT/STLExtras.h"

using namespace spindle::session;

llvm::Error Sizes::add(llvm::StringRef dim, int64_t size, std::string origin) {
  auto [place, isNew] = entries.try_emplace(dim, Entry{size, origin});
  const Entry &known = place->getValue();
  if (isNew || known.size == size)
    return llvm::Error::success();
  return fail("expected size " + llvm::Twine(known.size) + " of dimension " +
              dim + ", as of " + known.origin + ", but got " +
              llvm::Twine(size) + " of " + origin);
}

llvm::Error Sizes::addType(const OperandSpec &spec) {
  for (auto [dim, size] : llvm::zip_equal(spec.dims, spec.shape))
    if (!mlir::ShapedType::isDynamic(size))
      if (llvm::Error error = add(dim, size, "the type of " + spec.name))
        return error;
  return llvm::Error::success();
}

llvm::Error Sizes::addShape(const OperandSpec &spec,
                            llvm::ArrayRef<int64_t> shape,
                            llvm::StringRef origin) {
  std::string from = (spec.name + " (" + origin + ")").str();
  for (auto [dim, size] : llvm::zip_equal(spec.dims, shape))
    if (llvm::Error error = add(dim, size, from))
      return error;
  return llvm::Error::success();
}

llvm::Error Sizes::addOption(llvm::StringRef dim, int64_t size) {
  return add(dim, size, name.getOrigin().str());
}

llvm::Expected<std::vector<int64_t>>
Sizes::getShape(const OperandSpec &spec) const {
  std::vector<int64_t> shape;
  for (const std::string &dim : spec.dims) {
    auto entry = entries.find(dim);
    if (entry == entries.end())
      return fail("expected " + name.of(dim) + ", for a dimension of " +
                  spec.name + ", but got none");
    shape.push_back(entry->getValue().size);
  }
  return shape;
}
