// RUN: split-file %s %t
// RUN: sparse-opt %t/coordinates.mlir --spindle-verify-stage=stage=coordinates --split-input-file --verify-diagnostics
// RUN: sparse-opt %t/positions.mlir --spindle-verify-stage=stage=positions --split-input-file --verify-diagnostics
// RUN: sparse-opt %t/loops.mlir --spindle-verify-stage=stage=loops --allow-unregistered-dialect --split-input-file --verify-diagnostics
// RUN: sparse-opt %t/llvm.mlir --spindle-verify-stage=stage=llvm --split-input-file --verify-diagnostics
// RUN: sparse-opt %t/empty.mlir --spindle-verify-stage=stage=four --verify-diagnostics
// RUN: not sparse-opt %t/none.mlir --spindle-verify-stage 2>&1 | FileCheck %s --check-prefix=NONE

//--- coordinates.mlir
// expected-error @below {{expected no '!sparse.tensor<?xf32, #sparse.dense>' in stage 'coordinates'}}
func.func @takes_a_tensor(%x: !sparse.tensor<?xf32, #sparse.dense>) {
  return
}

// -----

// expected-error @below {{expected no 'tuple<i32, !sparse.tensor<?xf32, #sparse.dense>>' in stage 'coordinates'}}
func.func private @declares_a_tuple_with_a_tensor(tuple<i32, !sparse.tensor<?xf32, #sparse.dense>>)

// -----

// expected-error @below {{expected no '!sparse.tensor<?xf32, #sparse.dense>' in stage 'coordinates'}}
func.func private @declares_a_tensor() -> !sparse.tensor<?xf32, #sparse.dense>

// -----

func.func @branches() {
  // expected-error @below {{expected no 'cf.br' in stage 'coordinates'}}
  cf.br ^end
^end:
  return
}

// -----

func.func @vectors(%x: memref<?xf32>, %i: index) {
  // expected-error @below {{expected no 'vector.load' in stage 'coordinates'}}
  %v = vector.load %x[%i] : memref<?xf32>, vector<4xf32>
  return
}

//--- positions.mlir
func.func @nest(%m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @below {{expected no 'iter.nest' in stage 'positions'}}
  iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @site(%m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @below {{expected no '!axis.site' in stage 'positions'}}
  %r, %found = axis.locate %I[%m] : !axis.axis<dense_fixed> -> !axis.site
  return
}

//--- loops.mlir
module {
  module {
    func.func @axis(%m: index) {
      // expected-error @below {{expected no 'axis.dense_fixed' in stage 'loops'}}
      %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
      return
    }
  }
}

// -----

// expected-error @below {{expected no '!sparse.buffer<?xf32>' in stage 'loops'}}
func.func @takes_a_buffer(%x: !sparse.buffer<?xf32>) {
  return
}

// -----

// expected-error @below {{expected no '!axis.axis<dense_fixed>' in stage 'loops'}}
func.func private @declares_an_axis(!axis.axis<dense_fixed>)

// -----

func.func @unknown() {
  // expected-error @below {{expected no 'test.unknown' in stage 'loops'}}
  "test.unknown"() : () -> ()
  return
}

//--- llvm.mlir
llvm.func @common(%x: f32) {
  // expected-error @below {{expected no 'math.exp' in stage 'llvm'}}
  %y = math.exp %x : f32
  llvm.return
}

// -----

// What a cast stands beside is named before the cast.
llvm.func @cast(%x: i64) {
  %i = builtin.unrealized_conversion_cast %x : i64 to index
  // expected-error @below {{expected no 'index.add' in stage 'llvm'}}
  %j = index.add %i, %i
  llvm.return
}

// -----

llvm.func @only_a_cast(%x: i64) {
  // expected-error @below {{expected no 'builtin.unrealized_conversion_cast' in stage 'llvm'}}
  %i = builtin.unrealized_conversion_cast %x : i64 to index
  llvm.return
}

//--- empty.mlir
// expected-error @below {{expected stage to be tensors, coordinates, positions, loops or llvm but got 'four'}}
module {
}

//--- none.mlir
module {
}
// NONE: error: expected stage to be tensors, coordinates, positions, loops or llvm but got ''
