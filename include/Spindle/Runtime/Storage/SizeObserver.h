//===- SizeObserver.h - how large storages will be --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_SIZEOBSERVER_H
#define SPINDLE_RUNTIME_STORAGE_SIZEOBSERVER_H

#include <cstdint>
#include <functional>

namespace spindle::runtime {

/// While it lives, it is told of each storage that its thread makes: the bytes
/// of all arrays, when they are known and before any of them is allocated.
class SizeObserver {
public:
  using Tell = std::function<void(int64_t bytes)>;

  explicit SizeObserver(Tell tell);
  ~SizeObserver();
  SizeObserver(const SizeObserver &) = delete;
  SizeObserver &operator=(const SizeObserver &) = delete;

  /// Tells the thread's youngest observer, if there is one.
  static void observe(int64_t bytes);

private:
  Tell tell;
  SizeObserver *outer;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_SIZEOBSERVER_H
