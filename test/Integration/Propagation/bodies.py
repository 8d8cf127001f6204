"""Functions of one element: bodies of operations, and what they compute."""

import math

import numpy as np


def erf(x: np.ndarray) -> np.ndarray:
    return np.vectorize(math.erf, otypes=[np.float64])(x)


#: Bodies of one element %a, and what they compute; %zero, %one, %half and %six are there.
REAL = {
    "relu": ("%r = arith.maximumf %a, %zero : T", lambda a: np.maximum(a, 0)),
    "select": (
        "%c = arith.cmpf ugt, %a, %zero : T %r = arith.select %c, %a, %zero : T",
        lambda a: np.where(a > 0, a, 0),
    ),
    "relu6": (
        "%m = arith.minimumf %a, %six : T %r = arith.maximumf %m, %zero : T",
        lambda a: np.clip(a, 0, 6),
    ),
    "gelu": (
        (
            "%s = arith.mulf %a, %half : T %e = math.erf %s : T "
            "%t = arith.addf %e, %one : T %u = arith.mulf %a, %half : T "
            "%r = arith.mulf %u, %t : T"
        ),
        lambda a: a * 0.5 * (erf(a * 0.5) + 1),
    ),
    "silu": (
        (
            "%n = arith.negf %a : T %e = math.exp %n : T %d = arith.addf %e, %one : T "
            "%i = arith.divf %one, %d : T %r = arith.mulf %a, %i : T"
        ),
        lambda a: a * (1 / (np.exp(-a) + 1)),
    ),
    "cos": ("%r = math.cos %a : T", np.cos),
    "tanh": ("%r = math.tanh %a : T", np.tanh),
    "absolute": ("%r = math.absf %a : T", np.abs),
    "exp": ("%m = arith.minimumf %a, %six : T %r = math.exp %m : T",)
    + (lambda a: np.exp(np.minimum(a, 6)),),
    "quotient": ("%r = arith.divf %a, %six : T", lambda a: a / 6),
    "root": (
        (
            "%m = math.absf %a : T %s = arith.addf %m, %one : T %q = math.rsqrt %s : T "
            "%r = arith.mulf %a, %q : T"
        ),
        lambda a: a * (1 / np.sqrt(np.abs(a) + 1)),
    ),
}
WHOLE = {
    "relu": ("%r = arith.maxsi %a, %zero : T", lambda a: np.maximum(a, 0)),
    "clamp": (
        "%m = arith.minsi %a, %six : T %r = arith.maxsi %m, %zero : T",
        lambda a: np.clip(a, 0, 6),
    ),
    "added": ("%r = arith.addi %a, %one : T", lambda a: a + a.dtype.type(1)),
    "double": ("%r = arith.shli %a, %one : T", lambda a: a << a.dtype.type(1)),
    "odd": ("%r = arith.andi %a, %one : T", lambda a: a & a.dtype.type(1)),
    "square": ("%r = arith.muli %a, %a : T", lambda a: a * a),
}
