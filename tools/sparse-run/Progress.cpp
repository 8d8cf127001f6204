//===- Progress.cpp - a bar for long steps --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace spindle;
using namespace spindle::run;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// The line
//===----------------------------------------------------------------------===//

/// `count` in three digits or so, with a letter for thousands and more.
static std::string formatCount(double count) {
  for (const char *letter : {"", " k", " M", " G", " T"}) {
    if (count < 1000)
      return formatv(count < 10 && *letter ? "{0:f1}{1}" : "{0:f0}{1}", count,
                     letter);
    count /= 1000;
  }
  return formatv("{0:f0} P", count);
}

/// A time for people: "3 s", "2 min 5 s".
static std::string formatTime(double seconds) {
  auto whole = static_cast<int64_t>(seconds + 0.5);
  if (whole < 60)
    return formatv("{0} s", whole);
  return formatv("{0} min {1} s", whole / 60, whole % 60);
}

std::string run::formatProgress(const std::string &label,
                                const std::string &unit,
                                const ProgressState &state, size_t columns) {
  std::string line = label;
  // What goes on when all is counted is not known either.
  if (state.done >= state.total) {
    line += ", " + formatTime(state.seconds);
  } else {
    constexpr int64_t width = 30;
    double part =
        std::clamp(double(state.done) / double(state.total), 0.0, 1.0);
    std::string bar(static_cast<size_t>(part * width), '#');
    bar.resize(width, '.');
    line += formatv(" [{0}] {1} %", bar, static_cast<int>(part * 100));
    double rate = state.seconds > 0 ? double(state.done) / state.seconds : 0;
    if (!unit.empty() && rate > 0)
      line += ", " + formatCount(rate) + (unit == "B" ? "" : " ") + unit + "/s";
    if (part > 0)
      line += ", " + formatTime(state.seconds * (1 - part) / part) + " left";
  }
  return line.substr(0, columns);
}

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

/// The step that is shown; null where none is.
static std::atomic<Progress *> shown{nullptr};
/// Whether there is a line on the terminal.
static std::atomic<bool> isDrawn{false};
/// Whether a thread is writing a line.
static std::atomic<bool> isDrawing{false};
/// Whether no line may be drawn any more.
static std::atomic<bool> isOver{false};

/// Writes `text` to stderr, past its buffer.
static void writeToTerminal(llvm::StringRef text) {
  ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  (void)written;
}

/// Wipes out the line on the terminal.
static constexpr llvm::StringLiteral wipe = "\r\x1b[K";

/// The columns of the terminal.
static size_t getColumns() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
    return size.ws_col - 1;
  return 79;
}

/// Puts `line` instead of the one on the terminal.
static void drawLine(const std::string &line) {
  isDrawing = true;
  if (!isOver) {
    isDrawn = true;
    writeToTerminal(wipe.str() + line);
  }
  isDrawing = false;
}

void run::endProgress() {
  isOver = true;
  // The thread that draws takes no signals, so it is not this one.
  for (int wait = 0; isDrawing && wait < 100; ++wait) {
    timespec moment = {0, 1000000};
    nanosleep(&moment, nullptr);
  }
  if (isDrawn)
    writeToTerminal(wipe);
}

/// How long a step takes before it is shown; it is drawn anew after a fifth of
/// that.
static std::chrono::milliseconds getDelay() {
  int64_t delay = 500;
  if (const char *text = std::getenv("SPARSE_RUN_PROGRESS_DELAY"))
    if (llvm::StringRef(text).getAsInteger(10, delay))
      delay = 500;
  return std::chrono::milliseconds(delay);
}

//===----------------------------------------------------------------------===//
// A step
//===----------------------------------------------------------------------===//

Progress::Progress(std::string label, std::string unit)
    : label(std::move(label)), unit(std::move(unit)) {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return;
  earlier = shown.exchange(this);
  if (getDelay().count() == 0)
    draw();
  // Signals are for the thread that runs the step.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread = std::thread([this] { drawOnAndOn(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Progress::~Progress() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    ended = true;
  }
  wake.notify_one();
  thread.join();
  shown = earlier;
  if (isDrawn.exchange(false))
    writeToTerminal(wipe);
}

void Progress::update(int64_t done, int64_t total) {
  this->done.store(done, std::memory_order_relaxed);
  this->total.store(total, std::memory_order_relaxed);
}

void Progress::draw() const {
  if (shown != this)
    return;
  std::chrono::duration<double> passed = Clock::now() - start;
  drawLine(
      formatProgress(label, unit, {done, total, passed.count()}, getColumns()));
}

void Progress::drawOnAndOn() {
  std::unique_lock<std::mutex> lock(mutex);
  Clock::duration wait = getDelay();
  while (!wake.wait_for(lock, wait, [this] { return ended; })) {
    wait = getDelay() / 5 + std::chrono::milliseconds(1);
    draw();
  }
}
