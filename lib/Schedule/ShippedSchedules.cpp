//===- ShippedSchedules.cpp - the schedules that ship ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/Schedule.h"

llvm::ArrayRef<spindle::ShippedSchedule> spindle::getShippedSchedules() {
  static const ShippedSchedule schedules[] = {
#include "ShippedSchedules.inc"
  };
  return schedules;
}
