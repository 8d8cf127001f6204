// RUN: sparse-opt %s --spindle-expand-tensors | FileCheck %s

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// The first level of CSC is the second dimension.

// CHECK-LABEL: func.func @csc(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[POS:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, positions>}, %[[CRD:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, coordinates>}, %[[VAL:[^:]*]]: memref<?xf32> {{[^%]*}}values>}
// CHECK-NEXT: %[[J:.*]] = axis.dense_fixed %[[N]] :
// CHECK-NEXT: %[[I:.*]] = axis.sparse_variable %[[M]] of %[[J]] positions %[[POS]] coordinates %[[CRD]]
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[J]], %[[I]])
func.func @csc(%A: !sparse.tensor<?x?xf32, #sparse.csc> {sparse.name = "A"}, %v: f32) {
  %J, %I, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csc> -> !dense, !sparse, !sparse.buffer<?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?xf32>
  return
}

// A root has as many positions as coordinates; a singleton has one under each.

// CHECK-LABEL: func.func @coo(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[ROW:[^:]*]]: memref<?xi32> {{[^%]*}}level 0, coordinates>}, %[[COL:[^:]*]]: memref<?xi64> {{[^%]*}}level 1, coordinates>}, %[[VAL:[^:]*]]: memref<?xf32> {{[^%]*}}values>}
// CHECK: %[[NNZ:.*]] = memref.dim %[[ROW]]
// CHECK-NEXT: %[[I:.*]] = axis.sparse_variable %[[M]] count %[[NNZ]] coordinates %[[ROW]] : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
// CHECK-NEXT: %[[J:.*]] = axis.singleton %[[N]] of %[[I]] coordinates %[[COL]]
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[I]], %[[J]])
func.func @coo(%A: !sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed(nonunique), j : singleton(crd = i64))>> {sparse.name = "A"}, %v: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed(nonunique), j : singleton(crd = i64))>> -> !axis.axis<sparse_variable, sorted>, !axis.axis<singleton, crd = i64>, !sparse.buffer<?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?xf32>
  return
}

// CHECK-LABEL: func.func @dcsr(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[ROW:[^:]*]]: memref<?xi64> {{[^%]*}}level 0, coordinates>}, %[[POS:[^:]*]]: memref<?xi64> {{[^%]*}}level 1, positions>}, %[[COL:[^:]*]]: memref<?xi64> {{[^%]*}}level 1, coordinates>}, %[[VAL:[^:]*]]: memref<?xf32> {{[^%]*}}values>}
// CHECK: %[[ROWS:.*]] = memref.dim %[[ROW]]
// CHECK-NEXT: %[[I:.*]] = axis.sparse_variable %[[M]] count %[[ROWS]] coordinates %[[ROW]]
// CHECK-NEXT: %[[J:.*]] = axis.sparse_variable %[[N]] of %[[I]] positions %[[POS]] coordinates %[[COL]]
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[I]], %[[J]])
!wide = !axis.axis<sparse_variable, pos = i64, crd = i64, sorted, unique>
func.func @dcsr(%A: !sparse.tensor<?x?xf32, #sparse.dcsr<pos = i64, crd = i64>> {sparse.name = "A"}, %v: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dcsr<pos = i64, crd = i64>> -> !wide, !wide, !sparse.buffer<?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?xf32>
  return
}

// CHECK-LABEL: func.func @ragged(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[POS:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, positions>}, %[[VAL:[^:]*]]: memref<?xf32> {{[^%]*}}values>}
// CHECK-NEXT: %[[I:.*]] = axis.dense_fixed %[[M]] :
// CHECK-NEXT: %[[J:.*]] = axis.dense_variable %[[N]] of %[[I]] positions %[[POS]]
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[I]], %[[J]])
func.func @ragged(%A: !sparse.tensor<?x?xf32, #sparse.ragged> {sparse.name = "A"}, %v: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.ragged> -> !dense, !axis.axis<dense_variable>, !sparse.buffer<?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?xf32>
  return
}

// Blocks are as many as begin inside the matrix, and cut at its border, columns by
// the block column right above, rows by the block row above that. The bitmap has
// the shape of the values.

