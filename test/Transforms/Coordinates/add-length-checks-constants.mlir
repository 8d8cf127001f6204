// RUN: sparse-opt %s --spindle-add-length-checks | FileCheck %s

// What is called constant is compared with what a call hands over, where both have as
// many entries: floats by their bits. The call is refused by the number of those that
// differ.

// CHECK-LABEL: func.func @last(
// CHECK-SAME: sparse.constants
// CHECK-SAME: sparse.length_check = @last.lengths
// CHECK-LABEL: func.func private @last.lengths(
// CHECK-SAME: %[[P:[^:]*]]: memref<?xi32>, %[[V:[^:]*]]: memref<?x2xf32>)
// CHECK-SAME: ["expected the positions of level 1 of A to have ", " entries, as compiled, but got "], ["expected the positions of level 1 of A to be as compiled, with ", " different entries but got "]
// CHECK-SAME: ["expected the values of A to have ", " entries, as compiled, but got "]
// CHECK: %[[SIZE:.*]] = memref.dim %[[P]]
// CHECK: arith.cmpi ne, %[[SIZE]], %{{.*}}
// CHECK: %[[KNOWN:.*]] = memref.get_global @positions
// CHECK: %[[COUNT:.*]] = scf.if %{{.*}} -> (index) {
// CHECK: %[[DIFFERENT:.*]] = scf.for %[[I:[^ ]*]] = {{.*}} iter_args(%[[SO_FAR:[^ ]*]] =
// CHECK-DAG: %[[A:.*]] = memref.load %[[P]][%[[I]]]
// CHECK-DAG: %[[B:.*]] = memref.load %[[KNOWN]][%[[I]]]
// CHECK: %[[IS_OTHER:.*]] = arith.cmpi ne,
// CHECK: %[[ONE:.*]] = arith.index_castui %[[IS_OTHER]] : i1 to index
// CHECK: arith.addi %[[SO_FAR]], %[[ONE]]
// CHECK: arith.cmpi ne, %[[COUNT]], %{{.*}}
// CHECK: memref.get_global @values
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: return
memref.global "private" constant @positions : memref<3xi32> = dense<[0, 1, 3]>
memref.global "private" constant @values : memref<1x2xf32> = dense<[[1.0, 0x7FC00000]]>
func.func @last(%p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}, %v: memref<?x2xf32> {sparse.piece = #sparse.piece<"A", part [], values>}) -> i32
    attributes {sparse.constants = [[#sparse.piece<"A", part [], level 1, positions>, @positions], [#sparse.piece<"A", part [], values>, @values]]} {
  %c2 = arith.constant 2 : index
  %last = memref.load %p[%c2] : memref<?xi32>
  return %last : i32
}
