"""A program that does not end, for tests of what stops it. lit puts this folder on the path."""

ENDLESS = """\
func.func @endless(%x: memref<?xf32> {sparse.name = "x", sparse.dims = ["I"]}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 9223372036854775807 : index
  scf.for %i = %zero to %end step %one {
    %value = memref.load %x[%zero] : memref<?xf32>
    %next = arith.addf %value, %value : f32
    memref.store %next, %x[%zero] : memref<?xf32>
  }
  return
}
"""
