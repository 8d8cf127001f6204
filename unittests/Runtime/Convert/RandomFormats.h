//===- RandomFormats.h - Formats and tensors by chance ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_CONVERT_RANDOMFORMATS_H
#define SPINDLE_UNITTESTS_RUNTIME_CONVERT_RANDOMFORMATS_H

#include "TensorOperands.h"

#include <algorithm>
#include <random>

namespace spindle::runtime {

/// Makes formats that can hold any tensor, and tensors.
class RandomFormats {
public:
  explicit RandomFormats(uint64_t seed) : engine(seed) {}

  /// A number in [0, bound).
  int64_t below(int64_t bound) { return engine() % bound; }
  /// True once in `times` calls or so.
  bool once(int64_t times) { return below(times) == 0; }

  /// A valid format of up to 5 dimensions.
  Format format() {
    while (true) {
      Format result = draw();
      if (!validate(result))
        return result;
    }
  }

  /// A tensor of `rank` dimensions and up to 20 entries, of which some are 0
  /// and some come twice.
  CooTensor tensor(int64_t rank, DType dtype) {
    Indices shape;
    bool isEmpty = false;
    for (int64_t dim = 0; dim < rank; ++dim) {
      shape.push_back(once(12) ? 0 : 1 + below(9));
      isEmpty |= shape.back() == 0;
    }
    int64_t entries = isEmpty || once(8) ? 0 : below(21);
    CooTensor result = *allocateEntries(shape, dtype, entries);
    for (int64_t dim = 0; dim < rank; ++dim)
      for (int64_t e = 0; e < entries; ++e)
        result.coordinates[dim].as<int64_t>()[e] = below(shape[dim]);
    visitDType(dtype, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t e = 0; e < entries; ++e)
        result.values.as<T>()[e] = value<T>();
    });
    return result;
  }

private:
  /// A small number that every type holds.
  template <typename T> T value() {
    int number = static_cast<int>(below(8));
    if constexpr (isComplexType<T>)
      return {static_cast<typename T::value_type>(number), 1};
    else if constexpr (std::is_same_v<T, bool>)
      return number % 2;
    else if constexpr (isFloatType<T>)
      return T(static_cast<float>(number));
    else
      return static_cast<T>(number);
  }

  /// Adds a coordinate, or the quotients and remainders that it splits into.
  void split(const Level &piece, std::vector<Level> &pieces, int64_t depth) {
    if (depth == 2 || !once(3)) {
      pieces.push_back(piece);
      return;
    }
    Level quotient = piece, remainder = piece;
    int64_t divisor = 1 + below(5);
    quotient.expr = piece.expr.floorDiv(divisor);
    remainder.expr = piece.expr % divisor;
    split(quotient, pieces, depth + 1);
    split(remainder, pieces, depth + 1);
  }

  void chooseTypes(Level &level) {
    level.pos = level.hasPos() ? 32 << below(2) : 0;
    level.crd = level.hasCrd() ? 8 << below(4) : 0;
    level.ordered =
        !level.hasCrd() || level.kind == LevelKind::Structured || !once(5);
  }

  void chooseKind(Format &format, int64_t l) {
    Level &level = format.levels[l];
    const Level *above = l > 0 ? &format.levels[l - 1] : nullptr;
    if (l > 0)
      level.parents = {once(4) ? below(l) : l - 1};
    if (above && !above->unique &&
        (above->kind == LevelKind::Compressed || once(2))) {
      level.kind = LevelKind::Singleton;
      level.unique = false;
      level.parents = {l - 1};
      return;
    }
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
      level.kind = LevelKind::Dense;
      break;
    case 3:
      level.kind = LevelKind::Fixed;
      level.params = {once(5) ? 20 : kUnknownWidth};
      break;
    case 4:
      level.kind = l > 0 && level.expr.isName() ? LevelKind::Variable
                                                : LevelKind::Compressed;
      break;
    default:
      level.kind = LevelKind::Compressed;
      level.unique = !once(4);
    }
    // Differences are stored, and groups that keep all may be structured.
    if (getDifference(level.expr) && level.kind != LevelKind::Fixed)
      level.kind = LevelKind::Compressed;
    if (level.kind == LevelKind::Fixed &&
        level.expr.is(format::ExprKind::Mod) && once(2)) {
      int64_t group = *level.expr.rightConstant();
      level.kind = LevelKind::Structured;
      level.params = {group, group};
    }
  }

  /// Makes one dimension the sum of another and of a difference.
  void subtract(const Format &format, std::vector<Level> &pieces) {
    if (format.rank < 2 || !once(4))
      return;
    Level piece;
    int64_t plus = below(format.rank);
    int64_t minus = (plus + 1 + below(format.rank - 1)) % format.rank;
    piece.expr = Expr::dim(plus) - Expr::dim(minus);
    pieces.erase(std::remove_if(pieces.begin(), pieces.end(),
                                [&](const Level &other) {
                                  return other.expr.usesDim(plus);
                                }),
                 pieces.end());
    pieces.push_back(piece);
  }

  /// Keeps what lets the format hold any tensor.
  void chooseKept(Format &format) {
    format.keeps = getDefaultKept(format);
    bool lengths = format.keepsLengths(), bitmap = format.keepsBitmap();
    if (once(2)) {
      lengths &= once(2);
      bitmap = once(2);
    }
    auto has = [&](LevelKind kind) {
      return std::any_of(
          format.levels.begin(), format.levels.end(),
          [&](const Level &level) { return level.kind == kind; });
    };
    lengths |= has(LevelKind::Fixed) && !bitmap;
    bitmap |= has(LevelKind::Variable) || has(LevelKind::Structured);
    format.keeps = format::Kept(int(lengths) + 2 * int(bitmap));
  }

  Format draw() {
    Format format;
    format.rank = 1 + below(5);
    std::vector<Level> pieces;
    for (int64_t dim = 0; dim < format.rank; ++dim) {
      Level piece;
      piece.expr = Expr::dim(dim);
      split(piece, pieces, 0);
    }
    subtract(format, pieces);
    std::shuffle(pieces.begin(), pieces.end(), engine);
    format.levels = pieces;
    for (size_t l = 0; l < pieces.size(); ++l) {
      chooseKind(format, l);
      chooseTypes(format.levels[l]);
    }
    chooseKept(format);
    return format;
  }

  std::mt19937_64 engine;
};

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_CONVERT_RANDOMFORMATS_H