// CHECK-LABEL: func.func @bsr(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[POS:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, positions>}, %[[CRD:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, coordinates>}, %[[BITS:[^:]*]]: memref<?x2x3xi1> {sparse.piece = #sparse.piece<"A", part [], bitmap>}, %[[VAL:[^:]*]]: memref<?x2x3xf32> {{[^%]*}}values>}
// CHECK: %[[MO:.*]] = arith.ceildivui %[[M]], %{{.*}} : index
// CHECK-NEXT: %[[IO:.*]] = axis.dense_fixed %[[MO]] : !axis.axis<dense_fixed>
// CHECK: %[[NO:.*]] = arith.ceildivui %[[N]], %{{.*}} : index
// CHECK-NEXT: %[[JO:.*]] = axis.sparse_variable %[[NO]] of %[[IO]] positions %[[POS]] coordinates %[[CRD]]
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[II:.*]] = axis.dense_fixed %[[TWO]] cut %[[M]] of %[[IO]] : {{.*}} -> !axis.axis<dense_fixed, width = 2>
// CHECK-NEXT: %[[THREE:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[JI:.*]] = axis.dense_fixed %[[THREE]] cut %[[N]] of %[[JO]] : {{.*}} -> !axis.axis<dense_fixed, width = 3>
// CHECK-NEXT: %[[E:.*]] = axis.occupancy %[[BITS]] on (%[[IO]], %[[JO]], %[[II]], %[[JI]])
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[IO]], %[[JO]], %[[II]], %[[JI]], %[[E]])
!rows = !axis.axis<dense_fixed, width = 2>
!columns = !axis.axis<dense_fixed, width = 3>
func.func @bsr(%A: !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>> {sparse.name = "A"}, %v: f32) {
  %IO, %JO, %II, %JI, %E, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>> -> !dense, !sparse, !rows, !columns, !axis.axis<occupancy>, !sparse.buffer<?x2x3xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x2x3xf32>
  return
}

// Where sizes are known, so are those of what is made of them; without a bitmap,
// all cells inside the matrix are elements.

// CHECK-LABEL: func.func @bsr_of_known_sizes(
// CHECK-NOT: size>
// CHECK-NOT: bitmap>
// CHECK-SAME: level 1, positions>
// CHECK: %[[THREE:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[IO:.*]] = axis.dense_fixed %[[THREE]] : !axis.axis<dense_fixed, width = 3>
// CHECK: axis.sparse_variable %{{.*}} of %[[IO]]
// CHECK: %[[M:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[II:.*]] = axis.dense_fixed %{{.*}} cut %[[M]] of %[[IO]]
// CHECK: %[[N:.*]] = arith.constant 7 : index
// CHECK-NEXT: axis.dense_fixed %{{.*}} cut %[[N]] of
// CHECK-NOT: axis.occupancy
// CHECK: sparse.bind
func.func @bsr_of_known_sizes(%A: !sparse.tensor<5x7xf32, #sparse.bsr<2, 3, full>> {sparse.name = "A"}, %v: f32) {
  %IO, %JO, %II, %JI, %Av = sparse.unpack %A : !sparse.tensor<5x7xf32, #sparse.bsr<2, 3, full>> -> !columns, !sparse, !rows, !columns, !sparse.buffer<?x2x3xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x2x3xf32>
  return
}

// Blocks of one row have one row, whatever the size is.

// CHECK-LABEL: func.func @dbsr_of_rows(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[ROW:[^:]*]]: memref<?xi32> {{[^%]*}}level 0, coordinates>},
// CHECK: %[[ROWS:.*]] = memref.dim %[[ROW]]
// CHECK-NEXT: %[[I:.*]] = axis.sparse_variable %[[M]] count %[[ROWS]] coordinates %[[ROW]]
// CHECK: %[[JO:.*]] = axis.sparse_variable %{{.*}} of %[[I]]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[II:.*]] = axis.dense_fixed %[[ONE]] of %[[I]]
// CHECK: axis.dense_fixed %{{.*}} cut %[[N]] of %[[JO]]
func.func @dbsr_of_rows(%A: !sparse.tensor<?x?xf32, #sparse.dbsr<1, 3>> {sparse.name = "A"}, %v: f32) {
  %IO, %JO, %II, %JI, %E, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dbsr<1, 3>> -> !sparse, !sparse, !axis.axis<dense_fixed, width = 1>, !columns, !axis.axis<occupancy>, !sparse.buffer<?x1x3xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x1x3xf32>
  return
}

// The coordinates of slots lie as the values do, the lengths as values on rows.

