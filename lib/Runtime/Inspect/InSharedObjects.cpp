//===- InSharedObjects.cpp - faults of inspectors without Spindle ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a shared object that Spindle has written, inspectors report what they do
// not take to the C function that calls them: it asks for the status when they
// have run, and returns it with the text.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Check/Checks.h"

#include <cstdio>
#include <string>

namespace {
/// `spindle_call` of the headers, as far as it is read here.
struct CallOfC {
  uint32_t size;
  int32_t threads;
  void *stream, *workspace;
  uint64_t workspaceBytes;
  char *error;
  uint64_t errorBytes;
};

/// What this thread has been told last.
struct Fault {
  bool isThere = false;
  std::string text;
};
} // namespace

/// SPINDLE_BAD_INSPECTION.
static constexpr int32_t kBadInspection = 19;

static Fault &getFault() {
  static thread_local Fault fault;
  return fault;
}

void spindle::runtime::reportFault(const std::string &text) {
  getFault() = {true, text};
}

extern "C" {

/// The status of the inspection that has run on this thread; its text goes to
/// where `call`, which may be null, says.
int32_t spindle_inspect_status(const CallOfC *call);
}

int32_t spindle_inspect_status(const CallOfC *call) {
  if (!getFault().isThere)
    return 0;
  if (call && call->error && call->errorBytes > 0)
    std::snprintf(call->error, call->errorBytes, "%s", getFault().text.c_str());
  getFault() = {};
  return kBadInspection;
}
