//===- DLPack.h - arrays in capsules of DLPack ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DLPack is how packages of Python hand over arrays on a GPU: a capsule with a
// structure of C that tells where the elements are, and whom to tell that they
// are not needed any more. Of its two kinds of capsules the older one, before
// DLPack 1.0, cannot say that memory may only be read.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_DLPACK_H
#define SPINDLE_PYTHON_DLPACK_H

#include "Device.h"

namespace spindle::python {

/// DLPack's number of CUDA's memory.
constexpr int kDLCUDA = 2;

/// A capsule with `array`, of the kind of DLPack 1.0 where `isVersioned`. It
/// shares the memory, until its taker lets go of it.
nb::object toDLPack(const DeviceArray &array, bool isVersioned);

/// The array in `capsule`, which nobody else can take afterwards. Errors: no
/// capsule of DLPack, one that was taken, memory that is not that of GPU 0,
/// elements of a type that Spindle has not, or with gaps between them. `what`
/// is what errors call it.
DeviceArray fromDLPack(nb::handle capsule, const std::string &what);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_DLPACK_H
