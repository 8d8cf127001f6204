// programs/spmm.mlir at the end of the stage `loops`. Written by utils/generate-docs.

module {
  func.func @spmm(%arg0: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %arg1: index {sparse.piece = #sparse.piece<"A", part [], dimension 1, size>}, %arg2: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}, %arg3: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}, %arg4: memref<?xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"A", part [], values>}, %arg5: memref<?x?xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"B", part [], values>}, %arg6: memref<?x?xf32> {sparse.access = "write", sparse.piece = #sparse.piece<"C", part [], values>}) attributes {sparse.operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = read, dims = ["I", "J"]>, #sparse.operand<name = "B", type = !sparse.tensor<?x?xf32, #sparse.dense>, access = read, dims = ["J", "K"]>, #sparse.operand<name = "C", type = !sparse.tensor<?x?xf32, #sparse.dense>, access = write, dims = ["I", "K"]>], sparse.signature = [#sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 1, coordinates>, #sparse.piece<"A", part [], values>, #sparse.piece<"B", part [], values>, #sparse.piece<"C", part [], values>]} {
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %0:2 = memref.distinct_objects %arg2, %arg6 : memref<?xi32>, memref<?x?xf32>
    %1:2 = memref.distinct_objects %arg3, %0#1 : memref<?xi32>, memref<?x?xf32>
    %2:2 = memref.distinct_objects %arg4, %1#1 : memref<?xf32>, memref<?x?xf32>
    %3:2 = memref.distinct_objects %arg5, %2#1 : memref<?x?xf32>, memref<?x?xf32>
    %dim = memref.dim %3#0, %c1 : memref<?x?xf32>
    scf.for %arg7 = %c0 to %arg0 step %c1 {
      scf.for %arg8 = %c0 to %dim step %c1 {
        memref.store %cst, %3#1[%arg7, %arg8] : memref<?x?xf32>
      } {iter.loop = #iter.loop<nest = "fill", dims = ["d1"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>}
    scf.for %arg7 = %c0 to %arg0 step %c1 {
      %4 = memref.load %0#0[%arg7] : memref<?xi32>
      %5 = arith.index_cast %4 : i32 to index
      %6 = arith.addi %arg7, %c1 : index
      %7 = memref.load %0#0[%6] : memref<?xi32>
      %8 = arith.index_cast %7 : i32 to index
      scf.for %arg8 = %5 to %8 step %c1 {
        %9 = memref.load %1#0[%arg8] : memref<?xi32>
        %10 = arith.index_cast %9 : i32 to index
        scf.for %arg9 = %c0 to %dim step %c1 {
          %11 = memref.load %2#0[%arg8] : memref<?xf32>
          %12 = memref.load %3#0[%10, %arg9] : memref<?x?xf32>
          %13 = arith.mulf %11, %12 : f32
          %14 = memref.load %3#1[%arg7, %arg9] : memref<?x?xf32>
          %15 = arith.addf %14, %13 : f32
          memref.store %15, %3#1[%arg7, %arg9] : memref<?x?xf32>
        } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
      } {iter.loop = #iter.loop<nest = "spmm", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
    } {iter.loop = #iter.loop<nest = "spmm", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
}
