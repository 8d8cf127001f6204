//===- KnownWalk.h - programs whose outcome is known ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_KNOWNWALK_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_KNOWNWALK_H

#include "Case.h"
#include "Random.h"

namespace spindle::differential {

/// A program that walks over random axes and writes down what it meets, and
/// what it has written then: found here, from the cells of the axes, by nobody
/// who reads the program or its arrays. So an error that interpreter and
/// lowerings share is seen.
///
/// The nests run over the lists of random buffers. Each run adds, to a running
/// hash, the coordinates and positions of all its sites and the value of the
/// element there; then a few look-ups by coordinates, stored and missing ones,
/// and one sum of products: y[c] += a * x[c'] for coordinates c and c' of the
/// element.
Case generateKnownWalk(Random &random);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_KNOWNWALK_H
