// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --verify-diagnostics | FileCheck %s

// In a tile, rows of a further loop read rows of the loop before that are fused into it, and
// no others; a row reads that of its own number where the inspector was told so.

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!named = !axis.axis<singleton, unique>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
#tile = #iter.loop<nest = "n", dims = ["t"], axis = dense_fixed, kind = spatial, role = level>

// Columns of both loops.

// CHECK-LABEL: func.func @three_loops(
// CHECK: scf.forall
func.func @three_loops(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}, %zs: memref<?xf64> {sparse.name = "z"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %fs2 = memref.alloc(%m1) : memref<?xi32>
  %fused2 = memref.alloc(%m) : memref<?xi32>
  %rs2 = memref.alloc(%m1) : memref<?xi32>
  %rest2 = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements, %more:2 = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes then(%J : !sparse) bytes(%c0, %c0, %c0) into(%fs2, %fused2, %rs2, %rest2 : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %C2 = axis.dense_variable %m of %T positions %fs2 : !dense, memref<?xi32> -> !ragged
  %R2 = axis.singleton %m of %C2 coordinates %fused2 : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %z = sparse.bind %zs on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' is parallel}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rowsy = axis.length %C under %t : !ragged
    %firsty = axis.position %C[%c0] under %t : !ragged
    %lasty = arith.addi %firsty, %rowsy : index
    scf.for %s = %firsty to %lasty step %c1 {
      %q = axis.position %R[%c0] under %s : !named
      %i = axis.coordinate %R[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %x at positions [%j] : !vector
        sparse.store %v, %y at positions [%i] : !vector
      }
    }
    %rowsz = axis.length %C2 under %t : !ragged
    %firstz = axis.position %C2[%c0] under %t : !ragged
    %lastz = arith.addi %firstz, %rowsz : index
    scf.for %s = %firstz to %lastz step %c1 {
      %q = axis.position %R2[%c0] under %s : !named
      %i = axis.coordinate %R2[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %y at positions [%j] : !vector
        sparse.store %v, %z at positions [%i] : !vector
      }
    }
  } {iter.loop = #tile}
  return
}

// Their own rows, of which the inspector knows.

// CHECK-LABEL: func.func @own_rows(
// CHECK: scf.forall
func.func @own_rows(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}, %zs: memref<?xf64> {sparse.name = "z"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %fs2 = memref.alloc(%m1) : memref<?xi32>
  %fused2 = memref.alloc(%m) : memref<?xi32>
  %rs2 = memref.alloc(%m1) : memref<?xi32>
  %rest2 = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements, %more:2 = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes then(%J : !sparse) bytes(%c0, %c0, %c0) into(%fs2, %fused2, %rs2, %rest2 : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !sparse, memref<?xi32> {itself = array<i1: true, true>}
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %C2 = axis.dense_variable %m of %T positions %fs2 : !dense, memref<?xi32> -> !ragged
  %R2 = axis.singleton %m of %C2 coordinates %fused2 : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %z = sparse.bind %zs on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' is parallel}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rowsy = axis.length %C under %t : !ragged
    %firsty = axis.position %C[%c0] under %t : !ragged
    %lasty = arith.addi %firsty, %rowsy : index
    scf.for %s = %firsty to %lasty step %c1 {
      %q = axis.position %R[%c0] under %s : !named
      %i = axis.coordinate %R[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %x at positions [%i] : !vector
        sparse.store %v, %y at positions [%i] : !vector
      }
    }
    %rowsz = axis.length %C2 under %t : !ragged
    %firstz = axis.position %C2[%c0] under %t : !ragged
    %lastz = arith.addi %firstz, %rowsz : index
    scf.for %s = %firstz to %lastz step %c1 {
      %q = axis.position %R2[%c0] under %s : !named
      %i = axis.coordinate %R2[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %y at positions [%i] : !vector
        sparse.store %v, %z at positions [%i] : !vector
      }
    }
  } {iter.loop = #tile}
  return
}

// Those of one of them.

// CHECK-LABEL: func.func @own_rows_of_one(
// CHECK: scf.forall
func.func @own_rows_of_one(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}, %zs: memref<?xf64> {sparse.name = "z"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %fs2 = memref.alloc(%m1) : memref<?xi32>
  %fused2 = memref.alloc(%m) : memref<?xi32>
  %rs2 = memref.alloc(%m1) : memref<?xi32>
  %rest2 = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements, %more:2 = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes then(%J : !sparse) bytes(%c0, %c0, %c0) into(%fs2, %fused2, %rs2, %rest2 : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !sparse, memref<?xi32> {itself = array<i1: true, false>}
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %C2 = axis.dense_variable %m of %T positions %fs2 : !dense, memref<?xi32> -> !ragged
  %R2 = axis.singleton %m of %C2 coordinates %fused2 : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %z = sparse.bind %zs on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' is parallel}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rowsy = axis.length %C under %t : !ragged
    %firsty = axis.position %C[%c0] under %t : !ragged
    %lasty = arith.addi %firsty, %rowsy : index
    scf.for %s = %firsty to %lasty step %c1 {
      %q = axis.position %R[%c0] under %s : !named
      %i = axis.coordinate %R[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %x at positions [%i] : !vector
        sparse.store %v, %y at positions [%i] : !vector
      }
    }
    %rowsz = axis.length %C2 under %t : !ragged
    %firstz = axis.position %C2[%c0] under %t : !ragged
    %lastz = arith.addi %firstz, %rowsz : index
    scf.for %s = %firstz to %lastz step %c1 {
      %q = axis.position %R2[%c0] under %s : !named
      %i = axis.coordinate %R2[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %y at positions [%j] : !vector
        sparse.store %v, %z at positions [%i] : !vector
      }
    }
  } {iter.loop = #tile}
  return
}

// Own rows of which the inspector does not know may be of any tile.

// CHECK-LABEL: func.func @own_rows_that_nobody_knows(
// CHECK-NOT: scf.forall
func.func @own_rows_that_nobody_knows(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}, %zs: memref<?xf64> {sparse.name = "z"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %fs2 = memref.alloc(%m1) : memref<?xi32>
  %fused2 = memref.alloc(%m) : memref<?xi32>
  %rs2 = memref.alloc(%m1) : memref<?xi32>
  %rest2 = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements, %more:2 = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes then(%J : !sparse) bytes(%c0, %c0, %c0) into(%fs2, %fused2, %rs2, %rest2 : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !sparse, memref<?xi32> {itself = array<i1: true, false>}
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %C2 = axis.dense_variable %m of %T positions %fs2 : !dense, memref<?xi32> -> !ragged
  %R2 = axis.singleton %m of %C2 coordinates %fused2 : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %z = sparse.bind %zs on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' stays serial: it reads y at [?], which other iterations may write}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rowsy = axis.length %C under %t : !ragged
    %firsty = axis.position %C[%c0] under %t : !ragged
    %lasty = arith.addi %firsty, %rowsy : index
    scf.for %s = %firsty to %lasty step %c1 {
      %q = axis.position %R[%c0] under %s : !named
      %i = axis.coordinate %R[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %x at positions [%j] : !vector
        sparse.store %v, %y at positions [%i] : !vector
      }
    }
    %rowsz = axis.length %C2 under %t : !ragged
    %firstz = axis.position %C2[%c0] under %t : !ragged
    %lastz = arith.addi %firstz, %rowsz : index
    scf.for %s = %firstz to %lastz step %c1 {
      %q = axis.position %R2[%c0] under %s : !named
      %i = axis.coordinate %R2[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %y at positions [%i] : !vector
        sparse.store %v, %z at positions [%i] : !vector
      }
    }
  } {iter.loop = #tile}
  return
}

// Columns of the third loop are rows of the second that are fused, but not rows of the first.

// CHECK-LABEL: func.func @rows_of_the_first(
// CHECK-NOT: scf.forall
func.func @rows_of_the_first(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}, %zs: memref<?xf64> {sparse.name = "z"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %fs2 = memref.alloc(%m1) : memref<?xi32>
  %fused2 = memref.alloc(%m) : memref<?xi32>
  %rs2 = memref.alloc(%m1) : memref<?xi32>
  %rest2 = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements, %more:2 = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes then(%J : !sparse) bytes(%c0, %c0, %c0) into(%fs2, %fused2, %rs2, %rest2 : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %C2 = axis.dense_variable %m of %T positions %fs2 : !dense, memref<?xi32> -> !ragged
  %R2 = axis.singleton %m of %C2 coordinates %fused2 : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %z = sparse.bind %zs on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rowsy = axis.length %C under %t : !ragged
    %firsty = axis.position %C[%c0] under %t : !ragged
    %lasty = arith.addi %firsty, %rowsy : index
    scf.for %s = %firsty to %lasty step %c1 {
      %q = axis.position %R[%c0] under %s : !named
      %i = axis.coordinate %R[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %x at positions [%j] : !vector
        sparse.store %v, %y at positions [%i] : !vector
      }
    }
    %rowsz = axis.length %C2 under %t : !ragged
    %firstz = axis.position %C2[%c0] under %t : !ragged
    %lastz = arith.addi %firstz, %rowsz : index
    scf.for %s = %firstz to %lastz step %c1 {
      %q = axis.position %R2[%c0] under %s : !named
      %i = axis.coordinate %R2[%q] under %s : !named
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %v = sparse.load %x at positions [%j] : !vector
        sparse.store %v, %z at positions [%i] : !vector
      }
    }
  } {iter.loop = #tile}
  return
}
