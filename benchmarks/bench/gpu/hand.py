"""The hand-written CUDA kernels of benchmarks/hand: what they take, and how they are
launched.

A block has 128 threads: groups of `lanes`, one beside another. A kernel handles `items`
of the matrix, a group each: rows, slices of SELL, or chunks of elements.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bench.errors import Missing
from bench.gpu import storage
from bench.gpu.driver import Buffer, Driver
from bench.kernels import Problem

THREADS = 128
#: What a kernel is called with: buffers, arrays that are copied, numbers of 32 bits.
Argument = Buffer | np.ndarray | int


@dataclass(frozen=True)
class HandKernel:
    """A kernel: the function of `source` with this name."""

    name: str
    source: str
    lanes: int
    #: What stands for the matrix, with the number of groups.
    matrix: Callable[[Problem], tuple[int, list[Argument]]]
    #: Whether it is the algorithm that ours is; others are shown beside it.
    same: bool = True
    #: Whether it adds to results, which are zero before.
    adds: bool = False
    #: Whether the number of columns follows the arguments, and how many a block has
    #: (0: all).
    takes_columns: bool = False
    columns: int = 0
    #: How elements are counted in its hot loop, where not as the row says.
    unit: str = ""


def by_rows(problem: Problem) -> tuple[int, list[Argument]]:
    """CSR: the number of rows, positions, coordinates, values."""
    held = problem.a.arrays
    names = ("positions1", "coordinates1", "values")
    return problem.a.shape[0], [problem.a.shape[0], *(held[name] for name in names)]


def by_values(problem: Problem) -> tuple[int, list[Argument]]:
    """CSR without coordinates."""
    rows, (_, positions, _, values) = by_rows(problem)
    return rows, [rows, positions, values]


def by_elements(chunk: int) -> Callable:
    """COO in chunks: the number of elements, their rows, coordinates, values."""

    def take(problem: Problem) -> tuple[int, list[Argument]]:
        a = problem.a
        held = [a.stored, a.rows(), a.arrays["coordinates1"], a.values]
        return -(-a.stored // chunk), held

    return take


def in_ell(problem: Problem) -> tuple[int, list[Argument]]:
    made = storage.ell(problem.a)
    if made is None:
        raise Missing("its rows are too different for ELL")
    rows = problem.a.shape[0]
    return rows, [rows, made.width, made.lengths, made.coordinates, made.values]


def in_ell_by_columns(problem: Problem) -> tuple[int, list[Argument]]:
    rows, (_, width, _, coordinates, values) = in_ell(problem)
    turned = (one.reshape(rows, width).T.copy() for one in (coordinates, values))
    return rows, [rows, width, *turned]


def in_sell(problem: Problem, per_group: int = 1) -> tuple[int, list[Argument]]:
    made, rows = storage.sell(problem.a), problem.a.shape[0]
    held = [rows, made.positions, made.rows, made.coordinates, made.values]
    return -(-rows // per_group), held


def in_slices(problem: Problem) -> tuple[int, list[Argument]]:
    """SELL, a group for each slice."""
    return in_sell(problem, storage.SLICE)


def spmm(
    name: str, lanes: int, matrix: Callable = by_rows, **more: object
) -> HandKernel:
    return HandKernel(f"spmm_{name}", "spmm", lanes, matrix, **more)


def spmv(
    name: str, lanes: int, matrix: Callable = by_rows, **more: object
) -> HandKernel:
    return HandKernel(f"spmv_{name}", "spmv", lanes, matrix, **more)


def sddmm(
    name: str, lanes: int, matrix: Callable = by_rows, **more: object
) -> HandKernel:
    return HandKernel(f"sddmm_{name}", "sddmm", lanes, matrix, **more)


def spmm_of(columns: int) -> list[HandKernel]:
    """Those for 128 columns, or for 32."""
    lanes, name = columns // 4, "by_4" if columns == 128 else "by_4_narrow"
    takes = {"takes_columns": True}
    return [
        spmm(f"csr_{columns}_f32", lanes, **takes),
        spmm(f"csr_{name}_f32", lanes, **takes, columns=columns),
        *([spmm("csr_32_scalars_f32", 32, **takes)] if columns == 32 else []),
        spmm("csr_any_f32", 32, **takes, columns=32, same=False),
        spmm(f"csr_{columns}_round_f32", lanes, same=False),
    ]


def spmm_in_formats(columns: int) -> dict[str, list[HandKernel]]:
    """The same in other formats than CSR, by row."""
    lanes, in_chunks = columns // 4, by_elements(32)
    held = {
        "ell": spmm(f"ell_{columns}_f32", lanes, in_ell),
        "sell": spmm(f"sell_{columns}_f32", lanes, in_sell),
        "coo": spmm(f"coo_{columns}_f32", 32, in_chunks, adds=True),
        "t": spmm(f"t_csr_{columns}_f32", 32, adds=True),
    }
    made = {f"spmm-{form}-{columns}": [one] for form, one in held.items()}
    made[f"spmm_t-{columns}"] = made.pop(f"spmm-t-{columns}")
    return made


def spmv_in_formats() -> dict[str, list[HandKernel]]:
    in_chunks = by_elements(128)
    return {
        "spmv": [spmv(f"csr_{g}_f32", g) for g in (1, 2, 4, 8, 16, 32)],
        "spmv-f64": [spmv(f"csr_{g}_f64", g) for g in (1, 4, 8, 32)],
        "spmv-sell": [spmv("sell_f32", 32, in_slices)],
        "spmv-ell": [
            spmv("ell_1_f32", 1, in_ell),
            spmv("ell_8_f32", 8, in_ell),
            spmv("ell_columns_f32", 1, in_ell_by_columns, same=False),
        ],
        "spmv-coo": [spmv("coo_f32", 32, in_chunks, adds=True)],
    }


def softmax_of() -> list[HandKernel]:
    held = []
    for g in (2, 4, 8, 16, 32):
        held.append(HandKernel(f"softmax_csr_{g}_f32", "softmax", g, by_values))
    for g in (4, 8, 16, 32):
        name = f"softmax_csr_{g}_twice_f32"
        unit = "MUFU.EX2/2"
        held.append(HandKernel(name, "softmax", g, by_values, same=False, unit=unit))
    return held


#: The kernels of each row of the suite `gpu`.
KERNELS: dict[str, list[HandKernel]] = {
    "spmm-128": spmm_of(128),
    "spmm-32": spmm_of(32),
    "spmm-f64-128": [
        spmm("csr_128_f64", 32, takes_columns=True, columns=64),
        spmm("csr_any_f64", 32, takes_columns=True, columns=32, same=False),
    ],
    "sddmm-128": [
        sddmm("csr_128_f32", 32),
        sddmm("csr_128_by_four_f32", 32, same=False),
        sddmm("coo_128_f32", 32, by_elements(32), same=False),
    ],
    "sddmm-32": [
        sddmm("csr_32_f32", 8),
        sddmm("coo_32_f32", 8, by_elements(32), same=False),
    ],
    "softmax": softmax_of(),
    "fusedmm-64": [
        HandKernel("fusedmm_csr_64_f32", "softmax", 16, by_rows, same=False)
    ],
    **spmv_in_formats(),
    **spmm_in_formats(128),
    **spmm_in_formats(32),
}


def grid(kernel: HandKernel, groups: int, columns: int) -> tuple[int, int, int]:
    """The blocks of a launch, one at least."""
    beside = THREADS // kernel.lanes
    across = -(-columns // kernel.columns) if kernel.columns else 1
    return max(-(-groups // beside), 1), across, 1


@dataclass
class Launch:
    """A kernel with all that it is launched with."""

    kernel: HandKernel
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    arguments: list[Buffer | int]
    results: dict[str, Buffer]

    def prepare(self, driver: Driver) -> None:
        """Fills results with zeros, or with what no right kernel leaves there."""
        for one in self.results.values():
            fill = 0 if self.kernel.adds else np.nan
            driver.write(one, np.full_like(one.array, fill))

    def run(self, driver: Driver, function: object) -> None:
        driver.launch(function, self.grid, self.block, self.arguments)


def launch(driver: Driver, kernel: HandKernel, problem: Problem) -> Launch:
    """Copies operands to the device. The matrix comes first, then dense operands, then
    results, as the kernels have them."""
    groups, matrix = kernel.matrix(problem)
    results = {name: driver.empty(one) for name, one in problem.results.items()}
    held: list[Argument] = [*matrix, *problem.dense.values(), *results.values()]
    columns = problem.sizes.get("K", 0)
    held += [columns] if kernel.takes_columns else []
    made = [driver.upload(x) if isinstance(x, np.ndarray) else x for x in held]
    block = (kernel.lanes, THREADS // kernel.lanes, 1)
    return Launch(kernel, grid(kernel, groups, columns), block, made, results)
