//===- Image.cpp - the extent of a module's image -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace llvm;

/// A block begins with a word of an abbreviation (2 bits), its number (8 bits
/// as far as there are numbers) and a width; then comes its length in words.
static constexpr uint32_t kEnterBlock = 1;

StringRef spindle::emulator::getImage(const void *start) {
  const char *bytes = static_cast<const char *>(start);
  if (memcmp(bytes, "BC\xC0\xDE", 4) != 0)
    return StringRef(bytes);
  size_t at = 4;
  while (true) {
    uint32_t head = support::endian::read32le(bytes + at);
    uint32_t number = head >> 2 & 0xFF;
    if ((head & 3) != kEnterBlock)
      break;
    at += 8 + 4 * size_t(support::endian::read32le(bytes + at + 4));
    // Names come last.
    if (number == bitc::STRTAB_BLOCK_ID)
      break;
  }
  return StringRef(bytes, at);
}
