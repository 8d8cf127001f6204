// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf))' | FileCheck %s

// A loop that allocated in its body would use the stack up.

!dense = !axis.axis<dense_fixed>

// CHECK-LABEL: func.func @static_memory_is_allocated_once(
// CHECK: memref.alloca() : memref<4xf32>
// CHECK: memref.alloca() : memref<f32>
// CHECK: scf.for
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @static_memory_is_allocated_once(%n: index, %x: f32, %yes: i1) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "outer" ("i": %i) over (%I : !dense) kinds [spatial] {
    %a = memref.alloca() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    iter.nest "inner" ("k": %k) over (%I : !dense) kinds [spatial] {
      scf.if %yes {
        %b = memref.alloca() : memref<f32>
        memref.store %x, %b[] : memref<f32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @memory_of_unknown_size_and_of_a_scope_stays(
// CHECK: scf.for
// CHECK: memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK: memref.alloca_scope
// CHECK: memref.alloca() : memref<4xf32>
func.func @memory_of_unknown_size_and_of_a_scope_stays(%n: index, %x: f32) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    %a = memref.alloca(%n) : memref<?xf32>
    memref.store %x, %a[%i] : memref<?xf32>
    memref.alloca_scope {
      %b = memref.alloca() : memref<4xf32>
      memref.store %x, %b[%i] : memref<4xf32>
    }
  }
  return
}
