// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref))' --allow-unregistered-dialect --split-input-file --verify-diagnostics
// RUN: not sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref))' --allow-unregistered-dialect --split-input-file --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// Where it fails, the function is as it was.

// CHECK: IR Dump After ConvertSparseToMemRefPass Failed
// CHECK: func.func @nest
// CHECK: axis.extent
// CHECK: iter.nest
func.func @nest(%m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %n = axis.extent %I : !axis.axis<dense_fixed>
  // expected-error @below {{expected no nests, sites and look-ups: run 'convert-iter-to-scf' first}}
  iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    "test.use"(%n) : (index) -> ()
  }
  return
}

// -----

func.func @look_up(%i: index, %m: index, %x: memref<?xf32>) -> f32 {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %Xv = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-error @below {{expected no nests, sites and look-ups: run 'convert-iter-to-scf' first}}
  %v = sparse.load %Xv[%i] : !sparse.buffer<?xf32>
  return %v : f32
}

// -----

func.func @site(%i: index, %m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @below {{expected no nests, sites and look-ups: run 'convert-iter-to-scf' first}}
  %r, %found = axis.locate %I[%i] : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

// expected-error @below {{expected no tensors: run 'spindle-expand-tensors' first}}
func.func @tensor(%x: !sparse.tensor<?xf32, #sparse.dense>, %v: f32) {
  return
}

// -----

func.func @unknown_user(%m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @below {{expected axes and buffers to be used by operations of axis and sparse alone but got 'test.use'}}
  "test.use"(%I) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @through_a_branch(%c: i1, %m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @below {{expected axes and buffers to be used by operations of axis and sparse alone but got 'scf.if'}}
  %J = scf.if %c -> !axis.axis<dense_fixed> {
    scf.yield %I : !axis.axis<dense_fixed>
  } else {
    scf.yield %I : !axis.axis<dense_fixed>
  }
  return
}

// -----

// expected-error @below {{expected axes and buffers to be used by operations of axis and sparse alone but got 'func.func'}}
func.func @argument(%b: !sparse.buffer<?xf32>) {
  return
}

// -----

func.func @splat(%p: index, %v: f32, %m: index) -> f32 {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @below {{expected no uses of splats: run 'convert-iter-to-scf' first}}
  %S = sparse.splat %v on (%I) : f32 on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %x = sparse.load %S at positions [%p] : !sparse.buffer<?xf32>
  return %x : f32
}

// -----

func.func @fill_with_lengths(%v: f32, %m: index, %len: memref<?xi32>, %mem: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %m lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %C = sparse.bind %mem on (%I, %K) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  // expected-error @below {{expected a fill of a buffer that has all its cells: run 'convert-iter-to-scf' first}}
  sparse.fill %C, %v : !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @fill_with_bits(%v: f32, %m: index, %bits: memref<?xi1>, %mem: memref<?xf32>) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  %C = sparse.bind %mem on (%I, %E) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<occupancy>) -> !sparse.buffer<?xf32>
  // expected-error @below {{expected a fill of a buffer that has all its cells: run 'convert-iter-to-scf' first}}
  sparse.fill %C, %v : !sparse.buffer<?xf32>
  return
}

// -----

// expected-error @below {{expected no tensors: run 'spindle-expand-tensors' first}}
func.func @generic(%x: !sparse.tensor<?xf32, #sparse.dense>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
  sparse.generic ins(%x : !sparse.tensor<?xf32, #sparse.dense>) outs(%y : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @position_of_site(%m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @below {{expected no nests, sites and look-ups: run 'convert-iter-to-scf' first}}
  %r, %found = axis.locate %I[%m] : !axis.axis<dense_fixed> -> !axis.site
  %q = axis.position_of %r : !axis.site
  return
}
