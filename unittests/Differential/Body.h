//===- Body.h - random statements -------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every program that is generated is defined: divisors are not 0, coordinates
// of look-ups in range, elements that are written stored, sites found where
// they are used. Integers wrap, and hold the floats that are converted to them.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_BODY_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_BODY_H

#include "Buffers.h"

namespace spindle::differential {

/// A site that the text can name, and its coordinate.
struct Site {
  int64_t axis;
  std::string name, coordinate;
  /// The numbers of the sites that it lies under, one per parent of its axis.
  std::vector<int64_t> parents;
};

/// Writes the statements of a program.
class Body {
public:
  /// At most `budget` statements, if not counting what they need.
  Body(Random &random, const Axes &axes, const std::vector<Buffer> &buffers,
       int64_t budget)
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
  void addIf(int64_t depth);
  void addFor(int64_t depth);
  FindSite findKnownSites(int64_t percent);

  // Nests.
  void addNest(int64_t depth);
  List chooseNestList();
  int64_t countRuns(const List &list) const;
  void addDims(const List &list, std::string &dims, std::string &entries,
               std::string &entryTypes);
  std::vector<int64_t> chooseGroups(const List &list);
  std::vector<std::string> chooseCombine(std::string &kinds, std::string &init);

  // Sites.
  void addLocate(int64_t depth);
  bool mayLocate(const List &list) const;
  Site emitLocate(const Entry &entry, const std::string &found);
  Site emitJoin(const Entry &entry);
  void addLocateOfPosition();
  void addJoin();
  std::string emitCut(const Site &site);
  std::string emitUnder(const Site &site);
  std::string emitCoordinate(const Site &site);

  // Values.
  void addArithmetic();
  void addComplexArithmetic(const std::string &type);
  void addComparison();
  void addSelect();
  void addCall();
  void addCast();
  void addFloatCast();
  void addIntegerAsFloat(const std::string &to);
  void addFloatAsInteger(const std::string &from);
  void addIndex();
  void addQuery();
  std::string value(const std::string &type);
  std::string constant(const std::string &type, int64_t number);
  std::string emit(const std::string &type, const std::string &operation);
  std::string emitInRange(int64_t from, int64_t extent);
  std::string emitPosition(const Site &site);

  // Functions, and what upstream's patterns rewrite.
  void addFunction();
  void addCastsThereAndBack();
  void addWhile();
  std::string emitApart(const std::string &operation);
  std::string emitHardNumber(const std::string &type);
  std::string emitArgument(const std::string &type);
  void sinkWide(const std::string &result);
  void sinkNear(const std::string &type, const std::string &result,
                const std::string &expected);

  // Accesses.
  void addLoad();
  void addStore();
  void addAccumulate();
  void addSink();
  void sinkIndex(const std::string &index);
  void writeResult(const std::string &element, const std::string &result);
  const Buffer *pickBuffer(const std::string &element, bool writable);
  Chosen chooseSites(const Buffer &buffer);
  bool describePlaces(const Buffer &buffer, bool mayMiss, std::string &places,
                      bool lookUpOnly = false);
  std::string describeDirect(const Buffer &buffer, const Chosen &chosen);
  std::string describeElement(const Buffer &buffer, bool lookUp);
  std::string coordinateOn(int64_t axis);
  bool describeLookUp(const Buffer &buffer, const Chosen &chosen, bool mayMiss,
                      std::string &places);

  std::string newName() { return "%v" + std::to_string(nextName++); }

  Random &random;
  const Axes &axes;
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
