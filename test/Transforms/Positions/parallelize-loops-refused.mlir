// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --allow-unregistered-dialect --verify-diagnostics -o %t.after
// RUN: sparse-opt %s --allow-unregistered-dialect -o %t.before
// RUN: diff %t.before %t.after

// Nothing is changed where the proof fails.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!again = !axis.axis<sparse_variable, sorted>
!one = !axis.axis<singleton>
!permutation = !axis.axis<singleton, unique>
!vector = !sparse.buffer<?xf32>
!matrix = !sparse.buffer<?x?xf32>
#row = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#column = #iter.loop<nest = "n", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#inner = #iter.loop<nest = "n", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>

// Each column of CSC adds into rows that others add into too.

func.func @coordinates_of_fibres(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %one: f32, %y: memref<?x?xf32> {sparse.name = "Y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %N = axis.dense_fixed %n : !dense
  %Y = sparse.bind %y on (%N, %N) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  // expected-remark @+1 {{loop over I of nest 'n' stays serial: it adds into Y at [J, K], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !sparse
    %begin = axis.position %J[%c0] under %i : !sparse
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      %j = axis.coordinate %J[%p] under %i : !sparse
      scf.for %k = %c0 to %n step %c1 {
        sparse.accumulate add %one into %Y at positions [%j, %k] : !matrix
      } {iter.loop = #inner}
    } {iter.loop = #column}
  } {iter.loop = #row}
  return
}

// Rows that may be listed twice, as in COO, and columns in no loop of their own.

func.func @coordinates_that_come_again(%m: index, %count: index, %row: memref<?xi32>, %col: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}, %one: f32, %y: memref<?xf32>, %z: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !again
  %S = axis.singleton %m of %R coordinates %col : (!again), memref<?xi32> -> !one
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it combines into argument 5 at [I], which other iterations may write too}}
  scf.for %r = %c0 to %count step %c1 {
    %i = axis.coordinate %R[%r] : !again
    sparse.accumulate max %one into %Y at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes argument 6 at [a coordinate of A], which other iterations may write too}}
  scf.for %r = %c0 to %count step %c1 {
    %s = axis.position %S[%c0] under %r : !one
    %j = axis.coordinate %S[%s] under %r : !one
    sparse.store %one, %Z at positions [%j] : !vector
  } {iter.loop = #row}
  return
}

// Below an occupancy cells may be computed with that are no elements, and have
// the coordinate 0 all.

func.func @coordinates_of_padding(%m: index, %bits: memref<?xi1>, %crd: memref<?xi32>, %one: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %P = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%P) : memref<?xi1> on (!dense) -> !axis.axis<occupancy>
  %S = axis.singleton %m of %E coordinates %crd : (!axis.axis<occupancy>), memref<?xi32> -> !permutation
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it adds into argument 4 at [?], which other iterations may write too}}
  scf.for %p = %c0 to %m step %c1 {
    %e = axis.position %E[%c0] under %p : !axis.axis<occupancy>
    %s = axis.position %S[%c0] under %e : !permutation
    %i = axis.coordinate %S[%s] under %e : !permutation
    sparse.accumulate add %one into %Y at positions [%i] : !vector
  } {iter.loop = #row}
  return
}

// Blocks that reach into the next: by a width of 5, a length that is not known,
// an offset that may be negative, a factor that is not there.

func.func @blocks_that_overlap(%m: index, %n: index, %one: f32, %y: memref<?xf32> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %cm1 = arith.constant -1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it writes y at [I * 4 + K], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %c5 step %c1 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %k)
      sparse.store %one, %Y at positions [%at] : !vector
    } {iter.loop = #inner}
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes y at [K + I * 4], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %first = arith.muli %i, %c4 : index
      %at = arith.addi %k, %first : index
      sparse.store %one, %Y at positions [%at] : !vector
    } {iter.loop = #inner}
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes y at [I * 4 + K], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %cm1 to %c4 step %c1 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %k)
      sparse.store %one, %Y at positions [%at] : !vector
    } {iter.loop = #inner}
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes y at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %at = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    sparse.store %one, %Y at positions [%at] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes y at [3], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %at = affine.apply affine_map<(d0) -> (d0 * 0 + 3)>(%i)
    sparse.store %one, %Y at positions [%at] : !vector
  } {iter.loop = #row}
  return
}

// Products so large that two of them could be equal modulo 2^64.

func.func @numbers_that_wrap(%m: index, %one: f32, %y: memref<?xf32> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %huge = arith.constant 4611686018427387904 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it writes y at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %at = arith.muli %i, %huge : index
    sparse.store %one, %Y at positions [%at] : !vector
  } {iter.loop = #row}
  return
}

// A fibre's first position, where the fibre may be empty; the end of one; a part of
// another row's.

func.func @positions_of_others(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %one: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !vector
  // expected-remark @+1 {{stays serial: it writes argument 5 at [?]}}
  scf.for %i = %c0 to %m step %c1 {
    %p = axis.position %J[%c0] under %i : !sparse
    sparse.store %one, %Y at positions [%p] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes argument 5 at [?]}}
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !sparse
    %p = axis.position %J[%length] under %i : !sparse
    sparse.store %one, %Y at positions [%p] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes argument 5 at [position K]}}
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %c0 : !sparse
    %begin = axis.position %J[%c0] under %i : !sparse
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %one, %Y at positions [%p] : !vector
    } {iter.loop = #iter.loop<nest = "n", dims = ["K"], axis = sparse_variable, kind = spatial, role = level>}
  } {iter.loop = #row}
  return
}

// Behind the last position of a fibre of four lies the first one of the next.

