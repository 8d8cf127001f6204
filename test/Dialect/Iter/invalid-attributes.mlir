// RUN: sparse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+2 {{expected one of [level, tile, point, tail, worker] for what a loop is to its dimension, got: block}}
// expected-error @+1 {{failed to parse Iter_LoopAttr parameter 'role'}}
"test.unknown_role"() {loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = block>} : () -> ()

// -----

// expected-error @+2 {{expected one of [spatial, reduction] for what the author says of a dimension, got: parallel}}
// expected-error @+1 {{failed to parse Iter_LoopAttr parameter 'kind'}}
"test.unknown_kind"() {loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = parallel, role = level>} : () -> ()

// -----

// expected-error @+2 {{expected one of [dense_fixed, sparse_variable, dense_variable, sparse_fixed, singleton, product, occupancy] for what an axis keeps per fibre, got: dense}}
// expected-error @+1 {{failed to parse Iter_LoopAttr parameter 'axis'}}
"test.unknown_axis"() {loop = #iter.loop<nest = "n", dims = ["i"], axis = dense, kind = spatial, role = level>} : () -> ()

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse Iter_LoopAttr parameter 'nest'}}
"test.nest_of_a_number"() {loop = #iter.loop<nest = 3, dims = ["i"], axis = dense_fixed, kind = spatial, role = level>} : () -> ()

// -----

// expected-error @+2 {{expected attribute value}}
// expected-error @+1 {{failed to parse Iter_LoopAttr parameter 'dims'}}
"test.no_dims"() {loop = #iter.loop<nest = "n", dims = [], axis = dense_fixed, kind = spatial, role = level>} : () -> ()

// -----

// expected-error @+1 {{expected 'axis'}}
"test.parameters_in_another_order"() {loop = #iter.loop<nest = "n", dims = ["i"], kind = spatial, axis = dense_fixed, role = level>} : () -> ()

// -----

// expected-error @+1 {{unknown attribute `schedule` in dialect `iter`}}
"test.unknown_attribute"() {loop = #iter.schedule<1>} : () -> ()

// -----

func.func @loop_of_a_string(%n: index) {
  // expected-error @+1 {{(C1) expected 'iter.loop' to be an #iter.loop but got "i"}}
  %c = arith.constant {iter.loop = "i"} 0 : index
  return
}

// -----

// expected-error @+1 {{(C2) expected 'iter.body_of' to be the symbol of a function but got "f"}}
func.func private @body_of_a_string() attributes {iter.body_of = "f"}

// -----

// expected-error @+1 {{(C3) expected 'iter.schedule' to be a name but got unit}}
module attributes {iter.schedule} {
}

// -----

func.func @unique_with_a_value(%a: memref<?xi32>, %p: index) {
  // expected-error @+1 {{(C4) expected 'iter.unique' to have no value but got true}}
  %x = memref.load %a[%p] {iter.unique = true} : memref<?xi32>
  return
}

// -----

func.func @workers_of_a_number(%n: index) {
  // expected-error @+1 {{(C5) expected 'iter.workers' to be an #iter.workers but got 32}}
  scf.forall (%i) in (%n) {
  } {iter.workers = 32 : i64}
  return
}

// -----

func.func @workers_of_a_serial_loop(%n: index, %c0: index, %c1: index) {
  // expected-error @+1 {{(C5) expected 'iter.workers' on an 'scf.forall' but got 'scf.for'}}
  scf.for %i = %c0 to %n step %c1 {
  } {iter.workers = #iter.workers<lanes = 32, per_block = 4>}
  return
}

// -----

func.func @block_with_a_value(%n: index) {
  // expected-error @+1 {{(C6) expected 'iter.block' to have no value but got true}}
  scf.forall (%i) in (%n) {
  } {iter.block = true, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
  return
}

// -----

func.func @block_without_workers(%n: index) {
  // expected-error @+1 {{(C6) expected 'iter.block' beside 'iter.workers'}}
  scf.forall (%i) in (%n) {
  } {iter.block}
  return
}

// -----

// expected-error @+1 {{expected lanes to be a power of two from 1 to 64 but got 12}}
"test.twelve_lanes"() {workers = #iter.workers<lanes = 12, per_block = 4>} : () -> ()

// -----

// expected-error @+1 {{expected lanes to be a power of two from 1 to 64 but got 128}}
"test.two_warps"() {workers = #iter.workers<lanes = 128, per_block = 4>} : () -> ()

// -----

// expected-error @+1 {{expected per_block to be from 1 to 32, since a block has at most 1024 threads, but got 33}}
"test.too_many_threads"() {workers = #iter.workers<lanes = 32, per_block = 33>} : () -> ()

// -----

// expected-error @+1 {{expected per_block to be from 1 to 1024, since a block has at most 1024 threads, but got 0}}
"test.no_workers"() {workers = #iter.workers<lanes = 1, per_block = 0>} : () -> ()
