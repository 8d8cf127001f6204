// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf))' --allow-unregistered-dialect --split-input-file --verify-diagnostics
// RUN: not sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf))' --allow-unregistered-dialect --split-input-file --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// Where it fails, the function is as it was.

// CHECK: IR Dump After ConvertIterToSCFPass Failed
// CHECK: func.func @unknown_user
// CHECK: iter.nest "first"
// CHECK: iter.nest "second"
// CHECK: "test.use"(%{{.*}}) : (!axis.site) -> ()
func.func @unknown_user(%m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  iter.nest "first" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  iter.nest "second" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-error @below {{expected sites to be used by operations of axis, sparse and iter alone but got 'test.use'}}
    "test.use"(%r) : (!axis.site) -> ()
  }
  return
}

// -----

// CHECK: IR Dump After ConvertIterToSCFPass Failed
// CHECK: func.func @through_a_branch
// CHECK: axis.locate {{.*}} -> !axis.site
func.func @through_a_branch(%c: i1, %m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %r, %found = axis.locate %I[%m] : !axis.axis<dense_fixed> -> !axis.site
  %s = scf.if %c -> !axis.site {
    // expected-error @below {{expected sites to be used by operations of axis, sparse and iter alone but got 'scf.yield'}}
    scf.yield %r : !axis.site
  } else {
    scf.yield %r : !axis.site
  }
  return
}

// -----

// CHECK: IR Dump After ConvertIterToSCFPass Failed
// CHECK: func.func @joined
// CHECK: axis.join
func.func @joined(%b: index, %m: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %b : !axis.axis<dense_fixed>
  %I = axis.dense_variable %m of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %m of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "n" ("b": %bb, "i": %i at %r, "j": %j at %s) over (%B, %I, %J : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>) kinds [spatial, spatial, spatial] {
    %q = axis.join %IJ[%r, %s] : !axis.axis<product>
    // expected-error @below {{expected sites to be used by operations of axis, sparse and iter alone but got 'test.use'}}
    "test.use"(%q) : (!axis.site) -> ()
  }
  return
}
