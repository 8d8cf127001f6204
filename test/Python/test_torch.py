"""Tensors of PyTorch: in and out without a copy. Skipped without it."""

import numpy as np
import pytest

import spindle
from spindle import CopyError, CopyWarning, SpindleTypeError

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch

DENSE = np.array([[0, 2, 0, 1], [0, 0, 0, 0], [4, 0, 3, 0], [0, 0, 0, 5]], np.float32)


def make(layout, index=torch.int64):
    tensor = torch.from_numpy(DENSE.copy())
    if layout == "coo":
        lists = torch.from_numpy(np.stack(np.nonzero(DENSE)))
        values = torch.from_numpy(DENSE[DENSE != 0])
        return torch.sparse_coo_tensor(lists, values, DENSE.shape, is_coalesced=True)
    if layout == "bsr":
        return tensor.to_sparse_bsr((2, 2))
    made = getattr(tensor, f"to_sparse_{layout}")()
    outer = made.crow_indices() if layout == "csr" else made.ccol_indices()
    inner = made.col_indices() if layout == "csr" else made.row_indices()
    kind = getattr(torch, f"sparse_{layout}")
    parts = (outer.to(index), inner.to(index), made.values())
    return torch.sparse_compressed_tensor(*parts, made.shape, layout=kind)


@pytest.mark.parametrize("index", [torch.int32, torch.int64])
@pytest.mark.parametrize("layout", ["coo", "csr", "csc", "bsr"])
def test_sparse_shares_memory_in_and_out(layout, index):
    given = make(layout, index)
    made = spindle.array(given, copy=False)
    assert np.array_equal(made.todense(), DENSE)
    assert made._get_values()[0].ctypes.data == given.values().data_ptr()
    back = made.to_torch()
    assert back.layout == given.layout
    assert back.values().data_ptr() == given.values().data_ptr()
    if layout == "csr":
        assert back.col_indices().data_ptr() == given.col_indices().data_ptr()
        assert back.crow_indices().data_ptr() == given.crow_indices().data_ptr()
    assert torch.equal(back.to_dense(), given.to_dense())


def test_uncoalesced_is_a_copy():
    index = torch.tensor([[1, 0, 1], [0, 2, 0]])
    given = torch.sparse_coo_tensor(index, torch.tensor([1.0, 2.0, 3.0]), (2, 3))
    with pytest.raises(CopyError):
        spindle.array(given, copy=False)
    with pytest.warns(CopyWarning):
        made = spindle.array(given)
    assert np.array_equal(made.todense(), given.to_dense().numpy())
    assert not given.is_coalesced()


def test_dense_tensors():
    A = spindle.array(DENSE)
    given = torch.arange(8, dtype=torch.float32).reshape(4, 2)
    made = A @ given.numpy()
    product = spindle.einsum("ij,jk->ik", A, given)
    assert isinstance(product, torch.Tensor)
    assert np.array_equal(product.numpy(), made)
    assert torch.equal(A @ given, product)
    row = torch.ones((1, 4))
    assert np.array_equal((row @ A).numpy(), row.numpy() @ DENSE)
    assert A.at_pattern(given, given.T.contiguous()).nnz == A.nnz
    leaf = given.clone().requires_grad_()
    with pytest.raises(spindle.SpindleTypeError, match="detach"):
        spindle.einsum("ij,jk->ik", A, leaf)
    with torch.no_grad():
        assert np.array_equal(spindle.einsum("ij,jk->ik", A, leaf).numpy(), made)
    strided = torch.arange(8, dtype=torch.float32).reshape(2, 4).T
    with pytest.raises(CopyError):
        spindle.einsum("ij,jk->ik", A, strided, copy=False)


def test_bfloat16():
    pytest.importorskip("ml_dtypes")
    given = torch.ones((4, 2), dtype=torch.bfloat16)
    made = spindle.einsum("ij,jk->ik", spindle.array(DENSE, dtype="bfloat16"), given)
    assert made.dtype == torch.bfloat16
    assert torch.equal(made.float(), torch.from_numpy(DENSE) @ given.float())


def test_formats_that_torch_has_not():
    assert spindle.array(DENSE, format="ell").to_torch().layout == torch.sparse_csr


def test_what_is_refused():
    with pytest.raises(SpindleTypeError, match="dense dimensions"):
        spindle.array(torch.sparse_coo_tensor(torch.tensor([[0, 1]]), torch.ones((2, 3)), (2, 3)))
    with pytest.raises(SpindleTypeError, match="sparse_bsc"):
        spindle.array(torch.from_numpy(DENSE).to_sparse_bsc((2, 2)))
    with pytest.raises(SpindleTypeError, match="meta"):
        spindle.array(torch.ones((2, 2), device="meta"))
    with pytest.raises(SpindleTypeError, match="uint8"):
        spindle.array(torch.ones((2, 2), dtype=torch.uint8))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU of CUDA")
def test_tensors_on_a_gpu_are_refused():
    with pytest.raises(SpindleTypeError, match="cpu.* cuda:0"):
        spindle.array(torch.ones((2, 2), device="cuda"))
