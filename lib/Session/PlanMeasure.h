//===- PlanMeasure.h - times products of plans ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_PLANMEASURE_H
#define SPINDLE_LIB_SESSION_PLANMEASURE_H

#include "Spindle/Plans/Plan.h"
#include "Spindle/Session/Options.h"

namespace spindle::session {

/// Times one product, alone, compiled and run as `options` have programs: the
/// least of several runs. Its tokens lie beside one another, and its weight has
/// the pattern. Errors: those of a session.
std::function<llvm::Expected<double>(const plans::WeightProduct &,
                                     const plans::WeightPattern &,
                                     const std::string &format)>
getPlanMeasure(const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_PLANMEASURE_H
