# # A first product
#
# From a matrix in a file to a product, checked against SciPy, in Python. The graph is Cora's:
# 2708 papers, and an edge for each citation. It ships with Spindle.

import numpy as np

import spindle

A = spindle.read("data/cora.mtx.gz", dtype=np.float32)
print(A)

# An `Array` has a shape, a type of elements and a format, here `csr`: the elements row by row. A
# picture shows where they are:

A.draw(path="graph.svg")

# ![Where the citations of Cora are](graph.svg)
#
# ## Multiply
#
# `@` takes dense arrays of NumPy. The first product compiles a kernel for these types and sizes;
# the next ones run it.

features = np.random.default_rng(1).random((2708, 32), dtype=np.float32)
sums = A @ features
print(sums.shape, sums.dtype)

# Is it right? SciPy computes the same. `to_scipy` copies nothing: both look at one memory.

matrix = A.to_scipy()
print(np.allclose(sums, matrix @ features, rtol=1e-5))

# It goes the other way, too. Any function of Spindle takes arrays of SciPy:

print(np.allclose(spindle.einsum("ij,jk->ik", matrix, features), sums))

# ## Say what is multiplied
#
# `einsum` has the letters of `numpy.einsum`. One operand is sparse. This is the similarity of
# the features of two papers, for each citation alone:

similar = spindle.einsum("ij,ik,jk->ij", A, features, features)
print(similar)

# Another semiring replaces the sum and the product. With the greatest in place of the sum, each
# paper gets the greatest of its neighbours' numbers:

years = np.arange(2708, dtype=np.float32)
newest = spindle.einsum("ij,j->i", A, years, semiring="max_times")
print(newest[:5])

# ## Make a mistake
#
# Errors say what was expected, and what came:

try:
    A @ features[:100]
except spindle.SpindleValueError as error:
    print(error)

# What would make all zeros elements is refused, so that no matrix becomes dense by accident:

try:
    A + 1
except spindle.SpindleValueError as error:
    print(error)

# [Formats and parts](formats_and_parts.md) goes on; [the Python package](../../Python.md) has
# all of it on one page.
