//===- SanitizerOptions.cpp - how sanitizers run here ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// Read by AddressSanitizer at the start of a program; ASAN_OPTIONS overrides
/// it. LLVM's bump allocators poison what they have not handed out. Their code
/// in headers does when compiled here, and that in libLLVM and libMLIR, which
/// are not instrumented, hands the same memory out without unpoisoning it:
/// poison set by hand has no meaning. An allocation that is too large fails
/// as it does elsewhere, so that its handling can be tested.
extern "C" __attribute__((visibility("default"))) const char *
__asan_default_options() {
  return "allow_user_poisoning=0:allocator_may_return_null=1";
}

/// Read by ThreadSanitizer likewise. libLLVM and libMLIR are not instrumented.
/// Processes that have threads may fork, as kernels' callers do.
extern "C" __attribute__((visibility("default"))) const char *
__tsan_default_options() {
  return "ignore_noninstrumented_modules=1:die_after_fork=0";
}

/// Read by LeakSanitizer likewise. What the runtime loads onto a GPU stays
/// there while the process does, with a record of it: streams may be busy with
/// it, and graphs launch it, when the code that loaded it is gone.
extern "C" __attribute__((visibility("default"))) const char *
__lsan_default_suppressions() {
  return "leak:addLoaded\n";
}
