//===- InspectorSupport.h - inspectors that this version builds -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_INSPECTORSUPPORT_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_INSPECTORSUPPORT_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// Why no tensor is built with inspector `number` of `format`; empty where one
/// is.
llvm::StringRef refuseInspector(FormatAttr format, int64_t number);

/// Why no tensor is built whose level `l` has a coordinate that is made of an
/// inspector's number; empty where one is.
llvm::StringRef refuseDerived(FormatAttr format, int64_t l);

/// Why no tensor is built whose level `l` lies under several; empty where one
/// is.
llvm::StringRef refuseParents(FormatAttr format, int64_t l);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_INSPECTORSUPPORT_H
