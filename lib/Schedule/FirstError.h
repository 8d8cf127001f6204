//===- FirstError.h - what goes wrong in the text of a schedule -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SCHEDULE_FIRSTERROR_H
#define SPINDLE_LIB_SCHEDULE_FIRSTERROR_H

#include "mlir/IR/Diagnostics.h"

namespace spindle {

/// "file:line:column: " of `location`; empty where it is in no file.
std::string describeLocation(mlir::Location location);

/// The first error that is reported while this is alive, as
/// `location: message`, and the location.
struct FirstError {
  explicit FirstError(mlir::MLIRContext *context);

  std::string text;
  mlir::Location location;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace spindle

#endif // SPINDLE_LIB_SCHEDULE_FIRSTERROR_H
