//===- Options.cpp - how the emulator runs kernels ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Emulator/Options.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace spindle::emulator;

static Error setOption(Options &options, StringRef name, StringRef value) {
  if (name == "libdevice") {
    options.libdevice = value.str();
    return Error::success();
  }
  bool isChip = name == "chip";
  if (isChip)
    value.consume_front("sm_");
  uint64_t number;
  if (value.getAsInteger(10, number))
    return createStringError("expected a number for '" + name + "' but got '" +
                             value + "'");
  if (name == "seed")
    options.seed = number;
  else if (name == "checked")
    options.checked = number != 0;
  else if (name == "counting")
    options.counting = number != 0;
  else if (isChip)
    options.capability = number;
  else if (name == "memory")
    options.memoryBytes = number;
  else if (name == "steps")
    options.stepLimit = number;
  else
    return createStringError("expected seed, checked, counting, chip, memory, "
                             "steps or libdevice but got '" +
                             name + "'");
  return Error::success();
}

Expected<Options> spindle::emulator::parseOptions(StringRef text) {
  Options options;
  SmallVector<StringRef> words;
  text.split(words, ',', -1, false);
  for (StringRef word : words) {
    auto [name, value] = word.trim().split('=');
    if (Error error = setOption(options, name, value))
      return error;
  }
  return options;
}
