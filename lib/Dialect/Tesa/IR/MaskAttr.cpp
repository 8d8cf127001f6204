//===- MaskAttr.cpp - masks as attributes ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::tesa;

static int64_t countBlocks(ArrayRef<int64_t> shape, ArrayRef<int64_t> block) {
  int64_t count = 1;
  for (auto [size, elements] : llvm::zip_equal(shape, block))
    count *= getNumBlocks(size, elements);
  return count;
}

/// The bits of hexadecimal digits, two for eight, the lowest first.
static std::vector<uint8_t> unpackBits(StringRef digits) {
  std::vector<uint8_t> bits;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned byte = llvm::hexDigitValue(digits[i]) * 16 +
                    llvm::hexDigitValue(digits[i + 1]);
    for (unsigned bit = 0; bit < 8; ++bit)
      bits.push_back(byte >> bit & 1);
  }
  return bits;
}

static std::string packBits(const std::vector<uint8_t> &bits) {
  std::string digits;
  for (size_t i = 0; i < bits.size(); i += 8) {
    unsigned byte = 0;
    for (size_t bit = i; bit < std::min(i + 8, bits.size()); ++bit)
      byte |= unsigned(bits[bit]) << (bit - i);
    digits += llvm::hexdigit(byte / 16, /*LowerCase=*/true);
    digits += llvm::hexdigit(byte % 16, /*LowerCase=*/true);
  }
  return digits;
}

LogicalResult MaskAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, ArrayRef<int64_t> block,
                               StringRef keeps) {
  if (shape.size() != block.size())
    return emitError() << "#tesa.mask (C1) expected a block for each of "
                       << shape.size() << " dimensions but got "
                       << block.size();
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip_equal(shape, block))) {
    auto [size, elements] = sizes;
    if (size < 0 || elements < 1 || elements > std::max<int64_t>(size, 1))
      return emitError() << "#tesa.mask (C1) expected blocks of 1 to " << size
                         << " elements in dimension " << dim << " but got "
                         << elements;
  }
  int64_t count = countBlocks(shape, block);
  if (int64_t(keeps.size()) != (count + 7) / 8 * 2)
    return emitError() << "#tesa.mask (C2) expected " << (count + 7) / 8 * 2
                       << " digits for " << count << " blocks but got "
                       << keeps.size();
  if (!llvm::all_of(keeps, llvm::isHexDigit))
    return emitError()
           << "#tesa.mask (C2) expected hexadecimal digits but got '" << keeps
           << "'";
  std::vector<uint8_t> bits = unpackBits(keeps);
  for (size_t bit = count; bit < bits.size(); ++bit)
    if (bits[bit])
      return emitError() << "#tesa.mask (C2) expected " << count
                         << " bits but got one at " << bit;
  return success();
}

MaskAttr MaskAttr::get(MLIRContext *context, const Mask &kept) {
  return get(context, kept.getShape(), kept.getBlock(),
             packBits(kept.getCells()));
}

Mask MaskAttr::getMask() const {
  std::vector<uint8_t> bits = unpackBits(getKeeps());
  bits.resize(countBlocks(getShape(), getBlock()));
  return Mask::ofCells(getShape().vec(), getBlock().vec(), std::move(bits));
}
