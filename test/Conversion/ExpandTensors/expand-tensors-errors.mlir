// RUN: sparse-opt %s --spindle-expand-tensors --split-input-file --verify-diagnostics
// RUN: not sparse-opt %s --spindle-expand-tensors --split-input-file --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// Where it fails, nothing is changed: no function either that could be.

// CHECK: IR Dump After ExpandTensorsPass Failed
// CHECK: func.func @fits(%{{.*}}: !sparse.tensor<?xf32, #sparse.dense>)
// CHECK: func.func @returns(%{{.*}}: !sparse.tensor<?xf32, #sparse.dense>) -> !sparse.tensor<?xf32, #sparse.dense>
func.func @fits(%x: !sparse.tensor<?xf32, #sparse.dense>) {
  return
}
// expected-error @below {{expected a function that returns tensors to return what 'sparse.convert' makes, and nothing else}}
func.func @returns(%x: !sparse.tensor<?xf32, #sparse.dense>) -> !sparse.tensor<?xf32, #sparse.dense> {
  return %x : !sparse.tensor<?xf32, #sparse.dense>
}

// -----

// expected-error @below {{expected a function with tensor arguments to have a body}}
func.func private @no_body(!sparse.tensor<?xf32, #sparse.dense>)

// -----

// expected-error @below {{expected tensors of different names but got "x" for arguments 0 and 2}}
func.func @equal_names(%x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x"}, %s: f32, %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x"}) {
  return
}

// -----

// expected-error @below {{expected tensors of different names but got "arg1" for arguments 0 and 1}}
func.func @name_is_a_number(%x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "arg1"}, %y: !sparse.tensor<?xf32, #sparse.dense>) {
  return
}

// -----

func.func @callee(%x: !sparse.tensor<?xf32, #sparse.dense>) {
  return
}
func.func @calls(%x: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @below {{expected tensors to be arguments of 'func.func' and to be used by 'sparse.unpack', 'sparse.with_values', 'sparse.parts' and 'sparse.convert' alone but got 'func.call'}}
  call @callee(%x) : (!sparse.tensor<?xf32, #sparse.dense>) -> ()
  return
}

// -----

func.func @callee(%x: !sparse.tensor<?xf32, #sparse.dense>) {
  return
}
func.func @takes_the_address() {
  // expected-error @below {{expected tensors to be arguments of 'func.func' and to be used by 'sparse.unpack', 'sparse.with_values', 'sparse.parts' and 'sparse.convert' alone but got 'func.constant'}}
  %f = constant @callee : (!sparse.tensor<?xf32, #sparse.dense>) -> ()
  return
}

// -----

// expected-error @below {{expected tensors to be arguments of 'func.func' and to be used by 'sparse.unpack', 'sparse.with_values', 'sparse.parts' and 'sparse.convert' alone but got 'func.func'}}
func.func @gives_it_to_a_block() {
  return
^never(%x: !sparse.tensor<?xf32, #sparse.dense>):
  return
}

// -----

module {
  func.func @nested(%c: i1, %x: !sparse.tensor<?xf32, #sparse.dense>) {
    scf.if %c {
      // expected-error @below {{but got 'builtin.unrealized_conversion_cast'}}
      %m = builtin.unrealized_conversion_cast %x : !sparse.tensor<?xf32, #sparse.dense> to memref<?xf32>
    }
    return
  }
}

// -----

func.func @generic_that_is_left(%x: !sparse.tensor<?xf32, #sparse.dense>, %v: f32) {
  // expected-error @below {{expected no 'sparse.generic': run 'convert-generic-to-iter' first}}
  sparse.generic outs(%x : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %v : f32
  }
  return
}

// -----

// expected-error @below {{expected a function that returns tensors to have a body of one block}}
func.func private @returns_without_a_body() -> !sparse.tensor<?xf32, #sparse.dense>

// -----

// expected-error @below {{expected a function that returns tensors to have a body of one block}}
func.func @returns_from_another_block(%x: !sparse.tensor<?xf32, #sparse.dense>) -> !sparse.tensor<?xf32, #sparse.dense> {
  %y = sparse.convert %x : !sparse.tensor<?xf32, #sparse.dense> -> !sparse.tensor<?xf32, #sparse.dense>
  cf.br ^end
^end:
  return %y : !sparse.tensor<?xf32, #sparse.dense>
}

// -----

func.func @values_without_memory(%x: !sparse.tensor<?xf32, #sparse.dense>, %one: f32) -> !sparse.tensor<?xf32, #sparse.dense> {
  %I, %v = sparse.unpack %x : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %ones = sparse.splat %one on (%I) : f32 on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %y = sparse.with_values %x, %ones : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  // expected-error @below {{expected values to convert that are an argument's or bound to row-major memory}}
  %z = sparse.convert %y : !sparse.tensor<?xf32, #sparse.dense> -> !sparse.tensor<?xf32, #sparse.dense>
  return %z : !sparse.tensor<?xf32, #sparse.dense>
}

// -----

func.func @elements_of_another_type(%x: !sparse.tensor<?xf80, #sparse.dense>) -> !sparse.tensor<?xf80, #sparse.dense> {
  // expected-error @below {{expected elements of a type that the runtime has but got 'f80'}}
  %y = sparse.convert %x : !sparse.tensor<?xf80, #sparse.dense> -> !sparse.tensor<?xf80, #sparse.dense>
  return %y : !sparse.tensor<?xf80, #sparse.dense>
}

// -----

// Values that the function makes are nowhere when it begins.

!T = !sparse.tensor<?x?xf32, #sparse.columns<1>>
!P = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @composed_parts(%A: !T) -> !P {
  %A0 = sparse.parts %A : !T -> !P
  // expected-error @below {{expected tensors to be arguments of 'func.func' and to be used by 'sparse.unpack', 'sparse.with_values', 'sparse.parts' and 'sparse.convert' alone but got 'sparse.compose'}}
  %B = sparse.compose %A0 : !P -> !T
  %C = sparse.convert %B : !T -> !P
  return %C : !P
}
