//===- Names.h - formats that have a name -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is another spelling of a descriptor (docs/Formats.md has the table): a
// word, numbers, the types of the arrays and what is kept.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_FORMAT_NAMES_H
#define SPINDLE_FORMAT_NAMES_H

#include "Spindle/Format/Format.h"

namespace spindle::format {

/// The numbers of a named format, `4, 4` of `bsr<4, 4>`; kUnknownWidth is `?`.
using NameParams = std::vector<int64_t>;

struct FormatName;

/// How a descriptor is called.
struct FormatNaming {
  const FormatName *name = nullptr;
  NameParams params = {};
  /// 0 where they are the default or not stored.
  int pos = 0, crd = 0;
  /// None where it is the default.
  std::optional<Kept> keeps = std::nullopt;
};

/// The words of all names, those of formats of levels.
std::vector<std::string_view> getFormatWords();

/// Whether `word` is one of these.
bool isFormatName(std::string_view word);

/// Whether the number of `word`, one of these, may be `?`.
bool mayHaveUnknownWidth(std::string_view word);

/// Says that no format of levels is called `word`.
std::string describeUnknownName(std::string_view word);

/// The words of all names of composite formats.
std::vector<std::string_view> getCompositeWords();

/// The format `word`, as in "csr", with numbers of which all are right and
/// arrays of integers of so many bits; 0 for the default.
Format makeNamed(std::string_view word, NameParams params = {}, int pos = 0,
                 int crd = 0);

/// The member of a family for tensors of `rank` dimensions, none after
/// `report`; a format that is no family as it is.
std::optional<Format> getMember(const Format &format, int64_t rank,
                                const Report &report);

} // namespace spindle::format

#endif // SPINDLE_FORMAT_NAMES_H
