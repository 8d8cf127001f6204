// programs/spmm.mlir at the end of the stage `loops`. Written by utils/generate-docs.

module {
  func.func @spmm(%arg0: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %arg1: index {sparse.piece = #sparse.piece<"A", part [], dimension 1, size>}, %arg2: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}, %arg3: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}, %arg4: memref<?xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"A", part [], values>}, %arg5: memref<?x?xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"B", part [], values>}, %arg6: memref<?x?xf32> {sparse.access = "write", sparse.piece = #sparse.piece<"C", part [], values>}) attributes {sparse.signature = [#sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 1, coordinates>, #sparse.piece<"A", part [], values>, #sparse.piece<"B", part [], values>, #sparse.piece<"C", part [], values>]} {
    %cst = arith.constant 0.000000e+00 : f32
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg5, %c1 : memref<?x?xf32>
    %dim_0 = memref.dim %arg6, %c0 : memref<?x?xf32>
    %dim_1 = memref.dim %arg6, %c1 : memref<?x?xf32>
    scf.for %arg7 = %c0 to %dim_0 step %c1 {
      scf.for %arg8 = %c0 to %dim_1 step %c1 {
        memref.store %cst, %arg6[%arg7, %arg8] : memref<?x?xf32>
      }
    }
    scf.for %arg7 = %c0 to %arg0 step %c1 {
      %0 = memref.load %arg2[%arg7] : memref<?xi32>
      %1 = arith.index_cast %0 : i32 to index
      %2 = arith.addi %arg7, %c1 : index
      %3 = memref.load %arg2[%2] : memref<?xi32>
      %4 = arith.index_cast %3 : i32 to index
      scf.for %arg8 = %1 to %4 step %c1 {
        %5 = memref.load %arg3[%arg8] : memref<?xi32>
        %6 = arith.index_cast %5 : i32 to index
        scf.for %arg9 = %c0 to %dim step %c1 {
          %7 = memref.load %arg4[%arg8] : memref<?xf32>
          %8 = memref.load %arg5[%6, %arg9] : memref<?x?xf32>
          %9 = arith.mulf %7, %8 : f32
          %10 = memref.load %arg6[%arg7, %arg9] : memref<?x?xf32>
          %11 = arith.addf %10, %9 : f32
          memref.store %11, %arg6[%arg7, %arg9] : memref<?x?xf32>
        } {iter.loop = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>}
      } {iter.loop = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
    } {iter.loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
}
