// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @no_stored_coordinates(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': it reads no rows at stored coordinates, and none again}}
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%i, %k] : memref<?x?xf32>
          memref.store %x, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @may_be_written(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': 'memref.store' in it may write what it reads}}
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %b[%j, %k] : memref<?x?xf32>
          // expected-note @below {{this stands in the way}}
          memref.store %x, %c[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @other_columns(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': index 1 of 'memref.load' in it does not run through the tile}}
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          // expected-note @below {{this stands in the way}}
          %y = memref.load %bc#0[%j, %i] : memref<?x?xf32>
          %z = arith.addf %x, %y : f32
          memref.store %z, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @a_view_of_it(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    %row = memref.subview %bc#0[3, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': 'memref.load' in it reads a part of memory of which it reads the columns of a tile}}
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          // expected-note @below {{this stands in the way}}
          %y = memref.load %row[%k] : memref<?xf32, strided<[1], offset: ?>>
          %z = arith.addf %x, %y : f32
          memref.store %z, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @vectors(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': 'vector.load' in it reads a part of memory of which it reads the columns of a tile}}
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          // expected-note @below {{this stands in the way}}
          %y = vector.load %bc#0[%i, %k] : memref<?x?xf32>, vector<4xf32>
          %z = vector.extract %y[0] : f32 from vector<4xf32>
          memref.store %z, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @tiles_of_any_size(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': it does not run over tiles of a constant size}}
    scf.for %kk = %c0 to %n step %m {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          memref.store %x, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @from_below_zero(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %below = arith.constant -8 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': it does not run over tiles of a constant size}}
    scf.for %kk = %below to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          memref.store %x, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @again_and_again(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    scf.for %again = %c0 to %m step %c1 {
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': it stands in another loop, which would copy again and again}}
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          memref.store %x, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @two_ends(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over k of nest 'rows': tiles of two sizes are read}}
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          memref.store %x, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
        scf.for %k = %kk to %whole step %c1 {
          // expected-note @below {{this stands in the way}}
          %x = memref.load %bc#0[%j, %k] : memref<?x?xf32>
          memref.store %x, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#point = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "rows", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @left_alone(%m: index, %n: index, %crd: memref<?xindex>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?x?xf32>, memref<?x?xf32>
    scf.for %kk = %c0 to %n step %c8 {
      %whole = arith.addi %kk, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        %j = memref.load %crd[%i] : memref<?xindex>
        scf.for %k = %kk to %end step %c1 {
          %x = memref.load %bc#0[%i, %k] : memref<?x?xf32>
          memref.store %x, %bc#1[%i, %k] : memref<?x?xf32>
        } {iter.loop = #point}
      }
    } {iter.loop = #tile}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %panels = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %panels {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What the loop around does not change would be copied in each of its iterations.

#point = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @one_for_all_batches(%m: index, %n: index, %a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %ac:2 = memref.distinct_objects %a, %c : memref<?x?x?xf32>, memref<?x?x?xf32>
    %bc:2 = memref.distinct_objects %b, %ac#1 : memref<?x?x?xf32>, memref<?x?x?xf32>
    scf.for %h = %c0 to %m step %c1 {
      // expected-error @below {{cannot copy what is read in loop over j of nest 'product': it stands in another loop, which would copy again and again}}
      scf.for %jj = %c0 to %n step %c8 {
        %whole = arith.addi %jj, %c8 : index
        %end = arith.minsi %whole, %n : index
        scf.for %i = %c0 to %m step %c1 {
          scf.for %j = %jj to %end step %c1 {
            scf.for %k = %c0 to %m step %c1 {
              %x = memref.load %ac#0[%h, %i, %k] : memref<?x?x?xf32>
              %y = memref.load %bc#0[%c0, %k, %j] : memref<?x?x?xf32>
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
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// One row after the other: none is read again.

#point = #iter.loop<nest = "scaled", dims = ["j"], axis = dense_fixed, kind = spatial, role = point>
#tile = #iter.loop<nest = "scaled", dims = ["j"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @in_a_sum_alone(%m: index, %n: index, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %ac:2 = memref.distinct_objects %a, %c : memref<?x?xf32>, memref<?x?xf32>
    %bc:2 = memref.distinct_objects %b, %ac#1 : memref<?x?xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over j of nest 'scaled': it reads no rows at stored coordinates, and none again}}
    scf.for %jj = %c0 to %n step %c8 {
      %whole = arith.addi %jj, %c8 : index
      %end = arith.minsi %whole, %n : index
      scf.for %i = %c0 to %m step %c1 {
        scf.for %j = %jj to %end step %c1 {
          scf.for %k = %c0 to %m step %c1 {
            %x = memref.load %ac#0[%i, %k] : memref<?x?xf32>
            %y = memref.load %bc#0[%i, %j] : memref<?x?xf32>
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
    // expected-note @+1 {{the schedule asks for it here}}
    %copies = transform.sparse.cache_read %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
