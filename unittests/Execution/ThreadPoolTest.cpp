//===- ThreadPoolTest.cpp - teams of threads ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/ThreadPool.h"

#include "gtest/gtest.h"

#include <atomic>
#include <cfenv>
#include <csignal>
#include <ctime>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace spindle::execution;

namespace {
/// Has a team of `threads` members call `fn(member)`.
template <typename Fn> void runAll(int threads, Fn fn) {
  runTeam(
      threads,
      [](void *context, int member) { (*static_cast<Fn *>(context))(member); },
      &fn);
}

/// The size of a team that asks for `threads` members, each of which has a
/// thread of its own; 0 where these are not one team.
int countMembers(int threads) {
  std::vector<std::thread::id> members(threads);
  runAll(threads, [&](int member) {
    waitForTeam();
    members[member] = std::this_thread::get_id();
  });
  std::set<std::thread::id> different(members.begin(), members.end());
  different.erase(std::thread::id());
  return members[0] == std::this_thread::get_id() ? int(different.size()) : 0;
}
} // namespace

TEST(ThreadPool, EachMemberRunsOnce) {
  for (int threads : {1, 2, 3, 5, 9, 2})
    for (int round = 0; round < 100; ++round) {
      // Not atomic: what members write is seen at the end.
      std::vector<int> runs(threads, 0), sizes(threads, 0), members(threads, 0);
      runAll(threads, [&](int member) {
        ++runs[member];
        sizes[member] = getTeamSize();
        members[member] = getTeamMember() - member;
      });
      EXPECT_EQ(runs, std::vector<int>(threads, 1));
      EXPECT_EQ(sizes, std::vector<int>(threads, threads));
      EXPECT_EQ(members, std::vector<int>(threads, 0));
    }
  EXPECT_EQ(getTeamSize(), 1);
  EXPECT_EQ(getTeamMember(), 0);
  EXPECT_FALSE(isInTeam());
}

TEST(ThreadPool, MembersWaitForOneAnother) {
  for (int threads : {2, 3, 5}) {
    EXPECT_EQ(countMembers(threads), threads);
    std::vector<int> done(threads, 0);
    std::atomic<int> early{0};
    runAll(threads, [&](int member) {
      for (int step = 1; step <= 50; ++step) {
        done[member] = step;
        waitForTeam();
        for (int other : done)
          early += other != step;
        waitForTeam();
      }
    });
    EXPECT_EQ(early, 0);
  }
  // Outside of a team there is nobody to wait for.
  waitForTeam();
}

TEST(ThreadPool, ATeamInATeamIsItsCaller) {
  std::atomic<int> wrong{0};
  std::vector<int> inner(3, 0);
  runAll(3, [&](int member) {
    wrong += !isInTeam();
    auto thread = std::this_thread::get_id();
    runAll(4, [&](int nested) {
      waitForTeam();
      inner[member] += 1 + nested;
      wrong += !isInTeam() || getTeamSize() != 1 || getTeamMember() != 0 ||
               std::this_thread::get_id() != thread;
    });
    wrong += getTeamSize() != 3 || getTeamMember() != member;
  });
  EXPECT_EQ(inner, std::vector<int>(3, 1));
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadPool, ATeamOfOneMayHaveATeam) {
  runAll(1, [](int) {
    EXPECT_FALSE(isInTeam());
    EXPECT_EQ(countMembers(2), 2);
  });
}

//===----------------------------------------------------------------------===//
// Several callers
//===----------------------------------------------------------------------===//

