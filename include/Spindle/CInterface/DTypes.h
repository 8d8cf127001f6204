//===- DTypes.h - types as the runtime knows them ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CINTERFACE_DTYPES_H
#define SPINDLE_CINTERFACE_DTYPES_H

#include "Spindle/Runtime/Support/DType.h"
#include "mlir/IR/Types.h"

#include <optional>

namespace spindle::cinterface {

/// The runtime's type of what memory of elements of `type` holds, an index
/// being an i64; none for a type that it does not know.
std::optional<runtime::DType> getDType(mlir::Type type);

} // namespace spindle::cinterface

#endif // SPINDLE_CINTERFACE_DTYPES_H
