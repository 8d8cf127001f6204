//===- Watcher.h - who follows the work of a session ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_WATCHER_H
#define SPINDLE_SESSION_WATCHER_H

#include "llvm/Support/Error.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace spindle::session {

/// Stops work from any thread. Copies stop the same work. It is asked
///
/// - between the steps of a session;
/// - before each pass of MLIR, and before each that LLVM may leave out;
/// - as files are read: every 1 MB of text, every 16 MB of arrays;
/// - by the interpreter, every few thousand turns of loops and runs of bodies.
///
/// It is not asked while elements are stored in a format, statistics are
/// gathered, a C compiler links what is saved, or the kernel runs.
class CancelToken {
public:
  void cancel() { flag->store(true, std::memory_order_relaxed); }
  bool isCancelled() const { return flag->load(std::memory_order_relaxed); }
  /// The same, for who asks now and then.
  bool operator()() const { return isCancelled(); }

private:
  std::shared_ptr<std::atomic<bool>> flag =
      std::make_shared<std::atomic<bool>>(false);
};

/// A step of the work, while it lives.
class Step {
public:
  virtual ~Step() = default;
  /// Hears that `done` of `total` are done; of the thread that works.
  virtual void update(int64_t done, int64_t total);
};

/// Who follows the work of a session.
struct Watcher {
  /// Is told of each step, "compiling", as it begins, and of the unit that its
  /// work is counted in, which may be empty. Steps nest. May be null.
  std::function<std::unique_ptr<Step>(std::string label, std::string unit)>
      onStep = {};
  /// Is told what a user may want to know before it happens. May be null.
  std::function<void(const std::string &text)> onNote = {};
  CancelToken token = {};

  /// Begins a step. Never null.
  std::unique_ptr<Step> begin(std::string label, std::string unit = "") const;
  void note(const std::string &text) const;
  /// Error: `Cancelled`, where the token says so.
  llvm::Error check() const;
};

/// The error of work that was stopped.
class Cancelled : public llvm::ErrorInfo<Cancelled> {
public:
  static char ID;

  void log(llvm::raw_ostream &stream) const override;
  std::error_code convertToErrorCode() const override;
};

} // namespace spindle::session

#endif // SPINDLE_SESSION_WATCHER_H
