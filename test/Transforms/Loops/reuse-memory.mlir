// RUN: sparse-opt %s --allow-unregistered-dialect --spindle-reuse-memory | FileCheck %s

// %a is not needed any more where %c is.

// CHECK-LABEL: func.func @chain(
// CHECK-NEXT: %[[M:.+]] = memref.alloc() {alignment = 64 : i64} : memref<32xi8>
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0
// CHECK-NEXT: %[[A:.+]] = memref.view %[[M]][%[[C0]]][] : memref<32xi8> to memref<8xf32>
// CHECK-NEXT: %[[B:.+]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[C:.+]] = memref.view %[[M]][%[[C0]]][] : memref<32xi8> to memref<8xi32>
// CHECK-NEXT: "test.first"(%{{.+}}, %[[A]])
// CHECK-NEXT: "test.second"(%[[A]], %[[B]])
// CHECK-NEXT: "test.third"(%[[B]], %[[C]])
// CHECK-NEXT: "test.fourth"(%[[C]], %{{.+}})
// CHECK-NEXT: memref.dealloc %[[B]]
// CHECK-NEXT: memref.dealloc %[[M]]
// CHECK-NEXT: return
func.func @chain(%X: memref<8xf32>, %Y: memref<8xi32>) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<8xi32>
  "test.first"(%X, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  "test.second"(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  "test.third"(%b, %c) : (memref<8xf32>, memref<8xi32>) -> ()
  "test.fourth"(%c, %Y) : (memref<8xi32>, memref<8xi32>) -> ()
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  memref.dealloc %c : memref<8xi32>
  return
}

// A larger one takes the memory of a smaller one over; views and statements
// count as uses of what they are of, and so do loops.

// CHECK-LABEL: func.func @views(
// CHECK: %[[M:.+]] = memref.alloc() {{.+}} : memref<128xi8>
// CHECK: memref.view %[[M]]{{.+}} to memref<8xf32>
// CHECK: %[[B:.+]] = memref.alloc() : memref<8xf32>
// CHECK: memref.view %[[M]]{{.+}} to memref<16xf64>
func.func @views(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<16xf64>
  %d:2 = memref.distinct_objects %a, %b : memref<8xf32>, memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %d#0[%i] : memref<8xf32>
  }
  "test.use"(%c) : (memref<16xf64>) -> ()
  memref.store %x, %d#1[%c0] : memref<8xf32>
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  memref.dealloc %c : memref<16xf64>
  return
}

// What another operation hands on, or is returned, or has no known size, stays;
// memory that is needed at one time does too.

// CHECK-LABEL: func.func @kept(
// CHECK-NOT: memref.view
// CHECK: return
func.func @kept(%n: index, %which: i1) -> memref<8xf32> {
  %x = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %returned = memref.alloc() : memref<8xf32>
  %open = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %open[%c0] : memref<?xf32>
  memref.dealloc %open : memref<?xf32>
  memref.store %x, %a[%c0] : memref<8xf32>
  %either = arith.select %which, %a, %b : memref<8xf32>
  memref.store %x, %either[%c0] : memref<8xf32>
  %late = memref.alloc() : memref<32xf32>
  %beside = memref.alloc() : memref<32xf32>
  "test.both"(%late, %beside) : (memref<32xf32>, memref<32xf32>) -> ()
  memref.dealloc %late : memref<32xf32>
  memref.dealloc %beside : memref<32xf32>
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  return %returned : memref<8xf32>
}

// What is only stored to goes, with the stores; what is read, or handed on, stays.

// CHECK-LABEL: func.func @unread(
// CHECK: %[[A:.+]] = memref.alloc() : memref<8xf32>
// CHECK-NOT: memref.alloc
// CHECK: memref.store %{{.+}}, %[[A]]
// CHECK-NEXT: %[[V:.+]] = memref.load %[[A]]
// CHECK-NEXT: return %[[V]]
func.func @unread(%n: index, %v: vector<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %part = memref.subview %b[%c0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  vector.store %v, %part[%c0] : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
  memref.store %x, %b[%n] : memref<8xf32>
  memref.store %x, %a[%c0] : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  %y = memref.load %a[%c0] : memref<8xf32>
  return %y : f32
}
