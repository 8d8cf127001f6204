//===- Buffers.h - buffers and their lists ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_BUFFERS_H
#define SPINDLE_LIB_INTERPRETER_BUFFERS_H

#include "ListPlan.h"

namespace spindle::interpreter {

/// The list of axes of `buffer`.
ListPlan planList(Translator &translator, mlir::Value buffer);

/// Fails, as `op`, where the memory of `buffer` is too small for the cells of
/// its axes.
bool checkStorage(Machine &machine, mlir::Operation *op,
                  const BufferState &buffer);

/// Makes `state`, whose memory or value is set, the machine's buffer `number`,
/// on the axes of `list`. Fails where the memory is too small.
bool defineBuffer(Machine &machine, mlir::Operation *op, unsigned number,
                  const ListPlan &list, BufferState state);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_BUFFERS_H
