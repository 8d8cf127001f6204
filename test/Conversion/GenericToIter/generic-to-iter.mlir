// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter,convert-generic-to-iter))' | FileCheck %s

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!matrix = !sparse.tensor<?x?xf32, #sparse.dense>
!vector = !sparse.tensor<?xf32, #sparse.dense>
!numbers = !sparse.tensor<?xi64, #sparse.dense>
!scalar = !sparse.tensor<f32, #sparse.dense>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>

// The driver's axes come first; what it drives is accessed at its sites, dense
// tensors by coordinates. Names are those of the arguments' dimensions.

// CHECK-LABEL: func.func @spmv
// CHECK-SAME: %[[A:[^ ]*]]: !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK-NEXT: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[A]] :
// CHECK-NEXT: %[[JX:.*]], %[[XV:.*]] = sparse.unpack
// CHECK-NEXT: %[[IY:.*]], %[[YV:.*]] = sparse.unpack
// CHECK-NEXT: iter.nest "spmv" ("I": %[[ROW:.*]], "J": %[[COL:.*]] at %[[P:.*]]) over (%[[I]], %[[J]] : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]]]
// CHECK-NEXT: %[[Y:.*]] = sparse.load %[[XV]][%[[COL]]]
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: sparse.accumulate add %[[T]] into %[[YV]][%[[ROW]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @spmv(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %x: !vector {sparse.name = "x", sparse.dims = ["J"]}, %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  sparse.generic driver(%A) ins(%A, %x : !csr, !vector) outs(%y : !vector) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// A body that takes the coordinates is given them in the order of the dimensions,
// whatever that of the axes is.

// CHECK-LABEL: func.func @coordinates
// CHECK: iter.nest "coordinates" ("I": %[[ROW:.*]], "J": %[[COL:.*]] at %{{.*}}, "K": %[[K:.*]]) over
// CHECK-NEXT: %[[X:.*]] = sparse.load
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[K]], %[[COL]] : index
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[S]] : index to i64
// CHECK-NEXT: sparse.accumulate max %[[N]] into %{{.*}}[%[[K]], %[[ROW]]]
func.func @coordinates(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %n: !sparse.tensor<?x?xi64, #sparse.dense> {sparse.name = "n", sparse.dims = ["K", "I"]}) {
  sparse.generic driver(%A) ins(%A : !csr) outs(%n : !sparse.tensor<?x?xi64, #sparse.dense>) maps [affine_map<(k, j, i) -> (i, j)>, affine_map<(k, j, i) -> (k, i)>] kinds [spatial, reduction, spatial] combine [max] {
  ^bb0(%a: f32, %k: index, %j: index, %i: index):
    %s = arith.addi %k, %j : index
    %m = arith.index_cast %s : index to i64
    sparse.yield %m : i64
  }
  return
}

// A dimension that the driver lacks is an axis of a dense output. Operations have
// names of their own, dimensions the number where nothing names them.

// CHECK-LABEL: func.func @spmm
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG2:[^ ]*]]: !sparse.tensor
// CHECK: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %{{.*}}, %[[KB:.*]], %[[BV:.*]] = sparse.unpack %[[ARG1]]
// CHECK-NEXT: %{{.*}}, %[[KC:.*]], %[[CV:.*]] = sparse.unpack %[[ARG2]]
// CHECK-NEXT: iter.nest "product" ("d0": %[[ROW:.*]], "d1": %[[COL:.*]] at %[[P:.*]], "d2": %[[K:.*]]) over (%[[I]], %[[J]], %[[KC]] :
// CHECK-SAME: kinds [spatial, reduction, spatial] {
// CHECK: sparse.load %[[AV]] at [%[[P]]]
// CHECK: sparse.load %[[BV]][%[[COL]], %[[K]]]
// CHECK: sparse.accumulate add %{{.*}} into %[[CV]][%[[ROW]], %[[K]]]
func.func @spmm(%A: !csr, %B: !matrix, %C: !matrix) {
  sparse.generic "product" driver(%A) ins(%A, %B : !csr, !matrix) outs(%C : !matrix) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// An output on the driver's structure is written at its sites. Without a dense
// output for a dimension, an input has it. What is unpacked already is used.

// CHECK-LABEL: func.func @sddmm
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG2:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG3:[^ ]*]]: !sparse.tensor
// CHECK: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[CV:.*]] = sparse.unpack %[[ARG3]] on (%[[I]], %[[J]])
// CHECK: sparse.fill %[[CV]]
// CHECK-NEXT: %{{.*}}, %[[K:.*]], %[[XV:.*]] = sparse.unpack %[[ARG1]]
// CHECK-NEXT: %{{.*}}, %{{.*}}, %[[YV:.*]] = sparse.unpack %[[ARG2]]
// CHECK-NEXT: iter.nest "sddmm" ("I": %[[ROW:.*]], "J": %[[COL:.*]] at %[[P:.*]], "K": %[[C:.*]]) over (%[[I]], %[[J]], %[[K]] :
// CHECK-SAME: kinds [spatial, spatial, reduction] {
// CHECK-NEXT: %[[A:.*]] = sparse.load %[[AV]] at [%[[P]]]
// CHECK-NEXT: sparse.load %[[XV]][%[[ROW]], %[[C]]]
// CHECK-NEXT: sparse.load %[[YV]][%[[COL]], %[[C]]]
// CHECK: sparse.accumulate add %{{.*}} into %[[CV]] at [%[[P]]]
func.func @sddmm(%A: !csr {sparse.name = "A", sparse.dims = ["I", "J"]}, %X: !matrix {sparse.dims = ["I", "K"]}, %Y: !matrix {sparse.dims = ["J", "K"]}, %C: !csr {sparse.structure_of = "A"}) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Cv = sparse.unpack %C on (%I, %J) : !csr on (!I, !J) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A) ins(%A, %X, %Y : !csr, !matrix, !matrix) outs(%C : !csr) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%a: f32, %x: f32, %y: f32):
    %t = arith.mulf %x, %y : f32
    %u = arith.mulf %a, %t : f32
    sparse.yield %u : f32
  }
  return
}

