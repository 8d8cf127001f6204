// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --canonicalize | FileCheck %s --check-prefix=CANONICAL

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!rows = !axis.axis<dense_fixed, width = 2>
!columns = !axis.axis<dense_fixed, width = 3>
!bsr = !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>>

// Axes are called after the dimensions; the occupancy comes last. What lies under
// what is the format's: a nest and a buffer over all axes need not say it, one over
// some of them is legal where the others are not above them.

// CHECK-LABEL: func.func @blocks(
// CHECK: %[[IO:Io]], %[[JO:Jo]], %[[II:Ii]], %[[JI:Ji]], %[[E:occupancy]], %[[AV:Av]] = sparse.unpack %{{.*}} : !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 2>, !axis.axis<dense_fixed, width = 3>, !axis.axis<occupancy>, !sparse.buffer<?x2x3xf32>
// CHECK: sparse.alloc on (%[[IO]], %[[JO]], %[[II]], %[[JI]], %[[E]])
// CHECK: sparse.alloc on (%[[IO]], %[[JO]])
// CHECK: iter.nest "cells" ({{.*}}) over (%[[IO]], %[[JO]], %[[II]], %[[JI]], %[[E]] :

// A look-up by all coordinates of a nest that visits the bitmap is direct; without
// the bitmap, the cell may be none.

// CANONICAL-LABEL: func.func @blocks(
// CANONICAL: iter.nest "cells"
// CANONICAL-NEXT: sparse.load %{{.*}} at [%{{.*}}, %{{.*}}, %{{.*}}]
// CANONICAL: iter.nest "all"
// CANONICAL-NEXT: sparse.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
func.func @blocks(%A: !bsr {sparse.name = "A", sparse.dims = ["I", "J"]}, %out: memref<f32>) {
  %IO, %JO, %II, %JI, %E, %Av = sparse.unpack %A : !bsr -> !dense, !sparse, !rows, !columns, !axis.axis<occupancy>, !sparse.buffer<?x2x3xf32>
  %T = sparse.alloc on (%IO, %JO, %II, %JI, %E) : (!dense, !sparse, !rows, !columns, !axis.axis<occupancy>) -> !sparse.buffer<?x2x3xf64>
  %U = sparse.alloc on (%IO, %JO) : (!dense, !sparse) -> !sparse.buffer<?xf64>
  iter.nest "cells" ("io": %io, "jo": %jo, "ii": %ii, "ji": %ji, "e": %e) over (%IO, %JO, %II, %JI, %E : !dense, !sparse, !rows, !columns, !axis.axis<occupancy>) kinds [spatial, spatial, spatial, spatial, spatial] {
    %x = sparse.load %Av[%io, %jo, %ii, %ji] : !sparse.buffer<?x2x3xf32>
    memref.store %x, %out[] : memref<f32>
  }
  iter.nest "all" ("io": %io, "jo": %jo, "ii": %ii, "ji": %ji) over (%IO, %JO, %II, %JI : !dense, !sparse, !rows, !columns) kinds [spatial, spatial, spatial, spatial] {
    %x = sparse.load %Av[%io, %jo, %ii, %ji] : !sparse.buffer<?x2x3xf32>
    memref.store %x, %out[] : memref<f32>
  }
  return
}

// A tensor with values of its own has them on the occupancy too.

// CHECK-LABEL: func.func @values_on_blocks(
// CHECK: sparse.unpack %{{.*}} on (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : !sparse.tensor<?x?xf64, #sparse.bsr<2, 3>> on
func.func @values_on_blocks(%A: !bsr) {
  %IO, %JO, %II, %JI, %E, %Av = sparse.unpack %A : !bsr -> !dense, !sparse, !rows, !columns, !axis.axis<occupancy>, !sparse.buffer<?x2x3xf32>
  %Tv = sparse.alloc on (%IO, %JO, %II, %JI, %E) : (!dense, !sparse, !rows, !columns, !axis.axis<occupancy>) -> !sparse.buffer<?x2x3xf64>
  %T = sparse.with_values %A, %Tv : !bsr, !sparse.buffer<?x2x3xf64> -> !sparse.tensor<?x?xf64, #sparse.bsr<2, 3>>
  %Tw = sparse.unpack %T on (%IO, %JO, %II, %JI, %E) : !sparse.tensor<?x?xf64, #sparse.bsr<2, 3>> on (!dense, !sparse, !rows, !columns, !axis.axis<occupancy>) -> !sparse.buffer<?x2x3xf64>
  %x = arith.constant 0.0 : f64
  sparse.fill %Tw, %x : !sparse.buffer<?x2x3xf64>
  return
}

// The levels of COO may be one group of a nest, since they lack no cells.

// CHECK-LABEL: func.func @group(
// CHECK: iter.nest {{.*}} over ((%{{.*}}, %{{.*}}) :
func.func @group(%A: !sparse.tensor<?x?xf32, #sparse.coo>) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.coo> -> !axis.axis<sparse_variable, sorted>, !axis.axis<singleton>, !sparse.buffer<?xf32>
  iter.nest "group" ("i": %i, "j": %j) over ((%I, %J) : !axis.axis<sparse_variable, sorted>, !axis.axis<singleton>) kinds [spatial, spatial] {
  }
  return
}
