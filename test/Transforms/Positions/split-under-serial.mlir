// RUN: sparse-opt %s --spindle-split-into-chunks --allow-unregistered-dialect | FileCheck %s

// Workers of a loop that a serial one is around are awake: its cost counts four times.

// CHECK-LABEL: func.func @again(
// CHECK: scf.for
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[COST:.*]] = arith.muli %{{.*}}, %[[FOUR]]
// CHECK: call @spindle.workers(%[[COST]])
// CHECK: scf.forall
func.func @again(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    scf.forall (%i) in (%m) {
      "test.use"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  }
  return
}

// CHECK-LABEL: func.func @once(
// CHECK-NOT: arith.constant 4
// CHECK: call @spindle.workers(
func.func @once(%m: index) {
  scf.forall (%i) in (%m) {
    "test.use"(%i) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
