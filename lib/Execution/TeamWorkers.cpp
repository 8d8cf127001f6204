//===- TeamWorkers.cpp - the threads of a team ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeamWorkers.h"

#include "Spindle/Runtime/Support/Pause.h"

#include <chrono>
#include <csignal>
#include <pthread.h>
#include <sched.h>

using namespace spindle::execution;

/// ThreadSanitizer sees races of members only if each has a thread of its own.
#if defined(__SANITIZE_THREAD__)
static constexpr bool kTakesBack = false;
#elif defined(__has_feature)
static constexpr bool kTakesBack = !__has_feature(thread_sanitizer);
#else
static constexpr bool kTakesBack = true;
#endif

//===----------------------------------------------------------------------===//
// Teams
//===----------------------------------------------------------------------===//

namespace {

/// What a thread is of which team.
struct Membership {
  Team *team = nullptr;
  int member = 0;
};

thread_local Membership current;

} // namespace

void spindle::execution::runMember(Team &team, int member) {
  Membership outer = current;
  current = {&team, member};
  team.run(team.context, member);
  current = outer;
}

int spindle::execution::getTeamSize() {
  return current.team ? current.team->size : 1;
}

int spindle::execution::getTeamMember() { return current.member; }

bool spindle::execution::isInTeam() {
  return current.team && current.team->isParallel;
}

void spindle::execution::waitForTeam() {
  Team *team = current.team;
  if (!team || team->size == 1)
    return;
  std::unique_lock<std::mutex> lock(team->mutex);
  if (++team->waiting == team->size) {
    team->waiting = 0;
    ++team->round;
    team->complete.notify_all();
    return;
  }
  unsigned round = team->round;
  team->complete.wait(lock, [&] { return team->round != round; });
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

using Clock = std::chrono::steady_clock;

/// How long a thread looks for what it waits for before it sleeps: calls follow
/// one another at once, and waking a thread takes longer than a small one. It
/// is also how much longer the share of another may take, where shares differ.
static constexpr Clock::duration kPatience = std::chrono::milliseconds(1);

namespace {

/// Blocks signals while it lives, for threads that are started meanwhile; but
/// for those of a fault, which go to who commits it.
class BlockedSignals {
public:
  BlockedSignals() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (int fault :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
      sigdelset(&blocked, fault);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

private:
  sigset_t before;
};

} // namespace

bool Worker::start() {
  BlockedSignals signals;
  if (pthread_create(&thread, nullptr, enter, this) != 0)
    return false;
  pthread_detach(thread);
  pthread_setname_np(thread, "spindle");
  return true;
}

void *Worker::enter(void *worker) {
  static_cast<Worker *>(worker)->serve();
  return nullptr;
}

/// Has `thread` run on other processors than `processor`. Gives those that it
/// had, none of them where that is left as it is.
static cpu_set_t keepOff(pthread_t thread, int processor) {
  cpu_set_t all, none;
  CPU_ZERO(&none);
  if (pthread_getaffinity_np(thread, sizeof(all), &all) != 0 ||
      CPU_COUNT(&all) < 2 || !CPU_ISSET(processor, &all))
    return none;
  cpu_set_t others = all;
  CPU_CLR(processor, &others);
  return pthread_setaffinity_np(thread, sizeof(others), &others) == 0 ? all
                                                                      : none;
}

/// Leaves the processor of the caller. Where other programs run, the system
/// likes to wake a thread there, and to leave it there: the two would take
/// turns for as long as calls follow one another.
void Worker::leaveCaller() {
  if (place.load() == Place::KeptOff) {
    pthread_setaffinity_np(pthread_self(), sizeof(processors), &processors);
    place = Place::Free;
  }
  int caller = callerProcessor.load();
  if (sched_getcpu() != caller)
    return;
  cpu_set_t all = keepOff(pthread_self(), caller);
  if (CPU_COUNT(&all) != 0)
    pthread_setaffinity_np(pthread_self(), sizeof(all), &all);
}

/// Has the thread, which sleeps, wake elsewhere than where the caller is: there
/// it would not run before the caller has done all work by itself.
void Worker::wakeElsewhere() {
  Place free = Place::Free;
  if (callerProcessor < 0 || sleepers.load() == 0 ||
      !place.compare_exchange_strong(free, Place::Changing))
    return;
  processors = keepOff(thread, callerProcessor);
  place = CPU_COUNT(&processors) != 0 ? Place::KeptOff : Place::Free;
}

void Worker::serve() {
  for (bool isPatient = true;;) {
    // Work may be taken back from who is woken for it: more is likely to come
    // at once, so that it looks again before it sleeps.
    for (leaveCaller(); !lookFor(State::Posted, isPatient); leaveCaller())
      sleep(State::Posted);
    State posted = State::Posted;
    if (!state.compare_exchange_strong(posted, State::Working))
      continue;
    std::fesetenv(&team->floats);
    runMember(*team, member);
    // Once it is idle, its team may be gone.
    isPatient = team->isSpread;
    change(State::Idle);
  }
}

void Worker::post(Team &newTeam, int newMember) {
  team = &newTeam;
  member = newMember;
  callerProcessor = newTeam.isSpread ? newTeam.processor : -1;
  wakeElsewhere();
  change(State::Posted);
}

bool Worker::takeBack() {
  State posted = State::Posted;
  return kTakesBack && state.compare_exchange_strong(posted, State::Idle);
}

void Worker::change(State to) {
  // Who is to sleep counts itself before it looks at the state the last time,
  // and this looks for sleepers after the change: one sees the other.
  state.store(to);
  if (sleepers.load() == 0)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
  }
  changed.notify_all();
}

/// Looks for the state `wanted` some times. Gives whether it is there.
bool Worker::look(State wanted) const {
  constexpr int looks = 32;
  for (int count = 0; count < looks; ++count) {
    if (state.load() == wanted)
      return true;
    spindle::runtime::pauseProcessor();
  }
  return false;
}

/// Looks for it until it is there; gives up after a while, or at once.
bool Worker::lookFor(State wanted, bool isPatient) const {
  if (look(wanted))
    return true;
  if (!isPatient)
    return false;
  for (auto end = Clock::now() + kPatience; Clock::now() < end;)
    if (look(wanted))
      return true;
  return false;
}

/// Sleeps until the state changes, unless it is `wanted`.
void Worker::sleep(State wanted) {
  std::unique_lock<std::mutex> lock(mutex);
  ++sleepers;
  if (state.load() != wanted)
    changed.wait(lock);
  --sleepers;
}

void Worker::join() {
  while (!lookFor(State::Idle, team->isSpread))
    sleep(State::Idle);
}
