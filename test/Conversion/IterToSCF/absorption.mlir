// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf{strict=true}),canonicalize,cse)' | FileCheck %s --check-prefix=STRICT
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

// Bodies that add zero on padding run without the guard, unless `strict`.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!ragged = !axis.axis<dense_variable>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!packed = !axis.axis<sparse_fixed, sorted, unique>
!few = !axis.axis<sparse_fixed, width = 4>
!single = !axis.axis<singleton>
!permuted = !axis.axis<singleton, unique>
!occupancy = !axis.axis<occupancy>

// Blocks: the elements' own coordinates are those within the block row, and the
// loops end at the border, padding or not.

// CHECK-LABEL: func.func @blocks
// CHECK: axis.length %{{.*}} cut at
// CHECK: axis.length %{{.*}} cut at
// CHECK-NOT: axis.occupied
// CHECK-NOT: scf.if
// CHECK: sparse.accumulate add
// STRICT-LABEL: func.func @blocks
// STRICT: %[[BIT:.*]] = axis.occupied
// STRICT-NEXT: scf.if %[[BIT]] {
// STRICT: sparse.accumulate add
func.func @blocks(%mb: index, %m: index, %n: index, %nb: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %bits: memref<?x4x4xi1>, %val: memref<?x4x4xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %mb : !dense
  %JO = axis.sparse_variable %nb of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c4 cut %m by %IO : !dense of %JO : !sparse -> !block
  %JI = axis.dense_fixed %c4 cut %n of %JO : !sparse -> !block
  %E = axis.occupancy %bits on (%IO, %JO, %II, %JI) : memref<?x4x4xi1> on (!dense, !sparse, !block, !block) -> !occupancy
  %Av = sparse.bind %val on (%IO, %JO, %II, %JI, %E) : memref<?x4x4xf32> on (!dense, !sparse, !block, !block, !occupancy) -> !sparse.buffer<?x4x4xf32>
  %J = axis.dense_fixed %n : !dense
  %I = axis.dense_fixed %m : !dense
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "bsr" ("io": %io, "jo": %jo at %p, "ii": %ii at %a, "ji": %ji at %b, "e": %e) over (%IO, %JO, %II, %JI, %E : !dense, !sparse, !block, !block, !occupancy) kinds [spatial, reduction, spatial, reduction, reduction] {
    %v = sparse.load %Av at [%p, %a, %b] : !sparse.buffer<?x4x4xf32>
    %j = affine.apply affine_map<(o, i) -> (o * 4 + i)>(%jo, %ji)
    %first = arith.muli %io, %c4 : index
    %i = arith.addi %ii, %first : index
    %w = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %v, %w : f32
    sparse.accumulate add %t into %Yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

// The same of a width that is not known, in panels of packed columns: those
// after the length are not visited.

// CHECK-LABEL: func.func @panels
// CHECK-NOT: axis.occupied
// CHECK: sparse.accumulate add
// STRICT-LABEL: func.func @panels
// STRICT: axis.occupied
func.func @panels(%mb: index, %m: index, %n: index, %t: index, %g: index, %pos: memref<?xi32>, %len: memref<?xi32>, %crd: memref<?x?xi32>, %bits: memref<?x?x?xi1>, %val: memref<?x?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %IO = axis.dense_fixed %mb : !dense
  %Q = axis.dense_variable %n of %IO positions %pos : !dense, memref<?xi32> -> !ragged
  %II = axis.dense_fixed %t cut %m of %IO : !dense -> !dense
  %J = axis.sparse_fixed %n width %g of %Q lengths %len coordinates %crd : !ragged, memref<?xi32>, memref<?x?xi32> -> !packed
  %E = axis.occupancy %bits on (%IO, %Q, %II, %J) : memref<?x?x?xi1> on (!dense, !ragged, !dense, !packed) -> !occupancy
  %Av = sparse.bind %val on (%IO, %Q, %II, %J, %E) : memref<?x?x?xf32> on (!dense, !ragged, !dense, !packed, !occupancy) -> !sparse.buffer<?x?x?xf32>
  %JX = axis.dense_fixed %n : !dense
  %IY = axis.dense_fixed %m : !dense
  %Xv = sparse.bind %x on (%JX) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%IY) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "sr-bcrs" ("io": %io, "q": %q at %p, "ii": %ii at %a, "j": %j at %b, "e": %e) over (%IO, %Q, %II, %J, %E : !dense, !ragged, !dense, !packed, !occupancy) kinds [spatial, reduction, spatial, reduction, reduction] {
    %i = affine.apply affine_map<(io, ii)[t] -> (io * t + ii)>(%io, %ii)[%t]
    %v = sparse.load %Av at [%p, %a, %b] : !sparse.buffer<?x?x?xf32>
    %w = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %s = arith.mulf %v, %w : f32
    sparse.accumulate add %s into %Yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

// Slices of permuted rows: the coordinate of padding is 0, which is there.

// CHECK-LABEL: func.func @slices
// CHECK-NOT: axis.occupied
// CHECK: sparse.accumulate add
// STRICT-LABEL: func.func @slices
// STRICT: axis.occupied
func.func @slices(%po: index, %m: index, %n: index, %pos: memref<?xi32>, %row: memref<?x4xi32>, %col: memref<?x4xi32>, %bits: memref<?x4xi1>, %val: memref<?x4xf64>, %x: memref<?xf32>, %y: memref<?xf64>) {
  %c4 = arith.constant 4 : index
  %PO = axis.dense_fixed %po : !dense
  %S = axis.dense_variable %n of %PO positions %pos : !dense, memref<?xi32> -> !ragged
  %PI = axis.dense_fixed %c4 cut %m of %PO : !dense -> !block
  %I = axis.singleton %m of %PI coordinates %row : (!block), memref<?x4xi32> -> !permuted
  %J = axis.singleton %n of %S, %PI coordinates %col : (!ragged, !block), memref<?x4xi32> -> !single
  %E = axis.occupancy %bits on (%PO, %S, %PI) : memref<?x4xi1> on (!dense, !ragged, !block) -> !occupancy
  %Av = sparse.bind %val on (%PO, %S, %PI, %I, %J, %E) : memref<?x4xf64> on (!dense, !ragged, !block, !permuted, !single, !occupancy) -> !sparse.buffer<?x4xf64>
  %JX = axis.dense_fixed %n : !dense
  %IY = axis.dense_fixed %m : !dense
  %Xv = sparse.bind %x on (%JX) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%IY) : memref<?xf64> on (!dense) -> !sparse.buffer<?xf64>
  iter.nest "sell" ("po": %qo, "s": %s at %p, "pi": %pi at %a, "i": %i, "j": %j, "e": %e) over (%PO, %S, %PI, %I, %J, %E : !dense, !ragged, !block, !permuted, !single, !occupancy) kinds [spatial, reduction, spatial, spatial, reduction, reduction] {
    %v = sparse.load %Av at [%p, %a] : !sparse.buffer<?x4xf64>
    %w = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %wide = arith.extf %w : f32 to f64
    %t = arith.mulf %wide, %v : f64
    sparse.accumulate add %t into %Yv[%i] : !sparse.buffer<?xf64>
  }
  return
}

// What is combined stays as it is; a product of integers is zero whatever the
// other factor is, which a search may find to be missing; loops inside run too.

// CHECK-LABEL: func.func @results
// CHECK: scf.for {{.*}} iter_args
// CHECK-NOT: axis.occupied
// CHECK: arith.ori
// STRICT-LABEL: func.func @results
// STRICT: axis.occupied
func.func @results(%init: i32, %m: index, %bits: memref<?x?xi1>, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x?xi32>, %w: memref<?xi32>) -> i32 {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %K = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xi32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xi32>
  %Wv = sparse.bind %w on (%I, %K) : memref<?xi32> on (!dense, !sparse) -> !sparse.buffer<?xi32>
  %r = iter.nest "any" ("i": %i, "j": %j, "e": %e, "k": %k) over (%I, %J, %E, %J : !dense, !dense, !occupancy, !dense) kinds [reduction, reduction, reduction, reduction] combine [or] init(%init) -> i32 {
    %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xi32>
    %y = sparse.load %Wv[%j, %k] : !sparse.buffer<?xi32>
    %t = arith.andi %y, %x : i32
    iter.yield %t : i32
  }
  return %r : i32
}

// Several products, sums of padded values, and what is loaded and not used for
// the value.

// CHECK-LABEL: func.func @terms
// CHECK-NOT: axis.occupied
// CHECK: return
// STRICT-LABEL: func.func @terms
// STRICT: axis.occupied
func.func @terms(%alpha: f32, %m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %val2: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %half = arith.constant 0.5 : f32
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Bv = sparse.bind %val2 on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Bv[%i, %j] : !sparse.buffer<?x?xf32>
    %ab = arith.addf %a, %b : f32
    %u = sparse.load %Xv[%i] : !sparse.buffer<?xf32>
    %v = arith.addf %u, %half : f32
    %w = arith.mulf %v, %alpha : f32
    %t = arith.mulf %w, %ab : f32
    sparse.accumulate add %t into %Yv[%j] : !sparse.buffer<?xf32>
    %neg = arith.negf %ab : f32
    sparse.accumulate add %neg into %Yv at [%s] : !sparse.buffer<?xf32>
  }
  return
}

// The plain body that the refused ones are next to.

// CHECK-LABEL: func.func @plain
// CHECK-NOT: axis.occupied
// CHECK: sparse.accumulate add
// STRICT-LABEL: func.func @plain
// STRICT: axis.occupied
func.func @plain(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// An integer as f32 is finite, whatever it is.

// CHECK-LABEL: func.func @integer_as_f32
// CHECK-NOT: axis.occupied
// CHECK: sparse.accumulate add
// STRICT-LABEL: func.func @integer_as_f32
// STRICT: axis.occupied
func.func @integer_as_f32(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>, %x: memref<?xi64>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %Xv = sparse.bind %x on (%J) : memref<?xi64> on (!dense) -> !sparse.buffer<?xi64>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %s, "e": %e) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x?xf32>
    %b = sparse.load %Xv at [%s] : !sparse.buffer<?xi64>
    %f = arith.uitofp %b : i64 to f32
    %t = arith.mulf %a, %f : f32
    sparse.accumulate add %t into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Four cells of a row, where there are eight columns for their coordinate, or
// where rows are stored that have elements.

// CHECK-LABEL: func.func @rows_of_few
// CHECK-NOT: axis.occupied
// CHECK: nest = "known"
// CHECK-NOT: axis.occupied
// CHECK: nest = "stored"
// STRICT-LABEL: func.func @rows_of_few
// STRICT: axis.occupied
// STRICT: axis.occupied
func.func @rows_of_few(%m: index, %n: index, %row: memref<?xi32>, %crd: memref<?x4xi32>, %bits: memref<?x4xi1>, %val: memref<?x4xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %c8 width %c4 of %I coordinates %crd : !dense, memref<?x4xi32> -> !few
  %E = axis.occupancy %bits on (%I, %J) : memref<?x4xi1> on (!dense, !few) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x4xf32> on (!dense, !few, !occupancy) -> !sparse.buffer<?x4xf32>
  %S = axis.sparse_variable %m count %n coordinates %row : memref<?xi32> -> !sparse
  %T = axis.sparse_fixed %n width %c4 of %S coordinates %crd : !sparse, memref<?x4xi32> -> !few
  %F = axis.occupancy %bits on (%S, %T) : memref<?x4xi1> on (!sparse, !few) -> !occupancy
  %Bv = sparse.bind %val on (%S, %T, %F) : memref<?x4xf32> on (!sparse, !few, !occupancy) -> !sparse.buffer<?x4xf32>
  %JX = axis.dense_fixed %n : !dense
  %Xv = sparse.bind %x on (%JX) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "known" ("i": %i at %r, "j": %j at %s, "e": %e) over (%I, %J, %E : !dense, !few, !occupancy) kinds [spatial, reduction, reduction] {
    %a = sparse.load %Av at [%r, %s] : !sparse.buffer<?x4xf32>
    %b = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %p = arith.mulf %a, %b : f32
    sparse.accumulate add %p into %Yv at [%r] : !sparse.buffer<?xf32>
  }
  iter.nest "stored" ("i": %i at %r, "j": %j at %s, "e": %e) over (%S, %T, %F : !sparse, !few, !occupancy) kinds [spatial, reduction, reduction] {
    %a = sparse.load %Bv at [%r, %s] : !sparse.buffer<?x4xf32>
    %b = sparse.load %Xv[%j] : !sparse.buffer<?xf32>
    %p = arith.mulf %a, %b : f32
    sparse.accumulate add %p into %Yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
