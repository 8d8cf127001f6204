// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}))' --verify-diagnostics -o %t.after
// RUN: sparse-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Nothing is changed where what an index is of, or what an access names, is not
// the same in each iteration.

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
#row = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>

// Axes that are others in each iteration: their fibres, widths and coordinates.

func.func @positions_of_an_axis_made_inside(%m: index, %n: index, %pos: memref<?x?xi32>, %crd: memref<?xi32>, %one: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it writes argument 5 at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %row = memref.subview %pos[%i, 0] [1, %n] [1, 1] : memref<?x?xi32> to memref<?xi32, strided<[1], offset: ?>>
    %J = axis.sparse_variable %n of %I positions %row coordinates %crd : !dense, memref<?xi32, strided<[1], offset: ?>>, memref<?xi32> -> !sparse
    %length = axis.length %J under %i : !sparse
    %begin = axis.position %J[%c0] under %i : !sparse
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %one, %Y at positions [%p] : !vector
    }
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes argument 5 at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %width = arith.subi %m, %i : index
    %W = axis.dense_fixed %width of %I : !dense -> !dense
    scf.for %o = %c0 to %width step %c1 {
      %p = axis.position %W[%o] under %i : !dense
      sparse.store %one, %Y at positions [%p] : !vector
    }
  } {iter.loop = #row}
  return
}

func.func @coordinates_of_an_axis_made_inside(%m: index, %n: index, %rows: memref<?x?xi32>, %one: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it writes argument 4 at [I], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %row = memref.subview %rows[%i, 0] [1, %n] [1, 1] : memref<?x?xi32> to memref<?xi32, strided<[1], offset: ?>>
    %J = axis.sparse_variable %m count %n coordinates %row : memref<?xi32, strided<[1], offset: ?>> -> !sparse
    %j = axis.coordinate %J[%i] : !sparse
    sparse.store %one, %Y at positions [%j] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it writes argument 4 at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %row = memref.subview %rows[%i, 0] [1, %n] [1, 1] : memref<?x?xi32> to memref<?xi32, strided<[1], offset: ?>>
    %J = axis.sparse_variable %m count %n coordinates %row : memref<?xi32, strided<[1], offset: ?>> -> !sparse
    %p, %found = axis.locate %J[%i] : !sparse -> index
    scf.if %found {
      sparse.store %one, %Y at positions [%p] : !vector
    }
  } {iter.loop = #row}
  return
}

// A pair belongs to the iteration of its first, or to that of its second.

func.func @pairs_by_either(%m: index, %b: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = axis.dense_fixed %m : !dense
  %I = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !axis.axis<product>
  %A = sparse.bind %val on (%B, %I, %J, %IJ of (0, 1, 2)) : memref<?xf32> on (!dense, !ragged, !ragged, !axis.axis<product>) -> !vector
  %length = axis.length %I under %b : !ragged
  %begin = axis.position %I[%c0] under %b : !ragged
  %end = arith.addi %begin, %length : index
  // expected-remark @+1 {{stays serial: it reads argument 4 at [?], which other iterations may write}}
  scf.for %i = %begin to %end step %c1 {
    scf.for %q = %begin to %end step %c1 {
      %here = axis.position %IJ[%c0] under %b, %i, %q : !axis.axis<product>
      %there = axis.position %IJ[%c0] under %b, %q, %i : !axis.axis<product>
      %v = sparse.load %A at positions [%there] : !vector
      sparse.store %v, %A at positions [%here] : !vector
    }
  } {iter.loop = #row}
  return
}

// Where a walk ends that found nothing is where the next one may end.

func.func @places_of_walks(%m: index, %count: index, %row: memref<?xi32>, %one: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !sparse
  %Y = sparse.bind %y on (%R) : memref<?xf32> on (!sparse) -> !vector
  // expected-remark @+1 {{stays serial: it writes argument 4 at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %p, %found = axis.locate %R[%i] by carry from %c0 : !sparse -> index
    sparse.store %one, %Y at positions [%p] : !vector
  } {iter.loop = #row}
  return
}

// The element of coordinate i may be any position: forms of coordinate space.

func.func @coordinates_instead_of_positions(%m: index, %count: index, %pos: memref<?xi32>, %row: memref<?xi32>, %one: f32, %y: memref<?xf32>, %z: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !sparse
  %Y = sparse.bind %y on (%R) : memref<?xf32> on (!sparse) -> !vector
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %row : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Z = sparse.bind %z on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !vector
  // expected-remark @+1 {{stays serial: it names elements by coordinates or sites, as in coordinate space}}
  scf.for %i = %c0 to %m step %c1 {
    %v = sparse.load %Y[%i] : !vector
    sparse.store %v, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it names elements by coordinates or sites, as in coordinate space}}
  scf.for %i = %c0 to %m step %c1 {
    %v = sparse.load %Z[%i, %i] : !vector
    sparse.store %v, %Z at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: it names elements by coordinates or sites, as in coordinate space}}
  scf.for %i = %c0 to %m step %c1 {
    %s, %found = axis.locate %R[%i] : !sparse -> !axis.site
    scf.if %found {
      sparse.store %one, %Y at [%s] : !vector
    }
  } {iter.loop = #row}
  return
}

