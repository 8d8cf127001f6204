// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Rows that come in no order.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows_in_no_order(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    // expected-error @below {{cannot fuse by rows loop over i of nest 'coo': it adds into argument 8 at [i], which the order of no loop goes through}}
    scf.for %p = %c0 to %count step %c1 {
      %i = axis.coordinate %R[%p] : !stored
      %x = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// Elements that add to rows by their columns.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @columns(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    // expected-error @below {{cannot fuse by rows loop over i of nest 'csr': it adds into argument 8 at [j], which the order of no loop goes through}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%j] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// A row of another iteration is read.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @another_row(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    // expected-error @below {{cannot fuse by rows loop over i of nest 'csr': it reads argument 8 at [? + i * -1], which the order of no loop goes through}}
    scf.for %i = %c0 to %m step %c1 {
      %other = arith.subi %m, %i : index
      %x = sparse.load %Y at positions [%other] : !sparse.buffer<?xf32>
      sparse.store %x, %X at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// What stands between may have effects on what the nests use.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @something_between(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    memref.store %zero, %y[%c0] : memref<?xf32>
    // expected-error @below {{cannot fuse by rows loop over i of nest 'coo': before it stands 'memref.store', whose effects may be on what the nests use}}
    scf.for %p = %c0 to %count step %c1 {
      %i = axis.coordinate %R[%p] : !stored
      %x = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// Where it is legal alone, what may be fused is.

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted>
!rows = !axis.axis<sparse_variable, sorted, unique>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#i = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @as_far_as_legal(%m: index, %n: index, %count: index, %row: memref<?xi32>, %b: memref<?xf32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %X = sparse.bind %b on (%R) : memref<?xf32> on (!stored) -> !sparse.buffer<?xf32>
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #fill}
    scf.for %p = %c0 to %count step %c1 {
      %i = axis.coordinate %R[%p] : !stored
      %x = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %x into %Y at positions [%j] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.fuse_by_rows %root {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// A nest before it reads elements that it writes, by no rows.

#r = #iter.loop<nest = "backwards", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#w = #iter.loop<nest = "forwards", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @read_backwards_before(%m: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %last = arith.subi %m, %c1 : index
    %I = axis.dense_fixed %m : !dense
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %other = arith.subi %last, %i : index
      %v = sparse.load %Y at positions [%other] : !sparse.buffer<?xf32>
      sparse.store %v, %X at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #r}
    // expected-error @below {{cannot fuse by rows loop over i of nest 'forwards': it writes argument 2 at [i], which is not told by the rows of the nests}}
    scf.for %i = %c0 to %m step %c1 {
      %v = sparse.load %X at positions [%i] : !sparse.buffer<?xf32>
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #w}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// It writes backwards, in iterations that may run in any order by themselves, what
// a nest before it reads.

#r = #iter.loop<nest = "forwards", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#w = #iter.loop<nest = "backwards", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @written_backwards_behind(%m: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %last = arith.subi %m, %c1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %v = sparse.load %Y at positions [%i] : !sparse.buffer<?xf32>
      sparse.store %v, %X at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #r}
    // expected-error @below {{cannot fuse by rows loop over i of nest 'backwards': it writes argument 2 at [? + i * -1 + -1], which is not told by the rows of the nests}}
    scf.for %i = %c0 to %m step %c1 {
      %other = arith.subi %last, %i : index
      sparse.store %zero, %Y at positions [%other] : !sparse.buffer<?xf32>
    } {iter.loop = #w}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// Blocks of 257 and of 256 rows end together after 65792.

#f = #iter.loop<nest = "odd", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#g = #iter.loop<nest = "even", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @blocks_that_end_apart(%m: index, %n: index, %k: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c257 = arith.constant 257 : index
    %one = arith.constant 1.0 : f32
    %I = axis.dense_fixed %k : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot fuse by rows loop over i of nest 'odd': blocks of rows end together after more than 65536 rows alone}}
    scf.for %i = %c0 to %m step %c1 {
      %row = arith.muli %i, %c257 : index
      sparse.store %one, %Y at positions [%row] : !sparse.buffer<?xf32>
    } {iter.loop = #f}
    scf.for %i = %c0 to %n step %c1 {
      %row = arith.muli %i, %c256 : index
      sparse.accumulate add %one into %Y at positions [%row] : !sparse.buffer<?xf32>
    } {iter.loop = #g}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// A nest before it stores elements under row i; it reads element i.

#w = #iter.loop<nest = "under", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#p = #iter.loop<nest = "under", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "at", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @another_family(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !row) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = axis.position %J[%c0] under %i : !row
      %end = axis.position %J[%c0] under %next : !row
      scf.for %q = %begin to %end step %c1 {
        sparse.store %one, %S at positions [%q] : !sparse.buffer<?xf32>
      } {iter.loop = #p}
    } {iter.loop = #w}
    // expected-error @below {{cannot fuse by rows loop over i of nest 'at': it reads argument 4 at [i], which the nests before it use under their rows}}
    scf.for %i = %c0 to %m step %c1 {
      %v = sparse.load %S at positions [%i] : !sparse.buffer<?xf32>
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}

// -----

// What a nest reads under row i is stored under row i, but its result is of blocks of
// two rows.

#w = #iter.loop<nest = "single", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#p = #iter.loop<nest = "single", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r = #iter.loop<nest = "pairs", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#q = #iter.loop<nest = "pairs", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @blocks_of_other_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1.0 : f32
    %twice = arith.muli %m, %c2 : index
    %I = axis.dense_fixed %m : !dense
    %K = axis.dense_fixed %twice : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !row) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%K) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %one, %Y at positions [%i] : !sparse.buffer<?xf32>
      %next = arith.addi %i, %c1 : index
      %begin = axis.position %J[%c0] under %i : !row
      %end = axis.position %J[%c0] under %next : !row
      scf.for %e = %begin to %end step %c1 {
        sparse.store %one, %S at positions [%e] : !sparse.buffer<?xf32>
      } {iter.loop = #p}
    } {iter.loop = #w}
    // expected-error @below {{cannot fuse by rows loop over i of nest 'pairs': it reads argument 4 at [position j], which the nests before it use under their rows}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = axis.position %J[%c0] under %i : !row
      %end = axis.position %J[%c0] under %next : !row
      %first = arith.muli %i, %c2 : index
      scf.for %e = %begin to %end step %c1 {
        %v = sparse.load %S at positions [%e] : !sparse.buffer<?xf32>
        sparse.accumulate add %v into %Z at positions [%first] : !sparse.buffer<?xf32>
      } {iter.loop = #q}
    } {iter.loop = #r}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_by_rows %root : !transform.any_op
    transform.yield
  }
}
