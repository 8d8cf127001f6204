// RUN: sparse-opt %s --spindle-inline-calls --split-input-file | FileCheck %s

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!dense = !sparse.tensor<?xf32, #sparse.dense>

// A private callee goes, a public one stays. Generic operations without a name
// take that of the function they stood in.

// CHECK-NOT: @clear
// CHECK-LABEL: func.func @sums(
// CHECK: sparse.fill
// CHECK: sparse.generic "sums" driver
// CHECK-LABEL: func.func @run(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %[[X:[a-z0-9]*]]: {{.*}}, %[[Y:[a-z0-9]*]]: !sparse.tensor<?xf32, #sparse.dense>)
// CHECK: sparse.unpack %[[X]]
// CHECK-NEXT: arith.constant
// CHECK-NEXT: sparse.fill
// CHECK-NEXT: sparse.generic "sums" driver(%[[A]]) ins(%[[A]] : {{.*}}) outs(%[[X]] :
// CHECK: sparse.unpack %[[Y]]
// CHECK: sparse.generic "sums_1" driver(%[[A]]) ins(%[[A]] : {{.*}}) outs(%[[Y]] :
// CHECK-NOT: call
func.func private @clear(%X: !dense) {
  %I, %Xv = sparse.unpack %X : !dense -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %v = arith.constant 0.0 : f32
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}
func.func @sums(%A: !csr, %y: !dense) {
  call @clear(%y) : (!dense) -> ()
  sparse.generic driver(%A) ins(%A : !csr) outs(%y : !dense) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
func.func @run(%A: !csr {sparse.name = "A"}, %x: !dense, %y: !dense) {
  call @sums(%A, %x) : (!csr, !dense) -> ()
  call @sums(%A, %y) : (!csr, !dense) -> ()
  return
}

// -----

// The names of the caller's own nests are its own.

// CHECK-LABEL: func.func @names(
// CHECK: iter.nest "each_1"
// CHECK: iter.nest "names_1"
// CHECK: iter.nest "each"
// CHECK: sparse.generic "names"
!I = !axis.axis<dense_fixed>
func.func private @two(%n: index, %m: memref<?xf32>, %v: f32) {
  %I = axis.dense_fixed %n : !I
  iter.nest "each" ("i": %i) over (%I : !I) kinds [spatial] {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  iter.nest "names" ("i": %i) over (%I : !I) kinds [spatial] {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @names(%n: index, %m: memref<?xf32>, %x: !sparse.tensor<?xf32, #sparse.dense>, %v: f32) {
  call @two(%n, %m, %v) : (index, memref<?xf32>, f32) -> ()
  %I = axis.dense_fixed %n : !I
  iter.nest "each" ("i": %i) over (%I : !I) kinds [spatial] {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  sparse.generic outs(%x : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %v : f32
  }
  return
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>

// What the callee has as a tensor of its own has the structure of another one
// at the call, and the other way round.

// CHECK-LABEL: func.func @structures(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"},
// CHECK: %[[S:.*]] = sparse.with_values %[[A]]
// CHECK-NEXT: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[A]] :
// CHECK-NEXT: %[[SV:.*]] = sparse.unpack %[[S]] on (%[[I]], %[[J]])
// CHECK-NEXT: sparse.fill %[[SV]]
// CHECK-NEXT: sparse.fill %[[AV]]
func.func private @both(%X: !csr {sparse.name = "X"}, %Y: !csr {sparse.structure_of = "X"}, %v: f32) {
  %I, %J, %Xv = sparse.unpack %X : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Yv = sparse.unpack %Y on (%I, %J) : !csr on (!I, !J) -> !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  sparse.fill %Yv, %v : !sparse.buffer<?xf32>
  return
}
func.func @structures(%A: !csr {sparse.name = "A"}, %v: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Sv = sparse.alloc on (%I, %J) : (!I, !J) -> !sparse.buffer<?xf32>
  %S = sparse.with_values %A, %Sv : !csr, !sparse.buffer<?xf32> -> !csr
  call @both(%S, %A, %v) : (!csr, !csr, f32) -> ()
  return
}

// -----

!both = !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
!part0 = !sparse.tensor<?x?xf32, #sparse.ell<4>>
!part1 = !sparse.tensor<?x?xf32, #sparse.coo>

// The same of parts.

// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[A:.*]]: {{.*}} {sparse.name = "A"}, %[[B:.*]]: {{.*}} {sparse.structure_of = "A"})
// CHECK: %[[A0:.*]], %[[A1:.*]] = sparse.parts %[[A]] :
// CHECK: sparse.parts %[[B]] on (%[[A0]], %[[A1]])
// CHECK: sparse.parts %[[A]] :
// CHECK-NOT: parts
func.func private @ask(%X: !both {sparse.name = "X"}) {
  %X0, %X1 = sparse.parts %X : !both -> !part0, !part1
  return
}
func.func @parts(%A: !both {sparse.name = "A"}, %B: !both {sparse.structure_of = "A"}) {
  call @ask(%B) : (!both) -> ()
  call @ask(%A) : (!both) -> ()
  return
}

// -----

// Results, calls in calls, and calls in bodies. A function of several blocks
// that is given numbers alone stays, and so does one that is declared.

// CHECK-LABEL: func.func @numbers(
// CHECK: sparse.generic
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: %[[Z:.*]] = arith.mulf %[[Y]], %[[X]]
// CHECK-NEXT: %[[W:.*]] = func.call @outside(%[[Z]])
// CHECK-NEXT: %[[V:.*]] = func.call @jumps(%[[W]])
// CHECK-NEXT: sparse.yield %[[V]]
func.func @numbers(%x: !sparse.tensor<?xf32, #sparse.dense>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
  sparse.generic ins(%x : !sparse.tensor<?xf32, #sparse.dense>) outs(%y : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    %b = func.call @outer(%a) : (f32) -> f32
    %c = func.call @outside(%b) : (f32) -> f32
    %d = func.call @jumps(%c) : (f32) -> f32
    sparse.yield %d : f32
  }
  return
}
func.func private @outer(%a: f32) -> f32 {
  %b = call @twice(%a) : (f32) -> f32
  %c = arith.mulf %b, %a : f32
  return %c : f32
}
func.func private @twice(%a: f32) -> f32 {
  %b = arith.addf %a, %a : f32
  return %b : f32
}
func.func private @outside(f32) -> f32
func.func private @jumps(%a: f32) -> f32 {
  cf.br ^next(%a : f32)
^next(%b: f32):
  return %b : f32
}

// -----

// In the stage positions and later, bodies of loops stay in functions of their
// own.

// CHECK-LABEL: func.func @positions(
// CHECK: call @body
func.func @positions(%n: index, %m: memref<?xf32>) {
  call @body(%n, %m) : (index, memref<?xf32>) -> ()
  return
}
func.func private @body(%n: index, %m: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %b = sparse.bind %m on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

// The example of the pass.

// CHECK-NOT: @clear
// CHECK-LABEL: func.func @run(
// CHECK-SAME: %[[V:[a-z0-9]*]]: f32)
// CHECK-NEXT: %{{.*}}, %[[XV:.*]] = sparse.unpack
// CHECK-NEXT: sparse.fill %[[XV]], %[[V]]
// CHECK-NEXT: return
func.func private @clear(%X: !sparse.tensor<?xf32, #sparse.dense>, %v: f32) {
  %I, %Xv = sparse.unpack %X : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}
func.func @run(%X: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "X"}, %v: f32) {
  call @clear(%X, %v) : (!sparse.tensor<?xf32, #sparse.dense>, f32) -> ()
  return
}
