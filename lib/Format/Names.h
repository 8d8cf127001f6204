//===- Names.h - formats that have a name -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_NAMES_H
#define SPINDLE_LIB_FORMAT_NAMES_H

#include "Spindle/Format/Names.h"

namespace spindle::format {

/// What the descriptor of a named format is made of.
struct FormatSpec {
  /// The bits of positions and of coordinates.
  int pos, crd;
  NameParams params;
  Report report;
};

/// A row of the table of names.
struct FormatName {
  std::string_view word;
  /// What the numbers are, as in `b, c`; empty where there are none.
  std::string_view params;
  /// How many numbers there are; a family may have the order of its levels
  /// instead.
  size_t numParams;
  /// Makes the descriptor, but for what it keeps; none after a report.
  std::optional<Format> (*build)(const FormatSpec &spec);
  /// The numbers that `format` has if it is of this name.
  NameParams (*extract)(const Format &format);
  /// True for a name whose only number is the rank and may be left out.
  bool isFamily = false;
  /// True where the number may be `?`.
  bool mayBeUnknown = false;
  /// True where several numbers are the dimensions of the levels, in order.
  bool hasOrder = false;
  /// The bits of a coordinate where `crd` is left out.
  int crdBits = 32;
  /// Why `params`, which are as many as there have to be, are no numbers of the
  /// name; empty where they are. Null where all are.
  std::string (*refuse)(const NameParams &params) = nullptr;
};

/// All names, in the order in which a descriptor is compared with them.
const std::vector<FormatName> &getFormatNames();

/// The row of `word`; null for an unknown one.
const FormatName *findFormatName(std::string_view word);

/// The name of a descriptor, where it has one.
std::optional<FormatNaming> findNaming(const Format &format);

/// The family of which `member` is the member of its rank, if any.
std::optional<FormatNaming> findFamily(const Format &member);

/// The text of a naming, as in `csr<pos = i64>`.
std::string printNaming(const FormatNaming &naming);

/// The descriptor that a naming stands for, which keeps the rules; none after
/// a report.
std::optional<Format> buildNaming(const FormatNaming &naming,
                                  const Report &report);

/// Why `naming` has another count of numbers than its name; empty where not.
std::string refuseParamCount(const FormatNaming &naming);

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_NAMES_H
