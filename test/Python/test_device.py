"""Kernels for a GPU, on the emulator, and arrays in its memory."""

import ctypes
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import scipy.sparse as sp

import spindle
from dlpack import Foreign, Made, Old, take
from processes import run_python
from spindle import _spindle

RNG = np.random.default_rng(25)
A = sp.random_array((40, 30), density=0.2, rng=RNG, format="csr")
# Small whole numbers: sums are the same in any order.
A.data = RNG.integers(1, 9, A.nnz).astype(np.float32)
A = A.astype(np.float32)
B = RNG.integers(0, 9, (30, 8)).astype(np.float32)
#: A capsule that says that it has memory of a GPU.
OF_THE_HOST = Made(B.ctypes.data, B.shape)
EMULATED = {"target": "cuda", "device": "emulator"}


def bring(array):
    """A copy on the emulator."""
    return spindle.to_device(array, "emulator")


def count_free():
    """The bytes that are free there."""
    return _spindle.open_device(True).free_bytes


@pytest.fixture(scope="module")
def spmm():
    """SpMM for A and B, compiled for operands of the host."""
    return spindle.compile("spmm", A=A, B=B, **EMULATED)


@pytest.fixture(scope="module")
def a():
    return bring(A)


@pytest.fixture(scope="module")
def b():
    return bring(B)


# -- Numbers -------------------------------------------------------------------------


def test_numbers_are_those_of_the_processor(spmm, a, b):
    result = spmm(a, b)
    assert repr(result) == "DeviceArray(shape=(40, 8), dtype=float32, device=emulator)"
    wanted = spindle.compile("spmm", A=A, B=B)(A, B)
    np.testing.assert_array_equal(result.to_device("cpu"), wanted)


@pytest.mark.parametrize("format", ["ell", "hyb(1, 2)"])
def test_formats(format, b):
    stored = spindle.array(A, format=format)
    on_device = stored.to_device("emulator")
    kernel = spindle.compile("spmm", A=on_device, B=b, **EMULATED)
    np.testing.assert_array_equal(kernel(on_device, b).to_device("cpu"), A @ B)
    assert on_device.format == stored.format
    assert on_device.to_device("cpu").equals(stored)


def test_values_on_a_structure(a, b):
    other = RNG.integers(0, 9, (8, 40)).astype(np.float32).T.copy()
    kernel = spindle.compile("C[i,j] = A[i,j] * X[i,k] * Y[j,k]", A=A, X=other, Y=B, **EMULATED)
    x = bring(other)
    made = kernel(A=a, X=x, Y=b)
    np.testing.assert_array_equal(made.to_device("cpu").todense(), A.toarray() * (other @ B.T))
    assert kernel(A=a, X=x, Y=b, out=made) is made
    with pytest.raises(spindle.SpindleValueError, match="C: expected the arrays of the structure"):
        kernel(A=a, X=x, Y=b, out=bring(A))


def test_several_results(a):
    results = spindle.compile("argmin", A=A, **EMULATED)(a)
    for made, wanted in zip(results, spindle.compile("argmin", A=A)(A), strict=True):
        np.testing.assert_array_equal(made.to_device("cpu"), wanted)


def test_an_empty_matrix(b):
    nothing = spindle.array(sp.csr_array((40, 30), dtype=np.float32))
    on_device = nothing.to_device("emulator")
    kernel = spindle.compile("spmm", A=on_device, B=b, **EMULATED)
    assert not kernel(on_device, b).to_device("cpu").any()
    assert on_device.to_device("cpu").equals(nothing)


def test_threads_of_python_may_call_one_kernel(spmm, a, b):
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda _: spmm(a, b).to_device("cpu"), range(6)))
    for result in results:
        np.testing.assert_array_equal(result, A @ B)


# -- Calls ---------------------------------------------------------------------------


def test_out_is_written_and_returned(spmm, a, b):
    out = bring(np.full((40, 8), 7, np.float32))
    assert spmm(a, B=b, out=out) is out
    foreign = Foreign(bring(np.zeros((40, 8), np.float32)))
    assert spmm(a, b, out={"C": foreign}) is foreign
    for array in (out, foreign.array):
        np.testing.assert_array_equal(array.to_device("cpu"), A @ B)


def test_bound_kernels_see_new_elements(spmm, a):
    own = bring(B)
    run = spmm.bind(a, own)
    first = run()
    # The emulator's memory is the host's.
    twice = 2 * B
    ctypes.memmove(own._held.address, twice.ctypes.data, twice.nbytes)
    assert run(stream=2) is first
    np.testing.assert_array_equal(first.to_device("cpu"), A @ twice)


