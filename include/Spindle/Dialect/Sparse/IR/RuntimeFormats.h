//===- RuntimeFormats.h - formats as the runtime knows them -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_RUNTIMEFORMATS_H
#define SPINDLE_DIALECT_SPARSE_IR_RUNTIMEFORMATS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Runtime/Composite.h"

namespace spindle::sparse {

/// The runtime's type of what memory of elements of `type` holds, an index
/// being an i64; none for a type that it does not know.
std::optional<runtime::DType> getDType(mlir::Type type);

/// `format`, which the type of a tensor may have, as the runtime knows it.
runtime::Format describeFormat(FormatAttr format);

/// The same of a composite format.
runtime::Composite describeComposite(CompositeAttr format);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_RUNTIMEFORMATS_H
