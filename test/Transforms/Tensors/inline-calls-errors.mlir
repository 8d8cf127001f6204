// RUN: sparse-opt %s --spindle-inline-calls --split-input-file --verify-diagnostics

!dense = !sparse.tensor<?xf32, #sparse.dense>

func.func private @one(%x: !dense) {
  call @two(%x) : (!dense) -> ()
  return
}
func.func private @two(%x: !dense) {
  // expected-error@+1 {{expected functions that do not call themselves but got @one, which calls @two, which calls @one}}
  call @one(%x) : (!dense) -> ()
  return
}

// -----

!dense = !sparse.tensor<?xf32, #sparse.dense>

func.func @itself(%x: !dense) {
  // expected-error@+1 {{expected functions that do not call themselves but got @itself, which calls @itself}}
  call @itself(%x) : (!dense) -> ()
  return
}

// -----

!dense = !sparse.tensor<?xf32, #sparse.dense>

func.func private @declared(!dense)
func.func @run(%x: !dense) {
  // expected-error@+1 {{expected @declared, which is called with tensors, axes or buffers, to have a body but got a declaration}}
  call @declared(%x) : (!dense) -> ()
  return
}

// -----

!dense = !sparse.tensor<?xf32, #sparse.dense>

func.func private @jumps(%x: !dense) {
  cf.br ^next
^next:
  return
}
func.func @run(%x: !dense) {
  // expected-error@+1 {{expected @jumps, which is called with tensors, axes or buffers, to have a body of one block but got 2}}
  call @jumps(%x) : (!dense) -> ()
  return
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func private @scale(%A: !csr {sparse.name = "A"}, %S: !csr {sparse.name = "S", sparse.structure_of = "A"}) {
  return
}
func.func @run(%A: !csr, %B: !csr) {
  // expected-error@+1 {{expected operand 1 ('S') of the call of @scale to share the structure of operand 0 ('A') but got another one}}
  call @scale(%A, %B) : (!csr, !csr) -> ()
  return
}

// -----

!coo = !sparse.tensor<?x?xf32, #sparse.coo>

func.func private @look_up(%A: !coo {sparse.name = "A"}, %S: !coo {sparse.name = "S"}) {
  return
}
func.func @run(%A: !coo) {
  // expected-error@+1 {{expected operand 1 ('S') of the call of @look_up, which has the structure of operand 0 ('A'), to say so by 'sparse.structure_of', as it may have several elements at one place, but got none}}
  call @look_up(%A, %A) : (!coo, !coo) -> ()
  return
}

// -----

func.func private @allocates(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %b = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}
func.func @run(%n: index, %x: !sparse.tensor<?xf32, #sparse.dense>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error@+1 {{expected the call of @allocates, which allocates, in the first block of a function but got one in a loop or branch}}
    func.call @allocates(%n) : (index) -> ()
  }
  return
}