def test_a_workspace_may_be_lent():
    half, dense = spindle.array(A, dtype="f16"), B.astype(np.float16)
    kernel = spindle.compile("spmm", A=half, B=dense, **EMULATED)
    operands = half.to_device("emulator"), bring(dense)
    needed = kernel.measure_workspace(*operands)
    assert needed > 0
    lent = bring(np.zeros(needed, np.int8))
    for workspace in (None, lent):
        result = kernel(*operands, workspace=workspace).to_device("cpu")
        np.testing.assert_array_equal(result, (A @ B).astype(np.float16))
    small = bring(np.zeros(needed - 1, np.int8))
    with pytest.raises(spindle.SpindleValueError, match=f"workspace: expected at least {needed} b"):
        kernel(*operands, workspace=small)


def test_fixed_structures_are_searched_once():
    # A row with all elements has groups of lanes share elements, not rows.
    hub = np.zeros((90, 300), np.float32)
    hub[3] = RNG.integers(1, 9, 300)
    hub[40, :2] = 1
    x, y = (RNG.integers(0, 9, (n, 32)).astype(np.float32) for n in hub.shape)
    graph = spindle.array(sp.csr_array(hub))
    kernel = spindle.compile("sddmm", A=graph, X=x, Y=y, **EMULATED)
    operands = {"A": graph.to_device("emulator"), "X": bring(x), "Y": bring(y)}
    launches = {}
    for fixed in (False, True):
        run = kernel.bind(**operands, fixed_structures=fixed)
        for turn in range(3):
            twice = x * (turn + 1)
            ctypes.memmove(operands["X"]._held.address, twice.ctypes.data, twice.nbytes)
            wanted = hub * (twice @ y.T)
            result = run().to_device("cpu")
            np.testing.assert_array_equal(result.to_scipy().toarray(), wanted)
            launches[fixed, turn] = len(kernel.counters())
    assert [launches[False, turn] for turn in range(3)] == [2, 2, 2]
    assert [launches[True, turn] for turn in range(3)] == [2, 1, 1]
    on_host = spindle.compile("sddmm", A=graph, X=x, Y=y)
    on_host.bind(A=graph, X=x, Y=y, fixed_structures=True)
    with pytest.raises(spindle.SpindleTypeError, match="inspection: expected a kernel for the"):
        kernel.bind(**operands, inspection={})


def test_what_a_kernel_tells(spmm, a, b, tmp_path):
    spmm(a, b)
    counted = list(spmm.counters().values())
    assert [kernel["launches"] for kernel in counted] == [1]
    assert counted[0]["sectors"] > 0
    kernel = spindle.compile("spmm", A=a, B=b, chip="sm_90", **EMULATED)
    assert ".target sm_90" in kernel.ir("ptx")
    assert "code:" not in str(kernel.explain())
    kernel.save(tmp_path / "spmm.so")
    assert "int32_t spmm_gpu_workspace(" in (tmp_path / "spmm.h").read_text()


# -- DLPack --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Foreign, Old])
def test_arrays_of_others_are_used_as_they_lie(kind, spmm, a, b):
    foreign = kind(b)
    np.testing.assert_array_equal(spmm(a, foreign).to_device("cpu"), A @ B)
    assert spindle.from_dlpack(foreign, "emulator")._held.address == b._held.address


def test_streams_go_to_who_hands_over(spmm, a, b):
    class Stream:
        def __cuda_stream__(self):
            return 0, 2

    foreign = Foreign(b)
    for stream in (None, 0, 2, Stream()):
        spmm(a, foreign, stream=stream)
    assert foreign.streams == [1, 1, 2, 2]
    # What is there for one stream is asked of that, and waited for by another.
    taken = spindle.from_dlpack(foreign, "emulator", stream=2)
    assert (foreign.streams[-1], taken._stream) == (2, 2)
    assert taken.__dlpack__(stream=2) and taken._stream == 2
    assert taken.__dlpack__(stream=-1) and taken._stream == 2
    assert taken.__dlpack__() and taken._stream is None


def test_others_take_what_kernels_write(spmm, a, b):
    result = spmm(a, b)
    assert result.__dlpack_device__() == (2, 0)
    managed = take(result.__dlpack__(stream=1))
    tensor = managed.tensor
    assert (tensor.device_type, tensor.device_number) == (2, 0)
    assert (tensor.code, tensor.bits, tensor.lanes, tensor.offset) == (2, 32, 1, 0)
    assert (tensor.shape[:2], tensor.strides[:2]) == ([40, 8], [8, 1])
    # It lives as long as its taker says.
    del result
    elements = np.ctypeslib.as_array((ctypes.c_float * 320).from_address(tensor.data))
    np.testing.assert_array_equal(elements.reshape(40, 8), A @ B)
    managed.release(ctypes.pointer(managed))


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_memory_is_freed_once(version):
    before = count_free()
    array = bring(np.zeros(1000, np.float32))
    assert before - count_free() == 4000
    taken = spindle.from_dlpack(array.__dlpack__(max_version=version), "emulator")
    unused = array.__dlpack__(max_version=version)
    del array
    assert before - count_free() == 4000
    del taken
    assert before - count_free() == 4000
    del unused
    assert count_free() == before


