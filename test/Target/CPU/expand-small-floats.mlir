// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-expand-small-floats,cse))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-expand-small-floats{f16=conversions bf16=conversions},cse))' | FileCheck %s --check-prefix=SHORT
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-expand-small-floats{f16=arithmetic bf16=arithmetic},cse))' | FileCheck %s --check-prefix=NATIVE

// A bf16 is the upper half of an f32.

// CHECK-LABEL: func.func @widen_bf16(
// CHECK-SAME: %[[X:.*]]: bf16)
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i32
// CHECK-DAG: %[[BITS:.*]] = arith.bitcast %[[X]] : bf16 to i16
// CHECK-DAG: %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK: %[[UPPER:.*]] = arith.shli %[[WIDE]], %[[C16]] : i32
// CHECK-NEXT: %[[Y:.*]] = arith.bitcast %[[UPPER]] : i32 to f32
// CHECK-NEXT: return %[[Y]]
// SHORT-LABEL: func.func @widen_bf16(
// SHORT: arith.extf %{{.*}} : bf16 to f32
func.func @widen_bf16(%x: bf16) -> f32 {
  %y = arith.extf %x : bf16 to f32
  return %y : f32
}

// What that becomes stays.

// CHECK-LABEL: func.func @widened_bf16(
// CHECK: arith.bitcast %{{.*}} : bf16 to i16
// CHECK-NEXT: arith.extui
// CHECK-NEXT: arith.shli
// CHECK-NEXT: arith.bitcast %{{.*}} : i32 to f32
// CHECK-NEXT: return
func.func @widened_bf16(%x: bf16, %c16: i32) -> f32 {
  %bits = arith.bitcast %x : bf16 to i16
  %wide = arith.extui %bits : i16 to i32
  %upper = arith.shli %wide, %c16 : i32
  %y = arith.bitcast %upper : i32 to f32
  return %y : f32
}

// Half of the last bit less one, and the last bit, are added; NaN stays quiet.

// CHECK-LABEL: func.func @narrow_to_bf16(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK: %[[C16:.*]] = arith.constant 16 : i32
// CHECK: %[[UPPER:.*]] = arith.shrui %[[BITS]], %[[C16]] : i32
// CHECK: %[[QUIET:.*]] = arith.constant 64 : i32
// CHECK: %[[NAN:.*]] = arith.ori %[[UPPER]], %[[QUIET]] : i32
// CHECK: %[[IS_NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
// CHECK: %[[C1:.*]] = arith.constant 1 : i32
// CHECK: %[[LAST:.*]] = arith.andi %[[UPPER]], %[[C1]] : i32
// CHECK: %[[HALF:.*]] = arith.constant 32767 : i32
// CHECK: %[[RAISED:.*]] = arith.addi %[[BITS]], %[[HALF]] : i32
// CHECK: %[[EVEN:.*]] = arith.addi %[[RAISED]], %[[LAST]] : i32
// CHECK: %[[ROUNDED:.*]] = arith.shrui %[[EVEN]], %[[C16]] : i32
// CHECK: arith.select %[[IS_NAN]], %[[NAN]], %[[ROUNDED]] : i32
// SHORT-LABEL: func.func @narrow_to_bf16(
// SHORT: arith.truncf %{{.*}} : f32 to bf16
func.func @narrow_to_bf16(%x: f32) -> bf16 {
  %y = arith.truncf %x : f32 to bf16
  return %y : bf16
}

// Processors that convert f32 do not convert f64: it is rounded to odd first.

// CHECK-LABEL: func.func @narrow_twice(
// CHECK-NOT: f16 {{.*}}f32 to f16
// SHORT-LABEL: func.func @narrow_twice(
// SHORT-SAME: %[[X:.*]]: f64)
// SHORT: %[[ROUNDED:.*]] = arith.truncf %[[X]] : f64 to f32
// SHORT: %[[BACK:.*]] = arith.extf %[[ROUNDED]] : f32 to f64
// SHORT: %[[INEXACT:.*]] = arith.cmpf one, %[[BACK]], %[[X]] : f64
// SHORT: %[[EVEN:.*]] = arith.cmpi eq
// SHORT: %[[MOVED:.*]] = arith.andi %[[INEXACT]], %[[EVEN]] : i1
// SHORT: %[[BITS:.*]] = arith.select %[[MOVED]]
// SHORT: %[[ODD:.*]] = arith.bitcast %[[BITS]] : i32 to f32
// SHORT: arith.truncf %[[ODD]] : f32 to f16
// NATIVE-LABEL: func.func @narrow_twice(
// NATIVE-NEXT: arith.truncf %{{.*}} : f64 to f16
func.func @narrow_twice(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}

