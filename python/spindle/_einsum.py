"""Products of a sparse operand and dense ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spindle._arguments import take_text
from spindle._array import Array
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._formula import Formula, order_operands
from spindle._interop import like_input
from spindle._memory import describe_others, find_memo, make_key, remember
from spindle._operands import Value, to_value
from spindle._product import Product
from spindle._semirings import look_up_semiring
from spindle._subscripts import parse_subscripts
from spindle._suggest import suggest
from spindle._threads import count_threads
from spindle._types import to_dtype

__all__ = ["einsum"]


def einsum(
    subscripts: str,
    *operands: Any,
    semiring: str = "plus_times",
    out: npt.NDArray[Any] | None = None,
    dtype: npt.DTypeLike | None = None,
    threads: int | None = None,
    optimize: bool = True,
    copy: bool | None = None,
    **named: Any,
) -> Any:
    """Sums of products of one sparse operand and any number of dense ones.

    The product is compiled for the types, the formats and the sizes of its operands, with
    a schedule for the structure of the sparse one, and kept: the next call with operands
    of these types and sizes and of this structure, whatever their values, runs at once.

    Parameters
    ----------
    subscripts : str
        Letters, as in :func:`numpy.einsum`: ``"ij,jk->ik"``; without ``->`` the result has
        the letters that appear once, in alphabetical order. A letter is for one dimension,
        once in an operand; sizes are equal, not broadcast. Or a statement in index
        notation, as ``sparse-run --expr`` takes it: ``"C[i,k] += A[i,j] * B[j,k]"``.
    *operands : Array, array_like or number
        In the order of the letters; or, for index notation, in that of their first
        appearance on the right side. One is sparse: an :class:`Array`, or one of SciPy,
        PyTorch or pydata/sparse. Any number are dense, or numbers, which have no letters.
    semiring : str, optional
        What takes the place of sum and product, for letters: see Notes.
    out : numpy.ndarray, optional
        Where the result goes, which is dense then. It has the shape and the type of the
        result, row-major, and is no memory of an operand. Of index notation, ``+=``,
        ``max=`` and ``min=`` go on from what it holds.
    dtype : optional
        The type to compute in; what :func:`numpy.result_type` promotes the operands to if
        it is left out.
    threads : int, optional
        How many threads it runs on: see :func:`spindle.compile`.
    optimize : bool, optional
        Whether it may take several steps, where that is less work: see Notes.
    copy : bool, optional
        False refuses to copy an operand whose type, order or strides do not fit; None warns
        of it, once.
    **named : Array, array_like or number
        Operands of index notation by name.

    Returns
    -------
    numpy.ndarray, Array, torch.Tensor or number
        An :class:`Array` with the structure of the sparse operand where the result has
        its letters in its order, and no ``out`` is given; its elements are those of the
        operand. Else dense: a tensor of PyTorch where a dense operand was one, a number
        where no letter is left.

    Raises
    ------
    SpindleValueError
        Subscripts that are no letters, or have a letter twice in an operand, or one in the
        result alone; another number of operands, another rank or another size than they
        say; several sparse operands; a semiring that there is not; an ``out`` that does
        not fit.
    SpindleTypeError
        Elements that Spindle or the semiring has not, or that ``dtype`` cannot hold.
    ProgramError
        Index notation with an error: line, column and the place in its source.
    CopyError
        An operand would have to be copied, and ``copy`` is False.

    Notes
    -----
    Sums run over the elements of the sparse operand, and over all that dense operands have
    besides. What is not stored takes no part: it is neither the greatest nor the least. In
    a format with padding (bsr, dia, ldia, ..) a product with infinity or NaN may be NaN
    where another format has none; ``spindle.compile(.., strict=True)`` computes with no
    padding. Where there is no element, the result is what changes nothing:

    ============== ============== ================= ==============================
    semiring       sum            product           where there is no element
    ============== ============== ================= ==============================
    ``plus_times`` ``a + b``      ``a * b``         0
    ``max_plus``   ``max(a, b)``  ``a + b``         -inf, or the least integer
    ``min_plus``   ``min(a, b)``  ``a + b``         inf, or the greatest integer
    ``max_times``  ``max(a, b)``  ``a * b``         -inf, or the least integer
    ``min_times``  ``min(a, b)``  ``a * b``         inf, or the greatest integer
    ``max_min``    ``max(a, b)``  ``min(a, b)``     -inf, or the least integer
    ``or_and``     ``a or b``     ``a and b``       False
    ``plus_first`` ``a + b``      ``a``             0
    ============== ============== ================= ==============================

    ``or_and`` takes what is not 0 for true, and gives truth values. ``plus_first`` adds
    up what the first operand has, once for each combination of indices. Minimum and maximum
    are NaN where a number is. Of truth values, a sum is an ``or`` and a product an ``and``;
    integers wrap, as NumPy's do.

    Products of three operands and more by ``plus_times`` may be taken step by step: dense
    operands are contracted by NumPy, one or two at a time, and the sparse one with one of
    them, where that is less work than one kernel for all and no value in between is larger
    than the largest operand or result. A result on the pattern of the sparse operand is
    made by one kernel, after steps on dense operands alone. Steps change the order of
    sums: floats may differ in the last bits, and a sum without elements, 0, may meet an
    infinity as in :func:`numpy.einsum`. Of any semiring, dense operands and results are
    transposed, in memory between, where a kernel would run over them with a stride.
    ``optimize=False`` makes it one kernel, and so does index notation. Without a sparse
    operand, ``plus_times`` is :func:`numpy.einsum`.

    A result is the same, bit for bit, for any number of threads.

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp, spindle
    >>> A = sp.csr_array(np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
    >>> x = np.array([1.0, 10.0, 100.0])
    >>> spindle.einsum("ij,j->i", A, x)
    array([ 20., 301.])
    >>> spindle.einsum("y[i] = A[i,j] * x[j] - 1", A=A, x=x)
    array([ 19., 300.])

    The shortest step from a row:

    >>> spindle.einsum("ij,j->i", A, x, semiring="min_plus")
    array([12.,  2.])

    Products at the elements of A alone, SDDMM:

    >>> X, Y = np.ones((2, 4)), np.ones((3, 4))
    >>> spindle.einsum("ij,ik,jk->ij", A, X, Y).todense()
    array([[ 0.,  8.,  0.],
           [ 4.,  0., 12.]])
    """
    if not isinstance(subscripts, str):
        got = type(subscripts).__name__
        raise SpindleTypeError(
            f"subscripts: expected letters or a statement but got {got}", "subscripts", "str", got
        )
    count = count_threads(threads)
    dtype = None if dtype is None else to_dtype(dtype)
    take_text(semiring, "semiring")
    if not isinstance(optimize, (bool, np.bool_)):
        got = repr(optimize)
        text = f"optimize: expected True or False but got {got}"
        raise SpindleTypeError(text, "optimize", "True or False", got)
    names = None
    if "[" in subscripts:
        names, operands = order_operands(subscripts, operands, named)
    elif named:
        raise _refuse_name(next(iter(named)))
    values, is_plain = list(operands), True
    for number, operand in enumerate(operands):
        kind = type(operand)
        if kind is not Array and (kind is not np.ndarray or not operand.ndim):
            name = names[number] if names else f"operand {number + 1}"
            values[number] = to_value(operand, name, copy)
            is_plain = False
    memo = find_memo(values)
    key = make_key(subscripts, values, count, semiring, dtype, optimize, out is None)
    if names:
        key = (*key, *describe_others(values))
    call = memo.get(key)
    if call is None:
        call = _prepare(subscripts, names, values, semiring, dtype, count, optimize, out)
        made = call(values, out, copy)
        # What could not be called is prepared anew.
        remember(memo, key, call)
    else:
        made = call(values, out, copy)
    return made if is_plain else _hand_back(made, operands)


def _refuse_name(name: str) -> SpindleValueError:
    options = ("semiring", "out", "dtype", "threads", "optimize", "copy")
    return SpindleValueError(
        f"expected operands by position, for letters, but got '{name}'{suggest(name, options)}",
        operand=name,
        expected="operands by position",
        got=name,
    )


def _prepare(
    subscripts: str,
    names: Sequence[str] | None,
    values: Sequence[Value],
    semiring: str,
    dtype: npt.DTypeLike | None,
    threads: int,
    optimize: bool,
    out: npt.NDArray[Any] | None,
) -> Product | Formula:
    """What computes the result for operands such as ``values``."""
    has_out = out is not None
    known = look_up_semiring(semiring)
    if names is None:
        letters = parse_subscripts(subscripts)
        return Product(
            letters, values, known, dtype, threads=threads, optimize=optimize, is_dense=has_out
        )
    if semiring != "plus_times":
        raise SpindleValueError(
            "semiring: expected none with index notation, which has max=, min=, max(a, b), "
            f"min(a, b) and first(a, b), but got '{semiring}'",
            operand="semiring",
            expected="none",
            got=semiring,
        )
    return Formula(subscripts, names, values, dtype, threads=threads, has_out=has_out)


def _hand_back(made: Value, operands: Sequence[Any]) -> Any:
    """``made`` as the dense ones of ``operands`` are: a tensor of PyTorch where one is."""
    if isinstance(made, Array):
        return made
    array = np.asarray(made)
    given = like_input(array, *operands)
    return made if given is array else given
