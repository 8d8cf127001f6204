// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf))' | FileCheck %s

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// Blocks are lowered in the order of dominance, which need not be that of the
// text. Those that are never reached are gone: they may use what is made later.

// CHECK-LABEL: func.func @blocks
// CHECK: cf.cond_br %{{.*}}, ^[[FIRST:.*]], ^[[FIRST]]
// CHECK: ^[[SECOND:.*]]: //
// CHECK: axis.length %{{.*}} under %[[ROW:.*]] :
// CHECK: return
// CHECK-NEXT: ^[[FIRST]]: //
// CHECK-NEXT: %[[ROW]], %{{.*}} = axis.locate {{.*}} -> index
// CHECK-NEXT: cf.br ^[[SECOND]]
// CHECK-NEXT: }
func.func @blocks(%c: i1, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  cf.cond_br %c, ^first, ^first
^second:
  iter.nest "n" ("j": %j) over (%J under %r : !sparse) kinds [spatial] {
    func.call @use(%j) : (index) -> ()
  }
  return
^never:
  %t, %yes = axis.locate %J[%m] under %s : !axis.site : !sparse -> !axis.site
  cf.br ^never
^never_too:
  %s, %no = axis.locate %I[%m] : !dense -> !axis.site
  cf.br ^never
^first:
  %r, %found = axis.locate %I[%n] : !dense -> !axis.site
  cf.br ^second
}
func.func private @use(index)

// Regions of several blocks inside a body too.

// CHECK-LABEL: func.func @inside_a_nest
// CHECK: scf.for
// CHECK: scf.execute_region {
// CHECK: cf.br ^[[FIRST:.*]]
// CHECK: ^[[SECOND:.*]]: //
// CHECK: axis.locate %{{.*}} under %[[ROW:.*]] : index :
// CHECK: ^[[FIRST]]: //
// CHECK: %[[ROW]], %{{.*}} = axis.locate
func.func @inside_a_nest(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
    scf.execute_region {
      cf.br ^first
    ^second:
      %p, %yes = axis.locate %J[%i] under %r : !axis.site : !sparse -> !axis.site
      %q = axis.position_of %p : !axis.site
      func.call @use(%q) : (index) -> ()
      scf.yield
    ^first:
      %r, %found = axis.locate %I[%i] : !dense -> !axis.site
      cf.br ^second
    }
  }
  return
}

// A function without work keeps what is never reached.

// CHECK-LABEL: func.func @nothing
// CHECK: ^{{.*}}: // no predecessors
func.func @nothing() {
  return
^never:
  return
}
