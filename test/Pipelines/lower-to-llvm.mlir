// RUN: sparse-opt %s --spindle-lower-to-llvm --split-input-file | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-llvm=keep-labels --split-input-file | FileCheck %s --check-prefix=KEPT
// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=SPMM
// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-llvm=c-entry | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=ENTRY
// RUN: sparse-run spmv --emit tensors | sparse-opt --spindle-lower-to-llvm | mlir-translate --mlir-to-llvmir | llc -filetype=null

// A function has a wrapper that takes a pointer to a descriptor per memref.

// SPMM: define void @spmm(i64 {{.*}}, i64 {{.*}}, ptr
// SPMM: fmul float
// SPMM: fadd float
// SPMM: define void @_mlir_ciface_spmm(i64 {{[^,]*}}, i64 {{[^,]*}}, ptr {{[^,]*}}, ptr {{[^,]*}}, ptr {{[^,]*}}, ptr {{[^,]*}}, ptr {{[^,]*}})

// With an entry it is a C function, and the program is internal; dense operands have
// strides.

// ENTRY: define i32 @spmm(i64 %{{[^,]*}}, i64 %{{[^,]*}}, ptr %{{[^,]*}}, i64 %{{[^,]*}}, ptr %{{[^,]*}}, i64 %{{[^,]*}}, ptr %{{[^,]*}}, i64 %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,)]*}}) {
// ENTRY: call void @spmm.kernel(
// ENTRY: define internal void @spmm.kernel(
// ENTRY-NOT: _mlir_ciface

// CHECK-LABEL: llvm.func @labels(
// CHECK-NOT: sparse.
// CHECK-LABEL: llvm.func @_mlir_ciface_labels
// KEPT-LABEL: llvm.func @labels(
// KEPT-SAME: sparse.signature = [#sparse.piece<"x", part [], values>]
// KEPT-LABEL: llvm.func @_mlir_ciface_labels
func.func @labels(%x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x"}) {
  return
}

// -----

// Nothing but the LLVM dialect is left of what a body may say: the pipeline ends
// in a check. What LLVM lacks is a call of libm, narrow floats by way of wide
// ones.

// CHECK-DAG: llvm.func @erf(f64) -> f64
// CHECK-DAG: llvm.func @expm1(f64) -> f64
// CHECK-DAG: llvm.func @cbrtf(f32) -> f32
// CHECK-LABEL: llvm.func @math(
// CHECK-DAG: llvm.intr.exp
// CHECK-DAG: llvm.call @erf
// CHECK-DAG: llvm.call @expm1
// CHECK-DAG: llvm.intr.tanh
// CHECK-DAG: llvm.intr.sqrt
// CHECK: llvm.call @cbrtf
// CHECK: llvm.bitcast %{{.*}} : i16 to bf16
// CHECK: llvm.intr.sin(%{{.*}}) : (f32) -> f32
// CHECK: llvm.bitcast %{{.*}} : i16 to f16
func.func @math(%x: f64, %y: bf16, %z: f16) -> (f64, bf16, f16) {
  %0 = math.exp %x : f64
  %1 = math.erf %0 : f64
  %2 = math.expm1 %1 : f64
  %3 = math.tanh %2 : f64
  %4 = math.rsqrt %3 : f64
  %5 = math.clampf %4 to [%0, %1] : f64
  %6 = math.cbrt %y : bf16
  %7 = math.sin %z : f16
  return %5, %6, %7 : f64, bf16, f16
}

// -----

// Functions of f32 are arithmetic, in numbers too.

// CHECK-LABEL: llvm.func @functions(
// CHECK-NOT: {{call|exp|tanh}}
// CHECK: llvm.fdiv
// CHECK-NOT: {{call|exp|tanh}}
// CHECK: llvm.return
func.func @functions(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.tanh %0 : f32
  return %1 : f32
}

// -----

// Powers of integers are functions of their own.

