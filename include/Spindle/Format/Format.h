//===- Format.h - descriptors of formats ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format says how a tensor is stored. The elements of a tensor are the leaves
// of a tree, and a level is one storey of it: each node of a level has a
// coordinate, an expression over the dimensions and over numbers that the
// pattern gives (inspectors), and lies under a node of the level's parent.
//
// This is the one descriptor: `#sparse.format` wraps it in the compiler, the
// runtime derives all conversions from it. docs/Formats.md has the meaning, and
// `#sparse.format` the grammar and the rules (C1) to (C19).
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_FORMAT_FORMAT_H
#define SPINDLE_FORMAT_FORMAT_H

#include "Spindle/Format/Expr.h"

#include <string_view>

namespace spindle::format {

/// How the positions of a level are stored.
enum class LevelKind : uint8_t {
  /// A position for each coordinate; nothing is stored.
  Dense,
  /// Any number of positions in a fibre: positions and coordinates.
  Compressed,
  /// `w` positions in a fibre: coordinates.
  Fixed,
  /// Any number of positions in a fibre, coordinates from 0: positions.
  Variable,
  /// One position in a fibre: coordinates.
  Singleton,
  /// `n` of the coordinates x mod m of each group x floordiv m: coordinates.
  /// Padding, which comes after the elements of its group, holds the smallest
  /// ones that are free.
  Structured
};

/// The word of the grammar for `kind`, and its kind; none for another word.
std::string_view getWord(LevelKind kind);
std::optional<LevelKind> findLevelKind(std::string_view word);

/// A width that is found when a tensor is converted.
constexpr int64_t kUnknownWidth = -1;

/// One level of a format.
struct Level {
  Expr expr = {};
  LevelKind kind = LevelKind::Dense;
  /// `w` of `fixed(w)`, `n` and `m` of `structured(n, m)`.
  std::vector<int64_t> params = {};
  /// The levels that it lies under, which come before it.
  std::vector<int64_t> parents = {};
  /// The bits of the integers of the arrays of positions and of coordinates; 0
  /// where the level has no such array.
  int pos = 0, crd = 0;
  /// Whether coordinates ascend in each fibre; for a singleton, among the
  /// positions whose ancestors have equal coordinates.
  bool ordered = true;
  /// Whether no coordinate comes twice there; for a singleton, in the level.
  bool unique = true;

  bool operator==(const Level &other) const;
  /// Whether each fibre has as many positions.
  bool hasWidth() const {
    return kind == LevelKind::Fixed || kind == LevelKind::Structured;
  }
  bool hasPos() const {
    return kind == LevelKind::Compressed || kind == LevelKind::Variable;
  }
  bool hasCrd() const {
    return kind != LevelKind::Dense && kind != LevelKind::Variable;
  }
  /// The positions of a fibre, of which kUnknownWidth may be; 0 for a level
  /// without a width.
  int64_t width() const { return params.empty() ? 0 : params.front(); }
};

/// What a number is that the pattern gives each element.
enum class InspectorKind : uint8_t {
  /// The position of the subject when the subjects of each group are sorted by
  /// their number of elements, equal ones in their own order.
  Order,
  /// How many elements of the group have a smaller subject.
  Slot,
  /// How many different subjects of the group's elements are smaller.
  Rank,
  /// The number of elements with the same subject.
  Length
};

/// What an order sorts by; the other inspectors have none.
enum class InspectorKey : uint8_t { None, Length, NegatedLength };

/// The word of the grammar for `kind`.
std::string_view getWord(InspectorKind kind);

/// A number that the pattern gives each element.
struct Inspector {
  InspectorKind kind = InspectorKind::Order;
  /// What is sorted or counted.
  Expr subject = {};
  InspectorKey key = InspectorKey::None;
  /// What the elements of a group have in common; the constant 0 for all.
  Expr group = Expr::constant(0);

  bool operator==(const Inspector &other) const;
};

/// What is stored to tell the cells that exist from padding: bits, of the
/// lengths of the fibres of fixed levels and of a bitmap of all cells.
enum class Kept : uint8_t { None, Lengths, Bitmap, LengthsAndBitmap };

/// The words of the grammar for `keeps`.
std::string_view getWords(Kept keeps);

/// The rank of a family that stands for its members of all ranks.
constexpr int64_t kUnknownRank = -1;

/// How a tensor is stored.
struct Format {
  /// The number of dimensions; kUnknownRank for a family, whose levels are
  /// those of its member of two.
  int64_t rank = 0;
  /// The numbers that levels are made of, each after those it is made of: the
  /// symbols of the expressions.
  std::vector<Inspector> inspectors = {};
  /// The levels, parents first.
  std::vector<Level> levels = {};
  Kept keeps = Kept::None;

