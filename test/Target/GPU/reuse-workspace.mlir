// RUN: sparse-opt %s --split-input-file --spindle-reuse-workspace | FileCheck %s

// The example of the pass: what is read of A is how it is stored.

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[IS_KEPT:[a-z0-9]+]]: i1) attributes {sparse.reuses_workspace} {
// CHECK: memref.alloc
// CHECK: %[[TRUE:.+]] = arith.constant true
// CHECK: %[[IS_NEW:.+]] = arith.xori %[[IS_KEPT]], %[[TRUE]] : i1
// CHECK: scf.if %[[IS_NEW]] {
// CHECK-NEXT: scf.forall
// CHECK: nest = "searches"{{.*}}}
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall
// CHECK: nest = "copy"
// CHECK-NEXT: return
func.func @f(%n: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}, %y: memref<?xi32>) {
  %rows = memref.alloc(%n) : memref<?xi32>
  scf.forall (%i) in (%n) {
    %first = memref.load %p[%i] : memref<?xi32>
    memref.store %first, %rows[%i] : memref<?xi32>
  } {iter.loop = #iter.loop<nest = "searches", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  scf.forall (%i) in (%n) {
    %row = memref.load %rows[%i] : memref<?xi32>
    memref.store %row, %y[%i] : memref<?xi32>
  } {iter.loop = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// The same as the pass makes it: there is nothing left to do.

// CHECK-LABEL: func.func @f(
// CHECK-COUNT-1: scf.if
// CHECK-NOT: scf.if
// CHECK: return
func.func @f(%n: index, %p: memref<?xi32>, %y: memref<?xi32>, %is_kept: i1) attributes {sparse.reuses_workspace} {
  %rows = memref.alloc(%n) : memref<?xi32>
  %true = arith.constant true
  %is_new = arith.xori %is_kept, %true : i1
  scf.if %is_new {
    scf.forall (%i) in (%n) {
      %first = memref.load %p[%i] : memref<?xi32>
      memref.store %first, %rows[%i] : memref<?xi32>
    } {iter.loop = #iter.loop<nest = "searches", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  }
  return
}

// -----

// The number of iterations is an argument that is no size: calls may give others.

// CHECK-LABEL: func.func @number(
// CHECK-SAME: {sparse.name = "n"}) {
// CHECK-NOT: scf.if
func.func @number(%n: index {sparse.name = "n"}) {
  %x = memref.alloc(%n) : memref<?xindex>
  scf.forall (%i) in (%n) {
    memref.store %i, %x[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "count", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// Sizes may be asked of any memory. What one such loop stores, another may read.

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: i1) attributes {sparse.reuses_workspace, sparse.signature = [unit, unit]} {
// CHECK-COUNT-2: scf.if
func.func @chain(%x: memref<?xf32>) attributes {sparse.signature = [unit]} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xindex>
  %b = memref.alloc(%n) : memref<?xindex>
  scf.forall (%i) in (%n) {
    memref.store %i, %a[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  scf.forall (%i) in (%n) {
    %j = memref.load %a[%i] : memref<?xindex>
    memref.store %j, %b[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// So may what is read before of how a tensor is stored.

// CHECK-LABEL: func.func @count(
// CHECK-SAME: i1) attributes {sparse.reuses_workspace} {
// CHECK: memref.load
// CHECK: scf.if
func.func @count(%n: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %p: memref<?xindex> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}) {
  %count = memref.load %p[%n] : memref<?xindex>
  %x = memref.alloc(%n) : memref<?xindex>
  scf.forall (%i) in (%n) {
    memref.store %count, %x[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// Values of a tensor are no structure, nor are dense operands.

// CHECK-LABEL: func.func @values(
// CHECK-NOT: scf.if
// CHECK: return
func.func @values(%n: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %v: memref<?xf32> {sparse.piece = #sparse.piece<"A", part [], values>}, %d: memref<?xf32>) {
  %x = memref.alloc(%n) : memref<?xf32>
  scf.forall (%i) in (%n) {
    %a = memref.load %v[%i] : memref<?xf32>
    memref.store %a, %x[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "of_values", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  %y = memref.alloc(%n) : memref<?xf32>
  scf.forall (%i) in (%n) {
    %a = memref.load %d[%i] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "of_dense", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// Memory that a later loop writes too does not have at the next call what the first
// one stored; nor has memory of the caller.

// CHECK-LABEL: func.func @written_twice(
// CHECK-NOT: scf.if
// CHECK: return
func.func @written_twice(%n: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %y: memref<?xindex>) {
  %x = memref.alloc(%n) : memref<?xindex>
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    memref.store %i, %x[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  scf.forall (%i) in (%n) {
    %old = memref.load %x[%i] : memref<?xindex>
    %new = arith.addi %old, %c1 : index
    memref.store %new, %x[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "add", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  scf.forall (%i) in (%n) {
    memref.store %i, %y[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "out", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// Loops in a loop run several times, and each time anew.

// CHECK-LABEL: func.func @repeated(
// CHECK-NOT: scf.if
// CHECK: return
func.func @repeated(%n: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %x = memref.alloc(%n) : memref<?xindex>
    scf.forall (%i) in (%n) {
      memref.store %i, %x[%i] : memref<?xindex>
    } {iter.loop = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  }
  return
}
