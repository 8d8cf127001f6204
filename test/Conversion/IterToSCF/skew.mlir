// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf{strict=true}),canonicalize,cse)' | FileCheck %s --check-prefix=STRICT
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 16>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!occupancy = !axis.axis<occupancy>

// Diagonals: the loop over the cells of one goes from its first row inside of the
// matrix to its last. Padding is computed, cells outside never: their column is none.

// CHECK-LABEL: func.func @diagonals
// CHECK: %[[D:.*]] = axis.sparse_variable
// CHECK: %[[I:.*]] = axis.dense_fixed %{{.*}} skew
// CHECK: scf.for %[[P:.*]] = %{{.*}} to
// CHECK: %[[AT:.*]] = axis.coordinate %[[D]][%[[P]]]
// CHECK-DAG: %[[START:.*]] = axis.start %[[I]] under %[[P]] skew at %[[AT]]
// CHECK-DAG: %[[LENGTH:.*]] = axis.length %[[I]] under %[[P]] skew at %[[AT]]
// CHECK: scf.for %[[ROW:.*]] = %[[START]] to %[[LENGTH]]
// CHECK-NOT: axis.occupied
// CHECK-NOT: scf.if
// CHECK: sparse.accumulate add
// STRICT-LABEL: func.func @diagonals
// STRICT: scf.for %{{.*}} = %[[START:.*]] to
// STRICT: %[[BIT:.*]] = axis.occupied
// STRICT: scf.if %[[BIT]]
// STRICT: sparse.accumulate add
func.func @diagonals(%m: index, %n: index, %from: index, %count: index, %crd: memref<?xi32>, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %D = axis.sparse_variable %count from %from count %count coordinates %crd : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
  %E = axis.occupancy %bits on (%D, %I) : memref<?x?xi1> on (!sparse, !dense) -> !occupancy
  %Av = sparse.bind %val on (%D, %I, %E) : memref<?x?xf32> on (!sparse, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %X = axis.dense_fixed %n : !dense
  %Y = axis.dense_fixed %m : !dense
  %Xv = sparse.bind %x on (%X) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%Y) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "dia" ("d": %d at %p, "i": %i at %r, "e": %e) over (%D, %I, %E : !sparse, !dense, !occupancy) kinds [reduction, spatial, reduction] {
    %a = sparse.load %Av at [%p, %r] : !sparse.buffer<?x?xf32>
    %j = affine.apply affine_map<(d, i) -> (d + i)>(%d, %i)
    %b = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

// Blocks of rows that have diagonals of their own: what the cells stand for counts
// from the block's first row, at both borders.

// CHECK-LABEL: func.func @local_diagonals
// CHECK: %[[D:.*]] = axis.sparse_variable
// CHECK: %[[II:.*]] = axis.dense_fixed %{{.*}} cut %{{.*}} by %{{.*}} skew %{{.*}} along %[[D]]
// CHECK: scf.for %[[IO:.*]] = %{{.*}} to
// CHECK: %[[AT:.*]] = axis.coordinate %[[D]][%[[P:.*]]] under %[[IO]]
// CHECK-DAG: axis.start %[[II]] under %[[P]] cut at %[[IO]] skew at %[[AT]]
// CHECK-DAG: axis.length %[[II]] under %[[P]] cut at %[[IO]] skew at %[[AT]]
// CHECK-NOT: axis.occupied
// CHECK: sparse.accumulate add
func.func @local_diagonals(%mb: index, %m: index, %n: index, %from: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %bits: memref<?x16xi1>, %val: memref<?x16xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c16 = arith.constant 16 : index
  %IO = axis.dense_fixed %mb : !dense
  %D = axis.sparse_variable %n from %from of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c16 cut %m by %IO : !dense skew %n along %D : !sparse of %D : !sparse -> !block
  %E = axis.occupancy %bits on (%IO, %D, %II) : memref<?x16xi1> on (!dense, !sparse, !block) -> !occupancy
  %Av = sparse.bind %val on (%IO, %D, %II, %E) : memref<?x16xf32> on (!dense, !sparse, !block, !occupancy) -> !sparse.buffer<?x16xf32>
  %X = axis.dense_fixed %n : !dense
  %Y = axis.dense_fixed %m : !dense
  %Xv = sparse.bind %x on (%X) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%Y) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "ldia" ("io": %io, "d": %d at %p, "ii": %ii at %r, "e": %e) over (%IO, %D, %II, %E : !dense, !sparse, !block, !occupancy) kinds [spatial, reduction, spatial, reduction] {
    %a = sparse.load %Av at [%p, %r] : !sparse.buffer<?x16xf32>
    %i = affine.apply affine_map<(o, i) -> (o * 16 + i)>(%io, %ii)
    %j = affine.apply affine_map<(d, o, i) -> (d + o * 16 + i)>(%d, %io, %ii)
    %b = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

// A look-up asks whether the column is inside.

// CHECK-LABEL: func.func @look_up
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[D:.*]][%[[AT:.*]]] :
// CHECK: scf.if %[[FOUND]]
// CHECK: axis.locate %{{.*}}[%{{.*}}] under %[[P]] : index skew at %[[AT]]
func.func @look_up(%m: index, %n: index, %from: index, %count: index, %crd: memref<?xi32>, %val: memref<?x?xf32>, %d: index, %i: index) -> f32 {
  %D = axis.sparse_variable %count from %from count %count coordinates %crd : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
  %Av = sparse.bind %val on (%D, %I) : memref<?x?xf32> on (!sparse, !dense) -> !sparse.buffer<?x?xf32>
  %a = sparse.load %Av[%d, %i] : !sparse.buffer<?x?xf32>
  return %a : f32
}

// A sum that is not what the skew is of may be outside: padding is not computed.

// CHECK-LABEL: func.func @another_sum
// CHECK: axis.occupied
func.func @another_sum(%m: index, %n: index, %from: index, %count: index, %crd: memref<?xi32>, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %D = axis.sparse_variable %count from %from count %count coordinates %crd : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
  %E = axis.occupancy %bits on (%D, %I) : memref<?x?xi1> on (!sparse, !dense) -> !occupancy
  %Av = sparse.bind %val on (%D, %I, %E) : memref<?x?xf32> on (!sparse, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %X = axis.dense_fixed %n : !dense
  %Y = axis.dense_fixed %m : !dense
  %Xv = sparse.bind %x on (%X) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%Y) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "dia" ("d": %d at %p, "i": %i at %r, "e": %e) over (%D, %I, %E : !sparse, !dense, !occupancy) kinds [reduction, spatial, reduction] {
    %a = sparse.load %Av at [%p, %r] : !sparse.buffer<?x?xf32>
    %j = affine.apply affine_map<(d, i) -> (d + i + 1)>(%d, %i)
    %b = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
