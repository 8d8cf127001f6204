"""Makes the inputs that fuzzing starts from: `make_seeds.py readers|parsers OUT`.

For the readers small files of every kind, as unittests/Fuzz/ReaderInput.h says; for
the parsers the tests of the dialects, one program a file, in the generic form too
where `--sparse-opt` names the tool.
"""

import argparse
import gzip
import io
import re
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import scipy.sparse as sp

ROOT = Path(__file__).resolve().parent.parent.parent
# Longer programs slow fuzzing down more than they help it.
MAX_PROGRAM = 4000

BANNER = "%%MatrixMarket matrix"
MATRIX_MARKET = {
    "real": f"{BANNER} coordinate real general\n% c\n3 4 3\n1 1 1.5\n3 4 -2e-3\n1 1 .5\n",
    "integer": f"{BANNER} coordinate integer symmetric\n3 3 2\n1 1 7\n3 2 -2\n",
    "complex": f"{BANNER} coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 0 -1\n",
    "skew": f"{BANNER} coordinate real skew-symmetric\n3 3 1\n3 1 inf\n",
    "pattern": f"{BANNER} coordinate pattern general\n5 9 2\n5 9\n1 1\n",
    "array": f"{BANNER} array real general\n2 2\n1\n2\nnan\n0\n",
    "array-symmetric": f"{BANNER} array complex symmetric\n2 2\n1 0\n2 1\n3 2\n",
    "typed": f"{BANNER} coordinate integer general\n% dtype int8\n1 1 1\n1 1 -3\n",
    "whole": f"{BANNER} coordinate real general\n1 1 2\n1 1 2.0\n1 1 -12.50e1\n",
    "empty": f"{BANNER} coordinate real general\n0 0 0\n",
    "huge": f"{BANNER} coordinate real general\n9223372036854775807 1 1000000000000\n",
    "beyond": f"{BANNER} coordinate real general\n3 4 1\n3 5 1\n",
    # What would fit in memory, but is not there.
    "lie": f"{BANNER} coordinate real general\n9 9 9000000\n1 1 1\n",
    "lie-array": f"{BANNER} array real general\n3000 3000\n1\n",
    "long": f"{BANNER} coordinate real general\n1 1 1\n1 1 0."
    + "12345678901234567890123456789012345678901234567890e-300\n",
}
SMTX = {
    "small": "3, 4, 4\n0 2 2 4 \n3 1 0 2 \n",
    "commas": "1,1,1\n0,1\n0\n",
    "empty": "0, 0, 0\n0\n\n",
    "huge": "4611686018427387904, 1, 1\n0 1\n0\n",
    "beyond": "1, 1, 1\n0 1\n1\n",
    "falling": "3, 9, 2\n0 2 1 2\n0 1\n",
    "lie": "1, 1, 9000000\n0 9000000\n0\n",
    "lie-rows": "9000000, 1, 1\n0 1\n0\n",
}
TNS = {
    "plain": "1 1 1 1.5\n2 3 4 -2\n# c\n2 3 4 1e10\n",
    "header": "# order 3 dims 2 3 4 nnz 2\n1 1 1 1\n2 3 4 0\n",
    "vector": "5 1\n2 2\n",
    "order-5": "1 2 3 4 5 6\n",
    "huge": "# order 2 dims 9223372036854775807 2 nnz 1000000000000\n1 1 1\n",
    "beyond": "# order 1 dims 2 nnz 1\n3 1\n",
    "lie": "# order 1 dims 9 nnz 9000000\n1 1\n",
    "far": "9223372036854775807 1 1\n1 9223372036854775807 1\n",
}
DTYPES = ["f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "c64", "c128"]
TYPES = {
    "real": "f64",
    "integer": "i16",
    "pattern": "bf16",
    "complex": "c64",
    "symmetric": "c128",
    "long": "f16",
    "far": "i1",
    "large": "c128",
}
# Levels that lie beside one another, and others that no name has.
DESCRIPTORS = [
    "(i, j, k) -> (i : dense, j : compressed, k : fixed(?) of i)",
    "(i, j, k) -> (i : compressed, j : dense of i, k : singleton of (i, j)) bitmap",
    "(i, j) -> (i : fixed(2), j : compressed)",
    "(i, j) -> (i : compressed, j : dense) full",
    "(i, j, k) -> (k : variable, i : fixed(3), j : fixed(?)) lengths and bitmap",
    "(i, j) -> (i floordiv 2 : compressed(crd = i8), i mod 2 : compressed, j : dense)",
]
LETTERS = {
    "format": "f",
    "shape": "s",
    "data": "d",
    "indptr": "i",
    "indices": "x",
    "row": "r",
    "col": "c",
    "offsets": "o",
    "coords": "t",
    "fill_value": "v",
    "compressed_axes": "a",
    "elements": "e",
}


def npy_bytes(array: np.ndarray) -> bytes:
    """What np.save writes."""
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def npz_bytes(matrix, compressed: bool) -> bytes:
    """What SciPy writes."""
    out = io.BytesIO()
    sp.save_npz(out, matrix, compressed=compressed)
    return out.getvalue()


def packed(matrix, **others: bytes) -> bytes:
    """The parts that SciPy writes, one after another, or `others` for some."""
    archive = np.load(io.BytesIO(npz_bytes(matrix, False)), allow_pickle=False)
    arrays = {n: others.get(n, npy_bytes(a)) for n, a in archive.items()}
    return join_parts({n: a for n, a in arrays.items() if n in LETTERS})


def join_parts(files: dict[str, bytes]) -> bytes:
    """Files of an archive, one after another."""
    parts = b""
    for number, (name, part) in enumerate(files.items()):
        parts += f"{LETTERS[name]}{number % 2}".encode()
        parts += len(part).to_bytes(3, "little") + part
    return parts


def archives(lie: bytes) -> list[tuple[str, str, bytes]]:
    """Archives of SciPy, sound and not; `lie` is an array that is not all there."""
    files = []
    matrix = sp.csr_matrix(np.array([[0, 1.5, 0, 2], [0, 0, 0, 0], [3, 0, 0, 4]]))
    for kind in ("csr", "csc", "coo", "bsr", "dia"):
        stored = matrix.asformat(kind)
        files.append(("z", f"{kind}.npz", npz_bytes(stored, kind != "csc")))
        files.append(("Z", f"{kind}-parts.npz", packed(stored)))
    wrong = {
        "falling": {"indptr": npy_bytes(np.array([0, 3, 2, 4]))},
        "short": {"indptr": npy_bytes(np.array([0, 2, 2, 3]))},
        "long": {"indptr": npy_bytes(np.array([0, 2, 2, 5]))},
        "beyond": {"indices": npy_bytes(np.array([1, 3, 0, 4]))},
        "lie-data": {"data": lie},
        "lie-indptr": {"indptr": lie},
    }
    for name, parts in wrong.items():
        files.append(("Z", f"{name}.npz", packed(matrix, **parts)))
    blocks = sp.bsr_matrix(np.kron(np.eye(2), np.ones((2, 2), "f4")), blocksize=(2, 2))
    files.append(("Z", "blocks-parts.npz", packed(blocks)))
    odd = npy_bytes(np.array([3, 5]))
    files.append(("Z", "blocks-that-jut-out.npz", packed(blocks, shape=odd)))
    marked = npy_bytes(np.eye(2, dtype="?")[None].repeat(2, 0))
    cells = packed(blocks) + join_parts({"elements": marked})
    files.append(("Z", "cells-of-blocks.npz", cells))
    files.append(("z", "lie-size.npz", zip_lie(lie)))
    cube = np.arange(24.0).reshape(2, 3, 4) * (np.arange(24) % 5 == 1).reshape(2, 3, 4)
    for rank, dense in ((1, cube[1, 2]), (3, cube)):
        files.append(("Z", f"coo-{rank}.npz", packed(sp.coo_array(dense))))
    files.append(("Z", "csr-1.npz", packed(sp.csr_array(cube[1, 2]))))
    return files + pydata_archives(cube)


def pydata_archives(cube: np.ndarray) -> list[tuple[str, str, bytes]]:
    """The tensor as the classes of pydata/sparse are saved."""
    coords = np.array(np.nonzero(cube), ">u2")
    common = {"data": cube[np.nonzero(cube)], "shape": np.array(cube.shape)}
    common["fill_value"] = np.float32(0)
    files = {"pydata-coo": common | {"coords": coords}}
    order = np.lexsort((coords[1], coords[0], coords[2]))
    rows = (coords[2].astype(int) * 2 + coords[0])[order]
    files["pydata-gcxs"] = common | {
        "data": common["data"][order],
        "indices": coords[1][order],
        "indptr": np.searchsorted(rows, np.arange(9)),
        "compressed_axes": np.array([2, 0]),
    }
    files["pydata-filled"] = files["pydata-coo"] | {"fill_value": np.float32(1)}
    return [
        (
            "Z",
            f"{name}.npz",
            join_parts({n: npy_bytes(np.asarray(a)) for n, a in parts.items()}),
        )
        for name, parts in files.items()
    ]


def zip_lie(lie: bytes) -> bytes:
    """An archive whose directory says that the data are all there."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("format.npy", npy_bytes(np.bytes_(b"csr")))
        archive.writestr("shape.npy", npy_bytes(np.array([3, 4])))
        archive.writestr("data.npy", lie)
    said, real = 128 + 4 * 90000000, len(lie)
    # The last record of the directory has the size 24 bytes from its start.
    place = out.getvalue().rindex(b"PK\x01\x02") + 24
    content = bytearray(out.getvalue())
    assert content[place : place + 4] == real.to_bytes(4, "little")
    content[place : place + 4] = said.to_bytes(4, "little")
    return bytes(content)


def large_files() -> list[tuple[str, str, bytes]]:
    """Files of many short entries, which take the most memory for their size."""
    count = 20000
    smtx = f"1 {count} {count}\n0 {count}\n" + "0 " * count + "\n"
    flags = np.ones(count, "?")
    indices = np.zeros(count, "i1")
    entries = sp.coo_matrix((flags, (indices, indices)), shape=(1, 1))
    diagonals = sp.dia_matrix((np.ones((1, count), "i1"), [0]), shape=(count, count))
    blocks = np.ones((1, 1, count), "?")
    block = sp.bsr_matrix((blocks, indices[:1], [0, 1]), shape=(1, count))
    header = f"{BANNER} coordinate pattern symmetric\n3 3 {count}\n"
    return [
        ("m", "large.mtx", (header + "3 1\n" * count).encode()),
        ("M", "large-packed.mtx", (header + "3 1\n" * count).encode()),
        ("s", "large.smtx", smtx.encode()),
        ("S", "large-packed.smtx", smtx.encode()),
        ("t", "large.tns", b"1 1\n" * count),
        ("T", "large-packed.tns", b"1 1\n" * count),
        ("y", "large.npy", npy_bytes(np.ones((count, 2), order="F"))),
        ("y", "large-u1.npy", npy_bytes(np.ones((count, 2), "u1", order="F"))),
        ("Z", "large-coo.npz", packed(entries)),
        ("Z", "large-dia.npz", packed(diagonals)),
        ("Z", "large-bsr.npz", packed(block)),
    ]


def readers(with_large: bool) -> dict[str, bytes]:
    """The inputs by their names."""
    files = [("m", f"{n}.mtx", t.encode()) for n, t in MATRIX_MARKET.items()]
    files += [("s", f"{n}.smtx", t.encode()) for n, t in SMTX.items()]
    files += [("t", f"{n}.tns", t.encode()) for n, t in TNS.items()]
    files += [(k.upper(), f"packed-{n}", t) for k, n, t in files[::3]]
    files += [(k, f"{n}.gz", gzip.compress(t, mtime=0)) for k, n, t in files[:19:4]]
    for name in (
        "f2",
        "f4",
        "f8",
        "i1",
        "i8",
        "?",
        "c8",
        "c16",
        "u1",
        "<u8",
        ">u4",
        ">c8",
    ):
        array = np.arange(6).reshape(2, 3).astype(name)
        stem = name.replace("?", "b").replace(">", "big-").replace("<", "")
        files.append(("y", f"{stem}.npy", npy_bytes(array)))
    fortran = np.asfortranarray(np.arange(6.0).reshape(3, 2))
    files.append(("y", "fortran.npy", npy_bytes(fortran)))
    files.append(("y", "order-3.npy", npy_bytes(np.ones((2, 1, 3), "f4"))))
    files.append(("y", "scalar.npy", npy_bytes(np.float32(3))))
    files.append(("y", "none.npy", npy_bytes(np.zeros((0, 3), "f4"))))
    files.append(("y", "bits.npy", npy_bytes(np.array([0, 1, 2], "i1").view("?"))))
    lie = npy_bytes(np.zeros(9, "f4")).replace(b"(9,)", b"(90000000,)")
    files.append(("y", "lie.npy", lie))
    files += archives(lie)
    if with_large:
        files += large_files()
    inputs = stored_tensors()
    for number, (kind, name, text) in enumerate(files):
        # Bit 6 of the format asks for arrays of the type alone, or random values.
        head = f"{kind}{pick_type(name)}{chr(36 + number % 28)}"
        inputs[name] = head.encode() + text
    return inputs


def stored_tensors() -> dict[str, bytes]:
    """A small tensor for each descriptor, which is the format to store it in."""
    inputs = {}
    formats = descriptors() | {f"more-{n}": text for n, text in enumerate(DESCRIPTORS)}
    for name, text in formats.items():
        if " -> " in text and " where " not in text:
            rank = text.split(")")[0].count(",") + 1
            lines = [[1] * rank, list(range(1, rank + 1)), [3] * rank, [1] * rank]
            tensor = "".join(" ".join(map(str, line)) + " 2\n" for line in lines)
            inputs[f"stored-{name}"] = f"tg#{use_numbers(text)}\n{tensor}".encode()
    return inputs


def use_numbers(descriptor: str) -> str:
    """The descriptor of a family with numbers for its parameters."""
    return re.sub(r"\b[bcwRCS]\b", "2", descriptor)


def pick_type(name: str) -> str:
    """The letter of a type that can hold what is in the file."""
    wanted = "f32"
    for word, dtype in TYPES.items():
        if word in name:
            wanted = dtype
    # The byte counts by its remainder.
    return chr(99 + DTYPES.index(wanted))


def split(text: str) -> list[str]:
    """The operations of a file, each with the aliases that it needs."""
    text = re.sub(r"^ *//(?! -----).*\n", "", text, flags=re.MULTILINE)
    parts = []
    for section in re.split(r"^// -----.*$", text, flags=re.MULTILINE):
        # An operation goes on up to the next line that is not indented.
        chunks = re.findall(r"^[^\s}].*\n(?:[ }].*\n|\n)*", section, re.MULTILINE)
        aliases = {}
        for chunk in chunks:
            name = re.match(r"[#!]\w+(?= =)", chunk)
            used = "".join(
                text for alias, text in aliases.items() if needs(chunk, alias)
            )
            if name:
                aliases[name[0]] = used + chunk
            else:
                parts.append(used + chunk)
    return parts


def needs(text: str, alias: str) -> bool:
    """Whether `text` names the alias."""
    return re.search(re.escape(alias) + r"\b", text) is not None


def unique_lines(text: str) -> str:
    """The text without aliases that come twice."""
    seen = set()
    lines = []
    for line in text.splitlines(keepends=True):
        if line[0:1] not in "#!" or line not in seen:
            lines.append(line)
        seen.add(line)
    return "".join(lines)


def make_generic(tool: str, text: str) -> str:
    """The text in the generic form; empty where it is no program."""
    result = subprocess.run(
        [tool, "--allow-unregistered-dialect", "--mlir-print-op-generic"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout if result.returncode == 0 else ""


def programs(tool: str | None) -> dict[str, str]:
    """The operations of the dialects' tests by their names."""
    found = {}
    for path in sorted((ROOT / "test" / "Dialect").glob("*/*.mlir")):
        for number, part in enumerate(split(path.read_text())):
            name = f"{path.parent.name}-{path.stem}-{number}"
            found[name] = unique_lines(part).strip() + "\n"
            if tool and "invalid" not in name and number % 3 == 0:
                found[name + "-generic"] = make_generic(tool, part)
    return {name: text for name, text in found.items() if 0 < len(text) < MAX_PROGRAM}


def descriptors() -> dict[str, str]:
    """The formats that docs/Formats.md names, and their descriptors."""
    text = (ROOT / "docs" / "Formats.md").read_text()
    found = re.findall(r"`([^`\n]*)` \|$|^\| `([^`\n]*)`", text, flags=re.MULTILINE)
    words = sorted({word for pair in found for word in pair if word})
    return {f"format-{number}": word for number, word in enumerate(words)}


def parsers(sparse_opt: str | None) -> dict[str, bytes]:
    """The inputs by their names."""
    inputs = descriptors() | programs(sparse_opt)
    return {name: text.encode() for name, text in inputs.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["readers", "parsers"])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sparse-opt", help="for programs in the generic form")
    parser.add_argument("--large", action="store_true", help="add files of 100 KB")
    options = parser.parse_args()
    if options.kind == "readers":
        inputs = readers(options.large)
    else:
        inputs = parsers(options.sparse_opt)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, content in inputs.items():
        (options.out / name).write_bytes(content)
    print(f"{len(inputs)} inputs")


if __name__ == "__main__":
    main()
