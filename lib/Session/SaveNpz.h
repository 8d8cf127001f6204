//===- SaveNpz.h - an operand as an archive of SciPy's ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_SAVENPZ_H
#define SPINDLE_LIB_SESSION_SAVENPZ_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Watcher.h"

namespace spindle::session {

/// Writes a Sparse operand as SciPy saves an array: a matrix in csr, csc or coo
/// in the arrays that it is stored in, with indices of their types; one in bsr
/// too, where blocks divide the shape, with a further array that says which
/// cells of blocks are elements; any other as the list of its elements in
/// row-major order. Tells `step`. Errors: those of the runtime.
std::optional<runtime::Error> saveNpz(const Operand &operand,
                                      const std::string &path, Step &step);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_SAVENPZ_H
