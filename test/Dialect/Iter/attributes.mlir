// RUN: sparse-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: sparse-opt %s --allow-unregistered-dialect | sparse-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: "test.level"() {loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
"test.level"() {loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>} : () -> ()
// CHECK: "test.tile"() {loop = #iter.loop<nest = "spmm", dims = ["i", "j"], axis = sparse_variable, kind = reduction, role = tile>}
"test.tile"() {loop = #iter.loop<nest = "spmm", dims = ["i", "j"], axis = sparse_variable, kind = reduction, role = tile>} : () -> ()
// CHECK: "test.roles"() {loops = [
// CHECK-SAME: role = point>
// CHECK-SAME: role = tail>
// CHECK-SAME: role = worker>
"test.roles"() {loops = [#iter.loop<nest = "", dims = [""], axis = dense_fixed, kind = spatial, role = point>,
                         #iter.loop<nest = "a b", dims = ["\22"], axis = dense_fixed, kind = spatial, role = tail>,
                         #iter.loop<nest = "a", dims = ["b"], axis = dense_fixed, kind = spatial, role = worker>]} : () -> ()

// CHECK: func.func private @of_another() attributes {iter.body_of = @on_a_loop}
func.func private @of_another() attributes {iter.body_of = @on_a_loop}

// CHECK-LABEL: func.func @on_a_loop(
// CHECK: } {iter.loop = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
func.func @on_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  } {iter.loop = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// CHECK-LABEL: func.func @on_a_loop_for_blocks(
// CHECK: } {iter.block, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
func.func @on_a_loop_for_blocks(%n: index) {
  scf.forall (%i) in (%n) {
  } {iter.block, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
  return
}

// CHECK-LABEL: func.func @on_a_parallel_loop(
// CHECK: } {iter.workers = #iter.workers<lanes = 32, per_block = 4>}
func.func @on_a_parallel_loop(%n: index) {
  scf.forall (%i) in (%n) {
  } {iter.workers = #iter.workers<lanes = 32, per_block = 4>}
  return
}
