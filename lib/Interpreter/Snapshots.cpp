//===- Snapshots.cpp - structure that must not change ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"

#include "Machine.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static uint64_t computeHash(const IntegerArray &array) {
  return llvm::xxh3_64bits(
      ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(array.data),
                        array.data ? array.size * array.bytes : 0));
}

Snapshot::Snapshot(std::string what, const IntegerArray &array,
                   const View *view)
    : what(std::move(what)), array(array), view(view),
      hash(computeHash(array)) {}

bool Snapshot::isUnchanged() const {
  return !(view && view->freed) && computeHash(array) == hash;
}
