//===- VectorizeReductionTest.cpp - vectors of partial results ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Loops that carry sums and other reductions. Sums of floats are of small
// integers, which have the same bits in any order.
//
//===----------------------------------------------------------------------===//

#include "TestContext/Thorough.h"
#include "VectorTrial.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace spindle::loops;

/// Runs `text` as it is and vectorized, on what `arguments` makes for each of
/// the sizes 0 to 70.
static void
compare(const std::string &text, const VectorizeOptions &options,
        llvm::function_ref<void(LoopArguments &, int64_t)> makeArguments) {
  CompiledLoops scalar(text, nullptr), vectorized(text, &options);
  for (int64_t size = 0; size <= 70; ++size) {
    LoopArguments first, second;
    makeArguments(first, size);
    makeArguments(second, size);
    EXPECT_TRUE(first.run(scalar) == second.run(vectorized))
        << options.lanes << " lanes, " << options.interleave << " vectors, "
        << "size " << size;
  }
}

static VectorizeOptions makeOptions(int64_t lanes, int64_t interleave,
                                    Remainder remainder = Remainder::Masked) {
  VectorizeOptions options;
  options.lanes = lanes;
  options.interleave = interleave;
  options.reassociate = true;
  options.remainder = remainder;
  return options;
}

//===----------------------------------------------------------------------===//
// Sums along fibres
//===----------------------------------------------------------------------===//

static const char kFibres[] = R"mlir(
func.func @f(%ptr: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x$T>,
             %x: memref<?x$T>, %y: memref<?x$T>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant $1 : $T
  %rows = memref.dim %y, %c0 : memref<?x$T>
  scf.for %i = %c0 to %rows step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %first = memref.load %ptr[%i] : memref<?xi32>
    %lo = arith.index_cast %first : i32 to index
    %last = memref.load %ptr[%i1] : memref<?xi32>
    %hi = arith.index_cast %last : i32 to index
    %sum = scf.for %p = %lo to %hi step %c1 iter_args(%acc = %one) -> ($T) {
      %j = memref.load %crd[%p] : memref<?xi32>
      %at = arith.index_cast %j : i32 to index
      %v = memref.load %val[%p] : memref<?x$T>
      %u = memref.load %x[%at] : memref<?x$T>
      %uv = arith.mul$C %v, %u : $T
      %new = arith.add$C %acc, %uv : $T
      scf.yield %new : $T
    } {vectorized}
    memref.store %sum, %y[%i] : memref<?x$T>
  }
  return
}
)mlir";

/// The product with a vector of a matrix of one row of each length up to
/// `rows`.
static void compareFibres(llvm::StringRef type,
                          const VectorizeOptions &options) {
  bool isFloat = type.contains('f');
  std::string text = fill(
      kFibres,
      {{"T", type}, {"C", isFloat ? "f" : "i"}, {"1", isFloat ? "1.0" : "1"}});
  compare(text, options, [&](LoopArguments &arguments, int64_t rows) {
    int64_t elements = rows * (rows - 1) / 2;
    arguments.add("i32", {rows + 1},
                  [](int64_t row) { return row * (row - 1) / 2; });
    arguments.add("i32", {elements},
                  [](int64_t element) { return element * 7 % kColumns; });
    arguments.add(type, {elements}, drawInteger);
    arguments.add(type, {kColumns}, drawInteger);
    arguments.add(type, {rows}, drawInteger);
  });
}

TEST(VectorizeReduction, AlongFibres) {
  compareFibres("f32", makeOptions(4, 1));
  compareFibres("f32", makeOptions(8, 2));
}

TEST(VectorizeReduction, AlongFibresWithAScalarRemainder) {
  compareFibres("f32", makeOptions(4, 1, Remainder::Scalar));
  compareFibres("f64", makeOptions(4, 2, Remainder::Scalar));
}

TEST(VectorizeReduction, AlongFibresByGathers) {
  VectorizeOptions options = makeOptions(16, 2);
  options.gathers = Gathers::Hardware;
  compareFibres("f32", options);
  compareFibres("i64", options);
  // There are no gathers of 16 bits.
  compareFibres("i16", options);
}

TEST(VectorizeReduction, OfIntegersInAnyOrder) {
  VectorizeOptions options = makeOptions(8, 2);
  options.reassociate = false;
  compareFibres("i32", options);
}

//===----------------------------------------------------------------------===//
// Sums over columns
//===----------------------------------------------------------------------===//

static const char kDots[] = R"mlir(
func.func @f(%ptr: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>,
             %x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %first = memref.load %ptr[%i] : memref<?xi32>
    %lo = arith.index_cast %first : i32 to index
    %last = memref.load %ptr[%i1] : memref<?xi32>
    %hi = arith.index_cast %last : i32 to index
    scf.for %p = %lo to %hi step %c1 {
      %j = memref.load %crd[%p] : memref<?xi32>
      %at = arith.index_cast %j : i32 to index
      %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%acc = %zero) -> (f32) {
        %u = memref.load %x[%i, %k] : memref<?x?xf32>
        %v = memref.load %y[%at, %k] : memref<?x?xf32>
        %uv = arith.mulf %u, %v : f32
        %new = arith.addf %acc, %uv : f32
        scf.yield %new : f32
      } {vectorized}
      %a = memref.load %val[%p] : memref<?xf32>
      %scaled = arith.mulf %sum, %a : f32
      memref.store %scaled, %z[%p] : memref<?xf32>
    }
  }
  return
}
)mlir";

