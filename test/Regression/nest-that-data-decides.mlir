// RUN: spindle-fuzz --replay %s
// seed 7351 finite 1
// index 3
// index 4
// memory %l1 i8 shape 3 bytes 010402

// How often a body runs is counted without running it: where data decide which
// nests run, the count is no promise.

module {
  func.func @f(%arg0: index, %arg1: index, %arg2: memref<?xi8>) {
    %0 = axis.dense_fixed %arg0 : !axis.axis<dense_fixed>
    %1 = axis.dense_fixed %arg1 lengths %arg2 : memref<?xi8> of %0 : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
    %2 = sparse.alloc on (%0, %1) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xindex>
    iter.nest "n1" ("d0": %d0 at %d0_site, "d1": %d1 at %d1_site) over (%0, %1 : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [reduction, spatial] {
      sparse.store %d1, %2 at [%d0_site, %d1_site] : !sparse.buffer<?x?xindex>
      %result = sparse.load %2 at [%d0_site, %d1_site] : !sparse.buffer<?x?xindex>
      %c3 = arith.constant 3 : index
      %3 = arith.remui %result, %c3 : index
      %place, %found = axis.locate %0[%3] : !axis.axis<dense_fixed> -> !axis.site
      %c3_0 = arith.constant 3 : index
      %place_1, %found_2 = axis.locate %1[%c3_0] under %place : !axis.site by direct : !axis.axis<dense_fixed> -> !axis.site
      scf.if %found_2 {
        iter.nest "n2" ("d0": %d0_3) over (%0 : !axis.axis<dense_fixed>) kinds [reduction] {
        }
      }
    }
    return
  }
}