def test_a_capsule_outlives_its_kernel(a, b):
    options = {"schedule": "dense_columns", "knobs": {"group": 16}}
    kernel = spindle.compile("spmm", A=A, B=B, **options, **EMULATED)
    before = count_free()
    capsule = kernel(a, b).__dlpack__()
    del kernel
    assert before - count_free() == 40 * 8 * 4
    result = spindle.from_dlpack(capsule, "emulator")
    np.testing.assert_array_equal(result.to_device("cpu"), A @ B)


def test_a_capsule_is_taken_once(b):
    capsule = b.__dlpack__()
    spindle.from_dlpack(capsule, "emulator")
    with pytest.raises(spindle.SpindleTypeError, match="but got one that was taken before"):
        spindle.from_dlpack(capsule, "emulator")


def test_arrays_there_are_no_arrays_of_numpy(b):
    with pytest.raises(spindle.SpindleTypeError, match=r'expected to_device\("cpu"\) but got'):
        np.asarray(b)
    with pytest.raises(BufferError):
        b.__dlpack__(copy=True)


def test_who_hands_over_hears_of_the_end(b):
    made = Made(b._held.address, (30, 8))
    array = spindle.from_dlpack(made.capsule, "emulator")
    np.testing.assert_array_equal(array.to_device("cpu"), B)
    assert made.released == 0
    del array
    assert made.released == 1
    refused = Made(b._held.address, (8, 30), (1, 8))
    with pytest.raises(spindle.SpindleError, match="row-major order without gaps but got strides"):
        spindle.from_dlpack(refused.capsule, "emulator")
    assert refused.released == 0


def test_memory_that_may_only_be_read(spmm, a, b):
    structure = a.arrays()["positions1"]
    taken = spindle.from_dlpack(Foreign(structure), "emulator")
    np.testing.assert_array_equal(taken.to_device("cpu"), A.indptr)
    kernel = spindle.compile("C[i] = X[i]", X=A.indptr, **EMULATED)
    with pytest.raises(spindle.SpindleError, match="C: expected values that may be written"):
        kernel(X=bring(A.indptr), out=Foreign(structure))


# -- Arrays of the device --------------------------------------------------------------


def test_sparse_arrays_are_made_of_arrays_there(spmm, a, b):
    parts = {"positions1": A.indptr, "coordinates1": A.indices, "values": A.data}
    there = {name: Foreign(bring(array)) for name, array in parts.items()}
    made = spindle.device_array("csr", A.shape, "emulator", **there)
    np.testing.assert_array_equal(spmm(made, b).to_device("cpu"), A @ B)
    doubled = made.with_values(bring(2 * A.data))
    np.testing.assert_array_equal(spmm(doubled, b).to_device("cpu"), 2 * (A @ B))
    wide = {name: bring(part.astype(np.int64)) for name, part in parts.items() if name != "values"}
    made = spindle.device_array("csr", A.shape, "emulator", values=there["values"], **wide)
    assert made.format == "csr(pos = i64, crd = i64)"
    with pytest.raises(spindle.SpindleTypeError, match="A: expected a tensor in csr but got one"):
        spmm(made, b)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"coordinates1": np.full(A.nnz, 99, np.int32)}, "99"),
        ({"positions1": A.indptr[:-1].copy()}, "positions"),
        ({"lengths1": A.indptr}, "lengths of level 1"),
        ({"indptr": A.indptr}, "expected arrays of 2 levels"),
    ],
)
def test_broken_structures_are_refused(change, text):
    parts = {"positions1": A.indptr, "coordinates1": A.indices, "values": A.data} | change
    there = {name: bring(array) for name, array in parts.items()}
    with pytest.raises(spindle.SpindleError, match=text):
        spindle.device_array("csr", A.shape, "emulator", **there)


