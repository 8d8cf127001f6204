// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --verify-diagnostics | FileCheck %s

// Nearly tiles of rows: each has one array, axis or iteration in the place of another one.

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!named = !axis.axis<singleton, unique>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
#tile = #iter.loop<nest = "n", dims = ["t"], axis = dense_fixed, kind = spatial, role = level>

// Fused rows and the rest are one array.

// CHECK-LABEL: func.func @one_array_twice(
// CHECK-NOT: scf.forall
func.func @one_array_twice(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %fs = memref.alloc(%m1) : memref<?xi32>
  %fused = memref.alloc(%m) : memref<?xi32>
  %rs = memref.alloc(%m1) : memref<?xi32>
  %es = memref.alloc(%m1) : memref<?xi32>
  %escapes = memref.alloc(%m) : memref<?xi32>
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %fused, %es, %escapes : !sparse, memref<?xi32>
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

// A tile's rows of the producer begin where its fused ones do.

// CHECK-LABEL: func.func @starts_of_others(
// CHECK-NOT: scf.forall
func.func @starts_of_others(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
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
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %fs : !dense, memref<?xi32> -> !ragged
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

// Slots begin where those of the rest do.

// CHECK-LABEL: func.func @slots_of_the_rest(
// CHECK-NOT: scf.forall
func.func @slots_of_the_rest(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
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
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %C = axis.dense_variable %m of %T positions %rs : !dense, memref<?xi32> -> !ragged
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

// Slots are under tiles of the rest.

// CHECK-LABEL: func.func @other_tiles(
// CHECK-NOT: scf.forall
func.func @other_tiles(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
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
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %P = axis.dense_variable %m of %T positions %starts : !dense, memref<?xi32> -> !ragged
  %U = axis.dense_fixed %rests : !dense
  %C = axis.dense_variable %m of %U positions %fs : !dense, memref<?xi32> -> !ragged
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

// All tiles have the fused rows of the first one.

// CHECK-LABEL: func.func @rows_of_one_tile(
// CHECK-NOT: scf.forall
func.func @rows_of_one_tile(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
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
    %rows = axis.length %C under %c0 : !ragged
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

// All tiles read what the first one makes.

// CHECK-LABEL: func.func @made_by_one_tile(
// CHECK-NOT: scf.forall
func.func @made_by_one_tile(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
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
    %others = axis.length %P under %c0 : !ragged
    %zeroth = axis.position %P[%c0] under %c0 : !ragged
    %behind = arith.addi %zeroth, %others : index
    scf.for %i = %zeroth to %behind step %c1 {
      %v = sparse.load %x at positions [%i] : !vector
      sparse.store %v, %y at positions [%i] : !vector
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

// A tile has the fused rows of another one: each of one of its own.

// CHECK-LABEL: func.func @rows_of_another_tile(
// CHECK-NOT: scf.forall
func.func @rows_of_another_tile(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %order: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
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
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %N = axis.singleton %m of %T coordinates %order : (!dense), memref<?xi32> -> !named
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
    %z = axis.position %N[%c0] under %t : !named
    %u = axis.coordinate %N[%z] under %t : !named
    %rows = axis.length %C under %u : !ragged
    %first = axis.position %C[%c0] under %u : !ragged
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

// A tile reads what another one makes.

// CHECK-LABEL: func.func @made_by_another_tile(
// CHECK-NOT: scf.forall
func.func @made_by_another_tile(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %order: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}, %ys: memref<?xf64> {sparse.name = "y"}) {
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
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %m tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !sparse, memref<?xi32>
  %T = axis.dense_fixed %tiles : !dense
  %N = axis.singleton %m of %T coordinates %order : (!dense), memref<?xi32> -> !named
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
    %z = axis.position %N[%c0] under %t : !named
    %u = axis.coordinate %N[%z] under %t : !named
    %others = axis.length %P under %u : !ragged
    %zeroth = axis.position %P[%c0] under %u : !ragged
    %behind = arith.addi %zeroth, %others : index
    scf.for %i = %zeroth to %behind step %c1 {
      %v = sparse.load %x at positions [%i] : !vector
      sparse.store %v, %y at positions [%i] : !vector
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
