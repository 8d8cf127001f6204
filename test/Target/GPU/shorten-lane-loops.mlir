// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-shorten-lane-loops),canonicalize))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // The example of the pass.

  // CHECK-LABEL: gpu.func @fill(
  // CHECK-SAME: %{{.+}}: memref<?xf32>, %{{.+}}: f32, %[[BEGIN:[^ ]+]]: index, %[[END:[^ ]+]]: index)
  // CHECK: %[[LANE:.+]] = gpu.thread_id x
  // CHECK: %[[LAST:.+]] = arith.subi %[[END]], %[[LANE]] : index
  // CHECK: scf.for %[[I:.+]] = %[[BEGIN]] to %[[LAST]] step %{{.+}} {
  // CHECK-NEXT: %[[J:.+]] = arith.addi %[[I]], %[[LANE]] : index
  // CHECK-NEXT: memref.store %{{.+}}, %{{.+}}[%[[J]]]
  // CHECK-NEXT: }
  gpu.func @fill(%a: memref<?xf32>, %x: f32, %begin: index, %end: index) kernel {
    %c8 = arith.constant 8 : index
    %lane = gpu.thread_id x
    scf.for %i = %begin to %end step %c8 {
      %left = arith.subi %end, %i : index
      %has = arith.cmpi slt, %lane, %left : index
      %j = arith.addi %i, %lane : index
      scf.if %has {
        memref.store %x, %a[%j] : memref<?xf32>
      }
    }
    gpu.return
  }

  // As the pass makes it.

  // CHECK-LABEL: gpu.func @filled(
  // CHECK-COUNT-1: arith.subi
  // CHECK-NOT: arith.subi
  gpu.func @filled(%a: memref<?xf32>, %x: f32, %begin: index, %end: index) kernel {
    %c8 = arith.constant 8 : index
    %lane = gpu.thread_id x
    %last = arith.subi %end, %lane : index
    scf.for %i = %begin to %last step %c8 {
      %j = arith.addi %i, %lane : index
      memref.store %x, %a[%j] : memref<?xf32>
    }
    gpu.return
  }

  // A sum stays as it is where there is no element.

  // CHECK-LABEL: gpu.func @sum(
  // CHECK: scf.for {{.*}} iter_args(%[[SUM:.+]] = %{{.+}}) -> (f32) {
  // CHECK-NOT: scf.if
  // CHECK: %[[X:.+]] = memref.load
  // CHECK: %[[NEXT:.+]] = arith.addf %[[SUM]], %[[X]] : f32
  // CHECK: scf.yield %[[NEXT]] : f32
  gpu.func @sum(%a: memref<?xf32>, %out: memref<?xf32>, %begin: index, %end: index) kernel {
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %lane = gpu.thread_id x
    %sum = scf.for %i = %begin to %end step %c8 iter_args(%s = %zero) -> (f32) {
      %left = arith.subi %end, %i : index
      %has = arith.cmpi sgt, %left, %lane : index
      %j = arith.addi %i, %lane : index
      %x = scf.if %has -> (f32) {
        %y = memref.load %a[%j] : memref<?xf32>
        scf.yield %y : f32
      } else {
        scf.yield %zero : f32
      }
      %t = arith.addf %s, %x : f32
      %u = arith.select %has, %t, %s : f32
      scf.yield %u : f32
    }
    memref.store %sum, %out[%lane] : memref<?xf32>
    gpu.return
  }

  // What is done without an element: a store, a sum that goes on, a meeting of lanes.

  // CHECK-LABEL: gpu.func @stores(
  // CHECK-SAME: %[[END:[^ ]+]]: index) kernel
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[END]] step
  gpu.func @stores(%a: memref<?xf32>, %x: f32, %begin: index, %end: index) kernel {
    %c8 = arith.constant 8 : index
    %lane = gpu.thread_id x
    scf.for %i = %begin to %end step %c8 {
      %left = arith.subi %end, %i : index
      %has = arith.cmpi slt, %lane, %left : index
      %j = arith.addi %i, %lane : index
      scf.if %has {
        memref.store %x, %a[%j] : memref<?xf32>
      } else {
        memref.store %x, %a[%i] : memref<?xf32>
      }
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @counts(
  // CHECK-SAME: %[[END:[^ ]+]]: index) kernel
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[END]] step
  gpu.func @counts(%out: memref<?xindex>, %begin: index, %end: index) kernel {
    %c8 = arith.constant 8 : index
    %lane = gpu.thread_id x
    %n = scf.for %i = %begin to %end step %c8 iter_args(%s = %begin) -> (index) {
      %left = arith.subi %end, %i : index
      %has = arith.cmpi slt, %lane, %left : index
      %t = arith.select %has, %s, %i : index
      scf.yield %t : index
    }
    memref.store %n, %out[%lane] : memref<?xindex>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @meets(
  // CHECK-SAME: %[[END:[^ ]+]]: index) kernel
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[END]] step
  gpu.func @meets(%a: memref<?xf32>, %x: f32, %begin: index, %end: index) kernel {
    %c8 = arith.constant 8 : index
    %lane = gpu.thread_id x
    scf.for %i = %begin to %end step %c8 {
      %left = arith.subi %end, %i : index
      %has = arith.cmpi slt, %lane, %left : index
      %j = arith.addi %i, %lane : index
      scf.if %has {
        memref.store %x, %a[%j] : memref<?xf32>
      }
      gpu.barrier
    }
    gpu.return
  }

  // The lane is known in the loop alone.

  // CHECK-LABEL: gpu.func @lane_inside(
  // CHECK-SAME: %[[END:[^ ]+]]: index) kernel
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[END]] step
  gpu.func @lane_inside(%a: memref<?xf32>, %x: f32, %begin: index, %end: index) kernel {
    %c8 = arith.constant 8 : index
    scf.for %i = %begin to %end step %c8 {
      %lane = gpu.thread_id x
      %left = arith.subi %end, %i : index
      %has = arith.cmpi slt, %lane, %left : index
      %j = arith.addi %i, %lane : index
      scf.if %has {
        memref.store %x, %a[%j] : memref<?xf32>
      }
    }
    gpu.return
  }
}
