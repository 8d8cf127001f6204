// C = A H, where H is the larger of A B and 0: two layers of a model that have
// one weight.
//
// What the row layer-128 of utils/guard times.

func.func @layer(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %IC, %K, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %JB, %KB, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %Hv = sparse.alloc on (%IC, %K) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Hv, %zero : !sparse.buffer<?x?xf32>
  iter.nest "inside" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %Bv[%j, %k] : !sparse.buffer<?x?xf32>
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %Hv[%i, %k] : !sparse.buffer<?x?xf32>
  }
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  iter.nest "outside" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %h = sparse.load %Hv[%j, %k] : !sparse.buffer<?x?xf32>
    %y = arith.maximumf %h, %zero : f32
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf32>
  }
  return
}
