//===- PlainLoopsBuilder.h - how random loops are made ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_PLAINLOOPSBUILDER_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_PLAINLOOPSBUILDER_H

#include "Function.h"
#include "PlainLoops.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace spindle::differential {

using Words = std::vector<std::string>;

/// An index that can be named, and what it may be; none where `high < low`.
struct Index {
  std::string name;
  int64_t low, high;
};

/// A memory that is accessed.
struct Memory {
  std::string name, element;
  /// How large its dimensions have to be.
  std::vector<int64_t> sizes;
  /// The memory that it is a part of, or may be instead of itself, or -1; and
  /// how far behind it begins.
  int64_t of = -1, shift = 0;
  bool isView = false;
};

/// What can be named.
struct Names {
  std::vector<Index> indices;
  Words values;
};

/// Writes such a program.
class PlainLoops {
public:
  PlainLoops(Random &random, bool exact)
      : random(random), exact(exact), divides(random.chance(50)),
        function(random) {}
  Case generate();

private:
  void addMemories();
  void addStored();
  void enlargeMemories();
  std::string getType(const Memory &memory) const;
  void declareArguments();
  void declareOther(const Memory &memory);
  std::string emit(const std::string &operation);
  std::string constant(int64_t number);
  void addBlock(int64_t depth, int64_t statements);
  void addStatement(int64_t depth);
  void addLoop(int64_t depth);
  void addIf(int64_t depth);
  void addUpdate();
  void addStore();
  void addArithmetic();
  void addIndexAsValue(const Index &index);
  std::string convertByFewBits(const std::string &integer);
  std::string load();
  std::string place(Memory &memory);
  std::string subscript(Memory &memory, size_t dim);
  std::string value();
  std::string combine(const std::string &left, const std::string &right,
                      bool isReduction);
  std::string addBounds(Index &variable, std::string &step);
  void addStoredBounds(Index &variable, std::string &low, std::string &high);
  std::vector<char> draw(int64_t count);

  Random &random;
  bool exact;
  /// Whether numbers are divided; else `maxnumf` and `minnumf` may come.
  bool divides;
  Function function;
  /// The type of all elements; what comes before the loops, and they.
  std::string element, head, body;
  std::vector<Memory> memories;
  /// What memories that are arguments are called in the loops.
  std::map<std::string, std::string> roots;
  Names names;
  /// Stored coordinates are below this, and stored positions at most that.
  int64_t coordinates = 1, positions = 0;
  /// How often what is written here runs, at most, and the most for a program.
  int64_t runs = 1;
  int64_t nextName = 0, nextLoop = 0, budget = 22;
};
} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_PLAINLOOPSBUILDER_H
