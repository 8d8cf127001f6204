// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(transform-interpreter,func.func(spindle-parallelize-loops))' | FileCheck %s --check-prefix=PARALLEL
// RUN: sparse-opt %s --split-input-file --verify-roundtrip -o /dev/null

// A tile keeps its rows, and copies those that escape. Tiles stay parallel.

// CHECK-LABEL: func.func @kept(
// CHECK: %[[T:.*]] = sparse.alloc
// CHECK: axis.tile_fusion {{.*}} into %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[ES:.*]], %[[ESCAPES:.*]] :
// CHECK: %[[P:.*]] = axis.dense_variable
// CHECK: %[[W:.*]] = axis.dense_fixed %most
// CHECK: %[[E:.*]] = axis.dense_variable %{{.*}} positions %[[ES]]
// CHECK: %[[N:.*]] = axis.singleton %{{.*}} of %[[E]] coordinates %[[ESCAPES]]
// CHECK: scf.for %[[TILE:.*]] = %{{.*}} to %tiles
// CHECK: %[[OWN:.*]] = sparse.alloc on (%[[W]], %{{.*}})
// CHECK: %[[FIRST:.*]] = axis.position %[[P]][%{{.*}}] under %[[TILE]]
// CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %[[FIRST]]
// CHECK: sparse.store %{{.*}}, %[[OWN]] at positions [%[[AT]],
// CHECK: %[[COLUMN:.*]] = arith.subi %{{.*}}, %[[FIRST]]
// CHECK: sparse.load %[[OWN]] at positions [%[[COLUMN]],
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = axis.coordinate %[[N]]
// CHECK: %[[FROM:.*]] = arith.subi %[[ROW]], %[[FIRST]]
// CHECK: scf.for %[[C:.*]] =
// CHECK: %[[X:.*]] = sparse.load %[[OWN]] at positions [%[[FROM]], %[[C]]]
// CHECK: sparse.store %[[X]], %[[T]] at positions [%[[ROW]], %[[C]]]
// CHECK: scf.for %{{.*}} to %rests
// CHECK: sparse.load %[[T]] at positions
// PARALLEL-LABEL: func.func @kept(
// PARALLEL: scf.forall
// PARALLEL: scf.forall
!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!named = !axis.axis<singleton, unique>
!columns = !axis.axis<sparse_variable, sorted, unique>
!matrix = !sparse.buffer<?x?xf32>
#t = #iter.loop<nest = "make.tiles", dims = ["i.tile"], axis = dense_fixed, kind = spatial, role = level>
#r = #iter.loop<nest = "use.rest", dims = ["i.tile"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "make", dims = ["i"], axis = dense_variable, kind = spatial, role = level>
#s = #iter.loop<nest = "use", dims = ["i.slot"], axis = dense_variable, kind = spatial, role = level>
#c = #iter.loop<nest = "use", dims = ["c"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "use", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @kept(%m: index, %n: index, %h: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %ys: memref<?x?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %N = axis.dense_fixed %n : !dense
    %H = axis.dense_fixed %h : !dense
    %Y = sparse.bind %ys on (%I, %H) : memref<?x?xf32> on (!dense, !dense) -> !matrix
    %T = sparse.alloc on (%N, %H) : (!dense, !dense) -> !matrix
    %n1 = arith.addi %n, %c1 : index
    %m1 = arith.addi %m, %c1 : index
    %begins = memref.alloc(%n1) : memref<?xi32>
    %fs = memref.alloc(%n1) : memref<?xi32>
    %fused = memref.alloc(%m) : memref<?xi32>
    %rs = memref.alloc(%m1) : memref<?xi32>
    %rest = memref.alloc(%m) : memref<?xi32>
    %es = memref.alloc(%n1) : memref<?xi32>
    %escapes = memref.alloc(%n) : memref<?xi32>
    %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %begins, %fs, %fused, %rs, %rest, %es, %escapes : !columns, memref<?xi32>
    %U = axis.dense_fixed %tiles : !dense
    %P = axis.dense_variable %n of %U positions %begins : !dense, memref<?xi32> -> !ragged
    %S = axis.dense_variable %m of %U positions %fs : !dense, memref<?xi32> -> !ragged
    %F = axis.singleton %m of %S coordinates %fused : (!ragged), memref<?xi32> -> !named
    %V = axis.dense_fixed %rests : !dense
    %Q = axis.dense_variable %m of %V positions %rs : !dense, memref<?xi32> -> !ragged
    %R = axis.singleton %m of %Q coordinates %rest : (!ragged), memref<?xi32> -> !named
    scf.for %t = %c0 to %tiles step %c1 {
      %length = axis.length %P under %t : !ragged
      %begin = axis.position %P[%c0] under %t : !ragged
      %end = arith.addi %begin, %length : index
      scf.for %i = %begin to %end step %c1 {
        scf.for %c = %c0 to %h step %c1 {
          sparse.store %zero, %T at positions [%i, %c] : !matrix
        } {iter.loop = #c}
      } {iter.loop = #i}
      %slots = axis.length %S under %t : !ragged
      %slot0 = axis.position %S[%c0] under %t : !ragged
      %slot1 = arith.addi %slot0, %slots : index
      scf.for %s = %slot0 to %slot1 step %c1 {
        %place = axis.position %F[%c0] under %s : !named
        %row = axis.coordinate %F[%place] under %s : !named
        %at, %found = axis.locate %I[%row] : !dense -> index
        %count = axis.length %J under %at : !columns
        %first = axis.position %J[%c0] under %at : !columns
        %last = arith.addi %first, %count : index
        scf.for %p = %first to %last step %c1 {
          %j = axis.coordinate %J[%p] under %at : !columns
          scf.for %c = %c0 to %h step %c1 {
            %x = sparse.load %T at positions [%j, %c] : !matrix
            sparse.accumulate add %x into %Y at positions [%row, %c] : !matrix
          } {iter.loop = #c}
        } {iter.loop = #j}
      } {iter.loop = #s}
    } {iter.loop = #t}
    scf.for %t = %c0 to %rests step %c1 {
      %slots = axis.length %Q under %t : !ragged
      %slot0 = axis.position %Q[%c0] under %t : !ragged
      %slot1 = arith.addi %slot0, %slots : index
      scf.for %s = %slot0 to %slot1 step %c1 {
        %place = axis.position %R[%c0] under %s : !named
        %row = axis.coordinate %R[%place] under %s : !named
        %at, %found = axis.locate %I[%row] : !dense -> index
        %count = axis.length %J under %at : !columns
        %first = axis.position %J[%c0] under %at : !columns
        %last = arith.addi %first, %count : index
        scf.for %p = %first to %last step %c1 {
          %j = axis.coordinate %J[%p] under %at : !columns
          scf.for %c = %c0 to %h step %c1 {
            %x = sparse.load %T at positions [%j, %c] : !matrix
            sparse.accumulate add %x into %Y at positions [%row, %c] : !matrix
          } {iter.loop = #c}
        } {iter.loop = #j}
      } {iter.loop = #s}
    } {iter.loop = #r}
    memref.dealloc %begins : memref<?xi32>
    memref.dealloc %fs : memref<?xi32>
    memref.dealloc %fused : memref<?xi32>
    memref.dealloc %rs : memref<?xi32>
    memref.dealloc %rest : memref<?xi32>
    memref.dealloc %es : memref<?xi32>
    memref.dealloc %escapes : memref<?xi32>
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.keep_in_tiles %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// Where others read rows they stay.

// CHECK-LABEL: func.func @stays(
// CHECK: sparse.alloc
// CHECK-NOT: sparse.alloc
// CHECK: return
!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!named = !axis.axis<singleton, unique>
!columns = !axis.axis<sparse_variable, sorted, unique>
!matrix = !sparse.buffer<?x?xf32>
#t = #iter.loop<nest = "make.tiles", dims = ["i.tile"], axis = dense_fixed, kind = spatial, role = level>
#r = #iter.loop<nest = "use.rest", dims = ["i.tile"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "make", dims = ["i"], axis = dense_variable, kind = spatial, role = level>
#s = #iter.loop<nest = "use", dims = ["i.slot"], axis = dense_variable, kind = spatial, role = level>
#c = #iter.loop<nest = "use", dims = ["c"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "use", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @stays(%m: index, %n: index, %h: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %ys: memref<?x?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %N = axis.dense_fixed %n : !dense
    %H = axis.dense_fixed %h : !dense
    %Y = sparse.bind %ys on (%I, %H) : memref<?x?xf32> on (!dense, !dense) -> !matrix
    %T = sparse.alloc on (%N, %H) : (!dense, !dense) -> !matrix
    %n1 = arith.addi %n, %c1 : index
    %m1 = arith.addi %m, %c1 : index
    %begins = memref.alloc(%n1) : memref<?xi32>
    %fs = memref.alloc(%n1) : memref<?xi32>
    %fused = memref.alloc(%m) : memref<?xi32>
    %rs = memref.alloc(%m1) : memref<?xi32>
    %rest = memref.alloc(%m) : memref<?xi32>
    %es = memref.alloc(%n1) : memref<?xi32>
    %escapes = memref.alloc(%n) : memref<?xi32>
    %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n tile %c0 workers %c1 cache %c0 bytes(%c0, %c0, %c0, %c0, %c0, %c0) into %begins, %fs, %fused, %rs, %rest, %es, %escapes : !columns, memref<?xi32>
    %U = axis.dense_fixed %tiles : !dense
    %P = axis.dense_variable %n of %U positions %begins : !dense, memref<?xi32> -> !ragged
    %S = axis.dense_variable %m of %U positions %fs : !dense, memref<?xi32> -> !ragged
    %F = axis.singleton %m of %S coordinates %fused : (!ragged), memref<?xi32> -> !named
    %V = axis.dense_fixed %rests : !dense
    %Q = axis.dense_variable %m of %V positions %rs : !dense, memref<?xi32> -> !ragged
    %R = axis.singleton %m of %Q coordinates %rest : (!ragged), memref<?xi32> -> !named
    sparse.fill %T, %zero : !matrix
    scf.for %t = %c0 to %tiles step %c1 {
      %length = axis.length %P under %t : !ragged
      %begin = axis.position %P[%c0] under %t : !ragged
      %end = arith.addi %begin, %length : index
      scf.for %i = %begin to %end step %c1 {
        scf.for %c = %c0 to %h step %c1 {
          sparse.store %zero, %T at positions [%i, %c] : !matrix
        } {iter.loop = #c}
      } {iter.loop = #i}
      %slots = axis.length %S under %t : !ragged
      %slot0 = axis.position %S[%c0] under %t : !ragged
      %slot1 = arith.addi %slot0, %slots : index
      scf.for %s = %slot0 to %slot1 step %c1 {
        %place = axis.position %F[%c0] under %s : !named
        %row = axis.coordinate %F[%place] under %s : !named
        %at, %found = axis.locate %I[%row] : !dense -> index
        %count = axis.length %J under %at : !columns
        %first = axis.position %J[%c0] under %at : !columns
        %last = arith.addi %first, %count : index
        scf.for %p = %first to %last step %c1 {
          %j = axis.coordinate %J[%p] under %at : !columns
          scf.for %c = %c0 to %h step %c1 {
            %x = sparse.load %T at positions [%j, %c] : !matrix
            sparse.accumulate add %x into %Y at positions [%row, %c] : !matrix
          } {iter.loop = #c}
        } {iter.loop = #j}
      } {iter.loop = #s}
    } {iter.loop = #t}
    scf.for %t = %c0 to %rests step %c1 {
      %slots = axis.length %Q under %t : !ragged
      %slot0 = axis.position %Q[%c0] under %t : !ragged
      %slot1 = arith.addi %slot0, %slots : index
      scf.for %s = %slot0 to %slot1 step %c1 {
        %place = axis.position %R[%c0] under %s : !named
        %row = axis.coordinate %R[%place] under %s : !named
        %at, %found = axis.locate %I[%row] : !dense -> index
        %count = axis.length %J under %at : !columns
        %first = axis.position %J[%c0] under %at : !columns
        %last = arith.addi %first, %count : index
        scf.for %p = %first to %last step %c1 {
          %j = axis.coordinate %J[%p] under %at : !columns
          scf.for %c = %c0 to %h step %c1 {
            %x = sparse.load %T at positions [%j, %c] : !matrix
            sparse.accumulate add %x into %Y at positions [%row, %c] : !matrix
          } {iter.loop = #c}
        } {iter.loop = #j}
      } {iter.loop = #s}
    } {iter.loop = #r}
    memref.dealloc %begins : memref<?xi32>
    memref.dealloc %fs : memref<?xi32>
    memref.dealloc %fused : memref<?xi32>
    memref.dealloc %rs : memref<?xi32>
    memref.dealloc %rest : memref<?xi32>
    memref.dealloc %es : memref<?xi32>
    memref.dealloc %escapes : memref<?xi32>
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.keep_in_tiles %positions {where_legal} : !transform.any_op
    transform.yield
  }
}
