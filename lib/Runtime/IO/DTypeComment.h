//===- DTypeComment.h - The type of elements in a comment -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text has no types. Our writers name the type of the elements in a comment,
// "% dtype float32", which other readers skip.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_DTYPECOMMENT_H
#define SPINDLE_LIB_RUNTIME_IO_DTYPECOMMENT_H

#include "TextWriter.h"

#include <optional>

namespace spindle::runtime {

/// Writes a comment, which begins with `mark`, that names `dtype`.
inline void writeDTypeComment(TextWriter &out, std::string_view mark,
                              DType dtype) {
  out.text(mark);
  out.text(" dtype ");
  out.text(numpyName(dtype));
  out.text("\n");
}

/// Returns the type that `line` names, if it is such a comment.
inline std::optional<DType> parseDTypeComment(std::string_view line,
                                              std::string_view mark) {
  FieldCursor cursor(line);
  if (cursor.next() != mark || cursor.next() != "dtype")
    return std::nullopt;
  std::string_view name = cursor.next();
  for (DType dtype : allDTypes)
    if (name == numpyName(dtype) && cursor.atEnd())
      return dtype;
  return std::nullopt;
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_DTYPECOMMENT_H
