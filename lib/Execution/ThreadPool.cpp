//===- ThreadPool.cpp - teams of threads ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/ThreadPool.h"

#include "TeamWorkers.h"

#include <algorithm>
#include <dlfcn.h>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <thread>

using namespace spindle::execution;

int spindle::execution::countProcessors() {
  // The set is of a fixed size; a machine with more processors than fit in it
  // reports an error.
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1, int(std::thread::hardware_concurrency()));
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

namespace {

/// The workers of a team, in the order of its members.
struct WorkerList {
  Worker *first = nullptr;
  int count = 0;
  /// As of the team.
  bool isSpread = false;
};

/// The workers of this process.
class Pool {
public:
  static Pool &get();

  /// At most `wanted` workers for a new team.
  WorkerList take(int wanted);
  void giveBack(WorkerList workers);

private:
  static void forget();

  int countGranted(int wanted) const;
  bool add();

  std::mutex mutex;
  /// Those that have nothing to do; the last used come first.
  Worker *idle = nullptr;
  Worker *newest = nullptr;
  int idleCount = 0, busyCount = 0, teams = 0;
  int processors = countProcessors();
};

} // namespace

/// Keeps the library that this is part of loaded, since workers run its code.
static void keepLoaded() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&keepLoaded), &info) && info.dli_fname)
    dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/// The pool of this process. It is never freed: workers outlive what is
/// destroyed as the process ends.
static std::atomic<Pool *> thePool{nullptr};

/// Two threads may both make one, of which one stays. A guard, as that of a
/// static variable, might be held by a thread that a child does not have.
Pool &Pool::get() {
  if (Pool *pool = thePool.load())
    return *pool;
  keepLoaded();
  pthread_atfork(nullptr, nullptr, forget);
  Pool *known = nullptr, *made = new Pool;
  if (thePool.compare_exchange_strong(known, made))
    return *made;
  delete made;
  return *known;
}

/// Begins anew in the child of a fork, which has none of the threads.
void Pool::forget() {
  Pool *pool = thePool.load();
  if (!pool)
    return;
  Worker *lost = pool->newest;
  new (pool) Pool;
  pool->newest = lost;
}

/// How many workers a team gets that wants so many: as many as make the busy
/// threads as many as there are processors, or as this team alone would; or its
/// share of these beside the other teams, if that is more.
int Pool::countGranted(int wanted) const {
  int most = std::max(processors, wanted + 1);
  int left = most - 1 - busyCount;
  int share = most / (teams + 1) - 1;
  return std::min(wanted, std::max({left, share, 0}));
}

/// Starts one more worker. Gives whether the system lets it.
bool Pool::add() {
  auto *worker = new Worker;
  if (!worker->start()) {
    delete worker;
    return false;
  }
  worker->older = newest;
  newest = worker;
  worker->next = idle;
  idle = worker;
  ++idleCount;
  return true;
}

WorkerList Pool::take(int wanted) {
  std::lock_guard<std::mutex> lock(mutex);
  int granted = countGranted(wanted);
  if (idleCount < granted)
    processors = countProcessors();
  while (idleCount < granted && add()) {
  }
  WorkerList workers{idle, std::min(granted, idleCount)};
  for (int worker = 0; worker < workers.count; ++worker)
    idle = idle->next;
  idleCount -= workers.count;
  busyCount += workers.count;
  ++teams;
  workers.isSpread = busyCount + teams <= processors;
  return workers;
}

void Pool::giveBack(WorkerList workers) {
  std::lock_guard<std::mutex> lock(mutex);
  Worker **end = &workers.first;
  for (int worker = 0; worker < workers.count; ++worker)
    end = &(*end)->next;
  *end = idle;
  idle = workers.first;
  idleCount += workers.count;
  busyCount -= workers.count;
  --teams;
}

/// Runs a team of the caller and `workers`.
static void runWith(WorkerList workers, Team &team) {
  team.processor = sched_getcpu();
  std::fegetenv(&team.floats);
  Worker *worker = workers.first;
  for (int member = 1; member < team.size; ++member, worker = worker->next)
    worker->post(team, member);
  runMember(team, 0);
  worker = workers.first;
  for (int member = 1; member < team.size; ++member, worker = worker->next)
    if (worker->takeBack())
      runMember(team, member);
  worker = workers.first;
  for (int member = 1; member < team.size; ++member, worker = worker->next)
    worker->join();
}

void spindle::execution::runTeam(int threads, TeamFunction run, void *context) {
  if (threads < 2 || isInTeam()) {
    Team alone{run, context, 1, isInTeam()};
    return runMember(alone, 0);
  }
  WorkerList workers = Pool::get().take(threads - 1);
  int size = 1 + workers.count;
  Team team{run, context, size, size > 1, workers.isSpread};
  runWith(workers, team);
  Pool::get().giveBack(workers);
}
