//===- Interruption.cpp - campaigns that are asked to stop ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interruption.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <sys/mman.h>

using namespace spindle::differential;

/// What all processes see, once signals are caught.
static volatile std::sig_atomic_t *interrupted = nullptr;

void spindle::differential::catchInterrupts() {
  void *memory =
      mmap(nullptr, sizeof(std::sig_atomic_t), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  interrupted = static_cast<volatile std::sig_atomic_t *>(memory);
  for (int number : {SIGINT, SIGTERM})
    signal(number, [](int) { *interrupted = 1; });
}

bool spindle::differential::isInterrupted() {
  return interrupted && *interrupted;
}

void spindle::differential::tellInterruption(uint64_t seed) {
  if (isInterrupted())
    llvm::outs() << "interrupted; --seed " << seed << " goes on\n";
}
