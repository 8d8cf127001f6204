//===- FirstError.cpp - what goes wrong in the text of a schedule ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstError.h"

using namespace mlir;
using namespace spindle;

std::string spindle::describeLocation(Location location) {
  auto place = dyn_cast<FileLineColLoc>(location);
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()) + ": ")
      .str();
}

FirstError::FirstError(MLIRContext *context)
    : location(UnknownLoc::get(context)),
      handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            text.empty()) {
          llvm::raw_string_ostream stream(text);
          location = diagnostic.getLocation();
          stream << describeLocation(diagnostic.getLocation()) << diagnostic;
        }
        return success();
      }) {}
