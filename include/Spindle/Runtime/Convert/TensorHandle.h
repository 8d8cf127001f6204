//===- TensorHandle.h - Tensors that compiled code makes --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handle is the number of a tensor in a format: 0 stands for none. Compiled
// code describes a tensor that it is given, whose arrays it does not own, and
// has it converted; the tensor made so has memory of its own, and whoever is
// given its handle frees it. A function takes the handle 0, and where it makes
// a tensor gives 0 for it.
//
// All numbers and addresses are 64-bit integers, as `index` is. A text is the
// address of characters that end with a zero. The functions may be called from
// several threads, those about one tensor one at a time; each thread has an
// error of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CONVERT_TENSORHANDLE_H
#define SPINDLE_RUNTIME_CONVERT_TENSORHANDLE_H

#include "Spindle/Runtime/Storage/Storage.h"
#include "Spindle/Runtime/Support/CalledFunction.h"

#include <array>

namespace spindle::runtime {

/// What an array of a tensor holds.
enum class TensorArray : int64_t {
  Positions,
  Coordinates,
  Lengths,
  Bitmap,
  Values
};

/// The functions of this header that compiled code calls, under the names
/// `_mlir_ciface_spindle_tensor_...` by which it does, and which the library
/// has too.
const std::array<CalledFunction, 7> &getTensorFunctions();

/// The tensor of `handle`, in a format of levels, which is freed. Its arrays
/// are the caller's as long as it holds them. Error: for the handle 0, the one
/// of this thread.
Expected<Storage> takeTensor(int64_t handle);

/// The tensor of `handle`, in a format of either kind, which is freed: its
/// parts where the format is composite.
Expected<std::vector<Storage>> takeTensors(int64_t handle);

} // namespace spindle::runtime

extern "C" {

/// Begins the description of a tensor in the format that the text `format`
/// prints (`printFormat`, `printComposite`), of elements of the type that the
/// text `dtype` names (`dtypeName`). Returns the tensor, to be freed when the
/// description is of no more use; 0 and an error where a text has no meaning.
int64_t spindle_tensor_begin(int64_t format, int64_t dtype);

/// Part `number` of `tensor`, which is in a composite format: a handle that is
/// good for as long as that of `tensor`, and is not freed. The parts are
/// described, and asked for, as tensors are. 0 where there is no such part.
int64_t spindle_tensor_part(int64_t tensor, int64_t number);

/// The next dimension of `tensor` has `size` coordinates.
void spindle_tensor_size(int64_t tensor, int64_t size);

/// `tensor` has the TensorArray `array`, of `level` (-1 for the bitmap and the
/// values), row-major from `address` on.
void spindle_tensor_array(int64_t tensor, int64_t array, int64_t level,
                          int64_t address);

/// The next dimension of the array described last has `size` elements.
void spindle_tensor_extent(int64_t tensor, int64_t size);

/// A tensor in the format of the text `format` with the elements of `tensor`.
/// An error begins with `text`: arrays that are no tensor in its format, a
/// format that cannot hold the elements or does not say of one which part holds
/// it, memory that cannot be had.
int64_t spindle_tensor_convert(int64_t tensor, int64_t format, int64_t text);

/// Frees `tensor` and the memory that it owns.
void spindle_tensor_free(int64_t tensor);

/// What the call of this thread that last failed says, in one line; empty where
/// none did. It stays until the next call that fails.
const char *spindle_tensor_error(void);

/// The number of dimensions of `tensor`.
int64_t spindle_tensor_get_rank(int64_t tensor);

/// The size of dimension `dim`; -1 beyond the last one.
int64_t spindle_tensor_get_size(int64_t tensor, int64_t dim);

/// The address of the first element of the TensorArray `array` of `level`; 0
/// where `tensor` has no such array, or no element in it.
int64_t spindle_tensor_get_array(int64_t tensor, int64_t array, int64_t level);

/// The number of elements in dimension `dim` of that array; -1 beyond the last
/// dimension, and where there is no such array.
int64_t spindle_tensor_get_extent(int64_t tensor, int64_t array, int64_t level,
                                  int64_t dim);

} // extern "C"

#endif // SPINDLE_RUNTIME_CONVERT_TENSORHANDLE_H
