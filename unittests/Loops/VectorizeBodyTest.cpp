//===- VectorizeBodyTest.cpp - what stands in vectorized loops ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Loops whose iterations are independent, with all kinds of operations: results
// have the bits of the scalar loop.
//
//===----------------------------------------------------------------------===//

#include "VectorTrial.h"

#include "gtest/gtest.h"

using namespace spindle::loops;

/// What all the bodies share: %n numbers each of %x, %z (f32) and %y, %w (i32),
/// truths %b, and matrices %rows (n x 3) and %lines (3 x n).
static const char kFunction[] = R"mlir(
func.func @f(%x: memref<?xf32>, %y: memref<?xi32>, %z: memref<?xf32>, %w: memref<?xi32>,
             %b: memref<?xi1>, %rows: memref<?x3xf32>, %lines: memref<3x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %all:7 = memref.distinct_objects %x, %y, %z, %w, %b, %rows, %lines
    : memref<?xf32>, memref<?xi32>, memref<?xf32>, memref<?xi32>, memref<?xi1>, memref<?x3xf32>, memref<3x?xf32>
  $BEFORE
  scf.for %i = %c0 to %n step %c1 {
    $BODY
  } {vectorized}
  return
}
)mlir";

static void addArguments(LoopArguments &arguments, int64_t size) {
  arguments.add("f32", {size}, drawReal);
  arguments.add("i32", {size}, [](int64_t index) {
    double number = drawInteger(index);
    return number == 0 ? 9 : number;
  });
  arguments.add("f32", {size}, drawReal);
  arguments.add("i32", {size}, drawInteger);
  arguments.add("i1", {size}, [](int64_t index) { return index % 3 == 0; });
  arguments.add("f32", {size, 3}, drawReal);
  arguments.add("f32", {3, size}, drawReal);
}

static void compare(const std::string &body, const std::string &before = "",
                    Gathers gathers = Gathers::Single) {
  std::string text = fill(kFunction, {{"BODY", body}, {"BEFORE", before}});
  CompiledLoops scalar(text, nullptr);
  for (auto [lanes, interleave] : {std::pair(4, 1), {8, 2}, {16, 3}}) {
    VectorizeOptions options;
    options.lanes = lanes;
    options.interleave = interleave;
    options.gathers = gathers;
    CompiledLoops vectorized(text, &options);
    for (int64_t size = 0; size <= 70; ++size) {
      LoopArguments first, second;
      addArguments(first, size);
      addArguments(second, size);
      EXPECT_TRUE(first.run(scalar) == second.run(vectorized))
          << lanes << " lanes, " << interleave << " vectors, size " << size;
    }
  }
}

