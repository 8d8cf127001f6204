// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --verify-diagnostics -o /dev/null

// A loop that is cut off where a block begins and where it ends, as split_elements
// makes it, runs through numbers of this block, whatever else bounds it.

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#tile = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = tile>

// The bounds may come from anywhere, in any order.

func.func @cut_at_both_ends(%n: index, %lo: index, %hi: index, %x: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %n : !dense
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %t = %c0 to %n step %c1 {
    %first = arith.muli %t, %c8 : index
    %next = arith.addi %first, %c8 : index
    %some = arith.minsi %next, %n : index
    %begin = arith.maxsi %lo, %first : index
    %end = arith.minsi %some, %hi : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %x, %Y at positions [%p] : !vector
    }
  } {iter.loop = #tile}
  return
}

// Fewer numbers than a block has.

func.func @of_each_block_the_first(%n: index, %lo: index, %hi: index, %x: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %n : !dense
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %t = %c0 to %n step %c1 {
    %first = arith.muli %t, %c8 : index
    %next = arith.addi %first, %c8 : index
    %few = arith.addi %first, %c1 : index
    %begin = arith.maxsi %lo, %first : index
    %end = arith.minsi %hi, %few : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %x, %Y at positions [%p] : !vector
    }
  } {iter.loop = #tile}
  return
}

// The number after the last one is the next block's.

func.func @one_too_many(%n: index, %lo: index, %hi: index, %x: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %n : !dense
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' stays serial: it writes argument 4 at [?], which other iterations may write too}}
  scf.for %t = %c0 to %n step %c1 {
    %first = arith.muli %t, %c8 : index
    %next = arith.addi %first, %c8 : index
    %more = arith.addi %next, %c1 : index
    %begin = arith.maxsi %lo, %first : index
    %end = arith.minsi %hi, %more : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %x, %Y at positions [%p] : !vector
    }
  } {iter.loop = #tile}
  return
}

// No end of a block.

func.func @no_end(%n: index, %lo: index, %hi: index, %x: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %n : !dense
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' stays serial: it writes argument 4 at [?], which other iterations may write too}}
  scf.for %t = %c0 to %n step %c1 {
    %first = arith.muli %t, %c8 : index
    %next = arith.addi %first, %c8 : index
    %begin = arith.maxsi %lo, %first : index
    %end = arith.addi %hi, %c0 : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %x, %Y at positions [%p] : !vector
    }
  } {iter.loop = #tile}
  return
}

// No beginning of one.

func.func @no_begin(%n: index, %lo: index, %hi: index, %x: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %n : !dense
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' stays serial: it writes argument 4 at [?], which other iterations may write too}}
  scf.for %t = %c0 to %n step %c1 {
    %first = arith.muli %t, %c8 : index
    %next = arith.addi %first, %c8 : index
    %begin = arith.minsi %lo, %first : index
    %end = arith.minsi %hi, %next : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %x, %Y at positions [%p] : !vector
    }
  } {iter.loop = #tile}
  return
}

// The end of the block after.

func.func @the_end_of_another(%n: index, %lo: index, %hi: index, %x: f32, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %n : !dense
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' stays serial: it writes argument 4 at [?], which other iterations may write too}}
  scf.for %t = %c0 to %n step %c1 {
    %first = arith.muli %t, %c8 : index
    %next = arith.addi %first, %c8 : index
    %u = arith.addi %t, %c1 : index
    %g = arith.muli %u, %c8 : index
    %far = arith.addi %g, %c8 : index
    %begin = arith.maxsi %lo, %first : index
    %end = arith.minsi %hi, %far : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %x, %Y at positions [%p] : !vector
    }
  } {iter.loop = #tile}
  return
}
