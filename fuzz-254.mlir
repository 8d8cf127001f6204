// RUN: spindle-fuzz --replay %s
// seed 254 finite 1
// tensor T0 shape 5 1
// positions   shape bytes 
// positions positions i64 shape 4 bytes 0000000000000000010000000000000002000000000000000300000000000000
// coordinates coordinates i16 shape 3 bytes 000002000400
// coordinates coordinates i16 shape 3 bytes 000000000000
// values T0 f16 shape 3 bytes 7946d8c1c044
// tensor T3 shape 5 13
// positions   shape bytes 
// positions   shape bytes 
// coordinates   shape bytes 
// coordinates   shape bytes 
// values T3 f16 shape 5 13 bytes 00000038f4c4c047ebc5d5c178b900be80c8c646b0480100010000c780c6008080c1c0c5cc46b548c04544476738413a4948c544c0c6cdc8a048264500bd003400c7d746443c7c45c3310000a048ff45a0480043e7bdd1c88f4699c800c5bdc701005fbf000000001cc061c000c5e04800008745f241414026bfc0c81942f43fcdc2
// tensor T4 shape 1 13
// positions   shape bytes 
// positions   shape bytes 
// coordinates   shape bytes 
// coordinates   shape bytes 
// values T4 f16 shape 1 13 bytes 4044fec71c46e7c21f4840c48047003cf4bc00340100de460000
// tensor T5 shape 5 1
// positions   shape bytes 
// positions positions i64 shape 4 bytes 0000000000000000010000000000000002000000000000000300000000000000
// coordinates coordinates i16 shape 3 bytes 000002000400
// coordinates coordinates i16 shape 3 bytes 000000000000
// values T5 f16 shape 3 bytes 003f84c8b139
// schedule // rounded
// schedule // Sums over a dense dimension for each stored element, as SDDMM's: rows of the
// schedule module attributes {transform.with_named_sequence} {
// schedule   transform.named_sequence @dense_reductions(%root: !transform.any_op {transform.consumed}) {
// schedule     %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
// schedule     %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
// schedule     %free = transform.include @any_order failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
// schedule     transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
// schedule     transform.include @dense_sums failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
// schedule     transform.yield
// schedule   }
// schedule }

module {
  func.func @f(%arg0: !sparse.tensor<?x?xf16, #sparse.dcsr<pos = i64, crd = i16>> {sparse.name = "T0"}, %arg1: !sparse.tensor<?x?xf16, #sparse.dense> {sparse.dims = ["i", "k"], sparse.name = "T3"}, %arg2: !sparse.tensor<1x?xf16, #sparse.dense> {sparse.name = "T4"}, %arg3: !sparse.tensor<?x?xf16, #sparse.dcsr<pos = i64, crd = i16>> {sparse.dims = ["i", "j"], sparse.name = "T5", sparse.structure_of = "T0"}) {
    sparse.generic driver(%arg0) ins(%arg1, %arg2, %arg0 : !sparse.tensor<?x?xf16, #sparse.dense>, !sparse.tensor<1x?xf16, #sparse.dense>, !sparse.tensor<?x?xf16, #sparse.dcsr<pos = i64, crd = i16>>) outs(%arg3 : !sparse.tensor<?x?xf16, #sparse.dcsr<pos = i64, crd = i16>>) maps [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] kinds [spatial, spatial, reduction] combine [add] {
    ^bb0(%arg4: f16, %arg5: f16, %arg6: f16):
      %0 = arith.mulf %arg4, %arg5 : f16
      %1 = arith.mulf %0, %arg6 : f16
      sparse.yield %1 : f16
    }
    return
  }
}
