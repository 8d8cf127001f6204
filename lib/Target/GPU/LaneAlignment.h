//===- LaneAlignment.h - what makes vectors of a lane aligned ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A lane loads or stores v elements in one instruction only where their
// address is a multiple of their size, 16 bytes at most. That is known of
//
//   base + (offset + i * stride + j) * size
//
// where the base is aligned and each product is a multiple: by the numbers in
// the kernel (j = lane * 4), and by what its arguments are. Those that are not
// numbers in the kernel need to be what `findAlignmentNeeds` says; who launches
// it looks whether they are, and launches a copy of it that says so by
// attributes of the arguments, `llvm.align` of a pointer and `kMultipleAttr` of
// an integer.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_LANEALIGNMENT_H
#define SPINDLE_LIB_TARGET_GPU_LANEALIGNMENT_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

namespace spindle {

struct VectorAccess;

/// What says of an argument of a kernel, an integer or index, that it is a
/// multiple of a number: an integer attribute.
inline constexpr llvm::StringLiteral kMultipleAttr = "iter.multiple_of";

/// What arguments of a kernel need to be, by their numbers.
struct AlignmentNeeds {
  /// Bytes that an address is to be a multiple of, a power of two.
  llvm::MapVector<unsigned, int64_t> pointers;
  /// What an integer is to be a multiple of, a power of two.
  llvm::MapVector<unsigned, int64_t> numbers;

  bool empty() const { return pointers.empty() && numbers.empty(); }
  /// Adds what `more` has.
  void merge(const AlignmentNeeds &more);
};

/// A power of two, 16 at most, that is known to divide `value`, an integer or
/// index.
int64_t getKnownMultiple(mlir::Value value);

/// What the arguments of the kernel need to be, beyond what their attributes
/// say, for parts of `count` elements of `access`, a row, to be aligned. Parts
/// begin at multiples of `count` elements. None where they cannot be.
std::optional<AlignmentNeeds> findAlignmentNeeds(const VectorAccess &access,
                                                 int64_t count);

/// Loads of four bytes that follow one another in memory, in one block.
struct LoadedWord {
  std::array<mlir::memref::LoadOp, 4> bytes;
  /// What the arguments of the kernel need to be for the first to be aligned.
  AlignmentNeeds needs;
};

/// The words of which `kernel` loads the bytes, as far as they can be aligned.
llvm::SmallVector<LoadedWord> findLoadedWords(mlir::gpu::GPUFuncOp kernel);

/// What arguments need to be for a mask of `access` to have all or none of each
/// part of `count` elements; nothing where that cannot be.
AlignmentNeeds findMaskNeeds(const VectorAccess &access, int64_t count);

/// Says of the arguments of `kernel` that they are what `needs` has.
void assumeAligned(mlir::gpu::GPUFuncOp kernel, const AlignmentNeeds &needs);

/// Says of loads and stores of vectors in `kernel` how they are aligned, as far
/// as that is known from its numbers and the attributes of its arguments.
void alignVectors(mlir::gpu::GPUFuncOp kernel);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANEALIGNMENT_H
