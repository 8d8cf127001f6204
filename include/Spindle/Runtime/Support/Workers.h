//===- Workers.h - Threads that share a piece of work -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion is a row of steps, each over all elements. Its workers live as
// long as it does, and share the work of each step: worker w of n does the w-th
// of n ranges, so that what a step computes never depends on who is fast.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_SUPPORT_WORKERS_H
#define SPINDLE_RUNTIME_SUPPORT_WORKERS_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <pthread.h>
#include <type_traits>
#include <vector>

namespace spindle::runtime {

/// Threads, the caller's among them. Where the system gives no more threads,
/// the caller does their work.
class Workers {
public:
  /// `threads` of them, or as many as there are processors where that is 0; but
  /// no more than `work` units, of about a nanosecond or two, are worth.
  Workers(int64_t threads, int64_t work);
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  int64_t count() const { return size; }

  /// Calls `fn(worker)` for each worker, and returns when all are done.
  template <typename Fn> void run(Fn &&fn) {
    using Callee = std::remove_reference_t<Fn>;
    runAll([](void *callee,
              int64_t worker) { (*static_cast<Callee *>(callee))(worker); },
           const_cast<void *>(static_cast<const void *>(&fn)));
  }

  /// Where the range of `worker` begins when they share `units` units; that of
  /// worker `count()` is the end.
  int64_t begin(int64_t worker, int64_t units) const {
    return units / size * worker + units % size * worker / size;
  }

  /// Calls `fn(worker, begin, end)` with the range of each of `units` units.
  template <typename Fn> void split(int64_t units, Fn &&fn) {
    run([&](int64_t worker) {
      fn(worker, begin(worker, units), begin(worker + 1, units));
    });
  }

private:
  using Call = void (*)(void *callee, int64_t worker);
  /// What a thread is told when it starts.
  struct Seat {
    Workers *workers;
    int64_t worker;
  };

  void runAll(Call call, void *callee);
  void start();
  void serve(int64_t worker);
  static void *enter(void *seat);

  int64_t size = 1;
  bool isStarted = false, isOver = false;
  std::vector<pthread_t> threads;
  std::vector<Seat> seats;
  std::mutex mutex;
  std::condition_variable begun, ended;
  /// The step at hand: its number, what to call, and who is still at it.
  std::atomic<int64_t> round{0}, busy{0};
  Call call = nullptr;
  void *callee = nullptr;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_WORKERS_H
