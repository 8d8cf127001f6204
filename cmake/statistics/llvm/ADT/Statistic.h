//===- Statistic.h - statistics as libMLIR has them -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in for LLVM's header of this name where a libMLIR without assertions
// is used. LLVM's statistics have members unless NDEBUG is there, while a
// constructor of libMLIR's makes those of passes, which was compiled with it:
// it makes none of the members, and a pass of ours, whose assertions are kept,
// would count from whatever is in memory. So they are what libMLIR takes them
// for, whatever we do with assertions.
//
//===----------------------------------------------------------------------===//

#ifdef NDEBUG
#include_next <llvm/ADT/Statistic.h>
#else
// What it includes is to keep its assertions.
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

#include <atomic>
#include <memory>
#include <vector>

#define NDEBUG
#include_next <llvm/ADT/Statistic.h>
#undef NDEBUG
#endif