// What is said of a part of memory, or in a branch, is not said of it; nor is what
// lies beside structure structure.

func.func @statements(%m: index, %x: memref<?xf32>, %one: f32, %y: memref<?xf32> {sparse.name = "y"}, %yes: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  %part = memref.subview %x[0] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1]>>
  %a:2 = memref.distinct_objects %part, %y : memref<1xf32, strided<[1]>>, memref<?xf32>
  scf.if %yes {
    %b:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
  }
  // expected-remark @+1 {{stays serial: it uses argument 1, which may overlap y}}
  scf.for %i = %c0 to %m step %c1 {
    %v = memref.load %x[%c1] : memref<?xf32>
    sparse.store %v, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  return
}

func.func @beside_structure(%m: index, %count: index, %row: memref<?xi32>, %y: memref<?xi32> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
  %part = memref.subview %row[0] [%count] [1] : memref<?xi32> to memref<?xi32, strided<[1]>>
  %R = axis.sparse_variable %m count %count coordinates %part : memref<?xi32, strided<[1]>> -> !sparse
  // expected-remark @+1 {{stays serial: it uses argument 2, which may overlap y}}
  scf.for %i = %c0 to %m step %c1 {
    %v = memref.load %row[%m] : memref<?xi32>
    sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xi32>
  } {iter.loop = #row}
  return
}

// Pieces of tensors have gaps between rows, and no other layout.

func.func @layouts_of_pieces(%m: index, %one: f32, %y: memref<?xf32, strided<[0]>> {sparse.name = "y", sparse.piece = #sparse.piece<"y", part [], values>}, %z: memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>> {sparse.name = "z", sparse.piece = #sparse.piece<"z", part [], values>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32, strided<[0]>> on (!dense) -> !vector
  %Z = sparse.bind %z on (%I) : memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: elements of y may overlap one another}}
  scf.for %i = %c0 to %m step %c1 {
    sparse.store %one, %Y at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{stays serial: elements of z may overlap one another}}
  scf.for %i = %c0 to %m step %c1 {
    sparse.store %one, %Z at positions [%i] : !vector
  } {iter.loop = #row}
  return
}

// A loop whose numbers are of another type, as an scf.forall's cannot be.

func.func @narrow(%m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @+1 {{stays serial: its variable is not of type index}}
  scf.for %i = %c0 to %m step %c1 : i32 {
  } {iter.loop = #row}
  return
}

// A sum of 3^24 products, all of one value: too many to look at.

func.func @sum_of_many(%m: index, %one: f32, %y: memref<?xf32> {sparse.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{stays serial: it writes y at [?], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %x1 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%i, %i, %i)
    %x2 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x1, %x1, %x1)
    %x3 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x2, %x2, %x2)
    %x4 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x3, %x3, %x3)
    %x5 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x4, %x4, %x4)
    %x6 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x5, %x5, %x5)
    %x7 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x6, %x6, %x6)
    %x8 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x7, %x7, %x7)
    %x9 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x8, %x8, %x8)
    %x10 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x9, %x9, %x9)
    %x11 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x10, %x10, %x10)
    %x12 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x11, %x11, %x11)
    %x13 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x12, %x12, %x12)
    %x14 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x13, %x13, %x13)
    %x15 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x14, %x14, %x14)
    %x16 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x15, %x15, %x15)
    %x17 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x16, %x16, %x16)
    %x18 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x17, %x17, %x17)
    %x19 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x18, %x18, %x18)
    %x20 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x19, %x19, %x19)
    %x21 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x20, %x20, %x20)
    %x22 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x21, %x21, %x21)
    %x23 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x22, %x22, %x22)
    %x24 = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%x23, %x23, %x23)
    sparse.store %one, %Y at positions [%x24] : !vector
  } {iter.loop = #row}
  return
}
