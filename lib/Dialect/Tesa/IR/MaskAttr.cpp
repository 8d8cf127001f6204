//===- MaskAttr.cpp - masks as attributes ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::tesa;

static int64_t countBlocks(ArrayRef<int64_t> shape, ArrayRef<int64_t> block) {
  int64_t count = 1;
  for (auto [size, elements] : llvm::zip_equal(shape, block))
    count *= getNumBlocks(size, elements);
  return count;
}

/// The bits of bytes, the lowest first.
static std::vector<uint8_t> unpackBits(ArrayRef<char> bytes) {
  std::vector<uint8_t> bits;
  bits.reserve(bytes.size() * 8);
  for (char byte : bytes)
    for (unsigned bit = 0; bit < 8; ++bit)
      bits.push_back(uint8_t(byte) >> bit & 1);
  return bits;
}

std::vector<uint8_t> tesa::unpackDigits(StringRef digits) {
  std::string bytes = llvm::fromHex(digits);
  return unpackBits(ArrayRef<char>(bytes.data(), bytes.size()));
}

std::string tesa::packBits(const std::vector<uint8_t> &bits) {
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

LogicalResult tesa::verifyBlocks(StringRef attr, ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> block,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (shape.size() != block.size())
    return emitError() << attr << " (C1) expected a block for each of "
                       << shape.size() << " dimensions but got "
                       << block.size();
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip_equal(shape, block))) {
    auto [size, elements] = sizes;
    if (size < 0 || elements < 1 || elements > std::max<int64_t>(size, 1))
      return emitError() << attr << " (C1) expected blocks of 1 to " << size
                         << " elements in dimension " << dim << " but got "
                         << elements;
  }
  return success();
}

/// That no bit is set from `count` on.
static LogicalResult verifyEnd(StringRef attr, const std::vector<uint8_t> &bits,
                               int64_t count,
                               function_ref<InFlightDiagnostic()> emitError) {
  for (size_t bit = count; bit < bits.size(); ++bit)
    if (bits[bit])
      return emitError() << attr << " expected " << count
                         << " bits but got one at " << bit;
  return success();
}

LogicalResult tesa::verifyDigits(StringRef attr, StringRef digits,
                                 int64_t count, const Twine &places,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (int64_t(digits.size()) != (count + 7) / 8 * 2)
    return emitError() << attr << " expected " << (count + 7) / 8 * 2
                       << " digits for " << count << " " << places
                       << " but got " << digits.size();
  if (!llvm::all_of(digits, llvm::isHexDigit))
    return emitError() << attr << " expected hexadecimal digits but got '"
                       << digits << "'";
  return verifyEnd(attr, unpackDigits(digits), count, emitError);
}

/// The type of a resource, and the digits of its hash.
static LogicalResult
verifyStoredType(DenseResourceElementsAttr stored, StringRef hash,
                 int64_t count, function_ref<InFlightDiagnostic()> emitError) {
  auto type = RankedTensorType::get((count + 7) / 8,
                                    IntegerType::get(stored.getContext(), 8));
  if (stored.getType() != type)
    return emitError() << "#tesa.mask (C3) expected a resource of type " << type
                       << " for " << count << " blocks but got "
                       << stored.getType();
  if (hash.size() != 64 || !llvm::all_of(hash, llvm::isHexDigit))
    return emitError() << "#tesa.mask (C3) expected a hash of 64 hexadecimal "
                          "digits but got '"
                       << hash << "'";
  return success();
}

LogicalResult MaskAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, ArrayRef<int64_t> block,
                               StringRef keeps,
                               DenseResourceElementsAttr stored,
                               StringRef hash) {
  if (failed(verifyBlocks("#tesa.mask", shape, block, emitError)))
    return failure();
  int64_t count = countBlocks(shape, block);
  if (stored)
    return verifyStoredType(stored, hash, count, emitError);
  return verifyDigits("#tesa.mask (C2)", keeps, count, "blocks", emitError);
}

LogicalResult
MaskAttr::verifyStored(function_ref<InFlightDiagnostic()> emitError) const {
  if (!getStored())
    return success();
  auto handle = getStored().getRawHandle();
  AsmResourceBlob *blob = handle.getBlob();
  if (!blob)
    return emitError() << "#tesa.mask (C3) expected a resource called '"
                       << handle.getKey() << "' but got none";
  int64_t count = countBlocks(getShape(), getBlock());
  ArrayRef<char> bytes = blob->getData();
  if (int64_t(bytes.size()) != (count + 7) / 8)
    return emitError() << "#tesa.mask (C3) expected " << (count + 7) / 8
                       << " bytes in the resource '" << handle.getKey()
                       << "' but got " << bytes.size();
  auto hash = llvm::SHA256::hash(
      llvm::arrayRefFromStringRef(StringRef(bytes.data(), bytes.size())));
  std::string found = llvm::toHex(hash, /*LowerCase=*/true);
  if (!getHash().equals_insensitive(found))
    return emitError() << "#tesa.mask (C3) expected the resource '"
                       << handle.getKey() << "' to have the hash " << getHash()
                       << " but got " << found;
  return verifyEnd("#tesa.mask (C2)", unpackBits(bytes), count, emitError);
}

MaskAttr MaskAttr::get(MLIRContext *context, const Mask &kept) {
  return get(context, kept.getShape(), kept.getBlock(), kept.getCells());
}

MaskAttr MaskAttr::get(MLIRContext *context, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> block,
                       const std::vector<uint8_t> &cells) {
  return get(context, shape, block, packBits(cells), nullptr, "");
}

std::vector<uint8_t> MaskAttr::getCells() const {
  std::vector<uint8_t> bits =
      getStored() ? unpackBits(getStored().getRawHandle().getBlob()->getData())
                  : unpackDigits(getKeeps());
  bits.resize(countBlocks(getShape(), getBlock()));
  return bits;
}

Mask MaskAttr::getMask() const {
  return Mask::ofCells(getShape().vec(), getBlock().vec(), getCells());
}
