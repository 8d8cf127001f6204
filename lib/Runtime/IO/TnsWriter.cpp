//===- TnsWriter.cpp - Writing tensors as text ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DTypeComment.h"

#include "Spindle/Runtime/IO/Tns.h"

using namespace spindle::runtime;

/// Writes the comments with the sizes and the type of the elements.
static void writeSizes(TextWriter &out, const CooTensor &tensor) {
  out.text("# order ");
  out.number(tensor.rank(), ' ');
  out.text("dims ");
  for (int64_t extent : tensor.shape)
    out.number(extent, ' ');
  out.text("nnz ");
  out.number(tensor.entries(), '\n');
  writeDTypeComment(out, "#", tensor.values.dtype());
}

std::optional<Error> spindle::runtime::writeTns(const std::string &path,
                                                const CooTensor &tensor) {
  if (auto error = validate(tensor))
    return error;
  if (tensor.rank() < 1 || tensor.rank() > maxTnsRank)
    return Error::expectedGot("a rank of 1 to " + std::to_string(maxTnsRank),
                              std::to_string(tensor.rank()));
  DType dtype = tensor.values.dtype();
  if (isComplex(dtype))
    return Error::expectedGot("real numbers", dtypeName(dtype));
  Expected<TextWriter> out = TextWriter::create(path);
  if (!out)
    return out.takeError();
  writeSizes(*out, tensor);
  visitDType(dtype, [&](auto zero) {
    const auto *values = tensor.values.as<decltype(zero)>();
    for (int64_t i = 0, e = tensor.entries(); i < e; ++i) {
      for (const Array &coordinates : tensor.coordinates)
        out->number(coordinates.as<int64_t>()[i] + 1, ' ');
      out->number(values[i], '\n');
    }
  });
  return out->commit();
}