// A driver that shares its structure is on the axes of the tensor that has it,
// and an output without a combination is stored to.

// CHECK-LABEL: func.func @element_wise
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[CV:.*]] = sparse.unpack %[[ARG1]] on (%[[I]], %[[J]])
// CHECK-NEXT: iter.nest "element_wise" ("d0": %{{.*}}, "d1": %{{.*}} at %[[P:.*]]) over (%[[I]], %[[J]] :
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]]]
// CHECK-NEXT: %[[Y:.*]] = math.sqrt %[[X]]
// CHECK-NEXT: sparse.store %[[Y]], %[[CV]] at [%[[P]]]
func.func @element_wise(%A: !csr {sparse.name = "A"}, %C: !csr {sparse.structure_of = "A"}) {
  sparse.generic driver(%C) ins(%A : !csr) outs(%C : !csr) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    %r = math.sqrt %a : f32
    sparse.yield %r : f32
  }
  return
}

// A tensor that is unpacked on other axes than those that are used is unpacked
// again.

// CHECK-LABEL: func.func @unpacked_on_other_axes
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[I2:.*]], %[[J2:.*]], %{{.*}} = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[CW:.*]] = sparse.unpack %[[ARG1]] on (%[[I2]], %[[J2]])
// CHECK: sparse.fill %[[CW]]
// CHECK: %[[CV:.*]] = sparse.unpack %[[ARG1]] on (%[[I]], %[[J]])
// CHECK-NEXT: iter.nest {{.*}} over (%[[I]], %[[J]] :
// CHECK: sparse.store %{{.*}}, %[[CV]]
func.func @unpacked_on_other_axes(%A: !csr {sparse.name = "A"}, %C: !csr {sparse.structure_of = "A"}) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %I2, %J2, %Aw = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Cw = sparse.unpack %C on (%I2, %J2) : !csr on (!I, !J) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cw, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A) ins(%A : !csr) outs(%C : !csr) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// Another sparse tensor is looked up, and so is the driver's own under another
// map: an element that it lacks reads as the fill value.

// CHECK-LABEL: func.func @looked_up
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %{{.*}}, %{{.*}}, %[[BV:.*]] = sparse.unpack %[[ARG1]]
// CHECK-NEXT: iter.nest "looked_up" ("N": %[[ROW:.*]], "N_1": %[[COL:.*]] at %[[P:.*]]) over (%[[I]], %[[J]] :
// CHECK-NEXT: sparse.load %[[AV]] at [%[[P]]]
// CHECK-NEXT: sparse.load %[[AV]][%[[COL]], %[[ROW]]]
// CHECK-NEXT: sparse.load %[[BV]][%[[ROW]], %[[COL]]]
// CHECK: sparse.store %{{.*}}, %[[AV]] at [%[[P]]]
func.func @looked_up(%A: !csr {sparse.name = "A", sparse.dims = ["N", "N"]}, %B: !csr) {
  sparse.generic driver(%A) ins(%A, %A, %B : !csr, !csr, !csr) outs(%A : !csr) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32, %t: f32, %b: f32):
    %s = arith.addf %a, %t : f32
    %r = arith.mulf %s, %b : f32
    sparse.yield %r : f32
  }
  return
}