// Vectors, element by element.

// CHECK-LABEL: func.func @product(
// CHECK: arith.extui %{{.*}} : vector<4xi16> to vector<4xi32>
// CHECK: %[[Z:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: arith.bitcast %[[Z]] : vector<4xf32> to vector<4xi32>
// CHECK: arith.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
// SHORT-LABEL: func.func @product(
// SHORT-SAME: %[[X:.*]]: vector<4xbf16>, %[[Y:.*]]: vector<4xbf16>)
// SHORT-DAG: %[[XW:.*]] = arith.extf %[[X]] : vector<4xbf16> to vector<4xf32>
// SHORT-DAG: %[[YW:.*]] = arith.extf %[[Y]] : vector<4xbf16> to vector<4xf32>
// SHORT: %[[Z:.*]] = arith.mulf %[[XW]], %[[YW]] : vector<4xf32>
// SHORT-NEXT: arith.truncf %[[Z]] : vector<4xf32> to vector<4xbf16>
// NATIVE-LABEL: func.func @product(
// NATIVE-NEXT: arith.mulf %{{.*}}, %{{.*}} : vector<4xbf16>
func.func @product(%x: vector<4xbf16>, %y: vector<4xbf16>) -> vector<4xbf16> {
  %z = arith.mulf %x, %y : vector<4xbf16>
  return %z : vector<4xbf16>
}

// Bits are chosen: a code generator would choose between wider numbers.

// CHECK-LABEL: func.func @smaller(
// CHECK-SAME: %[[X:.*]]: f16, %[[Y:.*]]: f16)
// CHECK: %[[XBITS:.*]] = arith.bitcast %[[X]] : f16 to i16
// CHECK: %[[YBITS:.*]] = arith.bitcast %[[Y]] : f16 to i16
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: %[[BITS:.*]] = arith.select %[[LESS]], %[[XBITS]], %[[YBITS]] : i16
// CHECK: arith.bitcast %[[BITS]] : i16 to f16
func.func @smaller(%x: f16, %y: f16) -> f16 {
  %less = arith.cmpf olt, %x, %y : f16
  %z = arith.select %less, %x, %y : f16
  return %z : f16
}

// What holds numbers is no number.

// CHECK-LABEL: func.func @one_of_two_memories(
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : memref<?xbf16>
func.func @one_of_two_memories(%first: i1, %x: memref<?xbf16>, %y: memref<?xbf16>) -> memref<?xbf16> {
  %z = arith.select %first, %x, %y : memref<?xbf16>
  return %z : memref<?xbf16>
}

// Signs are bits, of NaN too.

// CHECK-LABEL: func.func @signs(
// CHECK-NOT: f32
// CHECK: arith.xori %{{.*}} : i16
// CHECK: arith.andi %{{.*}} : i16
// CHECK: arith.ori %{{.*}} : i16
// CHECK-NOT: f32
// CHECK: return
func.func @signs(%x: bf16, %y: bf16) -> (bf16, bf16, bf16) {
  %n = arith.negf %x : bf16
  %a = math.absf %x : bf16
  %c = math.copysign %x, %y : bf16
  return %n, %a, %c : bf16, bf16, bf16
}

// The sum of a fused product is made in f64, rounded to odd: its error says
// which way.

// CHECK-LABEL: func.func @fused(
// CHECK: %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %{{.*}} : f64
// CHECK: arith.subf %[[SUM]], %[[PRODUCT]] : f64
// CHECK: arith.cmpf one, %{{.*}} : f64
// CHECK: arith.truncf %{{.*}} : f64 to f32
// NATIVE-LABEL: func.func @fused(
// NATIVE-NEXT: math.fma
func.func @fused(%x: f16, %y: f16, %z: f16) -> f16 {
  %r = math.fma %x, %y, %z : f16
  return %r : f16
}

