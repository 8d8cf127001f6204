// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --verify-diagnostics | FileCheck %s

// In a tile, rows are read that the tile makes, and no others: tiles are parallel, if the
// arrays are what the inspector found, and the columns those of the pattern it looked at.

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!named = !axis.axis<singleton, unique>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
#tile = #iter.loop<nest = "n", dims = ["t"], axis = dense_fixed, kind = spatial, role = level>

// CHECK-LABEL: func.func @rows_of_a_tile(
// CHECK: scf.forall
func.func @rows_of_a_tile(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' is parallel}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rows = axis.length %C under %t : !ragged
    %first = axis.position %C[%c0] under %t : !ragged
    %last = arith.addi %first, %rows : index
    scf.for %s = %first to %last step %c1 {
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
  } {iter.loop = #tile}
  return
}

// Columns of another pattern are rows of any tile.

// CHECK-LABEL: func.func @another_pattern(
func.func @another_pattern(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rows = axis.length %C under %t : !ragged
    %first = axis.position %C[%c0] under %t : !ragged
    %last = arith.addi %first, %rows : index
    scf.for %s = %first to %last step %c1 {
      %q = axis.position %R[%c0] under %s : !named
      %i = axis.coordinate %R[%q] under %s : !named
      %l = axis.length %K under %i : !sparse
      %b = axis.position %K[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %K[%p] under %i : !sparse
        %v = sparse.load %x at positions [%j] : !vector
        sparse.store %v, %y at positions [%i] : !vector
      }
    }
  } {iter.loop = #tile}
  return
}

// Rows that are not fused read rows of any tile.

// CHECK-LABEL: func.func @rows_of_the_rest(
func.func @rows_of_the_rest(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %rest : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rows = axis.length %C under %t : !ragged
    %first = axis.position %C[%c0] under %t : !ragged
    %last = arith.addi %first, %rows : index
    scf.for %s = %first to %last step %c1 {
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
  } {iter.loop = #tile}
  return
}

// Someone else writes the rows.

// CHECK-LABEL: func.func @other_rows(
func.func @other_rows(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %rest = memref.alloc(%m) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %zero = arith.constant 0 : i32
  memref.store %zero, %fused[%c0] : memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
  %R = axis.singleton %m of %C coordinates %fused : (!ragged), memref<?xi32> -> !named
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  %y = sparse.bind %ys on (%I) : memref<?xf64> on (!dense) -> !vector
  %one = arith.constant 1.0 : f64
  // expected-remark @+1 {{loop over t of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
  scf.for %t = %c0 to %tiles step %c1 {
    %length = axis.length %P under %t : !ragged
    %begin = axis.position %P[%c0] under %t : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %i = %begin to %end step %c1 {
      sparse.store %one, %x at positions [%i] : !vector
    }
    %rows = axis.length %C under %t : !ragged
    %first = axis.position %C[%c0] under %t : !ragged
    %last = arith.addi %first, %rows : index
    scf.for %s = %first to %last step %c1 {
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
  } {iter.loop = #tile}
  return
}
