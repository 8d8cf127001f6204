//===- AxisGenerator.h - makes random axes ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_AXISGENERATOR_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_AXISGENERATOR_H

#include "Axes.h"
#include "Function.h"

namespace spindle::differential {

/// Makes axes of every kind with random structure, and writes the operations
/// that make them. What an axis' cells are is settled first; the arrays that
/// say so are written from them.
class AxisGenerator {
public:
  AxisGenerator(Random &random, Function &function)
      : random(random), function(function) {}

  /// One to six axes, parents before children.
  Axes generate();

private:
  /// No axis has more cells.
  static constexpr int64_t kMaxSize = 90;

  // One axis each, under random parents; nothing where there is none.
  void addRoot();
  void addChild(int64_t parent);
  void addSingleton();
  void addProduct();
  void addOccupancy();

  // Kinds of chains.
  void addDenseFixed(int64_t parent);
  void addSparseFixed(int64_t parent);
  void addVariable(int64_t parent, bool sparse);

  // Cells.
  std::vector<int64_t> chooseLengths(const Axis &axis);
  std::vector<int64_t> cutLengths(const Axis &axis, int64_t cut);
  std::vector<int64_t> chooseFibre(const Axis &axis, int64_t count);
  void chooseCoordinates(Axis &axis, int64_t least);
  void chooseCutBy(Axis &axis);
  std::vector<int64_t> chooseParents(Axis &axis);
  void scatterCoordinates(Axis &axis);
  bool parentsExist(const Axis &axis, const Positions &under) const;
  bool layCells(Axis &axis,
                const std::function<void(Axis &, const Positions &)> &fill);
  int64_t getParentSize(const Axis &axis) const;
  bool parentExists(const Axis &axis, int64_t position) const;

  // Text.
  std::string addArray(const std::string &name, const std::string &element,
                       const std::vector<int64_t> &parents,
                       const std::vector<int64_t> &links,
                       const std::function<int64_t(const Positions &)> &value);
  std::string addCoordinates(const Axis &axis);
  std::string addBits(const List &list, const std::string &name,
                      const std::string &element,
                      const std::vector<int64_t> &bits);
  std::string addExtent(const Axis &axis);
  std::string getType(const Axis &axis, const std::string &pos,
                      const std::string &crd) const;
  bool hasLayout(const std::vector<int64_t> &parents,
                 const std::vector<int64_t> &links) const;
  void finish(Axis &axis, const std::string &text);

  Random &random;
  Function &function;
  Axes axes;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_AXISGENERATOR_H
