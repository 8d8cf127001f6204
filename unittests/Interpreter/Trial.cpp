//===- Trial.cpp - programs that append to a log --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "gtest/gtest.h"

using namespace spindle::interpreter;

Trial &Trial::index(const std::string &name, int64_t value) {
  auto *data = reinterpret_cast<const char *>(&value);
  arrays.push_back({{data, data + sizeof(value)}, "", {}});
  parameters += ", %" + name + ": index";
  names.push_back(name);
  return *this;
}

/// Counts up the first entry of the log, and sets the one of that number.
constexpr const char *kAppendIndex = R"(
func.func private @append(%log: memref<?xindex>, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %log[%c0] : memref<?xindex>
  %m = arith.addi %n, %c1 : index
  memref.store %m, %log[%c0] : memref<?xindex>
  memref.store %x, %log[%m] : memref<?xindex>
  return
}
)";

std::string Trial::getText(const std::string &body) const {
  std::string text =
      types + "\nfunc.func @f(%log: memref<?xindex>" + parameters + ") {\n";
  for (int i = -1; i <= 9; ++i)
    text += "  %c" + std::string(i < 0 ? "m1" : std::to_string(i)) +
            " = arith.constant " + std::to_string(i) + " : index\n";
  std::string rest = body;
  for (size_t at; (at = rest.find("LOG")) != std::string::npos;)
    rest.replace(
        at, 3, "func.call @append(%log, %x) : (memref<?xindex>, index) -> ()");
  return text + rest + "  return\n}\n" + kAppendIndex;
}

std::vector<Argument> Trial::getArguments(Program &program) {
  entries.assign(256, 0);
  std::vector<Argument> arguments = {program.memory(entries, "index")};
  for (Array &array : arrays) {
    if (array.element.empty()) {
      arguments.push_back(*reinterpret_cast<int64_t *>(array.bytes.data()));
      continue;
    }
    Memory memory{array.bytes.data(), program.type(array.element), {}};
    memory.shape.assign(array.shape.begin(), array.shape.end());
    arguments.push_back(memory);
  }
  return arguments;
}

std::string Trial::run(const std::string &body) {
  Program program(getText(body));
  return program.run(getArguments(program));
}

std::string Trial::count(const std::string &body) {
  Program program(getText(body));
  return program.count(getArguments(program));
}

std::vector<int64_t> Trial::log(const std::string &body) {
  EXPECT_EQ(run(body), "") << body;
  return {entries.begin() + 1, entries.begin() + 1 + entries[0]};
}
