//===- Composite.h - formats made of parts ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A composite format is a list of parts, each with the elements that it holds
// and a format. It is the descriptor that `#sparse.composite` wraps, which has
// the grammar and the rules (C1) to (C12).
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_FORMAT_COMPOSITE_H
#define SPINDLE_FORMAT_COMPOSITE_H

#include "Spindle/Format/Format.h"

#include <limits>

namespace spindle::format {

/// What a criterion counts.
enum class CriterionKind : uint8_t {
  /// Which of `numbers[0]` sections of a dimension the element is in; all but
  /// the last have ceil(size / numbers[0]) coordinates.
  Section,
  /// How many elements have the same numbers.
  Length,
  /// How many of the elements that have the same numbers but the first come
  /// before it by that one.
  Slot,
  /// The position of the number when all are sorted by how many elements have
  /// it, most first, and of equal ones the smaller first.
  Order,
  /// Which size the block has that it is in when all elements are covered by
  /// blocks at the least cost.
  Cover
};

/// The word of the grammar for `kind`.
std::string_view getWord(CriterionKind kind);

/// A number that elements are told apart by.
struct Criterion {
  CriterionKind kind = CriterionKind::Length;
  /// Over the dimensions and, as symbols, the criteria before it.
  std::vector<Expr> exprs = {};
  /// Of a section how many there are; of a cover, for each size of blocks, how
  /// many numbers of each expression a block has, and what it costs.
  std::vector<int64_t> numbers = {};

  bool operator==(const Criterion &other) const;
  /// Of a cover: the sizes of blocks, from the largest on, each of which
  /// divides the one before; that of size `s`, a number for each expression;
  /// its cost.
  size_t countSizes() const { return numbers.size() / (exprs.size() + 1); }
  const int64_t *getSize(size_t s) const {
    return numbers.data() + s * (exprs.size() + 1);
  }
  int64_t getCost(size_t s) const { return getSize(s)[exprs.size()]; }
};

/// A number that is to be in [low, high].
struct Range {
  static constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();

  Expr expr = {};
  int64_t low = kLowest, high = kHighest;

  bool operator==(const Range &other) const;
};

struct Composite;

/// One part of a composite format.
struct Part {
  std::vector<Range> ranges = {};
  /// Whether it holds what no other part does.
  bool isRest = false;
  /// Not used where `composite` is there.
  Format format = {};
  /// The format of a part that is composite; null for one in `format`.
  std::shared_ptr<const Composite> composite = nullptr;

  bool operator==(const Part &other) const;
};

/// How a tensor is stored in parts.
struct Composite {
  /// The number of dimensions.
  int64_t rank = 0;
  /// Each of them uses those before it.
  std::vector<Criterion> criteria = {};
  std::vector<Part> parts = {};

  bool operator==(const Composite &other) const;
};

/// (C6) How many parts a composite format has.
constexpr size_t kMaxParts = 1024;

/// The formats of the parts, those of a part that is composite in its place.
std::vector<Format> getPartFormats(const Composite &format);

/// The rules of composite formats but those of expressions, which the grammar
/// holds, and those of the formats of the parts.
bool checkComposite(const Composite &format, const Report &report);

/// Whether no two parts can hold elements of one coordinate of dimension `dim`.
bool isDisjointIn(const Composite &format, int64_t dim);

/// The format's name, as in `hyb<1, 4>`; empty where it has none.
std::string getName(const Composite &format);

/// What messages call the format: its name, or else all of it.
std::string describe(const Composite &format);

/// The descriptor, from `(` to `)`.
std::string printDescriptor(const Composite &format);

/// As the compiler spells it: `#sparse.hyb<1, 4>`, `#sparse.composite<..>`.
std::string printAttribute(const Composite &format);

/// The name and ` = ` where there is one, and `composite` and the descriptor:
///
///   ell_coo<4> = composite (i, j) -> (slot(j in i) below 4 : #sparse.ell<4>,
///       rest : #sparse.coo)
std::string printComposite(const Composite &format);

/// Whether `text` is that of a composite format rather than one of levels.
bool isCompositeText(std::string_view text);

/// Reads what printComposite prints, or a name alone, to the end of `text`.
/// None after `report`, with the 0-based offset of what is wrong.
std::optional<Composite> parseComposite(std::string_view text,
                                        const Report &report);

} // namespace spindle::format

#endif // SPINDLE_FORMAT_COMPOSITE_H
