//===- DriverState.h - what calls of the driver share -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_DRIVERSTATE_H
#define SPINDLE_LIB_EMULATOR_DRIVERSTATE_H

#include "DriverFunctions.h"
#include "Spindle/Emulator/Driver.h"

#include <functional>
#include <mutex>
#include <set>

namespace spindle::emulator {

/// Work that was captured, to be done when the graph is launched.
struct Graph {
  std::vector<std::function<CUresult()>> work;
  /// Allocations that were captured: they live as long as the graph.
  std::vector<CUdeviceptr> memory;
};

/// A stream, and the graph that it is captured into.
struct Stream {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  /// Whether calls that are not of the stream are forbidden meanwhile.
  bool strict = false;
  std::unique_ptr<Graph> graph;
};

struct Event {
  /// Seconds since some start; below 0: not recorded.
  double time = -1;
};

/// All of it. `lock` is held in each call.
struct DriverState {
  std::recursive_mutex lock;
  std::unique_ptr<Emulator> emulator;
  bool triedToStart = false;
  std::set<Stream *> streams;
  std::set<Event *> events;
  std::set<LoadedModule *> modules;
  std::set<Kernel *> kernels;
  std::set<std::shared_ptr<Graph> *> graphs, executables;
  /// The one that null names; it cannot be captured.
  Stream usualStream;
  int retained = 0;

  static DriverState &get();
};

/// The context current in this thread.
CUcontext &getCurrentContext();
/// The emulator's only one.
CUcontext getContext();

/// Whether calls that need a context may be made: the error where not.
CUresult checkContext(DriverState &state);
/// The stream, or null where there is none such.
Stream *findStream(DriverState &state, CUstream handle);
/// Does the work of a stream now, or keeps it while the stream is captured.
CUresult submit(DriverState &state, CUstream handle,
                std::function<CUresult()> work);
/// The error of a call that no stream may be captured during.
CUresult checkNoCapture(DriverState &state);

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_DRIVERSTATE_H
