//===- Reduce.h - makes a program smaller, change by change -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's reduction tree removes halves of a block. Of most programs it can
// remove nothing: what is removed has uses, or the block's last operation goes
// with it; and it fails where a program is no longer interesting once it is
// folded. So this pass tries single changes instead, until none is left.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_REDUCE_REDUCE_H
#define SPINDLE_TOOLS_SPARSE_REDUCE_REDUCE_H

namespace spindle::reduce {

/// Registers `spindle-reduce`, which makes a module smaller for as long as the
/// test that it is given finds it interesting.
void registerReducePass();

} // namespace spindle::reduce

#endif // SPINDLE_TOOLS_SPARSE_REDUCE_REDUCE_H