  bool operator==(const Format &other) const;
  bool operator!=(const Format &other) const { return !(*this == other); }
  bool isFamily() const { return rank == kUnknownRank; }
  /// The dimensions that expressions may use.
  int64_t numDims() const { return isFamily() ? 2 : rank; }
  bool isAllDense() const;
  bool keepsLengths() const { return uint8_t(keeps) & 1; }
  bool keepsBitmap() const { return uint8_t(keeps) & 2; }
};

/// (C3), (C4) The largest magnitude of a number.
constexpr int64_t kMaxNumber = (int64_t(1) << 31) - 1;
/// (C4) How deep parentheses and inspectors nest.
constexpr int kMaxNesting = 32;
/// (C16) The most dimensions, and the most levels and inspectors.
constexpr int64_t kMaxRank = 32;
constexpr size_t kMaxLevels = 64;

/// The parents of level `level` where `of` does not name them.
std::vector<int64_t> getDefaultParents(int64_t level, bool allDense);

/// The bits of the lengths of a fixed level: 64 where its coordinates have as
/// many, else 32. The length of a fibre of 128 cells does not fit i8, its
/// coordinates do.
inline int getLengthBits(const Level &level) {
  return level.crd == 64 ? 64 : 32;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Takes the message for what breaks a rule.
using Report = std::function<void(const std::string &)>;

/// (C3), (C4) Whether a level or an inspector may have the expression `expr`.
bool checkExpr(const Expr &expr, const Report &report);
/// (C14), (C18) and those of its expressions.
bool checkInspector(const Inspector &inspector, const Report &report);
/// (C5), (C8), (C10) to (C12), as far as the level alone says.
bool checkLevel(const Level &level, const Report &report);
/// (C11) Reports that the array `word` ("pos" or "crd") of a level of `kind` is
/// of the type `got`; empty for one that is missing.
void reportType(LevelKind kind, std::string_view word, std::string_view got,
                const Report &report);
/// All rules of formats but those that an inspector and a level are held to.
bool checkFormat(const Format &format, const Report &report);
/// Whether this version builds tensors in `format`, which keeps the rules.
bool checkSupported(const Format &format, const Report &report);
/// All of these.
bool check(const Format &format, const Report &report);

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Inspectors, and the coordinates of levels that refer to them.
struct NumberedExprs {
  std::vector<Inspector> inspectors;
  std::vector<Expr> exprs;
};

/// (C15) Numbers the inspectors in the order of their first use by the
/// coordinates `exprs`, each after those that it uses, and leaves out what
/// nothing uses.
NumberedExprs numberInspectors(const std::vector<Inspector> &inspectors,
                               const std::vector<Expr> &exprs);

/// The coordinates of the dimensions over those of the levels, dimension by
/// dimension; none for one that the levels do not determine, or by a sum alone
/// in which it has another factor than 1 and -1.
std::vector<Expr> findDims(const Format &format);

/// For each level the factor of its coordinate in dimension or inspector
/// `name`, as far as the levels of `included` tell; none where they do not
/// determine it.
std::optional<std::vector<int64_t>>
findFactors(const Format &format, const Expr &name,
            const std::vector<bool> &included);

/// The inspector whose number `expr` is, or is made of; null for none.
const Inspector *findInspector(const Format &format, const Expr &expr);

/// For a dense or structured level of coordinate `x mod c`, its nearest
/// ancestor of coordinate `x floordiv c`, which cuts the last fibres off where
/// `c` does not divide the extent of `x`; -1 for other levels and without one.
int64_t findCutLevel(const Format &format, int64_t level);

/// The level that cells of dense level `level` are skewed along: the nearest
/// ancestor that is the difference of a dimension and of the one that the
/// coordinate of `level` completes. Cells exist where the sum of both is in the
/// first dimension. -1 for other levels and without one.
int64_t findSkewLevel(const Format &format, int64_t level);

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

/// Which levels are meant.
using LevelSet = std::vector<bool>;

/// The ancestors of `level`, and the level too where `self` says so.
LevelSet getClosure(const Format &format, int64_t level, bool self);

/// For each storage dimension of values on the levels `included`, which have
/// their ancestors among them, the level that it belongs to, by the layout rule
/// (docs/Dialects/Axis.md). None where the rule refuses a level.
std::optional<std::vector<int64_t>> layOut(const Format &format,
                                           const LevelSet &included);

/// The same for all levels.
std::optional<std::vector<int64_t>> getStorageDims(const Format &format);

/// What a format of these levels keeps where its text does not say: lengths
/// where a level is fixed, a bitmap where one is structured, where a storage
/// dimension is dense without a fixed level below it or two lie beside each
/// other, neither where all levels are dense.
Kept getDefaultKept(const Format &format);

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// What the printer calls dimension `dim` of `rank`: `i`, `j`, .. or `d0`, ..
std::string getDimName(int64_t rank, int64_t dim);

/// What the printer calls the levels: `i`, `io`, `s`; each name once.
std::vector<std::string> getLevelNames(const Format &format);

/// The coordinate of `level` as text, as in `i floordiv 4`.
std::string printCoordinate(const Format &format, int64_t level);

/// The descriptor from `(` to what is kept, where that is not the default:
///
///   (i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 2 : compressed,
///       i mod 2 : dense of io, j mod 2 : dense of jo)
std::string printDescriptor(const Format &format);

/// The format's name, as in `csr` or `bsr<4, 4>`; empty where it has none.
std::string getName(const Format &format);

/// What messages call the format: its name, or else the descriptor.
std::string describe(const Format &format);

/// As the compiler spells it: `#sparse.csr`, `#sparse.format<(i) -> ..>`.
/// `inTensor`: a member of a family by the family, since the rank is known.
std::string printAttribute(const Format &format, bool inTensor = false);

/// The name and ` = ` where there is one, and the descriptor.
std::string printFormat(const Format &format);

/// Reads what printFormat prints, a descriptor or a name alone, as in
/// `bsr<4, 4>`, to the end of `text`. None after `report`, with the 0-based
/// offset of what is wrong: the grammar, or the rules. The format need not be
/// one that this version builds.
std::optional<Format> parseFormat(std::string_view text, const Report &report);

} // namespace spindle::format

#endif // SPINDLE_FORMAT_FORMAT_H