# -- Refusals ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            {"B": B},
            "B: expected memory of the emulator, as to_device() makes it, "
            "but got memory of the host",
        ),
        (
            {"A": A},
            "A: expected a sparse array in memory of the emulator, as to_device() makes it, "
            "but got a sparse array in memory of the host",
        ),
        ({"A": bring(B)}, "but got a DeviceArray"),
        ({"B": bring(B.astype(np.float64))}, "B: expected values of f32 but got f64"),
        ({"B": bring(B[:20])}, "B: expected size 30 of dimension J, as of A, but got 20"),
        ({"B": bring(np.ones((30, 9), np.float32))}, "B: expected size 8 of dimension K, which"),
        ({"B": Foreign(bring(B), (2, 1))}, "but got memory of cuda:1"),
        ({"B": Foreign(bring(B), (1, 0))}, "but got memory of the host"),
        ({"B": Foreign(bring(B), (10, 0))}, "but got memory of device 10:0 of DLPack"),
        ({"B": OF_THE_HOST.capsule}, "expected B to be memory of the GPU but got memory of the h"),
        ({"B": "text"}, "but got str"),
        ({"out": np.zeros((40, 8), np.float32)}, "C: expected memory of the emulator"),
        ({"stream": 12345}, "expected call->stream to be a stream of CUDA's"),
        ({"stream": "fast"}, "stream: expected the address of a CUDA stream"),
        ({"threads": 2}, "threads: expected a kernel for the processor but got one for a GPU"),
        ({"copy": True}, "copy: expected a kernel for the processor but got one for a GPU"),
    ],
)
def test_calls_that_are_refused(given, text, spmm, a, b):
    with pytest.raises(spindle.SpindleError) as caught:
        spmm(**{"A": a, "B": b, **given})
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)


def test_faults_that_the_emulator_finds_are_errors(spmm, a):
    short = bring(B[:29])
    made = Made(short._held.address, B.shape)
    with pytest.raises(spindle.SpindleError, match="out of bounds: kernel 'spmm"):
        spmm(a, made.capsule)
    # What follows is no worse for it.
    np.testing.assert_array_equal(spmm(a, bring(B)).to_device("cpu"), A @ B)


def test_overlaps_are_refused(spmm, a, b):
    made = Made(b._held.address, (40, 8))
    with pytest.raises(spindle.SpindleError, match="C: expected memory of its own"):
        spmm(a, b, out=made.capsule)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"target": "gpu"}, "target: expected 'cpu' or 'cuda' but got 'gpu'"),
        ({"device": "tpu"}, "device: expected 'cuda' or 'emulator' but got 'tpu'"),
        ({"chip": "sm_91"}, "expected a GPU that LLVM knows, as sm_90, but got 'sm_91'"),
        ({"chip": "gfx90a"}, "expected a GPU by NVIDIA, as sm_90, to run on"),
        ({"check": True}, "check: expected target='cpu'"),
        ({"threads": 2}, "threads: expected a kernel for the processor"),
        ({"device": "cuda"}, "expected the device that this process has opened, the emulator"),
    ],
)
def test_compilations_that_are_refused(options, text, a):
    with pytest.raises(spindle.SpindleError) as caught:
        spindle.compile("spmm", A=A, B=B, **{**EMULATED, **options})
    assert text in str(caught.value)


def test_the_processors_kernels_know_no_streams():
    kernel = spindle.compile("spmm", A=A, B=B)
    with pytest.raises(spindle.SpindleTypeError, match="stream: expected a kernel for a GPU"):
        kernel(A, B, stream=1)


def test_the_first_gpu_of_cudas_driver(build):
    said = run_python(
        """
        import numpy as np, spindle
        A, x = spindle.array(np.eye(3)), np.arange(3.0)
        kernel = spindle.compile("spmv", A=A, x=x, target="cuda")
        there = spindle.to_device(x)
        y = kernel(A.to_device(), there)
        print(y.device, y.to_device("cpu"), y.to_device("cuda") is y, kernel.counters())
        try:
            kernel(A.to_device(), x)
        except spindle.SpindleTypeError as error:
            print(error)
        """,
        # The emulator as a library, in place of CUDA's driver.
        SPINDLE_CUDA_DRIVER=str(build / "lib" / "libspindle_emulator.so"),
    )
    assert said.stdout.splitlines() == [
        "cuda:0 [0. 1. 2.] True {}",
        "x: expected memory of cuda:0, as to_device() makes it, but got memory of the host",
    ]


def test_without_a_driver_there_is_one_line():
    said = run_python(
        """
        import numpy as np, spindle
        try:
            spindle.to_device(np.ones(3))
        except spindle.SpindleValueError as error:
            print(error)
        A, x = spindle.array(np.eye(3)), np.arange(3.0)
        kernel = spindle.compile("spmv", A=A, x=x, target="cuda", device="emulator")
        run = kernel.bind(A.to_device("emulator"), spindle.to_device(x, "emulator"))
        print(run().to_device("cpu"))
        """,
        SPINDLE_CUDA_DRIVER="no-such-library.so",
        SPINDLE_LEAKS="1",
    )
    first, second = said.stdout.splitlines()
    assert first.startswith("expected CUDA's driver, the library no-such-library.so, but got: ")
    assert second == "[0. 1. 2.]"
    assert "nanobind" not in said.stderr, said.stderr
