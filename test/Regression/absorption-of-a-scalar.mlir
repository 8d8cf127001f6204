// RUN: spindle-fuzz --replay %s
// seed 2 finite 1
// memory b i1 shape 3 bytes 010001
// memory m i1 shape bytes 01

// A nest over an occupancy reads from a buffer on no axes, which has no padding.

!I = !axis.axis<dense_fixed, width = 3>
!E = !axis.axis<occupancy>
!S = !sparse.buffer<i1>

func.func @f(%b: memref<3xi1>, %m: memref<i1>) {
  %c3 = arith.constant 3 : index
  %I = axis.dense_fixed %c3 : !I
  %E = axis.occupancy %b on (%I) : memref<3xi1> on (!I) -> !E
  %S = sparse.bind %m on () : memref<i1> on () -> !S
  iter.nest "any" ("i": %i, "e": %e) over (%I, %E : !I, !E) kinds [reduction, reduction] {
    %x = sparse.load %S at [] : !S
    sparse.accumulate or %x into %S at [] : !S
  }
  return
}
