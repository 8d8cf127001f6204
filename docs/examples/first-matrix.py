"""Writes a matrix and a vector in f64, as SciPy and NumPy store them."""

import numpy
import scipy.sparse

draw = numpy.random.default_rng(1)
matrix = scipy.sparse.random_array((1000, 800), density=0.01, rng=draw, format="csr")
scipy.sparse.save_npz("mine.npz", matrix)
numpy.save("x.npy", draw.standard_normal(800))
