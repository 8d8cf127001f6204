// A loop hands on the value of the branch that is taken, wherever it stands.
// RUN: %python %S/semantics.py %s

func.func @while(%m: memref<?xi64> {sparse.name = "r", sparse.access = "write"}) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %n = memref.dim %m, %c0 : memref<?xi64>
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %V = sparse.bind %m on (%I) : memref<?xi64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
  iter.nest "while" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    %result:3 = scf.while (%state = %c0) : (index) -> (index, index, index) {
      %continue = arith.cmpi slt, %state, %c1 : index
      %value = scf.if %continue -> index {
        %next = arith.addi %state, %c2 : index
        scf.yield %next : index
      } else {
        scf.yield %c20 : index
      }
      scf.condition(%continue) %value, %value, %state : index, index, index
    } do {
    ^bb0(%first: index, %second: index, %old: index):
      scf.yield %second : index
    }
    %r = arith.addi %result#2, %i : index
    %x = arith.index_cast %r : index to i64
    sparse.store %x, %V at [%p] : !sparse.buffer<?xi64>
  }
  return
}
