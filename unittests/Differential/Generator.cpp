//===- Generator.cpp - random programs ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

#include "AxisGenerator.h"
#include "Body.h"
#include "KnownWalk.h"
#include "SharedElements.h"
#include "TensorProgram.h"

using namespace spindle::differential;

/// The functions that bodies call.
static std::string printCalled() {
  std::string text;
  for (const char *type : {"i32", "i64", "f32", "f64"}) {
    std::string name = type, op = name[0] == 'f' ? "addf" : "addi";
    text += "func.func private @next_" + name + "(%x: " + name + ") -> " +
            name + " {\n  %y = arith.constant " + printConstant(name, 3) +
            "\n  %z = arith." + op + " %x, %y : " + name +
            "\n  return %z : " + name + "\n}\n";
  }
  return text;
}

/// Nests over random axes.
static Case generateNests(Random &random, int64_t budget) {
  Function function(random);
  Axes axes = AxisGenerator(random, function).generate();
  bool finite = random.chance(50);
  std::vector<Buffer> buffers =
      BufferGenerator(random, function, axes, finite).generate();
  Body body(random, axes, buffers, budget);
  function.text += body.generate();
  Case result = function.finish();
  if (result.text.find("func.call") != std::string::npos)
    result.text += printCalled();
  result.finite = finite;
  return result;
}

Case spindle::differential::generateCase(uint64_t seed, int64_t budget) {
  Random random(seed);
  int64_t kind = random.below(100);
  Case result = kind < 13   ? generateKnownWalk(random)
                : kind < 25 ? generateTensorProgram(random)
                : kind < 37 ? generateSharedElements(random)
                            : generateNests(random, budget);
  result.seed = seed;
  return result;
}
