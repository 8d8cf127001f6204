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
