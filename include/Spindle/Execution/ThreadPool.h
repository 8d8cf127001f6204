//===- ThreadPool.h - teams of threads --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that has work for several runs it as a team: itself, member 0, and
// workers of the pool of this process, members 1, 2, ... Each member runs the
// same function once, with its number.
//
//     runTeam(3, run, context)
//
//     caller     run(context, 0) ........ waits, returns
//     a worker   run(context, 1) ...
//     a worker   run(context, 2) .......
//
// What is promised:
//
// - What was written before is seen by all members, and what they write is seen
//   once `runTeam` has returned.
// - Members compute with the caller's rounding and its treatment of small
//   numbers.
// - Members may wait for one another (`waitForTeam`): a member that waits has a
//   thread of its own.
// - A member whose worker has not begun by the time that the caller is done
//   with its own is run by the caller. So nobody waits for threads that sleep,
//   or that the system does not let run.
// - Several threads may run teams at once. There are workers for all members
//   where few others have teams; then a team is smaller, but has its share of
//   the processors. What a program computes may depend on the size of a team
//   only if it asks for it.
// - A team in a team is its caller alone.
// - The child of a fork starts workers of its own.
// - Workers are started when they are first needed, and kept. One that has
//   nothing to do looks for work for a short time, and then sleeps. None ends
//   the process, delays its end, or takes its signals; a library that has
//   started one stays loaded.
//
// Nothing here knows LLVM, OpenMP or kernels.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_THREADPOOL_H
#define SPINDLE_EXECUTION_THREADPOOL_H

namespace spindle::execution {

/// The number of processors that this process may run on, at least 1.
int countProcessors();

/// What a member of a team runs. It does not throw.
using TeamFunction = void (*)(void *context, int member);

/// Has a team of `threads` members, or fewer, call `run(context, member)`: once
/// for each of 0, 1, .., `getTeamSize() - 1`. Returns when all have returned.
void runTeam(int threads, TeamFunction run, void *context);

/// The number of members of the team that this thread works in; 1 outside.
int getTeamSize();

/// Which of them this thread is now; 0 outside.
int getTeamMember();

/// Whether this thread works in a team of several, or in one inside of such.
bool isInTeam();

/// Returns when all members of the team have called it as often as this one.
void waitForTeam();

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_THREADPOOL_H
