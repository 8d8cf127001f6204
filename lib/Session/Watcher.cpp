//===- Watcher.cpp - who follows the work of a session --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Watcher.h"

using namespace spindle::session;

char Cancelled::ID = 0;

void Cancelled::log(llvm::raw_ostream &stream) const {
  stream << "expected to end but got cancelled";
}

std::error_code Cancelled::convertToErrorCode() const {
  return std::make_error_code(std::errc::operation_canceled);
}

void Step::update(int64_t, int64_t) {}

std::unique_ptr<Step> Watcher::begin(std::string label,
                                     std::string unit) const {
  std::unique_ptr<Step> step;
  if (onStep)
    step = onStep(std::move(label), std::move(unit));
  return step ? std::move(step) : std::make_unique<Step>();
}

void Watcher::note(const std::string &text) const {
  if (onNote)
    onNote(text);
}

llvm::Error Watcher::check() const {
  if (token.isCancelled())
    return llvm::make_error<Cancelled>();
  return llvm::Error::success();
}
