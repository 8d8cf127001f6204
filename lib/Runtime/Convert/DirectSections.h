//===- DirectSections.h - Sections of columns -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_DIRECTSECTIONS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_DIRECTSECTIONS_H

#include "DirectRows.h"

#include "Spindle/Runtime/Convert/Composite.h"

namespace spindle::runtime {

/// Whether `criterion` says which section of the columns an element is in.
inline bool isColumnSection(const Criterion &criterion) {
  return criterion.kind == CriterionKind::Section && criterion.numbers[0] > 0 &&
         criterion.exprs.size() == 1 && criterion.exprs[0].isDim(1);
}

/// Calls `fn(row, section, begin, end)` with the elements that each row in
/// [begin, end) has in each of `sections` sections of the columns, where it has
/// some.
template <typename Rows, typename Fn>
void forSections(const Rows &rows, int64_t sections, int64_t begin, int64_t end,
                 Fn &&fn) {
  int64_t width = rows.width / sections + (rows.width % sections != 0);
  for (int64_t row = begin; row < end; ++row) {
    int64_t e = rows.ends[row], last = rows.ends[row + 1];
    while (e < last) {
      int64_t section = sections == 1 ? 0 : rows.list[e] / width, start = e;
      int64_t bound = (section + 1) * width;
      if (rows.list[last - 1] < bound)
        e = last;
      while (e < last && rows.list[e] < bound)
        ++e;
      fn(row, section, start, e);
    }
  }
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_DIRECTSECTIONS_H