TEST(VectorizeBody, Arithmetic) {
  compare(R"mlir(
    %v = memref.load %all#0[%i] : memref<?xf32>
    %u = memref.load %all#1[%i] : memref<?xi32>
    %c7 = arith.constant 7 : i32
    %q = arith.divsi %c7, %u : i32
    %r = arith.remsi %u, %q : i32
    %d = arith.remui %c7, %u : i32
    %less = arith.cmpi slt, %d, %u : i32
    %s = arith.select %less, %d, %u : i32
    %h = arith.truncf %v : f32 to f16
    %e = arith.extf %h : f16 to f32
    %f = arith.sitofp %s : i32 to f32
    %g = arith.addf %e, %f : f32
    %a = math.absf %g : f32
    %o = math.sqrt %a : f32
    memref.store %o, %all#2[%i] : memref<?xf32>
    memref.store %s, %all#3[%i] : memref<?xi32>)mlir");
}

TEST(VectorizeBody, TheVariableItself) {
  compare(R"mlir(
    %next = arith.addi %i, %c3 : index
    %number = arith.index_cast %next : index to i32
    %wide = arith.index_cast %i : index to i64
    %float = arith.sitofp %wide : i64 to f32
    memref.store %number, %all#3[%i] : memref<?xi32>
    memref.store %float, %all#2[%i] : memref<?xf32>)mlir");
}

TEST(VectorizeBody, ElementsOfRowsAndColumns) {
  compare(R"mlir(
    %v = memref.load %all#5[%i, %c1] : memref<?x3xf32>
    memref.store %v, %all#6[%c2, %i] : memref<3x?xf32>
    %u = memref.load %all#0[%i] : memref<?xf32>
    memref.store %u, %all#5[%i, %c2] : memref<?x3xf32>)mlir");
}

TEST(VectorizeBody, TruthsOfAByteEach) {
  compare(R"mlir(
    %true = memref.load %all#4[%i] : memref<?xi1>
    %v = memref.load %all#0[%i] : memref<?xf32>
    %n0 = arith.negf %v : f32
    %s = arith.select %true, %v, %n0 : f32
    %more = arith.cmpf ogt, %s, %v : f32
    memref.store %more, %all#4[%i] : memref<?xi1>
    memref.store %s, %all#2[%i] : memref<?xf32>)mlir");
}

static const char kGather[] = R"mlir(
    %u = memref.load %all#1[%i] : memref<?xi32>
    %at = arith.index_cast %u : i32 to index
    %far = arith.remui %at, %n : index
    %v = memref.load %all#0[%far] : memref<?xf32>
    %t = memref.load %all#6[%c2, %far] : memref<3x?xf32>
    %m = memref.load %all#5[%far, %c1] : memref<?x3xf32>
    %s = arith.addf %v, %t : f32
    %r = arith.mulf %s, %m : f32
    memref.store %r, %all#2[%i] : memref<?xf32>)mlir";

TEST(VectorizeBody, ElementsElsewhere) { compare(kGather); }

TEST(VectorizeBody, ElementsElsewhereByGathers) {
  compare(kGather, "", Gathers::Hardware);
}

TEST(VectorizeBody, Branches) {
  compare(R"mlir(
    %v = memref.load %all#0[%i] : memref<?xf32>
    %u = scf.if %many -> (f32) {
      %t = memref.load %all#6[%c1, %i] : memref<3x?xf32>
      memref.store %t, %all#6[%c2, %i] : memref<3x?xf32>
      scf.yield %t : f32
    } else {
      scf.yield %v : f32
    }
    %small = arith.cmpf olt, %v, %u : f32
    %s:2 = scf.if %small -> (f32, index) {
      %d = arith.addf %v, %u : f32
      scf.yield %d, %i : f32, index
    } else {
      scf.yield %u, %c3 : f32, index
    }
    %k = arith.index_cast %s#1 : index to i32
    memref.store %k, %all#3[%i] : memref<?xi32>
    memref.store %s#0, %all#2[%i] : memref<?xf32>)mlir",
          "%many = arith.cmpi ugt, %n, %c3 : index");
}

// The loop inside carries a number that varies, one that follows the variable
// and one that is the same for all.
TEST(VectorizeBody, WhatLoopsInsideCarry) {
  compare(R"mlir(
    %v = memref.load %all#0[%i] : memref<?xf32>
    %one = arith.constant 1 : i32
    %r:3 = scf.for %j = %c0 to %c3 step %c1 iter_args(%a = %v, %at = %i, %same = %one) -> (f32, index, i32) {
      %t = memref.load %all#6[%j, %i] : memref<3x?xf32>
      %s = arith.addf %a, %t : f32
      %next = arith.addi %at, %j : index
      %sum = arith.addi %same, %one : i32
      scf.yield %s, %next, %sum : f32, index, i32
    }
    %last = arith.index_cast %r#1 : index to i32
    %both = arith.addi %last, %r#2 : i32
    memref.store %both, %all#3[%i] : memref<?xi32>
    memref.store %r#0, %all#2[%i] : memref<?xf32>)mlir");
}

TEST(VectorizeBody, ElementsLoadedAndStoredInPlace) {
  compare(R"mlir(
    scf.for %j = %c0 to %c3 step %c1 {
      %v = memref.load %all#2[%i] : memref<?xf32>
      %t = memref.load %all#6[%j, %i] : memref<3x?xf32>
      %s = arith.addf %v, %t : f32
      memref.store %s, %all#2[%i] : memref<?xf32>
      memref.store %v, %all#6[%j, %i] : memref<3x?xf32>
    })mlir");
}

TEST(VectorizeBody, Prefetches) {
  compare(R"mlir(
    %far = arith.addi %i, %c3 : index
    memref.prefetch %all#0[%far], read, locality<3>, data : memref<?xf32>
    memref.prefetch %all#5[%i, %c0], read, locality<3>, data : memref<?x3xf32>
    memref.prefetch %all#0[%c0], read, locality<3>, data : memref<?xf32>
    %v = memref.load %all#0[%i] : memref<?xf32>
    memref.store %v, %all#2[%i] : memref<?xf32>)mlir");
}

TEST(VectorizeBody, OneValueForAll) {
  compare("memref.store %first, %all#2[%i] : memref<?xf32>",
          "%first = arith.constant 2.5 : f32");
}
