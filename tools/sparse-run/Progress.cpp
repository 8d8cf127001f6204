//===- Progress.cpp - a bar for long steps --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace spindle::run;

Progress::Progress(std::string label)
    : label(std::move(label)),
      enabled(llvm::sys::Process::StandardErrIsDisplayed()),
      nextDraw(Clock::now() + std::chrono::milliseconds(500)) {}

Progress::~Progress() {
  if (drawn)
    llvm::errs() << "\r\x1b[K";
}

void Progress::update(int64_t done, int64_t total) {
  if (!enabled || total <= 0 || Clock::now() < nextDraw)
    return;
  constexpr int64_t width = 30;
  double part = std::clamp(double(done) / double(total), 0.0, 1.0);
  std::string bar(static_cast<size_t>(part * width), '#');
  bar.resize(width, '.');
  llvm::errs() << "\r" << label << " [" << bar << "] "
               << static_cast<int>(part * 100) << " %";
  drawn = true;
  nextDraw = Clock::now() + std::chrono::milliseconds(100);
}
