//===- DriverReport.cpp - calls that are the emulator's own ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;
using namespace spindle::emulator;

extern "C" {

__attribute__((visibility("default"))) CUresult
spindleEmulatorReport(char **json) {
  DriverState &state = DriverState::get();
  std::lock_guard<std::recursive_mutex> guard(state.lock);
  if (!state.emulator || !json)
    return CUDA_ERROR_NOT_INITIALIZED;
  std::string text;
  raw_string_ostream(text) << json::Value(state.emulator->getReport().toJSON());
  *json = strdup(text.c_str());
  return CUDA_SUCCESS;
}

__attribute__((visibility("default"))) CUresult
spindleEmulatorClearReport(void) {
  DriverState &state = DriverState::get();
  std::lock_guard<std::recursive_mutex> guard(state.lock);
  if (!state.emulator)
    return CUDA_ERROR_NOT_INITIALIZED;
  state.emulator->clearReport();
  return CUDA_SUCCESS;
}

__attribute__((visibility("default"))) CUresult
spindleEmulatorReset(const char *text) {
  const char *usual = getenv("SPINDLE_EMULATOR");
  auto options = parseOptions(text ? text : usual ? usual : "");
  Error error =
      options ? resetProcessEmulator(std::move(*options)) : options.takeError();
  bool failed = static_cast<bool>(error);
  consumeError(std::move(error));
  return failed ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

} // extern "C"
