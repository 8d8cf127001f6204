//===- StorageSizes.cpp - how large a tensor would be ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageSizes.h"

using namespace spindle;
using namespace spindle::run;
using runtime::StorageSize;

/// Prints a size: "160 bytes, 4 of 15 values padding".
static void printSize(const StorageSize &size, llvm::raw_ostream &stream) {
  stream << size.elements << " elements, " << size.bytes << " bytes, "
         << size.padding() << " of " << size.values << " values padding\n";
}

/// Prints the size of a tensor.
static void printTensor(const TensorSize &size, llvm::raw_ostream &stream) {
  const OperandSpec &spec = *size.spec;
  StorageSize all;
  for (const StorageSize &part : size.parts) {
    all.bytes += part.bytes;
    all.values += part.values;
    all.elements += part.elements;
  }
  stream << spec.name << ": " << spec.getFormatName() << " " << spec.elementType
         << " " << runtime::shapeText(size.shape) << ", ";
  printSize(all, stream);
  if (!spec.composite)
    return;
  auto formats = getPartFormats(*spec.composite);
  for (auto [number, part, format] : llvm::enumerate(size.parts, formats)) {
    stream << "part " << number << ": " << describe(format) << ", ";
    printSize(part, stream);
  }
}

llvm::Error run::tellStorageSizes(Job &job, llvm::raw_ostream &stream) {
  if (llvm::Error error = job.session.findSources(/*givenAlone=*/true))
    return error;
  for (llvm::StringRef name : job.line.measured) {
    auto size = job.session.measureTensor(name);
    if (!size)
      return size.takeError();
    printTensor(*size, stream);
  }
  return llvm::Error::success();
}
