//===- DeviceOperands.h - the memory of a case ---------------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICEOPERANDS_H
#define SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICEOPERANDS_H

#include "DeviceCase.h"
#include "Differential/Arguments.h"
#include "Spindle/Session/Session.h"

namespace spindle::devicefuzz {

/// What a session is told of the program of a case.
session::Options describe(mlir::MLIRContext &context, const DeviceCase &drawn);

/// What the operands of a case lie in, for as long as a session runs with them.
class DeviceOperands {
public:
  explicit DeviceOperands(const DeviceCase &drawn) : drawn(drawn) {}

  /// Has `session`, whose program is open, run with the operands.
  llvm::Error lend(session::Session &session);

  /// Interprets `session`'s program, a random one, on other memory. What is not
  /// written stays.
  llvm::Error interpret(const session::Session &session);
  /// Says where what is in memory differs from what `interpret` came to; not
  /// where floats have become so large that their sums were rounded.
  std::string compare() const;

private:
  llvm::Error lendShipped(session::Session &session,
                          const ShippedCase &shipped);
  llvm::Error lendRandom(session::Session &session,
                         const differential::Case &random);

  const DeviceCase &drawn;
  std::vector<runtime::Array> dense;
  differential::Arguments arguments, expected;
};

} // namespace spindle::devicefuzz

#endif // SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICEOPERANDS_H
