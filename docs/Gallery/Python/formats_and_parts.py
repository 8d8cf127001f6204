# # Formats and parts
#
# The same product on the same matrix, stored in other ways. No line of the program changes with
# the format; how long it takes, and how much memory, does.

import numpy as np

import spindle

A = spindle.read("data/cora.mtx.gz", dtype=np.float32)
x = np.ones(2708, dtype=np.float32)
degrees = A @ x

for name in ("csr", "coo", "ell", "sell(8, 64)", "bsr(4, 4)", "hyb(1, 3)"):
    S = A.to(name)
    right = np.array_equal(S @ x, degrees)
    print(f"{S.format:12} {S.nbytes:10,} bytes  {right}")

# `ell` gives each row as many cells as the longest has: one paper with 168 citations makes all
# others pay. A small matrix shows it. Hatched cells are padding.

small = spindle.read("docs/examples/formats.mtx")
small.to("ell").draw("storage", "ell.svg")

# ![A small matrix in ELL](ell.svg)
#
# `sell(2, 4)` sorts rows by length among each four, and makes two of them one slice, so that less
# is padded:

small.to("sell(2, 4)").draw("storage", "sell.svg")

# ![The same matrix in slices](sell.svg)
#
# ## Which one?
#
# `advise` ranks formats by how long products are estimated to take on this computer, from the
# pattern alone; printed, it is a table with reasons. It names another format than `csr` only
# where that is faster even if the estimate is off.

advice = spindle.advise(A, columns=32)
print(any(estimate.format == "csr" for estimate in advice))

# `format="auto"` takes its advice:

fast = A.to("auto")
print(np.allclose(fast @ x, degrees))

# What it looks at is in `stats`:

stats = A.stats()
print(stats["mean_length"], stats["largest_length"])

# ## Several formats at once
#
# A format of parts has each element in the part that suits it. `hyb(1, 3)` has rows of up to 1,
# 2, 4 and 8 elements apart; what is longer is cut into pieces of 8.

parts = spindle.decompose(A, "hyb(1, 3)")
for part in parts.parts():
    print(f"{part.elements:6} elements, {part.padding:5} padding: {part.format}")

# The elements of all parts are those of the matrix, each once. A colour tells the part:

print(sum(part.elements for part in parts.parts()) == A.nnz)
parts.draw("parts", "parts.svg")

# ![Cora in parts by the lengths of rows](parts.svg)
#
# The product is the same line again; `einsum` and `compile` take it like any other array:

print(np.array_equal(parts @ x, degrees))

# [Formats](../../Formats.md) lists all of them, and says how to write one of your own;
# [which format suits a matrix](../../Advisor.md) has the measurements behind the advice.
# [From Python to a C library](to_c_library.md) is the next tutorial.
