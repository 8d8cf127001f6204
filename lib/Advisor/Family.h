//===- Family.h - how formats lay a matrix out ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_ADVISOR_FAMILY_H
#define SPINDLE_LIB_ADVISOR_FAMILY_H

#include "Spindle/Advisor/Advisor.h"

namespace spindle::advisor {

/// What a format makes of a matrix.
struct Layout {
  /// As `parseFormat` takes it.
  std::string format;
  /// The cells of the values, and the bytes of what is stored beside them.
  double cells = 0, structureBytes = 0;
  /// The vectors of cells that a product with a vector takes.
  double steps = 0;
  /// The inner loops of a run, and those that end elsewhere than the one
  /// before.
  double fibres = 0, changes = 0;
  /// The cells of the result that are stored, or its rows where it has
  /// columns; those of rows beside one another together where a product with a
  /// vector does so.
  double results = 0;
  /// The lines of a vector that are taken, each by all rows that are computed
  /// together, and the rows of a dense matrix likewise.
  double lines = 0, denseRows = 0;
  /// How often the rows are gone through, each time with as large a share of
  /// the columns.
  double passes = 1;
  /// What decides, with figures.
  std::string reason;
};

/// A family of formats, which differ in their numbers.
struct Family {
  /// The word that the costs of its members stand under.
  const char *name;
  /// Appends the members that suit the matrix.
  void (*layOut)(const runtime::PatternStatistics &statistics, const Work &work,
                 std::vector<Layout> &layouts);
};

/// All families; that of csr, with one member, is first.
const std::vector<Family> &getFamilies();

/// A layout, and the family whose costs it has.
struct OtherLayout {
  const char *family;
  Layout layout;
};

/// The layout of `format`, any one of a matrix; nothing where the statistics do
/// not tell its sizes.
std::optional<OtherLayout>
layOutOther(const runtime::Format &format,
            const runtime::PatternStatistics &statistics, const Work &work);

/// What the members of a family cost.
struct Costs {
  const char *family;
  /// Whether elements are gathered.
  bool gathers;
  /// Whether elements are multiplied with rows of a dense matrix.
  bool hasColumns;
  /// Nanoseconds of each thing that is counted.
  Counts nanoseconds;
  /// The factor that estimates, against those of csr, were off by.
  double spread;
  /// Nanoseconds to convert an element of csr to the format, and a cell.
  double perElement, perCell;
};

/// The costs of the family `name` for `work`; null where none were found.
const Costs *findCosts(const std::string &name, const Work &work);

/// The seconds of a run that does `counts`.
double getSeconds(const Counts &counts, const Costs &costs, const Work &work);

/// The estimate of a run in `layout` by `costs`.
Estimate estimate(Layout layout, const Costs &costs,
                  const runtime::PatternStatistics &matrix, const Work &work);

/// The layout of `parts` parts of the columns, each by rows.
Layout layOutParts(const runtime::PatternStatistics &matrix, const Work &work,
                   int64_t parts);

/// What holds of all formats that go through the rows one by one.
Layout layOutRows(const runtime::PatternStatistics &matrix, const Work &work);

} // namespace spindle::advisor

#endif // SPINDLE_LIB_ADVISOR_FAMILY_H
