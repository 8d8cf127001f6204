// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --verify-diagnostics

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf64>
#front = #iter.loop<nest = "n", dims = ["w"], axis = dense_fixed, kind = spatial, role = level>
#row = #iter.loop<nest = "n", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>

// Columns of another matrix may be rows of the wavefront.

func.func @other_columns(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !sparse, memref<?xi32>
  %W = axis.dense_fixed %count : !dense
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: it writes x at [i], which other iterations may write too}}
  scf.for %w = %c0 to %count step %c1 {
    %length = axis.length %R under %w : !sparse
    %begin = axis.position %R[%c0] under %w : !sparse
    %end = arith.addi %begin, %length : index
    // expected-remark @+1 {{loop over i of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
    scf.for %r = %begin to %end step %c1 {
      %i = axis.coordinate %R[%r] under %w : !sparse
      %l = axis.length %K under %i : !sparse
      %b = axis.position %K[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %K[%p] under %i : !sparse
        %y = sparse.load %x at positions [%j] : !vector
        sparse.store %y, %x at positions [%i] : !vector
      }
    } {iter.loop = #row}
  } {iter.loop = #front}
  return
}

// So may those that stand where its own do.

func.func @columns_at_its_positions(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !sparse, memref<?xi32>
  %W = axis.dense_fixed %count : !dense
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: it writes x at [i], which other iterations may write too}}
  scf.for %w = %c0 to %count step %c1 {
    %length = axis.length %R under %w : !sparse
    %begin = axis.position %R[%c0] under %w : !sparse
    %end = arith.addi %begin, %length : index
    // expected-remark @+1 {{loop over i of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
    scf.for %r = %begin to %end step %c1 {
      %i = axis.coordinate %R[%r] under %w : !sparse
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %K[%p] under %i : !sparse
        %y = sparse.load %x at positions [%j] : !vector
        sparse.store %y, %x at positions [%i] : !vector
      }
    } {iter.loop = #row}
  } {iter.loop = #front}
  return
}

// It is another matrix whose wavefronts these are.

func.func @other_wavefronts(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %K into %starts, %order, %of : !sparse, memref<?xi32>
  %W = axis.dense_fixed %count : !dense
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: it writes x at [i], which other iterations may write too}}
  scf.for %w = %c0 to %count step %c1 {
    %length = axis.length %R under %w : !sparse
    %begin = axis.position %R[%c0] under %w : !sparse
    %end = arith.addi %begin, %length : index
    // expected-remark @+1 {{loop over i of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
    scf.for %r = %begin to %end step %c1 {
      %i = axis.coordinate %R[%r] under %w : !sparse
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %y = sparse.load %x at positions [%j] : !vector
        sparse.store %y, %x at positions [%i] : !vector
      }
    } {iter.loop = #row}
  } {iter.loop = #front}
  return
}

// A row that scatters.

func.func @scatters(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !sparse, memref<?xi32>
  %W = axis.dense_fixed %count : !dense
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: it writes x at [?], which other iterations may write too}}
  scf.for %w = %c0 to %count step %c1 {
    %length = axis.length %R under %w : !sparse
    %begin = axis.position %R[%c0] under %w : !sparse
    %end = arith.addi %begin, %length : index
    // expected-remark @+1 {{loop over i of nest 'n' stays serial: it writes x at [?], which other iterations may write too}}
    scf.for %r = %begin to %end step %c1 {
      %i = axis.coordinate %R[%r] under %w : !sparse
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %y = sparse.load %x at positions [%i] : !vector
        sparse.store %y, %x at positions [%j] : !vector
      }
    } {iter.loop = #row}
  } {iter.loop = #front}
  return
}

// What finds the wavefronts is not all that writes the rows.

func.func @written_by_others(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !sparse, memref<?xi32>
  %one = arith.constant 1 : i32
  memref.store %one, %order[%c0] : memref<?xi32>
  %W = axis.dense_fixed %count : !dense
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: it writes x at [i], which other iterations may write too}}
  scf.for %w = %c0 to %count step %c1 {
    %length = axis.length %R under %w : !sparse
    %begin = axis.position %R[%c0] under %w : !sparse
    %end = arith.addi %begin, %length : index
    scf.for %r = %begin to %end step %c1 {
      %i = axis.coordinate %R[%r] under %w : !sparse
      %l = axis.length %J under %i : !sparse
      %b = axis.position %J[%c0] under %i : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %i : !sparse
        %y = sparse.load %x at positions [%j] : !vector
        sparse.store %y, %x at positions [%i] : !vector
      }
    } {iter.loop = #row}
  } {iter.loop = #front}
  return
}

// The columns of another row.

func.func @columns_of_another_row(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %other: memref<?xi32>, %xs: memref<?xf64> {sparse.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.addi %m, %c1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos coordinates %other : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %starts = memref.alloc(%m1) : memref<?xi32>
  %order = memref.alloc(%m) : memref<?xi32>
  %of = memref.alloc(%m) : memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !sparse, memref<?xi32>
  %W = axis.dense_fixed %count : !dense
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %x = sparse.bind %xs on (%I) : memref<?xf64> on (!dense) -> !vector
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: it writes x at [i], which other iterations may write too}}
  scf.for %w = %c0 to %count step %c1 {
    %length = axis.length %R under %w : !sparse
    %begin = axis.position %R[%c0] under %w : !sparse
    %end = arith.addi %begin, %length : index
    // expected-remark @+1 {{loop over i of nest 'n' stays serial: it reads x at [?], which other iterations may write}}
    scf.for %r = %begin to %end step %c1 {
      %i = axis.coordinate %R[%r] under %w : !sparse
      %l = axis.length %J under %c0 : !sparse
      %b = axis.position %J[%c0] under %c0 : !sparse
      %e = arith.addi %b, %l : index
      scf.for %p = %b to %e step %c1 {
        %j = axis.coordinate %J[%p] under %c0 : !sparse
        %y = sparse.load %x at positions [%j] : !vector
        sparse.store %y, %x at positions [%i] : !vector
      }
    } {iter.loop = #row}
  } {iter.loop = #front}
  return
}

// Wavefronts are found in each iteration, and written to one memory.

func.func @found_in_the_loop(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %starts: memref<?xi32>, %order: memref<?xi32>, %of: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  // expected-remark @+1 {{loop over w of nest 'n' stays serial: its body has 'axis.wavefronts', whose effects may be on what other iterations use}}
  scf.for %w = %c0 to %m step %c1 {
    %count = axis.wavefronts %J into %starts, %order, %of : !sparse, memref<?xi32>
  } {iter.loop = #front}
  return
}
