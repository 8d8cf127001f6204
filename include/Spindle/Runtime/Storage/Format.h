//===- Format.h - Formats of storages ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime derives all conversions from the descriptor of a format alone
// (Spindle/Format/Format.h). It has all that this version builds.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_FORMAT_H
#define SPINDLE_RUNTIME_STORAGE_FORMAT_H

#include "Spindle/Format/Composite.h"
#include "Spindle/Runtime/Support/DType.h"
#include "Spindle/Runtime/Support/Error.h"

#include <optional>
#include <vector>

namespace spindle::runtime {

using format::Composite;
using format::Criterion;
using format::CriterionKind;
using format::Expr;
using format::Format;
using format::getPartFormats;
using format::getStorageDims;
using format::Inspector;
using format::InspectorKind;
using format::isCompositeText;
using format::kUnknownWidth;
using format::Level;
using format::LevelKind;
using format::LevelSet;
using format::Part;
using format::printComposite;
using format::printFormat;
using format::Range;

/// Checks that tensors can be stored so: the rules of `#sparse.format`, and
/// that this version builds them.
std::optional<Error> validate(const Format &format);

/// Reads the text of a format, as `format::parseFormat` does. Error: the first
/// thing that was not expected, with its 0-based offset in `text`, and what
/// `validate` says.
Expected<Format> parseFormat(std::string_view text);

/// Reads the text of a composite format, as `format::parseComposite` does.
/// Error: the first thing that was not expected, with its 0-based offset in
/// `text`.
Expected<Composite> parseComposite(std::string_view text);

/// The type of an array of indices of `bits`.
DType getIndexType(int bits);

/// The dimension that the coordinate of `level` is made of, in a format that
/// this version builds; from the rank on, the inspector.
int64_t getDim(const Format &format, int64_t level);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_FORMAT_H
