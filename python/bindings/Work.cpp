//===- Work.cpp - long work beside an interpreter -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Work.h"
#include "Gil.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace spindle;
using namespace spindle::python;
using session::Step;
using session::Watcher;

namespace {

/// How far a step is.
struct Progress {
  std::string label, unit;
  int64_t done = 0, total = 0;
};

/// What the two threads tell each other.
struct Board {
  std::mutex access;
  std::condition_variable ends;
  bool isDone = false;
  /// The steps that have begun and not ended, outermost first.
  std::deque<Progress> steps;
  std::vector<std::string> notes;
};

/// A step that is on the board while it lives.
class BoardStep : public Step {
public:
  BoardStep(Board &board, std::string label, std::string unit) : board(board) {
    std::lock_guard<std::mutex> lock(board.access);
    board.steps.push_back({std::move(label), std::move(unit)});
  }
  ~BoardStep() override {
    std::lock_guard<std::mutex> lock(board.access);
    board.steps.pop_back();
  }
  void update(int64_t done, int64_t total) override {
    std::lock_guard<std::mutex> lock(board.access);
    board.steps.back().done = done;
    board.steps.back().total = total;
  }

private:
  Board &board;
};

} // namespace

static Watcher makeWatcher(Board &board) {
  Watcher watcher;
  watcher.onStep = [&board](std::string label, std::string unit) {
    return std::make_unique<BoardStep>(board, std::move(label),
                                       std::move(unit));
  };
  watcher.onNote = [&board](const std::string &text) {
    std::lock_guard<std::mutex> lock(board.access);
    board.notes.push_back(text);
  };
  return watcher;
}

/// Waits for the end of the work for a moment; says whether it has come.
static bool waitFor(Board &board) {
  GilRelease release;
  std::unique_lock<std::mutex> lock(board.access);
  return board.ends.wait_for(lock, std::chrono::milliseconds(50),
                             [&] { return board.isDone; });
}

/// Tells `progress` of the step that the work is at.
static void tell(Board &board, const nb::object &progress) {
  Progress now;
  {
    std::lock_guard<std::mutex> lock(board.access);
    if (board.steps.empty())
      return;
    now = board.steps.back();
  }
  // It may have a path that is no UTF-8.
  nb::object label = nb::steal(PyUnicode_DecodeUTF8(
      now.label.data(), Py_ssize_t(now.label.size()), "replace"));
  progress(label, now.unit, now.done, now.total);
}

/// Shared by threads that work, and a fork's alone: it waits until they are
/// done. The child would have what they hold for ever, such as the guard of a
/// static variable that one of them was making.
static std::shared_mutex workers;

void python::keepForksApart() {
  auto wait = [] {
    // Who works may need the GIL.
    GilRelease release;
    workers.lock();
  };
  // The lock knows its owner by a number, which the child's thread has not.
  auto renew = [] { new (&workers) std::shared_mutex; };
  nb::module_::import_("os").attr("register_at_fork")(
      nb::arg("before") = nb::cpp_function(wait),
      nb::arg("after_in_parent") = nb::cpp_function([] { workers.unlock(); }),
      nb::arg("after_in_child") = nb::cpp_function(renew));
}

void python::doWork(nb::object progress,
                    llvm::function_ref<void(const Watcher &)> work) {
  Board board;
  Watcher watcher = makeWatcher(board);
  std::thread worker([&] {
    std::shared_lock<std::shared_mutex> working(workers);
    work(watcher);
    working.unlock();
    std::lock_guard<std::mutex> lock(board.access);
    board.isDone = true;
    board.ends.notify_all();
  });
  auto join = [&] {
    GilRelease release;
    worker.join();
  };
  try {
    while (!waitFor(board)) {
      if (PyErr_CheckSignals() != 0)
        throw nb::python_error();
      if (!progress.is_none())
        tell(board, progress);
    }
  } catch (...) {
    watcher.token.cancel();
    join();
    throw;
  }
  join();
  for (const std::string &note : board.notes)
    nb::module_::import_("spindle._errors").attr("warn")(note);
}
