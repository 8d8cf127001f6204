"""Sparse arrays."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

from spindle import _spindle, _state
from spindle._arguments import order_axes, take_text
from spindle._errors import SpindleTypeError, SpindleValueError
from spindle._reductions import Reductions
from spindle._stored import StoredArray
from spindle._threads import count_threads
from spindle._types import from_buffer, to_dtype

if TYPE_CHECKING:
    from spindle._advise import Part
    from spindle._device_array import SparseDeviceArray
    from spindle._draw import Picture

__all__ = ["Array"]

Dense = npt.NDArray[Any]


class Array(StoredArray, Reductions, NDArrayOperatorsMixin):
    """A sparse array: a shape, a type of elements, and a format that tells how it is stored.

    Make one by :func:`spindle.array`, :func:`spindle.from_coo`, :func:`spindle.read` or
    :func:`spindle.random_array`. It never changes. Its pattern is a part of its value:
    explicit zeros are elements.

    Examples
    --------
    >>> import numpy as np, spindle
    >>> A = spindle.array(np.diag([1.0, 2.0, 3.0]), format="csr")
    >>> A
    Array(shape=(3, 3), dtype=float64, format=csr, nnz=3)
    >>> (2 * A).sum(axis=0)
    array([2., 4., 6.])
    """

    __slots__ = ("__weakref__", "_kernels")
    # Other packages leave operators to this class.
    __array_priority__ = 1000
    # It never changes: A *= 2 makes another array.
    __iadd__ = NDArrayOperatorsMixin.__add__
    __isub__ = NDArrayOperatorsMixin.__sub__
    __imul__ = NDArrayOperatorsMixin.__mul__
    __itruediv__ = NDArrayOperatorsMixin.__truediv__
    __ifloordiv__ = NDArrayOperatorsMixin.__floordiv__
    __imod__ = NDArrayOperatorsMixin.__mod__
    __ipow__ = NDArrayOperatorsMixin.__pow__
    __imatmul__ = NDArrayOperatorsMixin.__matmul__
    __hash__ = None  # type: ignore[assignment]
    __iter__ = None

    _kernels: dict[Any, Any]

    def __init__(self, tensor: _spindle.Tensor) -> None:
        super().__init__(tensor)
        # Bound kernels that were chosen by this structure.
        self._kernels = {}

    def __repr__(self) -> str:
        return (
            f"Array(shape={self.shape}, dtype={self.dtype}, format={self.format}, nnz={self.nnz})"
        )

    def __matmul__(self, other: Any) -> Any:
        """The product with a dense array: see :func:`spindle.einsum`."""
        # One of these types and sizes that was computed before is called at once.
        if type(other) is np.ndarray:
            call = self._kernels.get(
                (count_threads(), self._tensor.dtype, other.dtype, other.shape)
            )
            if call is not None:
                return call((self, other), None, None)
        return super().__matmul__(other)

    def __bool__(self) -> bool:
        raise SpindleValueError("expected any() or all() but got the truth of an array")

    # Other formats, types and orders of dimensions

    def to(self, format: str | None = None, dtype: Any = None) -> Array:
        """This array in another format, with elements of another type.

        Parameters
        ----------
        format : str, optional
            As on the command line: ``"csr"``, ``"bsr(4, 4)"``, ``"csr(pos = i64, crd = i64)"``,
            ``"auto"`` for what is likely to be the fastest. A name keeps indices of i64,
            unless it says which it wants.
        dtype : optional
            NumPy's type, or its name.

        Returns
        -------
        Array
            Itself, where nothing changes.

        Raises
        ------
        SpindleTypeError
            A format that is no text, a type that Spindle has not.
        SpindleValueError
            A format that cannot hold this array.

        Examples
        --------
        >>> import spindle
        >>> spindle.random_array((4, 4), 0.5, rng=1).to("sell(2, 4)", "f32").dtype
        dtype('float32')
        """
        made = self if dtype is None else self.astype(dtype)
        if format is not None and take_text(format, "format") == "auto":
            format = _choose_format(made)
        return made if format is None else made._store(made.find_format(format))

    def _store(self, spelled: str) -> Array:
        """This array in the format that is ``spelled`` in full; itself where it has it."""
        if spelled == self._tensor.format:
            return self
        return Array(self._tensor.convert(spelled, progress=_make_bar("converting")))

    def astype(self, dtype: Any) -> Array:
        """This array with elements of ``dtype``, converted as NumPy does.

        Parameters
        ----------
        dtype : dtype or str
            NumPy's type, or its name, also as ``"f32"``.

        Raises
        ------
        SpindleTypeError
            A type that Spindle has not.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3)).astype(np.int32).dtype
        dtype('int32')
        """
        wanted = to_dtype(dtype)
        return self if wanted == self.dtype else self._map(lambda values: values.astype(wanted))

    @property
    def T(self) -> Array:
        """The transposed array, on the same memory: a csr matrix becomes one in csc.

        Raises
        ------
        SpindleValueError
            A format of several parts.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3, 4)).T
        Array(shape=(4, 3), dtype=float64, format=csc, nnz=3)
        """
        return self.transpose()

    @property
    def mT(self) -> Array:
        """The transposed matrix, on the same memory.

        Raises
        ------
        SpindleValueError
            No matrix, or a format of several parts.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3, 4)).mT.shape
        (4, 3)
        """
        if self.ndim != 2:
            raise SpindleValueError(f"expected a matrix but got {self.ndim} dimensions")
        return self.transpose()

    def transpose(self, axes: Sequence[int] | None = None) -> Array:
        """The array with its dimensions in another order, on the same memory.

        Parameters
        ----------
        axes : sequence of int, optional
            The dimension of this array that each of the result is; reversed if left out.

        Raises
        ------
        SpindleTypeError
            No sequence of integers.
        SpindleValueError
            No permutation, or a format of several parts.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.from_coo(([1], [2], [3]), [5.0])
        >>> A.shape, A.transpose((2, 0, 1)).shape
        ((2, 3, 4), (4, 2, 3))
        """
        dims = list(order_axes(axes, self.ndim))
        if len(self._tensor.part_formats) > 1:
            raise SpindleValueError(
                f"expected a format of one part, to transpose without a copy, but got "
                f'{self.format}; to("csr").T copies'
            )
        return Array(self._tensor.permute(dims))

    def copy(self) -> Array:
        """A copy that shares no memory.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.array(np.eye(3))
        >>> A.copy().equals(A)
        True
        """
        return _state.copy_array(self)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Array:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _state.rebuild, _state.list_state(self)

    def __getitem__(self, index: Any) -> Any:
        from spindle._lookup import look_up

        return look_up(self, index)

    # For people

    def parts(self) -> list[Part]:
        """What each part holds, of an array in a format of parts; else one row.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.array(np.tri(3))
        >>> [part.elements for part in spindle.decompose(A, "dense_rows(1)").parts()]
        [3, 3]
        """
        from spindle._advise import list_parts

        return list_parts(self)

    def draw(self, kind: str = "pattern", path: str | os.PathLike[str] | None = None) -> Picture:
        """Draws the ``pattern``, the ``storage`` or the ``parts``: see :func:`spindle.draw`.

        Parameters
        ----------
        kind : str
            One of these.
        path : str or path, optional
            A file to write to as well.

        Raises
        ------
        SpindleValueError
            No such kind, or an array that cannot be drawn so.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(100)).draw()
        Picture(632 x 721)
        """
        from spindle._draw import draw

        return draw(self, kind, path)

    def _repr_html_(self) -> str:
        from spindle._html import describe

        return describe(self)

    # Out of Spindle

    def todense(self) -> Dense:
        """All cells as an array of NumPy, which is the caller's own.

        Examples
        --------
        >>> import spindle
        >>> spindle.from_coo(([0, 1], [1, 0]), [5.0, 7.0], (2, 2)).todense()
        array([[0., 5.],
               [7., 0.]])
        """
        dense = self._tensor.convert(f"dense<{self.ndim}>")
        values = from_buffer(dense.arrays()["values"], dense.dtype)
        is_own = self._tensor.format != dense.format
        return values if is_own else values.copy()

    def to_scipy(self, format: str | None = None, *, copy: bool = False) -> Any:
        """This array as one of SciPy, on the same memory where SciPy has the format.

        Parameters
        ----------
        format : str, optional
            ``csr``, ``csc``, ``coo``, ``bsr(r, c, full)``, ``dia``. This array's own if SciPy
            has it; else csr of a matrix, and coo of others.
        copy : bool
            Arrays of its own, which may be written. Others may only be read.

        Raises
        ------
        SpindleTypeError
            Elements that SciPy has not: float16, bfloat16.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3)).to_scipy().indptr
        array([0, 1, 2, 3], dtype=int32)
        """
        from spindle._scipy import to_scipy

        made = to_scipy((self if format is None else self.to(format))._tensor)
        if made is None:
            made = to_scipy(self.to("csr" if self.ndim == 2 else "coo")._tensor)
        return made.copy() if copy else made

    def to_torch(self) -> Any:
        """This array as a sparse tensor of PyTorch, on the same memory where it has the layout.

        The layouts are csr, csc, bsr and coo, whose coordinates are copied. Others become csr
        of a matrix, and coo. Nobody may write into the tensor.

        Raises
        ------
        SpindleTypeError
            Elements that PyTorch has not.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3)).to_torch().layout  # doctest: +SKIP
        torch.sparse_csr
        """
        from spindle._torch import to_torch

        made = to_torch(self._tensor)
        if made is None:
            made = to_torch(self.to("csr" if self.ndim == 2 else "coo")._tensor)
        return made

    def to_device(self, device: str = "cuda") -> SparseDeviceArray:
        """A copy in the memory of a GPU: see :func:`spindle.to_device`.

        Parameters
        ----------
        device : str
            ``cuda`` or ``emulator``.

        Returns
        -------
        SparseDeviceArray

        Raises
        ------
        SpindleValueError
            No such device, no driver, no GPU, no memory.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.eye(3)).to_device("emulator").device
        'emulator'
        """
        from spindle._device import open_device
        from spindle._device_array import SparseDeviceArray

        opened = open_device(device)
        return SparseDeviceArray(opened.copy_tensor_in(self._tensor), opened)

    def __array__(self, *args: Any, **kwargs: Any) -> Dense:
        raise SpindleTypeError(
            "expected todense(), which has all cells, or to_scipy() but got a conversion to "
            "NumPy's array",
            expected="todense()",
            got="np.asarray",
        )

    def __array_function__(
        self, func: Any, types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        # These take what refuses to be converted for an array that differs.
        if func in (np.array_equal, np.array_equiv):
            expected, got = "equals(), as in A.equals(B),", f"np.{func.__name__}"
            raise SpindleTypeError(f"expected {expected} but got {got}", "", expected, got)
        return func._implementation(*args, **kwargs)

    # Computing

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        from spindle._elementwise import apply

        return apply(ufunc, method, inputs, kwargs)

    def conj(self) -> Array:
        """The complex conjugates of the elements.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.array([[1 + 2j]])).conj().todense()
        array([[1.-2.j]])
        """
        return self._map(np.conjugate)

    @property
    def real(self) -> Array:
        """The real parts of the elements, each an element.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.array([[1 + 2j]])).real.todense()
        array([[1.]])
        """
        return self._map(lambda values: values.real)

    @property
    def imag(self) -> Array:
        """The imaginary parts of the elements, each an element.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> spindle.array(np.array([[1 + 2j]])).imag.todense()
        array([[2.]])
        """
        return self._map(lambda values: values.imag)

    def at_pattern(self, *operands: Any, times: bool = False, threads: int | None = None) -> Array:
        """Values of a product of dense arrays at the elements of this array: SDDMM.

        Parameters
        ----------
        *operands
            Two matrices, (m, k) and (k, n) for an array of (m, n); or subscripts of
            :func:`spindle.einsum` for the dense operands, and those.
        times : bool
            Multiplies each value by this array's.
        threads : int, optional
            To compute with.

        Returns
        -------
        Array
            Of this array's structure.

        Raises
        ------
        SpindleValueError
            Shapes that do not fit, or subscripts whose result is not of this array's rank.

        Examples
        --------
        >>> import numpy as np, spindle
        >>> A = spindle.array(np.eye(2))
        >>> A.at_pattern(np.ones((2, 3)), np.ones((3, 2))).todense()
        array([[3., 0.],
               [0., 3.]])
        >>> A.at_pattern("ik,jk->ij", np.ones((2, 3)), np.ones((2, 3)), times=True).nnz
        2
        """
        from spindle._matmul import compute_at

        return compute_at(self, operands, times, threads)


def _choose_format(array: Array) -> str:
    """What the advisor names for ``array``."""
    if array.ndim != 2:
        return "coo"
    from spindle._advise import advise

    return advise(array).best.format


def _make_bar(label: str) -> Any:
    """A progress bar, or None where nobody would look at one."""
    from spindle._progress import bar

    return bar(label)