// Without a driver all dimensions are dense, in their own order.

// CHECK-LABEL: func.func @without_driver
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK: %{{.*}}, %[[JB:.*]], %[[BV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[I:.*]], %[[Y:.*]] = sparse.unpack %[[ARG1]]
// CHECK-NEXT: iter.nest "without_driver" ("d0": %[[COL:.*]], "d1": %[[ROW:.*]]) over (%[[JB]], %[[I]] :
// CHECK-SAME: kinds [reduction, spatial] {
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[BV]][%[[ROW]], %[[COL]]]
// CHECK-NEXT: sparse.accumulate max %[[X]] into %[[Y]][%[[ROW]]]
func.func @without_driver(%B: !matrix, %y: !vector) {
  sparse.generic ins(%B : !matrix) outs(%y : !vector) maps [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (i)>] kinds [reduction, spatial] combine [max] {
  ^bb0(%b: f32):
    sparse.yield %b : f32
  }
  return
}

// One value and its number are combined together, beside an output of its own.

// CHECK-LABEL: func.func @several_outputs
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG2:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG3:[^ ]*]]: !sparse.tensor
// CHECK-SAME: %[[ARG4:[^ ]*]]: !sparse.tensor
// CHECK: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %{{.*}}, %[[NV:.*]] = sparse.unpack %[[ARG1]]
// CHECK-NEXT: %{{.*}}, %[[SV:.*]] = sparse.unpack %[[ARG2]]
// CHECK-NEXT: %[[IM:.*]], %[[MV:.*]] = sparse.unpack %[[ARG3]]
// CHECK-NEXT: %[[PV:.*]] = sparse.unpack %[[ARG4]] on (%[[IM]])
// CHECK-NEXT: iter.nest "several_outputs" ("d0": %[[ROW:.*]], "d1": %[[COL:.*]] at %[[P:.*]]) over (%[[I]], %[[J]] :
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]]]
// CHECK-NEXT: %[[N:.*]] = sparse.load %[[NV]][%[[COL]]]
// CHECK-NEXT: sparse.accumulate add %[[X]] into %[[SV]][%[[ROW]]]
// CHECK-NEXT: sparse.accumulate argmin %[[X]], %[[N]] into %[[MV]], %[[PV]][%[[ROW]]]
func.func @several_outputs(%A: !csr, %n: !numbers, %sum: !vector, %least: !vector {sparse.name = "least"}, %place: !numbers {sparse.structure_of = "least"}) {
  sparse.generic driver(%A) ins(%A, %n : !csr, !numbers) outs(%sum, %least, %place : !vector, !vector, !numbers) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add, argmin] {
  ^bb0(%a: f32, %j: i64):
    sparse.yield %a, %a, %j : f32, f32, i64
  }
  return
}

// What is also read is read before it is combined with, each time.

