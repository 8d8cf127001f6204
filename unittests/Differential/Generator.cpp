//===- Generator.cpp - random programs ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

#include "Body.h"

using namespace spindle::differential;

namespace {
/// The parts of a function while it is put together.
struct Function {
  void addArgument(const std::string &name, const std::string &type,
                   CaseArgument value) {
    arguments += (arguments.empty() ? "" : ", ") + name + ": " + type;
    result.arguments.push_back(std::move(value));
  }
  /// An array of rank 1.
  void addArray(const std::string &name, const std::string &element,
                const std::vector<int64_t> &values) {
    addArgument(name, "memref<?x" + element + ">",
                Array{name,
                      element,
                      {int64_t(values.size())},
                      packIntegers(values, element)});
  }

  std::string arguments, text;
  Case result;
};
} // namespace

/// The extent as an operand: a constant, or an argument where the type does not
/// say it.
static std::string addExtent(Function &function, Random &random,
                             const Axis &axis, const std::string &number) {
  std::string name = "%e" + number;
  if (!axis.isStatic && random.chance(60))
    function.addArgument(name, "index", axis.extent);
  else
    function.text += "  " + name + " = arith.constant " +
                     std::to_string(axis.extent) + " : index\n";
  return name;
}

static void addAxes(Function &function, Random &random,
                    const std::vector<Axis> &axes) {
  for (size_t index = 0; index < axes.size(); ++index) {
    const Axis &axis = axes[index];
    std::string number = std::to_string(index);
    std::string extent = addExtent(function, random, axis, number);
    function.text += "  " + axis.name + " = axis." +
                     (axis.dense ? "dense_fixed " : "sparse_variable ") +
                     extent;
    std::string parentType;
    if (axis.parent >= 0) {
      function.text += " of " + axes[axis.parent].name;
      parentType = axes[axis.parent].type;
    }
    if (axis.dense) {
      function.text += (axis.parent < 0 ? " : " : " : " + parentType + " -> ") +
                       axis.type + "\n";
      continue;
    }
    function.addArray("%p" + number, axis.pos, axis.positions);
    function.addArray("%c" + number, axis.crd, axis.coordinates);
    function.text += " positions %p" + number + " coordinates %c" + number +
                     " : " + parentType + ", memref<?x" + axis.pos +
                     ">, memref<?x" + axis.crd + "> -> " + axis.type + "\n";
  }
}

static void addBuffers(Function &function, const std::vector<Buffer> &buffers) {
  for (const Buffer &buffer : buffers) {
    std::string type = "memref<" + buffer.type.substr(15);
    type = type.substr(0, type.find_first_of(",>")) + ">";
    function.addArgument(buffer.memory.name, type, buffer.memory);
    function.text += buffer.bind;
  }
}

Case spindle::differential::generateCase(uint64_t seed, int64_t budget) {
  Random random(seed);
  Function function;
  std::vector<Axis> axes = generateAxes(random);
  addAxes(function, random, axes);
  std::vector<Buffer> buffers = generateBuffers(random, axes);
  addBuffers(function, buffers);
  Body body(random, axes, buffers, budget);
  function.text += body.generate();
  function.result.text = "func.func @f(" + function.arguments + ") {\n" +
                         function.text + "  return\n}\n";
  return std::move(function.result);
}
