// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Memory that is filled before the nests.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @filled_before(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    sparse.fill %T, %zero : !values
    // expected-error @below {{cannot fuse by rows loop over i of nest 'first': an intermediate is used outside of the nests, by 'sparse.fill'}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%p] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%p] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}

// -----

// Memory that is read behind the nests.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @read_behind(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    // expected-error @below {{cannot fuse by rows loop over i of nest 'first': an intermediate is used outside of the nests, by 'sparse.load'}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%p] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%p] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    %last = sparse.load %T at positions [%c0] : !values
    memref.store %last, %x[%c0] : memref<?xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}

// -----

// Rows of the one that are no rows of the other.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @other_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    // expected-error @below {{cannot fuse by rows loop over i of nest 'first': an intermediate is used by nests that do not go through the same rows}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%p] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c1 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%p] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}

// -----

// Memory of arguments is not the function's own.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_memory(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    // expected-error @below {{cannot fuse by rows loop over i of nest 'first': none of the nests writes memory of the function's own}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.accumulate add %v into %X at positions [%i] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%i] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}

// -----

// Two buffers in one.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @two_buffers(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %N = sparse.alloc on (%I, %J) : (!dense, !rows) -> !sparse.buffer<?xindex>
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    // expected-error @below {{cannot fuse by rows loop over i of nest 'first': an intermediate is used by 'sparse.accumulate', which does not name one element of it}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%p] : !values
        sparse.store %p, %N at positions [%p] : !sparse.buffer<?xindex>
        sparse.accumulate argmin %v, %i into %T, %N at positions [%p] : !values, !sparse.buffer<?xindex>
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%p] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}

// -----

// Rows that are told by what a permutation of them says.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @permuted(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %perm: memref<?xi32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %P = axis.sparse_variable %m count %m coordinates %perm : memref<?xi32> -> !axis.axis<sparse_variable, unique>
    %T = sparse.alloc on (%I) : (!dense) -> !values
    // expected-error @below {{cannot fuse by rows loop over i of nest 'first': an intermediate is used at what is no position under a row}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        %q = axis.coordinate %P[%i] : !axis.axis<sparse_variable, unique>
        sparse.store %v, %T at positions [%q] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %q = axis.coordinate %P[%i] : !axis.axis<sparse_variable, unique>
        %v = sparse.load %T at positions [%q] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}
