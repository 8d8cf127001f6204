//===- PrintNumber.cpp - numbers as text ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/PrintNumber.h"

#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using llvm::formatv;

std::string session::formatBytes(int64_t bytes) {
  double size = double(bytes);
  for (const char *unit : {"B", "kB", "MB"}) {
    if (size < 1000)
      return formatv(*unit == 'B' ? "{0:f0} {1}" : "{0:f1} {1}", size, unit);
    size /= 1000;
  }
  return formatv("{0:f1} GB", size);
}
