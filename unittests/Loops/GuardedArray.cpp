//===- GuardedArray.cpp - memory with nothing behind it -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedArray.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using llvm::APFloat;
using llvm::ArrayRef;
using llvm::fltSemantics;
using llvm::StringRef;
using namespace spindle::loops;

static size_t getBytes(StringRef type) {
  unsigned bits = 64;
  if (type.ltrim("bif").getAsInteger(10, bits))
    EXPECT_EQ(type, "index");
  return llvm::divideCeil(bits, 8);
}

GuardedArray::GuardedArray(StringRef type, ArrayRef<int64_t> shape)
    : type(type), shape(shape) {
  for (int64_t extent : shape)
    count *= extent;
  size_t page = sysconf(_SC_PAGESIZE);
  bytes = count * getBytes(type);
  mapped = llvm::alignTo(bytes, page) + page;
  void *memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(memory, MAP_FAILED);
  pages = static_cast<char *>(memory);
  EXPECT_EQ(mprotect(pages + mapped - page, page, PROT_NONE), 0);
  data = pages + mapped - page - bytes;
  for (int64_t index = 0; index < count; ++index)
    set(index, 1);
}

GuardedArray::~GuardedArray() { munmap(pages, mapped); }

void GuardedArray::set(int64_t index, double value) {
  const fltSemantics *semantics = llvm::StringSwitch<const fltSemantics *>(type)
                                      .Case("f16", &APFloat::IEEEhalf())
                                      .Case("bf16", &APFloat::BFloat())
                                      .Case("f32", &APFloat::IEEEsingle())
                                      .Case("f64", &APFloat::IEEEdouble())
                                      .Default(nullptr);
  uint64_t bits = 0;
  if (semantics) {
    APFloat number(value);
    bool loses;
    number.convert(*semantics, APFloat::rmNearestTiesToEven, &loses);
    bits = number.bitcastToAPInt().getZExtValue();
  } else {
    bits = static_cast<int64_t>(value);
  }
  std::memcpy(data + index * getBytes(type), &bits, getBytes(type));
}
