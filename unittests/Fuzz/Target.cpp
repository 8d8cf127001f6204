//===- Target.cpp - What a fuzzed program is made of ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include <cstdio>
#include <cstdlib>

void spindle::fuzz::fail(std::string_view law, std::string_view found) {
  std::fprintf(stderr, "fuzz: expected %.*s", int(law.size()), law.data());
  if (!found.empty())
    std::fprintf(stderr, " but got %.*s", int(found.size()), found.data());
  std::fputc('\n', stderr);
  std::abort();
}
