"""Packs what the other machine needs: objects of ours, the hand-written kernels, and
matrices. Runs where the compiler is built."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench import data, sparse
from bench.errors import Missing, Misuse
from bench.gpu import hand, toolkit
from bench.gpu.ours import Ours
from bench.gpu.rows import MATRICES, Row, all_rows
from bench.kernels import KERNELS
from bench.peers.command import write

from gpu_machine.carried import ITEMS, Carried, Item

CHIPS = ("sm_80", "sm_90")
#: Bytes that can travel at most.
MOST_BYTES = 60 << 20
#: Matrices on which rows without aims are packed.
FEW = ("cora", "bcsstk16")
SYMBOL = "kernel"


def pack_hand(folder: Path) -> None:
    """Cubins of every chip, and bitcode for the emulator."""
    target = folder / "hand"
    target.mkdir(parents=True)
    for source in sorted(
        {one.source for held in hand.KERNELS.values() for one in held}
    ):
        path = toolkit.HAND / f"{source}.cu"
        made = [
            (toolkit.compile_cuda(path, chip).path, f"{chip}.cubin") for chip in CHIPS
        ]
        made.append((toolkit.compile_llvm(path, CHIPS[-1]), f"{CHIPS[-1]}.bc"))
        for one, ending in made:
            shutil.copy(one, target / f"{source}.{ending}")


def pack_item(folder: Path, program: str, row: Row, matrix: data.Matrix) -> Item:
    """Compiles a row for a matrix."""
    place = Path("objects") / row.name / matrix.name
    (folder / place).mkdir(parents=True)
    made = KERNELS[row.kernel].problem(
        sparse.load(matrix.path).csr(), dict(row.sizes), row.dtype
    )
    ours = Ours(program, CHIPS[-1])
    bound = write(made, folder / place)
    saved = folder / place / f"{row.name}.so"
    storage = (
        Path("storage") / f"{matrix.name}-{row.form.partition('(')[0]}-{row.dtype}"
    )
    more = ["--symbol", SYMBOL]
    # CSR is what `matrices` has.
    if row.form != "csr":
        (folder / storage).mkdir(parents=True, exist_ok=True)
        more += ["--save-storage", f"A={folder / storage}"]
    ours.save(row, bound, saved, *more)
    # What was written for the compiler alone.
    for path in (folder / place).glob("*.np[yz]"):
        path.unlink()
    return Item(row.name, matrix.name, str(place / saved.name), str(storage), SYMBOL)


def wanted(matrices: list[data.Matrix]) -> list[tuple[Row, data.Matrix]]:
    return [
        (row, one)
        for row in all_rows()
        for one in matrices
        if row.aims or one.name in FEW
    ]


def pack(
    program: str,
    source: Path | None,
    rows: list[str] | None,
    names: list[str],
    folder: Path,
) -> Carried:
    """Packs rows on matrices; what does not compile is told and left out."""
    if folder.exists() and not (folder / ITEMS).exists():
        raise Misuse(f"expected a folder that was packed but got '{folder}'")
    shutil.rmtree(folder, ignore_errors=True)
    Carried(folder, []).save()
    pack_hand(folder)
    held = [one for one in data.matrices(source) if one.name in (names or MATRICES)]
    (folder / "matrices").mkdir()
    for one in held:
        shutil.copy(one.path, folder / "matrices" / f"{one.name}.npz")

    def one_item(pair: tuple[Row, data.Matrix]) -> Item | None:
        row, matrix = pair
        try:
            return pack_item(folder, program, row, matrix)
        except Missing as error:
            print(f"pack: {row.name} on {matrix.name} is left out: {error}", flush=True)
            return None

    chosen = [pair for pair in wanted(held) if rows is None or pair[0].name in rows]
    with ThreadPoolExecutor(2) as pool:
        items = [one for one in pool.map(one_item, chosen) if one]
    made = Carried(folder, items)
    made.save()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"pack: {len(items)} objects, {size >> 20} MiB in {folder}")
    if size > MOST_BYTES:
        print(f"pack: that is more than the {MOST_BYTES >> 20} MiB that can travel")
    return made
