// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s --enable-var-scope

// The columns of a tile are copied in each iteration, into one allocation. The
// operand has all columns of all tiles: their number is known.

// CHECK-LABEL: func.func @whole_tiles(
// CHECK-SAME: %{{.*}}: index, %{{.*}}: memref<?xindex>, %{{.*}}: memref<?xindex>, %[[B:[^:]*]]: memref<?x96xf32>
// CHECK: %[[ROWS:.*]] = memref.dim %[[SAME:.*]]#0, %{{.*}} : memref<?x96xf32>
// CHECK-NEXT: %[[S:.*]] = memref.alloc(%[[ROWS]]) {alignment = 64 : i64} : memref<?x32xf32>
// CHECK-NEXT: scf.for %[[KK:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: %[[WIDTH:.*]] = arith.constant 32 : index
// CHECK: %[[SIZE:.*]] = memref.dim %[[SAME]]#0
// CHECK-NEXT: scf.for %[[R:.*]] = %{{.*}} to %[[SIZE]] step
// CHECK-NEXT: scf.for %[[E:.*]] = %{{.*}} to %[[WIDTH]] step
// CHECK-NEXT: %[[FROM:.*]] = arith.addi %[[KK]], %[[E]]
// CHECK-NEXT: %[[V:.*]] = memref.load %[[SAME]]#0[%[[R]], %[[FROM]]]
// CHECK-NEXT: memref.store %[[V]], %[[S]][%[[R]], %[[E]]]
// CHECK-NEXT: } {copies, iter.loop = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>}
// CHECK: scf.for %[[I:.*]] = %
// CHECK: scf.for %[[K:.*]] = %[[KK]] to
// CHECK: scf.for
// CHECK: %[[J:.*]] = memref.load
// CHECK-NEXT: %[[TO:.*]] = arith.subi %[[K]], %[[KK]]
// CHECK-NEXT: memref.load %[[S]][%[[J]], %[[TO]]]
// CHECK: role = tile>}
// CHECK-NEXT: memref.dealloc %[[S]]
// CHECK-NEXT: return
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#point = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @whole_tiles(%m: index, %pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?x96xf32>, %c: memref<?x96xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c96 = arith.constant 96 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x96xf32>, memref<?x96xf32>
    scf.for %kk = %c0 to %c96 step %c32 {
      %end = arith.addi %kk, %c32 : index
      scf.for %i = %c0 to %m step %c1 {
        %next = arith.addi %i, %c1 : index
        scf.for %k = %kk to %end step %c1 {
          %first = memref.load %pos[%i] : memref<?xindex>
          %last = memref.load %pos[%next] : memref<?xindex>
          scf.for %p = %first to %last step %c1 {
            %j = memref.load %crd[%p] : memref<?xindex>
            %x = memref.load %bc#0[%j, %k] : memref<?x96xf32>
            %old = memref.load %bc#1[%i, %k] : memref<?x96xf32>
            %new = arith.addf %old, %x : f32
            memref.store %new, %bc#1[%i, %k] : memref<?x96xf32>
          } {iter.loop = #j}
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.annotate %copies "copies" : !transform.any_op
    transform.yield
  }
}

// -----

// The last tile is cut off, and no more is copied than the operand has; all
// operands that are read at stored coordinates have copies, all others none.

// CHECK-LABEL: func.func @two_operands(
// CHECK: %[[S:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x32xf64>
// CHECK: %[[T:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x32xf64>
// CHECK: scf.for %[[KK:.*]] = %{{.*}} to %[[N:.*]] step %{{.*}} {
// CHECK: %[[END:.*]] = arith.minsi %{{.*}}, %[[N]]
// CHECK: %[[COLUMNS:.*]] = memref.dim %{{.*}}, %{{.*}} : memref<?x?xf64>
// CHECK-NEXT: %[[LAST:.*]] = arith.minsi %[[END]], %[[COLUMNS]]
// CHECK-NEXT: %[[REST:.*]] = arith.subi %[[LAST]], %[[KK]]
// CHECK: %[[WIDTH:.*]] = arith.minsi %[[REST]], %{{.*}}
// CHECK: scf.for
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[WIDTH]] step
// CHECK: memref.store %{{.*}}, %[[S]][
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[T]][
// CHECK: scf.for
// CHECK: memref.load %[[S]][
// CHECK: memref.load %[[T]][
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x?xf64>
#point = #iter.loop<nest = "mttkrp", dims = ["r"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "mttkrp", dims = ["r"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @two_operands(%m: index, %n: index, %js: memref<?xi32>, %ks: memref<?xi32>, %b: memref<?x?xf64>, %c: memref<?x?xf64>, %d: memref<?x?xf64>, %y: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %by:2 = memref.distinct_objects %b, %y : memref<?x?xf64>, memref<?x?xf64>
    %cy:2 = memref.distinct_objects %c, %by#1 : memref<?x?xf64>, memref<?x?xf64>
    scf.for %kk = %c0 to %n step %c32 {
      %whole = arith.addi %kk, %c32 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %js[%i] : memref<?xi32>
        %k = memref.load %ks[%i] : memref<?xi32>
        %row = arith.index_cast %j : i32 to index
        %other = arith.index_cast %k : i32 to index
        scf.for %r = %kk to %end step %c1 {
          %u = memref.load %by#0[%row, %r] : memref<?x?xf64>
          %v = memref.load %cy#0[%other, %r] : memref<?x?xf64>
          %w = memref.load %d[%i, %r] : memref<?x?xf64>
          %uv = arith.mulf %u, %v : f64
          %uvw = arith.mulf %uv, %w : f64
          memref.store %uvw, %cy#1[%i, %r] : memref<?x?xf64>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Rows of a product take the same columns of a dense operand again. Tiles that begin
// anywhere, as those of a worker, have no column before the first one.

// CHECK-LABEL: func.func @taken_again(
// CHECK: %[[ROWS:.*]] = memref.dim %[[B:.*]]#0, %{{.*}} : memref<?x?xf32>
// CHECK-NEXT: %[[S:.*]] = memref.alloc(%[[ROWS]]) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK: scf.for %[[JJ:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[BEFORE:.*]] = arith.subi %{{.*}}, %[[JJ]] : index
// CHECK-NEXT: %[[BEGIN:.*]] = arith.maxsi %[[BEFORE]], %{{.*}} : index
// CHECK: scf.for %[[R:.*]] = %[[ZERO]] to
// CHECK-NEXT: scf.for %[[E:.*]] = %[[BEGIN]] to
// CHECK: memref.load %[[B]]#0[%[[R]], %{{.*}}]
// CHECK-NEXT: memref.store %{{.*}}, %[[S]][%[[R]], %[[E]]]
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: scf.for %[[J:.*]] = %[[JJ]] to
// CHECK-NEXT: scf.for %[[K:.*]] =
// CHECK-NEXT: memref.load %{{.*}}[%[[I]], %[[K]]]
// CHECK-NEXT: %[[TO:.*]] = arith.subi %[[J]], %[[JJ]]
// CHECK-NEXT: memref.load %[[S]][%[[K]], %[[TO]]]
#point = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @taken_again(%m: index, %n: index, %begin: index, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %ac:2 = memref.distinct_objects %a, %c : memref<?x?xf32>, memref<?x?xf32>
    %bc:2 = memref.distinct_objects %b, %ac#1 : memref<?x?xf32>, memref<?x?xf32>
    scf.for %jj = %begin to %n step %c8 {
      %whole = arith.addi %jj, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        scf.for %j = %jj to %end step %c1 {
          scf.for %k = %c0 to %m step %c1 {
            %x = memref.load %ac#0[%i, %k] : memref<?x?xf32>
            %y = memref.load %bc#0[%k, %j] : memref<?x?xf32>
            %z = memref.load %bc#1[%i, %j] : memref<?x?xf32>
            %t = arith.mulf %x, %y : f32
            %sum = arith.addf %z, %t : f32
            memref.store %sum, %bc#1[%i, %j] : memref<?x?xf32>
          }
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// In a loop over batches the batch's part is copied, to memory that is there for all of
// them. Columns of an operand by columns become neighbours.

// CHECK-LABEL: func.func @of_each_batch(
// CHECK: %[[S:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK-NEXT: scf.for %[[H:.*]] =
// CHECK-NEXT: scf.for %[[JJ:.*]] =
// CHECK: scf.for %[[R:.*]] =
// CHECK-NEXT: scf.for %[[E:.*]] =
// CHECK-NEXT: %[[FROM:.*]] = arith.addi %[[JJ]], %[[E]]
// CHECK-NEXT: %[[V:.*]] = memref.load %{{.*}}[%[[H]], %[[FROM]], %[[R]]]
// CHECK-NEXT: memref.store %[[V]], %[[S]][%[[R]], %[[E]]]
// CHECK: scf.for %[[J:.*]] = %[[JJ]] to
// CHECK-NEXT: scf.for %[[K:.*]] =
// CHECK: %[[TO:.*]] = arith.subi %[[J]], %[[JJ]]
// CHECK-NEXT: memref.load %[[S]][%[[K]], %[[TO]]]
// CHECK: memref.dealloc %[[S]]
// CHECK-NEXT: return
#point = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @of_each_batch(%m: index, %n: index, %a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %ac:2 = memref.distinct_objects %a, %c : memref<?x?x?xf32>, memref<?x?x?xf32>
    %bc:2 = memref.distinct_objects %b, %ac#1 : memref<?x?x?xf32>, memref<?x?x?xf32>
    scf.for %h = %c0 to %m step %c1 {
      scf.for %jj = %c0 to %n step %c8 {
        %whole = arith.addi %jj, %c8 : index
        %end = arith.minsi %whole, %n : index
        scf.for %i = %c0 to %m step %c1 {
          scf.for %j = %jj to %end step %c1 {
            scf.for %k = %c0 to %m step %c1 {
              %x = memref.load %ac#0[%h, %i, %k] : memref<?x?x?xf32>
              %y = memref.load %bc#0[%h, %j, %k] : memref<?x?x?xf32>
              %z = memref.load %bc#1[%h, %i, %j] : memref<?x?x?xf32>
              %t = arith.mulf %x, %y : f32
              %sum = arith.addf %z, %t : f32
              memref.store %sum, %bc#1[%h, %i, %j] : memref<?x?x?xf32>
            }
          } {iter.loop = #point}
        }
      } {iter.loop = #tile}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Rows of a tile that lie beside one another are copied apart, so that what is summed up
// is neighbours, with some room between them. In the loop over these tiles, columns are
// copied once for each.

// CHECK-LABEL: func.func @columns_first(
// CHECK: %[[LENGTH:.*]] = memref.dim %{{.*}}, %{{.*}} : memref<?x?xf32>
// CHECK: %[[PADDING:.*]] = arith.constant 16 : index
// CHECK: %[[LONGER:.*]] = arith.addi %[[LENGTH]], %[[PADDING]] : index
// CHECK: %[[S:.*]] = memref.alloc(%[[LONGER]]) {alignment = 64 : i64} : memref<64x?xf32>
// CHECK: %[[T:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK: scf.for %[[II:.*]] =
// CHECK: scf.for %[[R:.*]] =
// CHECK-NEXT: scf.for %[[E:.*]] =
// CHECK-NEXT: %[[FROM:.*]] = arith.addi %[[II]], %[[E]]
// CHECK-NEXT: %[[V:.*]] = memref.load %{{.*}}[%[[R]], %[[FROM]]]
// CHECK-NEXT: memref.store %[[V]], %[[S]][%[[E]], %[[R]]]
// CHECK: scf.for %[[JJ:.*]] =
// CHECK: memref.store %{{.*}}, %[[T]][
// CHECK: scf.for %[[I:.*]] = %[[II]] to
// CHECK-NEXT: scf.for %[[J:.*]] = %[[JJ]] to
// CHECK-NEXT: scf.for %[[K:.*]] =
// CHECK-NEXT: %[[TO:.*]] = arith.subi %[[I]], %[[II]]
// CHECK-NEXT: memref.load %[[S]][%[[TO]], %[[K]]]
// CHECK: memref.load %[[T]][%[[K]],
#row = #iter.loop<nest = "product", dims = ["i"], axis = dense_fixed, kind = spatial, role = point>
#rows = #iter.loop<nest = "product", dims = ["i"], axis = dense_fixed, kind = spatial, role = tile>
#point = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @columns_first(%m: index, %n: index, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %ac:2 = memref.distinct_objects %a, %c : memref<?x?xf32>, memref<?x?xf32>
    %bc:2 = memref.distinct_objects %b, %ac#1 : memref<?x?xf32>, memref<?x?xf32>
    scf.for %ii = %c0 to %m step %c64 {
      %whole = arith.addi %ii, %c64 : index
      %end = arith.minsi %whole, %m : index
      scf.for %jj = %c0 to %n step %c8 {
        %next = arith.addi %jj, %c8 : index
        %last = arith.minsi %next, %n : index
        scf.for %i = %ii to %end step %c1 {
          scf.for %j = %jj to %last step %c1 {
            scf.for %k = %c0 to %m step %c1 {
              %x = memref.load %ac#0[%k, %i] : memref<?x?xf32>
              %y = memref.load %bc#0[%k, %j] : memref<?x?xf32>
              %z = memref.load %bc#1[%i, %j] : memref<?x?xf32>
              %t = arith.mulf %x, %y : f32
              %sum = arith.addf %z, %t : f32
              memref.store %sum, %bc#1[%i, %j] : memref<?x?xf32>
            }
          } {iter.loop = #point}
        } {iter.loop = #row}
      } {iter.loop = #tile}
    } {iter.loop = #rows}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["i"] role tile in %root : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.cache_read %tiles {columns_first} : (!transform.any_op) -> !transform.any_op
    %panels = transform.sparse.match.loops dims ["j"] role tile in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %panels : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