static void compareDots(const VectorizeOptions &options) {
  compare(kDots, options, [](LoopArguments &arguments, int64_t columns) {
    addMatrix(arguments);
    arguments.add("f32", {kElements}, drawInteger);
    arguments.add("f32", {kRows, columns}, drawInteger);
    arguments.add("f32", {kColumns, columns}, drawInteger);
    arguments.add("f32", {kElements}, drawInteger);
  });
}

TEST(VectorizeReduction, OverColumns) {
  compareDots(makeOptions(16, 1));
  compareDots(makeOptions(16, 4));
  compareDots(makeOptions(8, 8));
  compareDots(makeOptions(4, 3));
}

TEST(VectorizeReduction, OverColumnsWithAScalarRemainder) {
  compareDots(makeOptions(8, 2, Remainder::Scalar));
}

//===----------------------------------------------------------------------===//
// Other reductions
//===----------------------------------------------------------------------===//

static const char kReduction[] = R"mlir(
func.func @f(%x: memref<?x$T>, %first: memref<1x$T>, %y: memref<1x$T>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x$T>
  %init = memref.load %first[%c0] : memref<1x$T>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> ($T) {
    %v = memref.load %x[%i] : memref<?x$T>
    %new = $COMBINE %acc, %v : $T
    scf.yield %new : $T
  } {vectorized}
  memref.store %last, %y[%c0] : memref<1x$T>
  return
}
)mlir";

static void compareReduction(llvm::StringRef combine, llvm::StringRef type,
                             llvm::function_ref<double(int64_t)> draw) {
  SCOPED_TRACE(combine.str() + " of " + type.str());
  std::string text = fill(kReduction, {{"T", type}, {"COMBINE", combine}});
  compare(text, makeOptions(4, 2), [&](LoopArguments &arguments, int64_t size) {
    arguments.add(type, {size}, draw);
    arguments.add(type, {1}, [&](int64_t) { return draw(100); });
    arguments.add(type, {1}, drawInteger);
  });
}

TEST(VectorizeReduction, OfIntegers) {
  const std::vector<const char *> combines = {"muli",  "minsi", "maxsi",
                                              "minui", "maxui", "andi",
                                              "ori",   "xori",  "subi"};
  for (const char *combine : spindle::chooseTried(combines))
    compareReduction(std::string("arith.") + combine, "i32", drawInteger);
  compareReduction("arith.maxsi", "i8", drawInteger);
}

TEST(VectorizeReduction, OfFloats) {
  const std::vector<const char *> combines = {"minimumf", "maximumf", "minnumf",
                                              "maxnumf", "subf"};
  for (const char *combine : spindle::chooseTried(combines)) {
    compareReduction(std::string("arith.") + combine, "f32", drawInteger);
    compareReduction(std::string("arith.") + combine, "f64", drawInteger);
  }
  compareReduction("arith.mulf", "f64", [](int64_t index) -> double {
    return index % 3 == 0 ? -1 : index % 3 == 1 ? 0.5 : 2;
  });
}

// As NumPy's, `maximumf` gives NaN where there is one; `maxnumf` leaves it out.
TEST(VectorizeReduction, OfFloatsAndNaN) {
  auto draw = [](int64_t index) {
    return index % 13 == 5 ? std::nan("") : drawInteger(index);
  };
  for (const char *combine : {"minimumf", "maximumf", "minnumf", "maxnumf"})
    compareReduction(std::string("arith.") + combine, "f32", draw);
}

TEST(VectorizeReduction, OfNegativeZeros) {
  compareReduction("arith.addf", "f32", [](int64_t) { return -0.0; });
}

//===----------------------------------------------------------------------===//
// Through a loop inside
//===----------------------------------------------------------------------===//

static const char kThrough[] = R"mlir(
func.func @f(%x: memref<3x?xf64>, %y: memref<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n = memref.dim %x, %c1 : memref<3x?xf64>
  %sums:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero, %b = %one) -> (f64, f64) {
    %row = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %a) -> (f64) {
      %v = memref.load %x[%i, %k] : memref<3x?xf64>
      %t = arith.addf %s, %v : f64
      scf.yield %t : f64
    }
    %u = memref.load %x[%c1, %k] : memref<3x?xf64>
    %f = math.fma %u, %u, %b : f64
    scf.yield %row, %f : f64, f64
  } {vectorized}
  memref.store %sums#0, %y[%c0] : memref<2xf64>
  memref.store %sums#1, %y[%c1] : memref<2xf64>
  return
}
)mlir";

TEST(VectorizeReduction, OfTwoOneThroughALoop) {
  compare(kThrough, makeOptions(4, 2),
          [](LoopArguments &arguments, int64_t columns) {
            arguments.add("f64", {3, columns}, drawInteger);
            arguments.add("f64", {2}, drawInteger);
          });
}