// An f32 holds the integers that an f16 does not take for infinite; an f64
// holds all of 32 bits.

// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[N:.*]]: i32, %[[M:.*]]: i64)
// CHECK-DAG: arith.sitofp %[[N]] : i32 to f32
// CHECK-DAG: arith.uitofp %[[N]] : i32 to f64
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[M]] : i64
// SHORT-LABEL: func.func @integers(
// SHORT: %[[X:.*]] = arith.sitofp %{{.*}} : i32 to f32
// SHORT: arith.truncf %[[X]] : f32 to f16
func.func @integers(%n: i32, %m: i64) -> (f16, bf16, bf16) {
  %x = arith.sitofp %n : i32 to f16
  %y = arith.uitofp %n : i32 to bf16
  %z = arith.sitofp %m : i64 to bf16
  return %x, %y, %z : f16, bf16, bf16
}

// Functions are those of f32, whatever the processor has.

// CHECK-LABEL: func.func @functions(
// CHECK: math.exp %{{.*}} : f32
// CHECK: math.fpowi %{{.*}} : f32, i32
// CHECK: math.isnan %{{.*}} : f32
// NATIVE-LABEL: func.func @functions(
// NATIVE-SAME: %[[X:.*]]: f16, %[[N:.*]]: i32)
// NATIVE: %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
// NATIVE: %[[EXP:.*]] = math.exp %[[WIDE]] : f32
// NATIVE: arith.truncf %[[EXP]] : f32 to f16
// NATIVE: math.sqrt %{{.*}} : f16
func.func @functions(%x: f16, %n: i32) -> (f16, f16, i1, f16) {
  %e = math.exp %x : f16
  %p = math.fpowi %e, %n : f16, i32
  %t = math.isnan %p : f16
  %r = math.sqrt %p : f16
  return %e, %p, %t, %r : f16, f16, i1, f16
}

// The two types are told apart.

// NATIVE-LABEL: func.func @from_one_to_the_other(
// NATIVE: arith.extf %{{.*}} : f16 to f32
// NATIVE: arith.truncf %{{.*}} : f32 to bf16
// CHECK-LABEL: func.func @from_one_to_the_other(
// CHECK-NOT: arith.extf
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @from_one_to_the_other(%x: f16) -> bf16 {
  %w = arith.extf %x : f16 to f32
  %y = arith.truncf %w : f32 to bf16
  return %y : bf16
}

// What is not small stays as it is.

// CHECK-LABEL: func.func @large(
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @large(%x: f64, %y: f32) -> f32 {
  %w = arith.truncf %x : f64 to f32
  %z = arith.addf %w, %y : f32
  return %z : f32
}

// Bits are loaded and stored, where a processor cannot compute with the numbers.

// NATIVE-LABEL: func.func @moves(
// NATIVE: llvm.intr.masked.load {{.*}} -> vector<4xbf16>
// NATIVE: llvm.store {{.*}} : bf16, !llvm.ptr
// CHECK-LABEL: func.func @moves(
// CHECK-SAME: %[[P:[^:]*]]: !llvm.ptr, %[[MASK:[^:]*]]: vector<4xi1>, %[[OTHERS:[^:]*]]: vector<4xbf16>)
// CHECK: %[[REST:.*]] = arith.bitcast %[[OTHERS]] : vector<4xbf16> to vector<4xi16>
// CHECK: %[[BITS:.*]] = llvm.intr.masked.load %[[P]], %[[MASK]], %[[REST]] {{.*}} -> vector<4xi16>
// CHECK: %[[NUMBERS:.*]] = arith.bitcast %[[BITS]] : vector<4xi16> to vector<4xbf16>
// CHECK: llvm.load %[[P]] : !llvm.ptr -> i16
// CHECK: llvm.store %{{.*}}, %[[P]] : i16, !llvm.ptr
// CHECK: return %[[NUMBERS]]
func.func @moves(%p: !llvm.ptr, %mask: vector<4xi1>, %others: vector<4xbf16>) -> vector<4xbf16> {
  %x = llvm.intr.masked.load %p, %mask, %others {alignment = 2 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xbf16>) -> vector<4xbf16>
  %y = llvm.load %p : !llvm.ptr -> bf16
  llvm.store %y, %p : bf16, !llvm.ptr
  return %x : vector<4xbf16>
}