TEST(ThreadPool, SeveralThreadsCallAtOnce) {
  std::vector<std::thread> callers;
  std::vector<int> wrong(8, 0);
  for (size_t caller = 0; caller < wrong.size(); ++caller)
    callers.emplace_back([&, caller] {
      int threads = 1 + int(caller) % 4;
      for (int round = 0; round < 500; ++round) {
        std::vector<int> runs(threads, 0);
        int size = 0;
        runAll(threads, [&](int member) {
          runs[member] = round + 1;
          if (member == 0)
            size = getTeamSize();
          if (round % 50 == 0)
            waitForTeam();
        });
        for (int member = 0; member < threads; ++member)
          wrong[caller] += runs[member] != (member < size ? round + 1 : 0);
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(wrong, std::vector<int>(8, 0));
}

TEST(ThreadPool, OneTeamBesideAnotherHasItsShare) {
  int threads = std::max(4, countProcessors());
  std::atomic<bool> isThere{false}, isOver{false};
  std::thread other([&] {
    runAll(threads, [&](int member) {
      waitForTeam();
      isThere = true;
      while (member == 0 && !isOver)
        std::this_thread::yield();
      waitForTeam();
    });
  });
  while (!isThere)
    std::this_thread::yield();
  EXPECT_EQ(countMembers(threads), threads / 2);
  isOver = true;
  other.join();
  EXPECT_EQ(countMembers(threads), threads);
}

//===----------------------------------------------------------------------===//
// What workers take from their caller, and from the process
//===----------------------------------------------------------------------===//

TEST(ThreadPool, MembersComputeAsTheCaller) {
  auto divide = [] {
    volatile float one = 1, three = 3;
    return one / three;
  };
  auto divideAll = [&] {
    std::vector<float> thirds(3, 0);
    runAll(3, [&](int member) {
      waitForTeam();
      thirds[member] = divide();
    });
    return thirds;
  };
  float nearest = divide();
  ASSERT_EQ(std::fesetround(FE_DOWNWARD), 0);
  float below = divide();
  std::vector<float> thirds = divideAll();
  std::fesetround(FE_TONEAREST);
  EXPECT_LT(below, nearest);
  EXPECT_EQ(thirds, std::vector<float>(3, below));
  EXPECT_EQ(divideAll(), std::vector<float>(3, nearest));
}

TEST(ThreadPool, SignalsGoToOthers) {
  sigset_t before, after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  std::vector<int> interrupts(4, 0), faults(4, 0);
  runAll(4, [&](int member) {
    waitForTeam();
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    interrupts[member] = sigismember(&blocked, SIGINT);
    faults[member] = sigismember(&blocked, SIGSEGV);
  });
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(interrupts, (std::vector<int>{0, 1, 1, 1}));
  EXPECT_EQ(faults, std::vector<int>(4, 0));
  EXPECT_EQ(sigismember(&before, SIGINT), sigismember(&after, SIGINT));
}

TEST(ThreadPool, IdleWorkersSleep) {
  EXPECT_EQ(countMembers(4), 4);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::clock_t begin = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 0.05);
}

// Where there is a processor for each, they are woken elsewhere than where
// their caller is, and may go there then.
TEST(ThreadPool, WorkersMayRunEverywhere) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  for (int round = 0; round < 20; ++round) {
    // Some rounds find workers that look for work, others some that sleep.
    std::this_thread::sleep_for(std::chrono::milliseconds(round % 4));
    std::vector<int> everywhere(2, 0);
    runAll(2, [&](int member) {
      waitForTeam();
      cpu_set_t own;
      everywhere[member] =
          sched_getaffinity(0, sizeof(own), &own) == 0 && CPU_EQUAL(&all, &own);
    });
    EXPECT_EQ(everywhere, std::vector<int>(2, 1));
  }
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// Runs `fn` in a child of this process, which has ten seconds; whether it gave
/// true.
template <typename Fn> static bool isTrueInChild(Fn fn) {
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    _exit(fn() ? 0 : 1);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child &&
         WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(ThreadPool, TheChildOfAForkHasWorkers) {
  EXPECT_EQ(countMembers(3), 3);
  EXPECT_TRUE(isTrueInChild([] {
    // And its child.
    return countMembers(3) == 3 && countMembers(5) == 5 &&
           isTrueInChild([] { return countMembers(3) == 3; });
  }));
  EXPECT_EQ(countMembers(3), 3);
}

TEST(ThreadPool, ProcessesForkWhileOthersCall) {
  std::atomic<bool> isOver{false};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 2; ++caller)
    callers.emplace_back([&] {
      while (!isOver)
        runAll(3, [](int) {});
    });
  for (int round = 0; round < 30; ++round)
    EXPECT_TRUE(isTrueInChild([] { return countMembers(3) == 3; }));
  isOver = true;
  for (std::thread &caller : callers)
    caller.join();
}

TEST(ThreadPool, IsSmallerWhereThereAreNoMoreThreads) {
  EXPECT_TRUE(isTrueInChild([] {
    if (countMembers(2) != 2)
      return false;
    // Nobody has memory for such a stack.
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size_t(1) << 46);
    if (pthread_setattr_default_np(&attributes) != 0)
      return false;
    return countMembers(4) == 2 && countMembers(2) == 2;
  }));
}

#ifdef SPINDLE_THREAD_POOL_MODULE
/// Has a library run a team, and unloads it.
static bool runAndUnload() {
  static std::atomic<int> runs;
  void *library = dlopen(SPINDLE_THREAD_POOL_MODULE, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return false;
  auto *run = reinterpret_cast<void (*)(int, TeamFunction, void *)>(
      dlsym(library, "spindleTestRunTeam"));
  run(4, [](void *, int) { ++runs; }, nullptr);
  return dlclose(library) == 0 && runs % 4 == 0;
}

TEST(ThreadPool, WorkersOutliveTheirLibrary) {
  EXPECT_TRUE(isTrueInChild([] {
    bool isRight = runAndUnload();
    // They go to sleep meanwhile.
    usleep(20000);
    return isRight && runAndUnload();
  }));
}
#endif

TEST(ThreadPoolDeathTest, WorkersDoNotKeepAProcess) {
  auto endWith = [](int microseconds) {
    alarm(10);
    runAll(4, [](int) {});
    usleep(microseconds);
    std::exit(countMembers(3));
  };
  // While they look for work, and while they sleep.
  EXPECT_EXIT(endWith(0), testing::ExitedWithCode(3), "");
  EXPECT_EXIT(endWith(20000), testing::ExitedWithCode(3), "");
}

TEST(ThreadPoolDeathTest, AProcessMayEndWhileOthersWork) {
  EXPECT_EXIT(
      {
        alarm(10);
        std::thread([] {
          for (;;)
            runAll(3, [](int) {});
        }).detach();
        usleep(2000);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "");
}
