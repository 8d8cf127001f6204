//===- SeparateInspectors.h - inspectors by themselves ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_CALLINSPECTORS_SEPARATEINSPECTORS_H
#define SPINDLE_LIB_CONVERSION_CALLINSPECTORS_SEPARATEINSPECTORS_H

#include "InspectionPlan.h"

namespace spindle {

/// Inspectors that check what was found, and the memory of their numbers.
using CheckingInspectors = llvm::DenseMap<mlir::Operation *, mlir::Value>;

/// Gives the function of `plan` what its inspectors find as arguments, and adds
/// the functions that find it, check it, and say how large it is. Inspectors of
/// the second are added to `checking`. Functions `forC` take no operands but
/// those that are looked at.
void separateInspectors(const InspectionPlan &plan, mlir::SymbolTable &symbols,
                        CheckingInspectors &checking, bool forC);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_CALLINSPECTORS_SEPARATEINSPECTORS_H
