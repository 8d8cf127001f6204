//===- CaseFile.h - a program and its operands in a file --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_CASEFILE_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_CASEFILE_H

#include "Case.h"

namespace spindle::differential {

/// The text of a file that runs as a test: the program, before it a RUN line
/// and its operands in comments, the bytes of arrays in hexadecimal.
///
///     // RUN: spindle-fuzz --replay %s
///     // seed 12 finite 0
///     // index 5
///     // memory m0 f32 shape 3 4 bytes 0000803f..
///     // tensor A shape 3 4
///     // positions 1 i32 shape 4 bytes ..   (of the tensor, likewise
///     // coordinates 1 ..                    coordinates and values)
///     // known 3 bytes ..                    (what operand 3 is to be)
///     // schedule module attributes ..       (a line of its schedule)
std::string printCase(const Case &program);

/// The program of such a text; false, with a message in `error`, where it is
/// none.
bool readCase(const std::string &text, Case &program, std::string &error);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_CASEFILE_H
