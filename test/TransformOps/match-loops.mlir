// RUN: sparse-opt %s --transform-interpreter --verify-diagnostics --split-input-file

// Each attribute narrows the choice, and all that are given must agree. A loop
// without a label is never found.

module attributes {transform.with_named_sequence} {
  func.func @product(%n: index, %crd: memref<?xindex>, %a: memref<?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %y[%i] : memref<?xf32>
    }
    // expected-remark @below {{any loop}}
    // expected-remark @below {{nest fill}}
    // expected-remark @below {{kind spatial}}
    // expected-remark @below {{role level}}
    // expected-remark @below {{axes dense}}
    // expected-remark @below {{innermost}}
    // expected-remark @below {{unit stride}}
    // expected-remark @below {{dense inside}}
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %y[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>}
    // expected-remark @below {{any loop}}
    // expected-remark @below {{over I}}
    // expected-remark @below {{kind spatial}}
    // expected-remark @below {{role worker}}
    // expected-remark @below {{axes dense}}
    // expected-remark @below {{holds reduction}}
    scf.forall (%w) in (%n) {
      // expected-remark @below {{any loop}}
      // expected-remark @below {{over I}}
      // expected-remark @below {{kind spatial}}
      // expected-remark @below {{role level}}
      // expected-remark @below {{axes dense}}
      // expected-remark @below {{holds reduction}}
      // expected-remark @below {{rows of spmm}}
      scf.for %i = %w to %n step %c1 {
        // expected-remark @below {{any loop}}
        // expected-remark @below {{kind reduction}}
        // expected-remark @below {{role level}}
        // expected-remark @below {{axes sparse}}
        // expected-remark @below {{dense inside}}
        // expected-remark @below {{unit stride}}
        scf.for %p = %c0 to %n step %c1 {
          %j = memref.load %crd[%p] : memref<?xindex>
          %x = memref.load %a[%p] : memref<?xf32>
          // expected-remark @below {{any loop}}
          // expected-remark @below {{kind spatial}}
          // expected-remark @below {{role tile}}
          // expected-remark @below {{axes dense}}
          // expected-remark @below {{dense inside}}
          scf.for %t = %c0 to %n step %c8 {
            %end = arith.addi %t, %c8 : index
            // expected-remark @below {{any loop}}
            // expected-remark @below {{kind spatial}}
            // expected-remark @below {{role point}}
            // expected-remark @below {{axes dense}}
            // expected-remark @below {{innermost}}
            // expected-remark @below {{unit stride}}
            // expected-remark @below {{dense inside}}
            // expected-remark @below {{columns of spmm}}
            scf.for %k = %t to %end step %c1 {
              %z = memref.load %b[%j, %k] : memref<?x?xf32>
              %m = arith.mulf %x, %z : f32
              memref.store %m, %c[%i, %k] : memref<?x?xf32>
            } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"], axis = dense_fixed, kind = spatial, role = point>}
          } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"], axis = dense_fixed, kind = spatial, role = tile>}
          // expected-remark @below {{any loop}}
          // expected-remark @below {{kind spatial}}
          // expected-remark @below {{role tail}}
          // expected-remark @below {{axes dense}}
          // expected-remark @below {{innermost}}
          // expected-remark @below {{dense inside}}
          scf.for %k = %c0 to %n step %c1 {
            %z = memref.load %b[%k, %k] : memref<?x?xf32>
            memref.store %z, %c[%i, %j] : memref<?x?xf32>
          } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"], axis = dense_fixed, kind = spatial, role = tail>}
        } {iter.loop = #iter.loop<nest = "spmm", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
      } {iter.loop = #iter.loop<nest = "spmm", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "spmm", dims = ["I"], axis = dense_fixed, kind = spatial, role = worker>}
    // expected-remark @below {{any loop}}
    // expected-remark @below {{kind reduction}}
    // expected-remark @below {{over I, J}}
    // expected-remark @below {{role level}}
    // expected-remark @below {{axes sparse}}
    // expected-remark @below {{innermost}}
    // expected-remark @below {{unit stride}}
    // expected-remark @below {{dense inside}}
    scf.for %p = %c0 to %n step %c1 {
      memref.store %zero, %a[%p] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "group", dims = ["I", "J"], axis = sparse_variable, kind = reduction, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %h0 = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h0, "any loop" : !transform.any_op
    %h1 = transform.sparse.match.loops nest "fill" in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h1, "nest fill" : !transform.any_op
    %h2 = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h2, "over I" : !transform.any_op
    %h3 = transform.sparse.match.loops dims ["I", "J"] in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h3, "over I, J" : !transform.any_op
    %h4 = transform.sparse.match.loops kind spatial in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h4, "kind spatial" : !transform.any_op
    %h5 = transform.sparse.match.loops kind reduction in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h5, "kind reduction" : !transform.any_op
    %h6 = transform.sparse.match.loops role level in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h6, "role level" : !transform.any_op
    %h7 = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h7, "role tile" : !transform.any_op
    %h8 = transform.sparse.match.loops role point in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h8, "role point" : !transform.any_op
    %h9 = transform.sparse.match.loops role tail in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h9, "role tail" : !transform.any_op
    %h10 = transform.sparse.match.loops role worker in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h10, "role worker" : !transform.any_op
    %h11 = transform.sparse.match.loops axes ["dense_fixed", "dense_variable"] in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h11, "axes dense" : !transform.any_op
    %h12 = transform.sparse.match.loops axes ["sparse_variable"] in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h12, "axes sparse" : !transform.any_op
    %h13 = transform.sparse.match.loops innermost in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h13, "innermost" : !transform.any_op
    %h14 = transform.sparse.match.loops holds_reduction in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h14, "holds reduction" : !transform.any_op
    %h15 = transform.sparse.match.loops unit_stride in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h15, "unit stride" : !transform.any_op
    %h16 = transform.sparse.match.loops dense_inside in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h16, "dense inside" : !transform.any_op
    %h17 = transform.sparse.match.loops nest "spmm" kind spatial role level in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h17, "rows of spmm" : !transform.any_op
    %h18 = transform.sparse.match.loops nest "spmm" dims ["K"] axes ["dense_fixed"] innermost unit_stride dense_inside in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h18, "columns of spmm" : !transform.any_op
    %h19 = transform.sparse.match.loops nest "spmm" dims ["K"] kind reduction in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h19, "never" : !transform.any_op
    %h20 = transform.sparse.match.loops nest "none" in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h20, "never" : !transform.any_op
    %h21 = transform.sparse.match.loops dims ["J", "I"] in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h21, "never" : !transform.any_op
    transform.yield
  }
}

// -----

// The examples of the documentation: loops are found by what they are, the
// nearest ones inside of a handle.

module attributes {transform.with_named_sequence} {
  func.func @columns(%n: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    // expected-remark @below {{columns}}
    // expected-remark @below {{dense}}
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %y[%k] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%loops: !transform.any_op {transform.readonly}) {
    %columns = transform.sparse.match.loops nest "spmm" dims ["K"] in %loops : (!transform.any_op) -> !transform.any_op
    %dense = transform.sparse.match.loops kind spatial unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %columns, "columns" : !transform.any_op
    transform.debug.emit_remark_at %dense, "dense" : !transform.any_op
    transform.yield
  }
}

// -----

// Axes are named by their kinds.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @unknown_kind_of_axis(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{'transform.sparse.match.loops' op expected kinds of axes, as "dense_fixed", but got "dense"}}
    %dense = transform.sparse.match.loops axes ["dense_fixed", "dense"] in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Rows of a block: few, by a bound that a constant limits, and not the last index,
// also where the index is computed. Columns are the last index, and may be many.

module attributes {transform.with_named_sequence} {
  func.func @rows_of_blocks(%n: index, %i: index, %a: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c33 = arith.constant 33 : index
    %zero = arith.constant 0.0 : f32
    %size = arith.minsi %n, %c4 : index
    // expected-remark @below {{few}}
    // expected-remark @below {{strided}}
    scf.for %ii = %c0 to %size step %c1 {
      %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %ii)
      scf.for %k = %c0 to %n step %c1 {
        memref.store %zero, %a[%row, %k] : memref<?x?xf32>
      } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "spmm", dims = ["Ii"], axis = dense_fixed, kind = spatial, role = level>}
    // expected-remark @below {{strided}}
    scf.for %ii = %c0 to %c33 step %c1 {
      memref.store %zero, %a[%ii, %ii] : memref<?x?xf32>
    } {iter.loop = #iter.loop<nest = "spmm", dims = ["Ii"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %few = transform.sparse.match.loops few_iterations in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %few, "few" : !transform.any_op
    %strided = transform.sparse.match.loops strided in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %strided, "strided" : !transform.any_op
    transform.yield
  }
}