// CHECK-LABEL: func.func @ell(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[CRD:[^:]*]]: memref<?x4xi16> {{[^%]*}}level 1, coordinates>}, %[[LEN:[^:]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, lengths>}, %[[VAL:[^:]*]]: memref<?x4xf32> {{[^%]*}}values>}
// CHECK: %[[I:.*]] = axis.dense_fixed %[[M]]
// CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[J:.*]] = axis.sparse_fixed %[[N]] width %[[FOUR]] of %[[I]] lengths %[[LEN]] coordinates %[[CRD]]
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[I]], %[[J]])
!slots = !axis.axis<sparse_fixed, width = 4, crd = i16, sorted, unique>
func.func @ell(%A: !sparse.tensor<?x?xf32, #sparse.ell<4, crd = i16>> {sparse.name = "A"}, %v: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.ell<4, crd = i16>> -> !dense, !slots, !sparse.buffer<?x4xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x4xf32>
  return
}

// A width that is found at conversion is that of the coordinates; lengths are i64
// where coordinates are.

// CHECK-LABEL: func.func @ell_of_any_width(
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?x?xi64> {{[^%]*}}level 1, coordinates>}, %[[LEN:[^:]*]]: memref<?xi64> {{[^%]*}}level 1, lengths>}, %[[VAL:[^:]*]]: memref<?x?xf32> {{[^%]*}}values>}
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[WIDTH:.*]] = memref.dim %[[CRD]], %[[ONE]]
// CHECK-NEXT: axis.sparse_fixed %{{.*}} width %[[WIDTH]] of %{{.*}} lengths %[[LEN]] coordinates %[[CRD]]
func.func @ell_of_any_width(%A: !sparse.tensor<?x?xf32, #sparse.ell<?, crd = i64>> {sparse.name = "A"}, %v: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.ell<?, crd = i64>> -> !dense, !axis.axis<sparse_fixed, crd = i64, sorted, unique>, !sparse.buffer<?x?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x?xf32>
  return
}

// CHECK-LABEL: func.func @full_ell(
// CHECK-NOT: lengths>
// CHECK: axis.sparse_fixed %{{.*}} width %{{.*}} of %{{.*}} coordinates
func.func @full_ell(%A: !sparse.tensor<?x?xf32, #sparse.ell<4, full>> {sparse.name = "A"}, %v: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.ell<4, full>> -> !dense, !axis.axis<sparse_fixed, width = 4, sorted, unique>, !sparse.buffer<?x4xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x4xf32>
  return
}

// CHECK-LABEL: func.func @csf(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[K:[^:]*]]: index {{[^%]*}}dimension 2, size>}, %[[CRD0:[^:]*]]: memref<?xi32> {{[^%]*}}level 0, coordinates>}, %[[POS1:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, positions>}, %[[CRD1:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, coordinates>}, %[[POS2:[^:]*]]: memref<?xi32> {{[^%]*}}level 2, positions>}, %[[CRD2:[^:]*]]: memref<?xi32> {{[^%]*}}level 2, coordinates>}
// CHECK: %[[KS:.*]] = axis.sparse_variable %[[K]] count %{{.*}} coordinates %[[CRD0]]
// CHECK-NEXT: %[[IS:.*]] = axis.sparse_variable %[[M]] of %[[KS]] positions %[[POS1]] coordinates %[[CRD1]]
// CHECK-NEXT: axis.sparse_variable %[[N]] of %[[IS]] positions %[[POS2]] coordinates %[[CRD2]]
func.func @csf(%A: !sparse.tensor<?x?x?xf32, #sparse.csf<2, 0, 1>> {sparse.name = "A"}, %v: f32) {
  %K, %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?x?xf32, #sparse.csf<2, 0, 1>> -> !sparse, !sparse, !sparse, !sparse.buffer<?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?xf32>
  return
}

// Rows of a panel are cut by the panel, two levels above.

// CHECK-LABEL: func.func @panel(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK: %[[IO:.*]] = axis.dense_fixed %{{.*}} : !axis.axis<dense_fixed>
// CHECK: %[[JO:.*]] = axis.dense_fixed %{{.*}} of %[[IO]]
// CHECK: %[[II:.*]] = axis.dense_fixed %{{.*}} cut %[[M]] by %[[IO]] : !axis.axis<dense_fixed> of %[[JO]]
// CHECK: %[[C:.*]] = arith.constant 16 : index
// CHECK-NEXT: axis.sparse_variable %[[C]] of %[[II]]
func.func @panel(%A: !sparse.tensor<?x?xf32, #sparse.panel<4, 16>> {sparse.name = "A"}, %v: f32) {
  %IO, %JO, %II, %JI, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.panel<4, 16>> -> !dense, !dense, !axis.axis<dense_fixed, width = 4>, !axis.axis<sparse_variable, crd = i16, sorted, unique>, !sparse.buffer<?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?xf32>
  return
}

// Dense values tell the sizes of dimensions that are levels, wherever these stand;
// that of a dimension in blocks is an argument.

