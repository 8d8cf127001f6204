// RUN: sparse-opt %s --split-input-file --verify-diagnostics --spindle-decompose='tensor=A format=ell-coo(4)'

// expected-error @below {{expected a function that takes a tensor 'A' but got none}}
module {
  func.func @other_name(%B: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "B"}) {
    return
  }
}

// -----

// expected-error @below {{expected tensor 'A' to be one that can be in parts but it takes no tensor 'A' in a format of levels}}
func.func @in_parts_already(%A: !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>> {sparse.name = "A"}) {
  return
}

// -----

// expected-error @below {{format 'ell-coo(4)': expected a format of 3 dimensions but got 2}}
func.func @another_rank(%A: !sparse.tensor<?x?x?xf32, #sparse.csf> {sparse.name = "A"}) {
  return
}

// -----

// expected-error @below {{expected tensor 'A' to be one that can be in parts but its levels are used by 'iter.nest'}}
func.func @a_nest_over_its_levels(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  iter.nest "rows" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

// expected-error @below {{expected tensor 'A' to be one that can be in parts but 'sparse.generic' op (C10) expected operand 1, which is in a composite format, to be read and written at the driver's element alone: it has no look-up by coordinates}}
func.func @a_look_up(%B: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "B"}, %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %y: !sparse.tensor<?xf32, #sparse.dense>) {
  sparse.generic driver(%B) ins(%B, %A : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr>) outs(%y : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%b: f32, %a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

// expected-error @below {{expected tensor 'A' to be one that can be in parts but another function calls it}}
func.func @called(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) {
  return
}
func.func @caller(%B: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "B"}) {
  func.call @called(%B) : (!sparse.tensor<?x?xf32, #sparse.csr>) -> ()
  return
}
