//===- Workers.cpp - Threads that share a piece of work -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Support/Workers.h"

#include "Spindle/Runtime/Support/Pause.h"

#include <algorithm>
#include <thread>

using namespace spindle::runtime;

/// What a thread has to have to do: it takes some 20 microseconds to start.
static constexpr int64_t leastWork = 1 << 14;

/// How often to look for the next step before going to sleep: steps follow one
/// another at once, and waking takes longer than a small one.
static constexpr int looks = 4000;

Workers::Workers(int64_t wanted, int64_t work) {
  if (wanted <= 0)
    wanted = std::max<int64_t>(std::thread::hardware_concurrency(), 1);
  size = std::max<int64_t>(std::min(wanted, work / leastWork), 1);
}

Workers::~Workers() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
    ++round;
  }
  begun.notify_all();
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
}

/// Starts the threads beside the caller's, as far as the system lets it.
void Workers::start() {
  isStarted = true;
  seats.reserve(size);
  for (int64_t worker = 1; worker < size; ++worker) {
    seats.push_back({this, worker});
    pthread_t thread;
    if (pthread_create(&thread, nullptr, enter, &seats.back()) != 0)
      return;
    threads.push_back(thread);
  }
}

void *Workers::enter(void *seat) {
  auto *own = static_cast<Seat *>(seat);
  own->workers->serve(own->worker);
  return nullptr;
}

/// What a thread does: its part of each step.
void Workers::serve(int64_t worker) {
  for (int64_t seen = 0;; ++seen) {
    for (int look = 0; look < looks && round.load() == seen; ++look)
      pauseProcessor();
    {
      std::unique_lock<std::mutex> lock(mutex);
      begun.wait(lock, [&] { return round.load() != seen; });
      if (isOver)
        return;
    }
    call(callee, worker);
    if (--busy > 0)
      continue;
    std::lock_guard<std::mutex> lock(mutex);
    ended.notify_one();
  }
}

void Workers::runAll(Call wanted, void *context) {
  if (size == 1)
    return wanted(context, 0);
  if (!isStarted)
    start();
  {
    std::lock_guard<std::mutex> lock(mutex);
    call = wanted;
    callee = context;
    busy = static_cast<int64_t>(threads.size());
    ++round;
  }
  begun.notify_all();
  wanted(context, 0);
  for (int64_t worker = threads.size() + 1; worker < size; ++worker)
    wanted(context, worker);
  for (int look = 0; look < looks && busy.load() > 0; ++look)
    pauseProcessor();
  std::unique_lock<std::mutex> lock(mutex);
  ended.wait(lock, [&] { return busy.load() == 0; });
}
