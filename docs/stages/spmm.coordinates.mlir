// programs/spmm.mlir at the end of the stage `coordinates`. Written by utils/generate-docs.

module {
  func.func @spmm(%arg0: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %arg1: index {sparse.piece = #sparse.piece<"A", part [], dimension 1, size>}, %arg2: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}, %arg3: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}, %arg4: memref<?xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"A", part [], values>}, %arg5: memref<?x?xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"B", part [], values>}, %arg6: memref<?x?xf32> {sparse.access = "write", sparse.piece = #sparse.piece<"C", part [], values>}) attributes {sparse.operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = read, dims = ["I", "J"]>, #sparse.operand<name = "B", type = !sparse.tensor<?x?xf32, #sparse.dense>, access = read, dims = ["J", "K"]>, #sparse.operand<name = "C", type = !sparse.tensor<?x?xf32, #sparse.dense>, access = write, dims = ["I", "K"]>], sparse.signature = [#sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 1, coordinates>, #sparse.piece<"A", part [], values>, #sparse.piece<"B", part [], values>, #sparse.piece<"C", part [], values>]} {
    %cst = arith.constant 0.000000e+00 : f32
    %c1 = arith.constant 1 : index
    %0 = axis.dense_fixed %arg0 : !axis.axis<dense_fixed>
    %1 = axis.sparse_variable %arg1 of %0 positions %arg2 coordinates %arg3 : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    %2 = sparse.bind %arg4 on (%0, %1) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
    %3 = axis.dense_fixed %arg1 : !axis.axis<dense_fixed>
    %dim = memref.dim %arg5, %c1 : memref<?x?xf32>
    %4 = axis.dense_fixed %dim : !axis.axis<dense_fixed>
    %5 = sparse.bind %arg5 on (%3, %4) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    %6 = sparse.bind %arg6 on (%0, %4) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    sparse.fill %6, %cst : !sparse.buffer<?x?xf32>
    iter.nest "spmm" ("I": %I at %I_site, "J": %J at %J_site, "K": %K at %K_site) over (%0, %1, %4 : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
      %7 = sparse.load %2 at [%J_site] : !sparse.buffer<?xf32>
      %8 = sparse.load %5[%J, %K] : !sparse.buffer<?x?xf32>
      %9 = arith.mulf %7, %8 : f32
      sparse.accumulate add %9 into %6 at [%I_site, %K_site] : !sparse.buffer<?x?xf32>
    }
    return
  }
}