func.func @position_behind_a_fibre(%m: index, %one: f32, %y: memref<?xf32> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %II = axis.dense_fixed %c4 of %I : !dense -> !block
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it adds into y at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %p = axis.position %II[%c0] under %i : !block
    %q = axis.position %II[%c4] under %i : !block
    sparse.accumulate add %one into %Y at positions [%p] : !vector
    sparse.accumulate add %one into %Y at positions [%q] : !vector
  } {iter.loop = #row}
  return
}

// What is written is read, or written, at an element of the next iteration.

func.func @neighbours(%m: index, %one: f32, %y: memref<?xf32> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  %Y2 = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it reads y at [I + 1], which other iterations may write}}
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %v = sparse.load %Y at positions [%next] : !vector
    sparse.store %v, %Y2 at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes y at [I + 1], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    sparse.store %one, %Y at positions [%i] : !vector
    sparse.store %one, %Y2 at positions [%next] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it reads y at [0], which other iterations may write}}
  scf.for %i = %c0 to %m step %c1 {
    %v = memref.load %y[%c0] : memref<?xf32>
    sparse.store %v, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  return
}

// One element, or another dimension each time.

func.func @dimensions(%m: index, %one: f32, %y: memref<?x?xf32> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  // expected-remark @+1 {{stays serial: it writes y at [0, 0], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    sparse.store %one, %Y at positions [%c0, %c0] : !matrix
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it reads y at [K, I], which other iterations may write}}
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %m step %c1 {
      %v = sparse.load %Y at positions [%k, %i] : !matrix
      sparse.store %v, %Y at positions [%i, %k] : !matrix
    } {iter.loop = #inner}
  } {iter.loop = #row}
  return
}

// The loop itself.

func.func @loops(%m: index, %by: index, %one: f32, %y: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: an iteration takes up what the one before it hands on}}
  %sum = scf.for %i = %c0 to %m step %c1 iter_args(%s = %one) -> f32 {
    %v = sparse.load %Y at positions [%i] : !vector
    %t = arith.addf %s, %v : f32
    scf.yield %t : f32
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: its step is not known}}
  scf.for %i = %c0 to %m step %by {
    sparse.store %one, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: its bounds are compared as unsigned numbers}}
  scf.for unsigned %i = %c0 to %m step %c1 {
    sparse.store %one, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  return %sum : f32
}

// Operations of which nothing is known, or too much.

func.func @effects(%m: index, %one: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: its body has 'memref.store', whose effects may be on what other iterations use}}
  scf.for %i = %c0 to %m step %c1 {
    memref.store %one, %x[%i] : memref<?xf32>
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it calls a function}}
  scf.for %i = %c0 to %m step %c1 {
    func.call @anything(%i) : (index) -> ()
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: its body has 'test.anything'}}
  scf.for %i = %c0 to %m step %c1 {
    "test.anything"(%i) : (index) -> ()
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: its body has 'sparse.fill'}}
  scf.for %i = %c0 to %m step %c1 {
    sparse.fill %Y, %one : !vector
  } {iter.loop = #row}
  return
}
func.func private @anything(index)

// Memory that may be other memory too, or a part of it twice.

func.func @memory(%m: index, %one: f32, %x: memref<?xf32>, %y: memref<?xf32> {sparse.name = "y"}, %z: memref<?xf32, strided<[?]>> {sparse.name = "z"}, %yes: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  %Z = sparse.bind %z on (%I) : memref<?xf32, strided<[?]>> on (!dense) -> !vector
  %which = arith.select %yes, %x, %y : memref<?xf32>
  %W = sparse.bind %which on (%I) : memref<?xf32> on (!dense) -> !vector
  %part = memref.subview %y[1] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
  %P = sparse.bind %part on (%I) : memref<?xf32, strided<[1], offset: 1>> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it uses argument 2, which may overlap y}}
  scf.for %i = %c0 to %m step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    sparse.store %v, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes memory that is neither an argument nor allocated by the function}}
  scf.for %i = %c0 to %m step %c1 {
    sparse.store %one, %W at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it reads memory that is neither an argument nor allocated by the function}}
  scf.for %i = %c0 to %m step %c1 {
    %v = sparse.load %W at positions [%i] : !vector
    sparse.store %v, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: elements of z may overlap one another}}
  scf.for %i = %c0 to %m step %c1 {
    sparse.store %one, %Z at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it uses the memory of y by views that may overlap}}
  scf.for %i = %c0 to %m step %c1 {
    %v = sparse.load %P at positions [%i] : !vector
    sparse.store %v, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  return
}

// A view that begins elsewhere in each iteration.

func.func @moving_view(%m: index, %one: f32, %y: memref<?xi8> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  // expected-remark @+1 {{stays serial: it uses the memory of y by views that may overlap}}
  scf.for %i = %c0 to %m step %c1 {
    %view = memref.view %y[%i][%m] : memref<?xi8> to memref<?xf32>
    %Y = sparse.bind %view on (%I) : memref<?xf32> on (!dense) -> !vector
    sparse.store %one, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  return
}

// Loops that other loops are around are not looked at.

func.func @inner(%m: index, %one: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  scf.for %t = %c0 to %m step %c1 {
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %one, %Y at positions [%i] : !vector
    } {iter.loop = #row}
  }
  return
}

// What a loop over a fibre carries is not its variable: it may be any element.

func.func @carried_index(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %one: f32, %y: memref<?xf32> {sparse.name = "Y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' stays serial: it writes Y at [}}
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !sparse
    %begin = axis.position %J[%c0] under %i : !sparse
    %end = arith.addi %begin, %length : index
    %last = scf.for %p = %begin to %end step %c1 iter_args(%at = %c0) -> (index) {
      sparse.store %one, %Y at positions [%at] : !vector
      %next = arith.addi %at, %c1 : index
      scf.yield %next : index
    } {iter.loop = #column}
  } {iter.loop = #row}
  return
}
