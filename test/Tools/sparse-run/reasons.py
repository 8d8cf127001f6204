# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s %spindle_src_root
"""A program that a rule refuses: below the error its line and a caret, then, first of
the notes, why and what to do instead; nothing of the operation in its generic form."""

import sys
from pathlib import Path

import batch

REFUSED = Path(sys.argv[1]) / "docs" / "examples" / "refused"
NOTES = {
    "sparse-product": "rule (C4) of sparse.generic: other sparse tensors are looked up by coordinates, so that no loop "
    "is made of theirs; have a dense tensor with this dimension, or a driver that has it",
    "sum": "rule (C9) of sparse.generic: where elements of a result are is not computed; make it dense, or an argument "
    "with 'sparse.structure_of' the driver",
    "two-drivers": "rule (C10) of sparse.generic: an element is in one of the parts, and a look-up would search all; "
    "make it the driver, or store it in a format of levels, as csr",
}


def check(name: str, note: str) -> None:
    path = REFUSED / f"{name}.mlir"
    done = batch.run(["sparse-run", str(path)])
    assert done.returncode == 2, done
    lines = done.stderr.splitlines()
    texts = path.read_text().splitlines()
    line = next(i for i, text in enumerate(texts) if "sparse.generic" in text)
    column = texts[line].index("sparse.generic")
    start = f"error: {path}:{line + 1}:{column + 1}: 'sparse.generic' op (C"
    assert lines[0].startswith(start), lines
    caret = "  " + " " * column + "^"
    assert lines[1:] == ["  " + texts[line], caret, f"note: {note}"], lines


if __name__ == "__main__":
    for name, note in NOTES.items():
        check(name, note)
