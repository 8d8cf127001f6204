//===- TensorBuilder.h - tensors from their elements ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is built level by level. A node of a level is known by its key: the
// coordinates on the levels that tell the level's nodes apart, -1 for all other
// levels. Those are the level and what it lies under, and of a level that is
// not unique the levels below it too; where its fibres are cut to pieces of one
// width, the number of the piece instead, which stands last in a key. A cell of
// a level is a node, or nothing: padding. The cells under one cell of the
// parent follow one another, and the number of a cell is its position; a level
// with several parents has a cell for each cell of values on them.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_TENSORBUILDER_H
#define SPINDLE_LIB_INTERPRETER_TENSORBUILDER_H

#include "Element.h"
#include "IndexMap.h"
#include "PatternNumbers.h"

#include "Spindle/Interpreter/Interpreter.h"

#include <map>
#include <set>

namespace spindle::interpreter {

/// Elements by the coordinates of their dimensions.
using Elements = std::map<std::vector<int64_t>, Cell>;

/// Builds one tensor.
class TensorBuilder {
public:
  /// Of a `type` whose format's coordinates are `map`, with the sizes `sizes`.
  TensorBuilder(sparse::SparseTensorType type, const IndexMap &map,
                llvm::ArrayRef<int64_t> sizes);

  /// Builds the tensor with `elements`. What its format cannot hold; empty
  /// where it holds all.
  std::string build(const Elements &elements, OwnedTensor &result);

private:
  using Key = std::vector<int64_t>;
  /// The cells of a level.
  struct Level {
    std::vector<std::optional<Key>> cells;
    /// The positions of the nodes.
    std::map<Key, int64_t> places;
    /// The cells under each cell of the parent, where it is one number.
    int64_t width = 0;
    /// The first cell under each cell of the parent, and the end.
    std::vector<int64_t> positions = {0};
    /// The number of nodes under each cell of the parent.
    std::vector<int64_t> lengths;
  };

  sparse::LevelAttr getLevel(unsigned number) const {
    return type.getFormat().getLevels()[number];
  }
  /// Whether each fibre of a level has the cells that the format says, with
  /// coordinates.
  bool hasWidth(unsigned number) const {
    sparse::LevelKind kind = getLevel(number).getKind();
    return kind == sparse::LevelKind::Fixed ||
           kind == sparse::LevelKind::Structured;
  }
  /// Whether the root comes once for each piece of its fibres below.
  bool hasPieces() const {
    return levels.size() == 2 &&
           getLevel(1).getKind() == sparse::LevelKind::Fixed &&
           getLevel(0).getKind() == sparse::LevelKind::Compressed &&
           !getLevel(0).getUnique();
  }
  /// A key without coordinates.
  Key makeKey() const { return Key(levels.size() + 1, -1); }
  Key getKey(unsigned number, const Key &coordinates) const;
  Key getParentKey(unsigned number, const Key &coordinates) const;
  void setNodeLevels(unsigned number);
  void countFromFirst(unsigned number);
  void setPieces();
  std::optional<Key> findSubject(unsigned number,
                                 const std::optional<Key> &under) const;
  std::vector<std::optional<Key>> getCellsAbove(unsigned number) const;
  std::optional<Key> joinKeys(llvm::ArrayRef<int64_t> owners,
                              llvm::ArrayRef<int64_t> indices) const;
  std::string buildLevel(unsigned number);
  std::string addFibre(unsigned number, const std::optional<Key> &under,
                       const std::set<Key> &children);
  std::string addPadded(unsigned number, const std::set<Key> &children);
  bool isOutside(unsigned number, const Key &key) const;
  void addAll(unsigned number, const std::optional<Key> &under, int64_t count);
  void addCell(unsigned number, std::optional<Key> key);
  std::string checkChildren(unsigned number, const std::optional<Key> &under,
                            const std::set<Key> &children) const;
  std::string checkUnique(unsigned number) const;
  std::string checkTypes(unsigned number) const;
  bool mayHaveEmptyNodes(unsigned number) const;

  bool isIndexedByOffset(unsigned number) const;
  llvm::SmallVector<int64_t> getOwnersAbove(unsigned number) const;
  llvm::SmallVector<int64_t> getShape(llvm::ArrayRef<int64_t> owners) const;
  llvm::SmallVector<int64_t> getStored(unsigned number) const;
  void addArrays(unsigned number);
  void addValues(const Elements &elements);
  Memory addMemory(mlir::Type element, llvm::ArrayRef<int64_t> shape);
  Memory addIntegers(mlir::Type element, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<int64_t> integers);

  sparse::SparseTensorType type;
  const IndexMap &map;
  llvm::SmallVector<int64_t> sizes;
  /// For each level the levels whose coordinates are in its keys.
  std::vector<std::set<unsigned>> nodeLevels;
  /// For each level itself and what it lies under.
  std::vector<std::set<unsigned>> ancestors;
  std::vector<Level> levels;
  /// The coordinates on all levels of each element.
  std::vector<Key> coordinates;
  /// For each inspector that is an order the coordinate at each position.
  std::vector<std::vector<int64_t>> subjects;
  OwnedTensor *result = nullptr;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_TENSORBUILDER_H
