"""Says whether y is the product that SciPy computes."""

import numpy
import scipy.sparse

matrix, x = scipy.sparse.load_npz("mine.npz"), numpy.load("x.npy")
print(numpy.allclose(numpy.load("y.npy"), matrix @ x, rtol=1e-12))
