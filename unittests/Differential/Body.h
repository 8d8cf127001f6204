//===- Body.h - random statements -------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every program that is generated is defined: divisors are not 0, coordinates
// of look-ups in range, elements that are written stored, sites found where
// they are used. Integers wrap, floats are never converted to integers.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_BODY_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_BODY_H

#include "Buffers.h"

#include <map>

namespace spindle::differential {

/// A site that the text can name, and its coordinate.
struct Site {
  int64_t axis;
  std::string name, coordinate;
  /// The number of the parent's site; -1 for a root.
  int64_t parent;
};

/// Writes the statements of a program.
class Body {
public:
  /// At most `budget` statements, if not counting what they need.
  Body(Random &random, const std::vector<Axis> &axes,
       const std::vector<Buffer> &buffers, int64_t budget)
      : random(random), axes(axes), buffers(buffers), budget(budget) {
    for (const Buffer &buffer : buffers)
      types.push_back(buffer.element);
  }

  /// The text of a program's statements, with one nest or several.
  std::string generate();

private:
  /// What can be named, to go back to at the end of a block.
  struct Scope {
    std::map<std::string, std::vector<std::string>> values;
    std::vector<Site> sites;
  };
  /// The entries of a buffer's list: numbers of sites, -1 where there is none.
  using Chosen = std::vector<int64_t>;

  // Blocks.
  void addBlock(int64_t depth, int64_t statements);
  void addStatement(int64_t depth);
  void addNest(int64_t depth);
  void addIf(int64_t depth);
  void addLocate(int64_t depth);
  std::vector<Entry> generateNestList();
  int64_t countRuns(const std::vector<Entry> &list) const;

  // Values.
  void addArithmetic();
  void addComparison();
  void addSelect();
  void addCast();
  void addIndex();
  void addQuestion();
  std::string value(const std::string &type);
  std::string constant(const std::string &type, const std::string &text);
  std::string emit(const std::string &type, const std::string &operation);
  std::string emitInRange(int64_t extent);
  std::string emitPosition(const Site &site);

  // Accesses.
  void addLoad();
  void addStore();
  void addAccumulate();
  void addSink();
  void writeResult(const std::string &element, const std::string &result);
  Chosen chooseSites(const Buffer &buffer);
  bool describePlaces(const Buffer &buffer, bool mayMiss, std::string &places);
  std::string describeDirect(const Buffer &buffer, const Chosen &chosen);
  bool describeLookUp(const Buffer &buffer, const Chosen &chosen, bool mayMiss,
                      std::string &places);

  std::string newName() { return "%v" + std::to_string(nextName++); }

  Random &random;
  const std::vector<Axis> &axes;
  const std::vector<Buffer> &buffers;
  int64_t budget;
  /// The types of numbers, the frequent ones more than once.
  std::vector<std::string> types = {"index"};
  int64_t nextName = 0;
  int64_t nextNest = 0;
  /// How often what is being written may run, at most.
  int64_t runs = 1;
  Scope scope;
  std::string text;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_BODY_H
