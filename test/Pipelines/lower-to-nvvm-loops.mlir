// RUN: sparse-opt %s --split-input-file --spindle-lower-to-nvvm | FileCheck %s
// RUN: sparse-opt %s --split-input-file --spindle-lower-to-nvvm=format=ptx -o /dev/null

// Plain loops are a door too. What kernels may compute with.

#row = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// CHECK-LABEL: llvm.func @complex_numbers_rows(
// CHECK-COUNT-2: llvm.fadd %{{.+}}, %{{.+}} : f32
func.func @complex_numbers(%n: index, %a: memref<?xcomplex<f32>>, %x: complex<f32>) {
  scf.forall (%i) in (%n) {
    %y = memref.load %a[%i] : memref<?xcomplex<f32>>
    %z = complex.add %x, %y : complex<f32>
    memref.store %z, %a[%i] : memref<?xcomplex<f32>>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// f16 is computed with, bf16 in f32.

// CHECK-LABEL: llvm.func @floats_of_16_bits_rows(
// CHECK: llvm.fadd %{{.+}}, %{{.+}} : f16
// CHECK: llvm.fpext %{{.+}} : bf16 to f32
// CHECK: llvm.fmul %{{.+}}, %{{.+}} : f32
// CHECK: llvm.fptrunc %{{.+}} : f32 to bf16
func.func @floats_of_16_bits(%n: index, %a: memref<?xf16>, %b: memref<?xbf16>) {
  scf.forall (%i) in (%n) {
    %x = memref.load %a[%i] : memref<?xf16>
    %xx = arith.addf %x, %x : f16
    memref.store %xx, %a[%i] : memref<?xf16>
    %y = memref.load %b[%i] : memref<?xbf16>
    %yy = arith.mulf %y, %y : bf16
    memref.store %yy, %b[%i] : memref<?xbf16>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// A memory of a round's own, and integers with ceilings.

// CHECK-LABEL: llvm.func @memory_of_a_round_rows(
// CHECK: llvm.alloca
// CHECK: llvm.sdiv
func.func @memory_of_a_round(%n: index, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (%n) {
    %own = memref.alloca() : memref<4xi32>
    %x = memref.load %a[%i] : memref<?xi32>
    %y = arith.ceildivsi %x, %x : i32
    memref.store %y, %own[%c0] : memref<4xi32>
    %z = memref.load %own[%c0] : memref<4xi32>
    memref.store %z, %a[%i] : memref<?xi32>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// A part of a memory is a pointer and an offset; a row of one that is divided by
// affine maps stays whole.

// CHECK-LABEL: func.func @a_part_of_a_memory(
// CHECK: gpu.launch_func
// CHECK-LABEL: llvm.func @a_part_of_a_memory_rows(
func.func @a_part_of_a_memory(%n: index, %from: index, %a: memref<?xf32>, %x: f32) {
  %part = memref.subview %a[%from] [%n] [2] : memref<?xf32> to memref<?xf32, strided<[2], offset: ?>>
  scf.forall (%i) in (%n) {
    %j = affine.apply affine_map<(d) -> (d floordiv 2)>(%i)
    memref.store %x, %part[%j] : memref<?xf32, strided<[2], offset: ?>>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// Square roots are rounded; integers have functions of their own.

// CHECK-LABEL: llvm.func @functions_rows(
// CHECK: llvm.intr.sqrt(%{{.+}}) : (f32) -> f32
// CHECK: llvm.intr.ctpop(%{{.+}}) : (i32) -> i32
func.func @functions(%n: index, %a: memref<?xf32>, %b: memref<?xi32>) {
  scf.forall (%i) in (%n) {
    %x = memref.load %a[%i] : memref<?xf32>
    %xx = math.sqrt %x : f32
    memref.store %xx, %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xi32>
    %yy = math.ctpop %y : i32
    memref.store %yy, %b[%i] : memref<?xi32>
  } {iter.loop = #row}
  return
}

// -----

// CHECK-LABEL: func.func @nothing_for_a_gpu(
// CHECK-NOT: gpu.module
func.func @nothing_for_a_gpu(%n: index) -> index {
  return %n : index
}