// CHECK-LABEL: func.func @in_and_out
// CHECK-SAME: !sparse.tensor
// CHECK-SAME: %[[ARG1:[^ ]*]]: !sparse.tensor
// CHECK: %{{.*}}, %[[YV:[^ ]*]] = sparse.unpack %[[ARG1]]
// CHECK-NEXT: iter.nest "in_and_out" ("d0": %[[ROW:[^ ]*]], "d1":
// CHECK: sparse.load %[[YV]][%[[ROW]]]
// CHECK: sparse.accumulate add %{{.*}} into %[[YV]][%[[ROW]]]
func.func @in_and_out(%A: !csr, %y: !vector) {
  sparse.generic driver(%A) ins(%A, %y : !csr, !vector) outs(%y : !vector) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// Values that the function makes lie on the axes that they were made on, though
// the tensor is unpacked twice. Each nest has a name of its own.

// CHECK-LABEL: func.func @with_values
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK: sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[I:.*]], %[[J:.*]], %[[AV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[TV:.*]] = sparse.alloc on (%[[I]], %[[J]])
// CHECK-NEXT: %[[T:.*]] = sparse.with_values %[[ARG0]], %[[TV]]
// CHECK-NEXT: %[[ON:.*]] = sparse.unpack %[[T]] on (%[[I]], %[[J]])
// CHECK-NEXT: iter.nest "twice" ("d0": %{{.*}}, "d1": %{{.*}} at %[[P:.*]]) over (%[[I]], %[[J]] :
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]]]
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: sparse.store %[[Y]], %[[ON]] at [%[[P]]]
// CHECK: iter.nest "with_values" ("d0": %[[ROW:.*]], "d1": %[[COL:.*]] at %[[Q:.*]]) over (%[[I]], %[[J]] :
// CHECK-NEXT: sparse.load %[[ON]] at [%[[Q]]]
// CHECK: iter.nest "with_values_1"
func.func @with_values(%A: !csr, %y: !vector) {
  %I0, %J0, %Av0 = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf32>
  %Tv = sparse.alloc on (%I, %J) : (!I, !J) -> !sparse.buffer<?xf32>
  %T = sparse.with_values %A, %Tv : !csr, !sparse.buffer<?xf32> -> !csr
  sparse.generic "twice" driver(%A) ins(%A : !csr) outs(%T : !csr) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    %t = arith.addf %a, %a : f32
    sparse.yield %t : f32
  }
  sparse.generic driver(%T) ins(%T : !csr) outs(%y : !vector) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%t: f32):
    sparse.yield %t : f32
  }
  sparse.generic ins(%y : !vector) outs(%y : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%t: f32):
    %r = math.exp %t : f32
    sparse.yield %r : f32
  }
  return
}

// A name that an operation has goes before one that comes from the function.

// CHECK-LABEL: func.func @names
// CHECK: iter.nest "names_1" ("K":
// CHECK: iter.nest "names" ("K":
func.func @names(%x: !vector {sparse.dims = ["K"]}) {
  sparse.generic ins(%x : !vector) outs(%x : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%t: f32):
    sparse.yield %t : f32
  }
  sparse.generic "names" ins(%x : !vector) outs(%x : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%t: f32):
    sparse.yield %t : f32
  }
  return
}

// An unpacking inside a branch is not seen after it.

// CHECK-LABEL: func.func @branch
// CHECK: scf.if
// CHECK: %[[I:.*]], %[[XV:.*]] = sparse.unpack
// CHECK: iter.nest "branch" ("d0": %[[C:.*]]) over (%[[I]] :
// CHECK: sparse.load %[[XV]][%[[C]]]
// CHECK: }
// CHECK: %[[I2:.*]], %[[XV2:.*]] = sparse.unpack
// CHECK: iter.nest "branch_1" ("d0": %[[C2:.*]]) over (%[[I2]] :
// CHECK: sparse.load %[[XV2]][%[[C2]]]
func.func @branch(%c: i1, %x: !vector) {
  scf.if %c {
    sparse.generic ins(%x : !vector) outs(%x : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
    ^bb0(%t: f32):
      sparse.yield %t : f32
    }
  }
  sparse.generic ins(%x : !vector) outs(%x : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%t: f32):
    sparse.yield %t : f32
  }
  return
}

// Without dimensions there is one element, and no nest.

// CHECK-LABEL: func.func @one_element
// CHECK-SAME: %[[ARG0:[^ ]*]]: !sparse.tensor
// CHECK: %[[XV:.*]] = sparse.unpack %[[ARG0]]
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[XV]][]
// CHECK-NEXT: %[[Y:.*]] = math.sqrt %[[X]]
// CHECK-NEXT: sparse.store %[[Y]], %[[XV]][]
// CHECK-NEXT: return
func.func @one_element(%x: !scalar) {
  sparse.generic ins(%x : !scalar) outs(%x : !scalar) maps [affine_map<() -> ()>, affine_map<() -> ()>] kinds [] {
  ^bb0(%a: f32):
    %r = math.sqrt %a : f32
    sparse.yield %r : f32
  }
  return
}

// There is nothing to do without such operations.

// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: return
func.func @nothing() {
  return
}

// The nest that @spmv becomes, written out.

// CHECK-LABEL: func.func @written
// CHECK: iter.nest "spmv"
func.func @written(%A: !csr, %x: !vector, %y: !vector) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Jx, %xv = sparse.unpack %x : !vector -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %Iy, %yv = sparse.unpack %y : !vector -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  iter.nest "spmv" ("I": %i, "J": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %b = sparse.load %xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