// CHECK-LABEL: llvm.func @integers(
// CHECK: llvm.call @[[IPOWI:[a-z0-9_]*ipowi[a-z0-9_]*]](
// CHECK: llvm.sdiv
// CHECK: llvm.intr.powi
// CHECK: llvm.func linkonce_odr @[[IPOWI]](
func.func @integers(%i: i32, %x: f32) -> (i32, f32) {
  %0 = math.ipowi %i, %i : i32
  %1 = arith.floordivsi %0, %i : i32
  %2 = math.fpowi %x, %1 : f32, i32
  return %1, %2 : i32, f32
}

// -----

// CHECK-LABEL: llvm.func @complex_numbers(
// CHECK-SAME: !llvm.struct<(f64, f64)>
// CHECK: llvm.fmul
// CHECK: llvm.intr.exp
func.func @complex_numbers(%x: complex<f64>) -> complex<f64> {
  %0 = complex.mul %x, %x : complex<f64>
  %1 = complex.exp %0 : complex<f64>
  return %1 : complex<f64>
}

// -----

// CHECK-LABEL: llvm.func @memory(
// CHECK: llvm.call @malloc
// CHECK: llvm.call @free
func.func @memory(%i: index, %x: memref<?x4xi1, strided<[?, 1]>>, %v: i1) -> i1 {
  %m = memref.alloc(%i) : memref<?xi1>
  %s = memref.subview %x[1, 1] [2, 2] [1, 1] : memref<?x4xi1, strided<[?, 1]>> to memref<2x2xi1, strided<[?, 1], offset: ?>>
  %c1 = arith.constant 1 : index
  %w = memref.load %s[%c1, %c1] : memref<2x2xi1, strided<[?, 1], offset: ?>>
  %j = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 mod 5)>(%i)
  memref.store %w, %m[%j] : memref<?xi1>
  affine.for %k = 0 to %i {
    affine.store %v, %m[%k] : memref<?xi1>
  }
  %r = memref.load %m[%j] : memref<?xi1>
  memref.dealloc %m : memref<?xi1>
  return %r : i1
}

// -----

// A whole program: accumulation of every kind and type, branches, look-ups in
// loops, blocks, narrow coordinates.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, pos = i64, crd = i8, sorted, unique>

// CHECK-LABEL: llvm.func @program(
// CHECK-DAG: llvm.sext %{{.*}} : i8 to i64
// CHECK-DAG: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK-DAG: llvm.fmul %{{.*}} : f32
func.func @program(%c: i1, %m: index, %n: index, %pos: memref<?xi64>, %crd: memref<?xi8>, %val: memref<?x4xf16>, %y: memref<?xf16>, %num: memref<?xindex>, %z: memref<?xcomplex<f32>>, %zv: complex<f32>, %b: memref<?xi1>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi64>, memref<?xi8> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %A = sparse.bind %val on (%I, %J, %K) : memref<?x4xf16> on (!dense, !sparse, !block) -> !sparse.buffer<?x4xf16>
  %Y = sparse.bind %y on (%I) : memref<?xf16> on (!dense) -> !sparse.buffer<?xf16>
  %N = sparse.bind %num on (%I) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
  %Z = sparse.bind %z on (%I) : memref<?xcomplex<f32>> on (!dense) -> !sparse.buffer<?xcomplex<f32>>
  %B = sparse.bind %b on (%I) : memref<?xi1> on (!dense) -> !sparse.buffer<?xi1>
  sparse.fill %B, %c : !sparse.buffer<?xi1>
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    iter.nest "blocks" ("j": %j at %p, "k": %k at %q) over (%J under %r, %K : !sparse, !block) kinds [reduction, reduction] {
      %x = sparse.load %A at [%p, %q] : !sparse.buffer<?x4xf16>
      %t = sparse.load %A[%j, %i, %k] : !sparse.buffer<?x4xf16>
      %e = math.exp %t : f16
      scf.if %c {
        sparse.accumulate max %e into %Y[%i] : !sparse.buffer<?xf16>
      } else {
        sparse.accumulate argmin %x, %j into %Y, %N at [%r] : !sparse.buffer<?xf16>, !sparse.buffer<?xindex>
      }
      sparse.accumulate mul %zv into %Z at [%r] : !sparse.buffer<?xcomplex<f32>>
      sparse.accumulate and %c into %B at [%r] : !sparse.buffer<?xi1>
    }
  }
  return
}
