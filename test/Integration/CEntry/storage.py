"""Operands as `sparse-run --dump-storage` prints them, for kernels that are saved."""

import re

import batch
import numpy as np

#: What the dimensions of programs have here; no block divides those of A.
SIZES = {"I": 5, "J": 7, "K": 3, "R": 4, "D": 2, "E": 3, "F": 4, "P": 2, "T": 3}
DTYPES = {
    "f32": np.float32,
    "i1": np.uint8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
}
LEVEL = re.compile(r"  level (\d+):")
ARRAY = re.compile(r"    (\w+): (\w+) ([\dx]+)(?: =(.*))?$")


def read_dump(text: str, operand: str) -> dict:
    """What a kernel takes of a printed operand: sizes, a width, flat arrays."""
    head, *lines = text.splitlines()
    sizes = re.search(r" ([\dx]+), \d+ elements", head)[1].split("x")
    given: dict = {f"{operand}_size{d}": int(size) for d, size in enumerate(sizes)}
    level, name = "", ""
    for line in lines:
        if match := LEVEL.match(line):
            level = match[1]
        elif match := ARRAY.match(line):
            role, dtype, shape, words = match.groups()
            name = f"{operand}_{role}"
            name += "" if role in ("values", "bitmap") else level
            given[name] = np.array((words or "").split(), float).astype(DTYPES[dtype])
            if role == "coordinates" and "x" in shape:
                given[f"{operand}_width{level}"] = int(shape.split("x")[-1])
        elif name and line.startswith("      "):
            row = np.array(line.split(), float).astype(given[name].dtype)
            given[name] = np.append(given[name], row)
        else:
            break
    return given


def store(program: str, dense: list[str], *options: str) -> dict:
    """What a kernel takes of a random A of these sizes; `dense` are other operands
    that are read."""
    command = ["sparse-run", program, "--bind", "A=random:1", "--dump-storage", "A"]
    for name in dense:
        command += ["--bind", f"{name}={name}.npy"]
    for name in "IJK" if program in ("ttv", "ttm", "mttkrp") else "IJ":
        command += ["--size", f"{name}={SIZES[name]}"]
    done = batch.run([*command, *options], check=True)
    return read_dump(done.stdout, "A")
