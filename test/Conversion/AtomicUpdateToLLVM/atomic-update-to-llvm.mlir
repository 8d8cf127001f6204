// RUN: sparse-opt %s --convert-atomic-update-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts --cse | FileCheck %s
// RUN: sparse-opt %s --convert-atomic-update-to-llvm="scope=device small-floats" | FileCheck %s --check-prefix=DEVICE

// CHECK-LABEL: llvm.func @sum(
// CHECK-SAME: %[[X:[^ ]+]]: f32
// CHECK: %[[PLACE:.+]] = llvm.getelementptr %{{.+}}[%{{.+}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.atomicrmw fadd %[[PLACE]], %[[X]] monotonic : !llvm.ptr, f32
// CHECK-NOT: iter.
// DEVICE-LABEL: func.func @sum(
// DEVICE: llvm.atomicrmw fadd %{{.+}}, %{{.+}} syncscope("device") monotonic : !llvm.ptr, f32
func.func @sum(%x: f32, %Y: memref<?xf32>, %i: index) {
  iter.atomic_update add %x into %Y[%i] : f32, memref<?xf32>
  return
}

// CHECK-LABEL: llvm.func @sum_afterwards(
// CHECK: llvm.atomicrmw fadd
func.func @sum_afterwards(%start: !llvm.ptr, %at: i64, %x: f32) {
  %place = llvm.getelementptr %start[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %was = llvm.atomicrmw fadd %place, %x monotonic : !llvm.ptr, f32
  return
}

// CHECK-LABEL: llvm.func @integers(
// CHECK: llvm.atomicrmw add
// CHECK: llvm.atomicrmw min
// CHECK: llvm.atomicrmw max
// CHECK: llvm.atomicrmw _and
// CHECK: llvm.atomicrmw _or
func.func @integers(%x: i32, %Y: memref<?x?xi32>, %i: index) {
  iter.atomic_update add %x into %Y[%i, %i] : i32, memref<?x?xi32>
  iter.atomic_update min %x into %Y[%i, %i] : i32, memref<?x?xi32>
  iter.atomic_update max %x into %Y[%i, %i] : i32, memref<?x?xi32>
  iter.atomic_update and %x into %Y[%i, %i] : i32, memref<?x?xi32>
  iter.atomic_update or %x into %Y[%i, %i] : i32, memref<?x?xi32>
  return
}

// The minimum and the maximum of a number and a NaN are NaN.

// CHECK-LABEL: llvm.func @extremes(
// CHECK: llvm.atomicrmw fminimum
// CHECK: llvm.atomicrmw fmaximum
func.func @extremes(%x: f64, %Y: memref<f64>) {
  iter.atomic_update min %x into %Y[] : f64, memref<f64>
  iter.atomic_update max %x into %Y[] : f64, memref<f64>
  return
}

// A truth value is a byte.

// CHECK-LABEL: llvm.func @truth(
// CHECK: %[[BYTE:.+]] = llvm.zext %{{.+}} : i1 to i8
// CHECK: llvm.atomicrmw _or %{{.+}}, %[[BYTE]] monotonic : !llvm.ptr, i8
func.func @truth(%x: i1, %Y: memref<?xi1>, %i: index) {
  iter.atomic_update or %x into %Y[%i] : i1, memref<?xi1>
  return
}

// CHECK-LABEL: llvm.func @complex_sum(
// CHECK: %[[REAL:.+]] = llvm.extractvalue %{{.+}}[0] : !llvm.struct<(f32, f32)>
// CHECK: %[[FIRST:.+]] = llvm.getelementptr %[[PLACE:.+]][0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, f32)>
// CHECK: llvm.atomicrmw fadd %[[FIRST]], %[[REAL]] monotonic : !llvm.ptr, f32
// CHECK: %[[IMAGINARY:.+]] = llvm.extractvalue %{{.+}}[1] : !llvm.struct<(f32, f32)>
// CHECK: %[[SECOND:.+]] = llvm.getelementptr %[[PLACE]][0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, f32)>
// CHECK: llvm.atomicrmw fadd %[[SECOND]], %[[IMAGINARY]] monotonic : !llvm.ptr, f32
func.func @complex_sum(%x: complex<f32>, %Y: memref<?xcomplex<f32>>, %i: index) {
  iter.atomic_update add %x into %Y[%i] : complex<f32>, memref<?xcomplex<f32>>
  return
}

// Where there is no instruction, an attempt swaps in what it computes of what
// was there; if another one was faster, the next attempt begins with that.

// CHECK-LABEL: llvm.func @product(
// CHECK-SAME: %[[X:[^ ]+]]: f32
// CHECK: %[[FIRST:.+]] = llvm.load %[[PLACE:.+]] atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: llvm.br ^[[ATTEMPT:.+]](%[[FIRST]] : i32)
// CHECK: ^[[ATTEMPT]](%[[CURRENT:.+]]: i32):
// CHECK: %[[OLD:.+]] = llvm.bitcast %[[CURRENT]] : i32 to f32
// CHECK: %[[NEXT:.+]] = llvm.fmul %[[OLD]], %[[X]] : f32
// CHECK: %[[WORD:.+]] = llvm.bitcast %[[NEXT]] : f32 to i32
// CHECK: %[[SWAP:.+]] = llvm.cmpxchg %[[PLACE]], %[[CURRENT]], %[[WORD]] monotonic monotonic : !llvm.ptr, i32
// CHECK: %[[SEEN:.+]] = llvm.extractvalue %[[SWAP]][0]
// CHECK: %[[DONE:.+]] = llvm.extractvalue %[[SWAP]][1]
// CHECK: llvm.cond_br %[[DONE]], ^[[END:.+]], ^[[ATTEMPT]](%[[SEEN]] : i32)
// CHECK: ^[[END]]:
// CHECK: llvm.return
func.func @product(%x: f32, %Y: memref<?xf32>, %i: index) {
  iter.atomic_update mul %x into %Y[%i] : f32, memref<?xf32>
  return
}

// GPUs add small floats; processors compute with them in a way of their own.

// CHECK-LABEL: llvm.func @small_sum(
// CHECK: llvm.load %{{.+}} atomic monotonic {alignment = 2 : i64} : !llvm.ptr -> i16
// CHECK: llvm.fadd %{{.+}}, %{{.+}} : f16
// CHECK: llvm.cmpxchg
// DEVICE-LABEL: func.func @small_sum(
// DEVICE: llvm.atomicrmw fadd %{{.+}}, %{{.+}} syncscope("device") monotonic : !llvm.ptr, f16
func.func @small_sum(%x: f16, %Y: memref<?xf16>, %i: index) {
  iter.atomic_update add %x into %Y[%i] : f16, memref<?xf16>
  return
}

// CHECK-LABEL: llvm.func @two_products(
// CHECK-COUNT-2: llvm.cmpxchg
func.func @two_products(%x: i64, %Y: memref<?xi64, strided<[?], offset: ?>>, %i: index) {
  iter.atomic_update mul %x into %Y[%i] : i64, memref<?xi64, strided<[?], offset: ?>>
  iter.atomic_update mul %x into %Y[%i] : i64, memref<?xi64, strided<[?], offset: ?>>
  return
}
