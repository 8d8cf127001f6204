//===- SizeObserver.cpp - how large storages will be ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/SizeObserver.h"

#include <utility>

using namespace spindle::runtime;

static thread_local SizeObserver *youngest = nullptr;

SizeObserver::SizeObserver(Tell tell)
    : tell(std::move(tell)), outer(std::exchange(youngest, this)) {}

SizeObserver::~SizeObserver() { youngest = outer; }

void SizeObserver::observe(int64_t bytes) {
  if (youngest)
    youngest->tell(bytes);
}
