//===- TeamWorkers.h - the threads of a team ------------------ -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_TEAMWORKERS_H
#define SPINDLE_EXECUTION_TEAMWORKERS_H

#include "Spindle/Execution/ThreadPool.h"

#include <atomic>
#include <cfenv>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <sched.h>

namespace spindle::execution {

/// Work, and those who share it. Lives on the stack of the caller, who leaves
/// when all workers are done with it.
struct Team {
  TeamFunction run;
  void *context;
  int size;
  /// Whether it has several members, or is in a team that has.
  bool isParallel;
  /// Whether there are processors for all: then those who wait look for a while
  /// before they sleep, and none is to run where the caller does.
  bool isSpread = false;
  /// Where the caller runs, and how it computes.
  int processor = 0;
  std::fenv_t floats = {};

  /// Those who wait for all, the how many-eth time it is, and both's guard.
  int waiting = 0;
  unsigned round = 0;
  std::mutex mutex = {};
  std::condition_variable complete = {};
};

/// Runs member `member` of `team` on this thread.
void runMember(Team &team, int member);

/// A thread of the pool, and what it is told. It is never freed: its last look
/// at itself may come after its team is gone.
class alignas(64) Worker {
public:
  /// Starts the thread. Gives whether the system lets it.
  bool start();

  /// Has it run member `member` of `team`.
  void post(Team &team, int member);
  /// Takes that back. Gives whether it had not begun.
  bool takeBack();
  /// Returns when it is done.
  void join();

  /// The next in a list of those that have nothing to do, or of a team's.
  Worker *next = nullptr;
  /// The one started before: all stay known to who looks for leaks.
  Worker *older = nullptr;

private:
  enum class State { Idle, Posted, Working };
  /// Whether the thread may run everywhere, or has to leave out a processor.
  enum class Place { Free, Changing, KeptOff };

  static void *enter(void *worker);
  void serve();
  void change(State to);
  void leaveCaller();
  void wakeElsewhere();
  bool look(State wanted) const;
  bool lookFor(State wanted, bool isPatient) const;
  void sleep(State wanted);

  std::atomic<State> state{State::Idle};
  /// Those who sleep until the state is another: the thread, or who waits.
  std::atomic<int> sleepers{0};
  Team *team = nullptr;
  int member = 0;
  /// Where the caller ran, if the thread is to run elsewhere; else -1.
  std::atomic<int> callerProcessor{-1};
  std::atomic<Place> place{Place::Free};
  /// The processors of the thread, where it leaves out one.
  cpu_set_t processors = {};
  pthread_t thread = {};
  std::mutex mutex;
  std::condition_variable changed;
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_TEAMWORKERS_H
