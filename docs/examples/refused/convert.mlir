// The elements of A in blocks of 4 x 4.

func.func @to_blocks(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) -> !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>> {
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
  return %B : !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
}
