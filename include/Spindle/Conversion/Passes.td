//===- Passes.td - lowerings between stages ----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_PASSES_TD
#define SPINDLE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertIterToSCFPass
    : InterfacePass<"convert-iter-to-scf", "::mlir::FunctionOpInterface"> {
  let summary = "lower nests to loops over stored positions";
  let description = [{
    From coordinate space to position space. Each dimension of a nest becomes an
    `scf.for`, labelled by an `#iter.loop`: over the offsets of a fibre of fixed
    width, over the positions of one of variable length. Sites become positions,
    and coordinates are looked up where they are used. An access by coordinates
    becomes one by positions: each level that the nests do not give the place of
    is searched by `axis.locate`, and an element that is missing reads as the
    fill value, and is not written.

    Requires: sites are used by operations of the three dialects alone.
    Ensures: no operations of `iter`, no sites. Where a function breaks the
    requirement, it is not changed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::scf::SCFDialect",
                           "::spindle::iter::IterDialect",
                           "::spindle::sparse::SparseDialect"];
  let statistics = [
    Statistic<"numNests", "nests-lowered", "nests turned into loops">,
    Statistic<"numLookUps", "look-ups-lowered",
              "accesses by coordinates turned into accesses by positions">];
}

def ConvertSparseToMemRefPass
    : InterfacePass<"convert-sparse-to-memref", "::mlir::FunctionOpInterface"> {
  let summary = "lower axes and buffers to memory";
  let description = [{
    From position space to plain loops. Questions to axes become arithmetic and
    loads from their arrays, accesses to buffers loads and stores, accumulation
    a load, a combination and a store, a fill loops over the storage.

    Requires: no operations of `iter` (`convert-iter-to-scf`) and no tensors
    (`spindle-expand-tensors`). Ensures: no operations, and no types, of `axis`
    and `sparse`. Where a function breaks a requirement, it is not changed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numQuestions", "questions-lowered",
              "questions to axes turned into arithmetic and loads">,
    Statistic<"numAccesses", "accesses-lowered",
              "accesses to buffers turned into loads and stores">];
}

#endif // SPINDLE_CONVERSION_PASSES_TD