// Elements of vectors are put in and taken out by their bits as well.

// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[V:[^:]*]]: vector<4xbf16>, %[[X:[^:]*]]: bf16, %[[I:[^:]*]]: i64
// NATIVE-LABEL: func.func @elements(
// NATIVE: llvm.insertelement {{.*}} : vector<4xbf16>
// CHECK-DAG: %[[VBITS:.*]] = arith.bitcast %[[V]] : vector<4xbf16> to vector<4xi16>
// CHECK-DAG: %[[XBITS:.*]] = arith.bitcast %[[X]] : bf16 to i16
// CHECK: %[[PUT:.*]] = llvm.insertelement %[[XBITS]], %[[VBITS]][%[[I]] : i64] : vector<4xi16>
// CHECK: llvm.shufflevector {{.*}} [3, 2, 1, 0] : vector<4xi16>
// CHECK: llvm.extractelement {{.*}} : vector<4xi16>
func.func @elements(%v: vector<4xbf16>, %x: bf16, %i: i64) -> bf16 {
  %put = llvm.insertelement %x, %v[%i : i64] : vector<4xbf16>
  %turned = llvm.shufflevector %put, %put [3, 2, 1, 0] : vector<4xbf16>
  %taken = llvm.extractelement %turned[%i : i64] : vector<4xbf16>
  return %taken : bf16
}

// From block to block go bits, from both sides of a branch to one block as well.

// CHECK-LABEL: func.func @carried(
// CHECK-SAME: %[[C:[^:]*]]: i1, %[[X:[^:]*]]: vector<16xbf16>, %[[Y:[^:]*]]: vector<16xbf16>
// NATIVE-LABEL: func.func @carried(
// NATIVE: ^bb1(%{{.*}}: vector<16xbf16>):
// CHECK-DAG: %[[XBITS:.*]] = arith.bitcast %[[X]] : vector<16xbf16> to vector<16xi16>
// CHECK-DAG: %[[YBITS:.*]] = arith.bitcast %[[Y]] : vector<16xbf16> to vector<16xi16>
// CHECK: cf.cond_br %[[C]], ^bb1(%[[XBITS]] : vector<16xi16>), ^bb1(%[[YBITS]] : vector<16xi16>)
// CHECK: ^bb1(%[[BITS:.*]]: vector<16xi16>):
// CHECK: %[[Z:.*]] = arith.bitcast %[[BITS]] : vector<16xi16> to vector<16xbf16>
// CHECK: return %[[Z]]
func.func @carried(%c: i1, %x: vector<16xbf16>, %y: vector<16xbf16>) -> vector<16xbf16> {
  cf.cond_br %c, ^bb1(%x : vector<16xbf16>), ^bb1(%y : vector<16xbf16>)
^bb1(%z: vector<16xbf16>):
  return %z : vector<16xbf16>
}

// Memory goes from block to block as it is.

// CHECK-LABEL: func.func @carried_memory(
// CHECK-NOT: bitcast
// CHECK: ^bb1(%[[Z:.*]]: memref<?xbf16>):
// CHECK-NEXT: return %[[Z]]
func.func @carried_memory(%c: i1, %x: memref<?xbf16>, %y: memref<?xbf16>) -> memref<?xbf16> {
  cf.cond_br %c, ^bb1(%x : memref<?xbf16>), ^bb1(%y : memref<?xbf16>)
^bb1(%z: memref<?xbf16>):
  return %z : memref<?xbf16>
}

// The elements of a vector are combined in f32.

// CHECK-LABEL: func.func @maximum(
// CHECK: %[[MAX:.*]] = llvm.intr.vector.reduce.fmaximum({{.*}}) : (vector<4xf32>) -> f32
// CHECK: arith.bitcast %[[MAX]] : f32 to i32
// CHECK: return {{.*}} : bf16
func.func @maximum(%x: vector<4xbf16>) -> bf16 {
  %y = llvm.intr.vector.reduce.fmaximum(%x) : (vector<4xbf16>) -> bf16
  return %y : bf16
}
