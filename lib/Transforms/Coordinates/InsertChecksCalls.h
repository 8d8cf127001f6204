//===- InsertChecksCalls.h - calls of the runtime's checks ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_INSERTCHECKSCALLS_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_INSERTCHECKSCALLS_H

#include "Spindle/CInterface/RuntimeCalls.h"

namespace spindle::sparse {

/// Writes calls of the functions of Spindle/Runtime/Checks.h into one module.
class CheckCalls : public RuntimeCalls {
public:
  explicit CheckCalls(mlir::ModuleOp module)
      : RuntimeCalls(module, "spindle_check_") {}
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_INSERTCHECKSCALLS_H
