// The example of `spindle-outline-parallel`, as it is left.

func.func @square(%n: index, %X: memref<?xf32>, %Y: memref<?xf32>) {
  %d:2 = memref.distinct_objects %X, %Y : memref<?xf32>, memref<?xf32>
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.forall (%t) in (%workers) {
    %lo, %hi = "test.part"(%t) : (index) -> (index, index)
    func.call @square.square.body(%lo, %hi, %d#0, %d#1) : (index, index, memref<?xf32>, memref<?xf32>) -> ()
  } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
func.func private @square.square.body(%lo: index, %hi: index, %X: memref<?xf32>, %Y: memref<?xf32>) attributes {iter.body_of = @square, llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
  %d:2 = memref.distinct_objects %X, %Y : memref<?xf32>, memref<?xf32>
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    %x = memref.load %d#0[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %d#1[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
func.func private @spindle.workers(index) -> index
