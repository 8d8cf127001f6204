// RUN: split-file %s %t
// RUN: sparse-opt %t/tensors.mlir --spindle-verify-stage=stage=tensors | FileCheck %s --check-prefix=TENSORS
// RUN: sparse-opt %t/coordinates.mlir --spindle-verify-stage=stage=coordinates -o /dev/null
// RUN: sparse-opt %t/coordinates.mlir --spindle-verify-stage=stage=tensors -o /dev/null
// RUN: sparse-opt %t/positions.mlir --spindle-verify-stage=stage=positions -o /dev/null
// RUN: sparse-opt %t/positions.mlir --spindle-verify-stage=stage=coordinates -o /dev/null
// RUN: sparse-opt %t/loops.mlir --spindle-verify-stage=stage=loops | FileCheck %s --check-prefix=LOOPS
// RUN: sparse-opt %t/loops.mlir --spindle-lower-to-llvm=keep-labels --spindle-verify-stage=stage=llvm -o /dev/null
// RUN: sparse-opt %t/parallel.mlir --spindle-verify-stage=stage=loops --spindle-lower-to-llvm=parallel --spindle-verify-stage=stage=llvm -o /dev/null
// RUN: not sparse-opt %t/parallel.mlir --spindle-verify-stage=stage=positions 2>&1 | FileCheck %s --check-prefix=PARALLEL
// RUN: sparse-opt %t/common.mlir --spindle-verify-stage=stage=tensors --spindle-verify-stage=stage=coordinates --spindle-verify-stage=stage=positions --spindle-verify-stage=stage=loops -o /dev/null

// Each stage takes the programs in it, and those before it that say less; the
// program stays as it is.

//--- tensors.mlir
// TENSORS: sparse.unpack
func.func @tensors(%x: !sparse.tensor<?xf32, #sparse.dense>, %v: f32) {
  %I, %Xv = sparse.unpack %x : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}

//--- coordinates.mlir
func.func @coordinates(%c: i1, %m: index, %x: memref<?xf32>, %v: f32) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %Xv = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    scf.if %c {
      sparse.store %v, %Xv at [%r] : !sparse.buffer<?xf32>
    }
  }
  return
}

//--- positions.mlir
func.func @positions(%c0: index, %c1: index, %m: index, %x: memref<?xf32>, %v: f32) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %Xv = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  scf.for %i = %c0 to %m step %c1 {
    sparse.store %v, %Xv at positions [%i] : !sparse.buffer<?xf32>
  }
  return
}

//--- loops.mlir
// Labels are legal in plain loops.
// LOOPS: iter.loop
func.func @loops(%c0: index, %c1: index, %m: index, %x: memref<?xf32>, %v: f32) attributes {sparse.signature = [unit, unit, unit, unit, unit]} {
  scf.for %i = %c0 to %m step %c1 {
    memref.store %v, %x[%i] : memref<?xf32>
    iter.atomic_update add %v into %x[%i] : f32, memref<?xf32>
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

//--- parallel.mlir
// PARALLEL: expected no 'omp.parallel' in stage 'positions'
func.func @parallel() {
  omp.parallel {
    omp.terminator
  }
  return
}

//--- common.mlir
module @outer attributes {dlti.dl_spec = #dlti.dl_spec<>} {
  module @inner {
    func.func @common(%i: index, %x: memref<?xcomplex<f32>>) -> f32 {
      %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %z = memref.load %x[%j] : memref<?xcomplex<f32>>
      %a = complex.abs %z : complex<f32>
      %b = math.exp %a : f32
      %c = ub.poison : f32
      %d = arith.addf %b, %c : f32
      return %d : f32
    }
  }
}
