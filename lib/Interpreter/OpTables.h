//===- OpTables.h - the operations that are known ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_OPTABLES_H
#define SPINDLE_LIB_INTERPRETER_OPTABLES_H

#include "Translator.h"

namespace spindle::interpreter {

/// Arithmetic, comparisons and bits of integers and index.
void addIntegerOps(OpTable &table);
/// Arithmetic and comparisons of floats.
void addFloatOps(OpTable &table);
/// Conversions between integers, floats and index.
void addCastOps(OpTable &table);
/// Constants of any type, and selects.
void addConstantOps(OpTable &table);
/// Functions of the math dialect.
void addMathOps(OpTable &table);
/// The basic operations of the complex dialect.
void addComplexOps(OpTable &table);
/// Index arithmetic, loops and accesses of the affine dialect.
void addAffineOps(OpTable &table);
/// Memory: load, store, sizes, allocation.
void addMemoryOps(OpTable &table);
/// Loops and branches of the scf dialect.
void addControlOps(OpTable &table);
/// Constructors of axes.
void addAxisOps(OpTable &table);
/// Queries, look-ups and joins of sites.
void addQueryOps(OpTable &table);
/// Orders found in a pattern.
void addInspectorOps(OpTable &table);
/// Constructors of buffers.
void addBufferOps(OpTable &table);
/// Tensors with other values, and what they unpack to.
void addTensorOps(OpTable &table);
/// Changes of the format.
void addConvertOps(OpTable &table);
/// Generic operations on tensors.
void addGenericOps(OpTable &table);
/// Builtin tensors with the elements of others, in other shapes, or chosen.
void addBuiltinTensorOps(OpTable &table);
/// Parts of builtin tensors, and those made of several.
void addSliceOps(OpTable &table);
/// Operations of linalg, generic and named.
void addLinalgOps(OpTable &table);
/// Calls of functions with a body.
void addCallOps(OpTable &table);
/// Load, store and fill of buffers.
void addAccessOps(OpTable &table);
/// Accumulation of every kind.
void addAccumulateOps(OpTable &table);
/// Nests.
void addNestOps(OpTable &table);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_OPTABLES_H