// CHECK-LABEL: func.func @dense_by_columns(
// CHECK-SAME: %[[VAL:[^:]*]]: memref<?x?xf32> {{[^%]*}}values>}, %{{.*}}: f32)
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[N:.*]] = memref.dim %[[VAL]], %[[ZERO]]
// CHECK-NEXT: %[[J:.*]] = axis.dense_fixed %[[N]]
// CHECK: %[[M:.*]] = memref.dim %[[VAL]]
// CHECK-NEXT: %[[I:.*]] = axis.dense_fixed %[[M]]
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[J]], %[[I]])
func.func @dense_by_columns(%A: !sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (j : dense, i : dense)>> {sparse.name = "A"}, %v: f32) {
  %J, %I, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (j : dense, i : dense)>> -> !dense, !dense, !sparse.buffer<?x?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x?xf32>
  return
}

// CHECK-LABEL: func.func @dense_blocks_of_rows(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[VAL:[^:]*]]: memref<?x?x4xf32> {{[^%]*}}values>}, %{{.*}}: f32)
// CHECK: %[[MO:.*]] = arith.ceildivui %[[M]]
// CHECK-NEXT: %[[IO:.*]] = axis.dense_fixed %[[MO]]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[N:.*]] = memref.dim %[[VAL]], %[[ONE]]
// CHECK-NEXT: axis.dense_fixed %[[N]]
// CHECK: axis.dense_fixed %{{.*}} cut %[[M]] of %[[IO]]
#blocks = #sparse.format<(i, j) -> (io = i floordiv 4 : dense, j : dense, i mod 4 : dense of io)>
func.func @dense_blocks_of_rows(%A: !sparse.tensor<?x?xf32, #blocks> {sparse.name = "A"}, %v: f32) {
  %IO, %J, %II, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #blocks> -> !dense, !dense, !axis.axis<dense_fixed, width = 4>, !sparse.buffer<?x?x4xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x?x4xf32>
  return
}

// A tensor that shares its structure shares the bitmap too.

// CHECK-LABEL: func.func @shared_bitmap(
// CHECK-SAME: %[[BITS:[^:]*]]: memref<?x?xi1> {sparse.piece = #sparse.piece<"A", part [], bitmap>}, %{{[^:]*}}: memref<?x?xf32> {{[^%]*}}values>}, %[[C:[^:]*]]: memref<?x?xf32> {sparse.piece = #sparse.piece<"C", part [], values>}
// CHECK: %[[E:.*]] = axis.occupancy %[[BITS]] on (%[[I:.*]], %[[J:.*]]) : memref<?x?xi1>
// CHECK: sparse.bind %[[C]] on (%[[I]], %[[J]], %[[E]])
func.func @shared_bitmap(%A: !sparse.tensor<?x?xf32, #sparse.dense<bitmap>> {sparse.name = "A"}, %C: !sparse.tensor<?x?xf32, #sparse.dense<bitmap>> {sparse.name = "C", sparse.structure_of = "A"}, %v: f32) {
  %I, %J, %E, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dense<bitmap>> -> !dense, !dense, !axis.axis<occupancy>, !sparse.buffer<?x?xf32>
  %Cv = sparse.unpack %C on (%I, %J, %E) : !sparse.tensor<?x?xf32, #sparse.dense<bitmap>> on (!dense, !dense, !axis.axis<occupancy>) -> !sparse.buffer<?x?xf32>
  sparse.fill %Cv, %v : !sparse.buffer<?x?xf32>
  return
}

// A singleton below slots has one coordinate for each.

// CHECK-LABEL: func.func @singletons_of_slots(
// CHECK-SAME: level 1, coordinates>}, %[[LEN:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, lengths>}, %[[CRD:[^:]*]]: memref<?x4xi32> {{[^%]*}}level 2, coordinates>}
// CHECK: %[[J:.*]] = axis.sparse_fixed {{.*}} lengths %[[LEN]]
// CHECK-NEXT: axis.singleton %{{.*}} of %[[J]] coordinates %[[CRD]]
#slots = #sparse.format<(i, j, k) -> (i : dense, j : fixed(4), k : singleton)>
func.func @singletons_of_slots(%A: !sparse.tensor<?x?x?xf32, #slots> {sparse.name = "A"}, %v: f32) {
  %I, %J, %K, %Av = sparse.unpack %A : !sparse.tensor<?x?x?xf32, #slots> -> !dense, !axis.axis<sparse_fixed, width = 4, sorted, unique>, !axis.axis<singleton>, !sparse.buffer<?x4xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x4xf32>
  return
}
