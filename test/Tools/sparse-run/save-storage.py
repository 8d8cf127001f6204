# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s
"""--save-storage writes the arrays that --dump-storage prints, in files that are called
as the parameters of the C function that --save makes; alone and together with it."""

import json
import re
import sys
from pathlib import Path

import batch
import numpy as np
from refusals import check_all

#: 7 x 8, with empty rows, an explicit zero, and sizes that no block divides.
MATRIX = """\
%%MatrixMarket matrix coordinate real general
7 8 11
1 1 1
1 2 2
1 8 3
2 1 4
2 2 5
3 5 6
4 4 7
4 5 0
4 6 8
7 3 9
7 8 -1.5
"""
FORMATS = [
    "csr",
    "csr(pos=i64,crd=i16)",
    "coo",
    "dcsr",
    "bsr(2,3)",
    "bsr(2,2,full)",
    "ell",
    "sell(2,4)",
    "dia",
    "ldia(4)",
    "rowlen(4)",
    "sr-bcrs(2,2)",
    "dense(bitmap)",
    "hyb(2,1)",
    "ell-coo(1)",
    "dense-rows(1)",
]
DTYPES = {
    "i1": "bool",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "f32": "float32",
}
ARRAY = re.compile(r"    (\w+): (\w+) ([\dx]+)(?: =(.*))?$")
PARAMETER = re.compile(r"^    const \w+ \*(A\w*)[,)]", re.MULTILINE)


def run(*arguments: str) -> str:
    command = ["sparse-run", "spmv", "--bind", "A=A.mtx", *arguments]
    done = batch.run(command, check=True)
    return done.stdout


def read_dump(text: str) -> dict[str, np.ndarray]:
    """The arrays that are printed, by the names that their files should have."""
    held, part, level, name = {}, "", "", ""
    for line in text.splitlines():
        if line.startswith("part "):
            part = "_part" + line.split()[1].rstrip(":")
        elif line.startswith("  level "):
            level = line.split()[1].rstrip(":")
        elif match := ARRAY.match(line):
            role, dtype, shape, words = match.groups()
            name = f"A{part}_{role}"
            name += "" if role in ("values", "bitmap") else level
            numbers = [float(word) for word in (words or "").split()]
            held[name] = (DTYPES[dtype], shape, numbers)
        elif name and line.startswith("      "):
            held[name][2].extend(map(float, line.split()))
        elif not line.startswith(("A: ", "  rows", "  columns")):
            break
    return {
        name: np.array(numbers).astype(dtype).reshape([*map(int, shape.split("x"))])
        for name, (dtype, shape, numbers) in held.items()
    }


def written(folder: str) -> dict[str, np.ndarray]:
    return {path.stem: np.load(path) for path in Path(folder).glob("*.npy")}


#: A program whose operands have names that lead elsewhere, or are one in a file's name.
NAMES = """\
!vec = !sparse.tensor<?xf32, #sparse.dense>
func.func @copy(
    %x: !vec {sparse.name = "../x", sparse.dims = ["I"]},
    %y: !vec {sparse.name = "x", sparse.dims = ["I"]},
    %z: !vec {sparse.name = "z", sparse.dims = ["I"], sparse.access = "write"}) {
  sparse.generic ins(%x, %y : !vec, !vec) outs(%z : !vec)
      maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]
      kinds [spatial] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    sparse.yield %c : f32
  }
  return
}
"""


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def expect_same(got: dict, expected: dict, where: str) -> None:
    expect(set(got) == set(expected), f"{sorted(expected)} of {where}: {sorted(got)}")
    for name, array in expected.items():
        one = got[name]
        same = one.dtype == array.dtype and np.array_equal(one, array)
        expect(same, f"{name} of {where} to be {array} but got {one}")


def check(number: int, form: str) -> None:
    """What is written is what is printed; with --save too, for one format in three."""
    of_run = f"run{number}"
    Path(of_run).mkdir()
    options = ["--format", f"A={form}", "--save-storage"]
    dump = ["--bind", "x=ones", "--dump-storage", "A"]
    printed = read_dump(run(*options, f"A={of_run}", *dump))
    expect("_values" in " ".join(printed), f"arrays of {form}")
    expect_same(written(of_run), printed, form)
    if number % 3 == 0:
        check_saved(f"save{number}", form, options, printed)


def check_saved(of_save: str, form: str, options: list[str], printed: dict) -> None:
    """There is a file for each parameter of the C function."""
    Path(of_save).mkdir()
    said = run(*options, f"A={of_save}", "--save", "spmv.so", "--json", "report.json")
    expect(said == "", f"nothing to be printed with --save but got {said}")
    expect_same(written(of_save), printed, f"{form} with --save")
    parameters = set(PARAMETER.findall(Path("spmv.h").read_text()))
    expect(parameters == set(printed), f"files of {form} for {sorted(parameters)}")
    report = json.loads(Path("report.json").read_text())
    kept = report["nnz"] == 11 or "full" in form
    expect(kept, f"11 elements of {form} but got {report['nnz']}")
    expect(report["convert_seconds"] >= 0, f"the time to convert to {form}")
    expect(report["seconds_median"] is None, "no time of a run with --save")


def main() -> int:
    Path("A.mtx").write_text(MATRIX)
    for number, form in enumerate(FORMATS):
        check(number, form)
    # A schedule that is named takes data too, where its storage is saved.
    Path("named").mkdir()
    run("--schedule", "fibres", "--save", "spmv.so", "--save-storage", "A=named")
    expect("A_values" in written("named"), "A by a named schedule")
    Path("others").mkdir()
    run("--bind", "x=ones", "--save-storage", "x=others", "--save-storage", "y=others")
    expect(set(written("others")) == {"x", "y"}, "the dense operands")
    Path("names.mlir").write_text(NAMES)
    Path("inside").mkdir()
    before = sorted(Path().rglob("*"))
    named = "names.mlir --bind ../x=ones --bind x=ones --size I=3 --save-storage ../x=inside"
    batch.run(["sparse-run", *named.split()], check=True)
    made = {str(path) for path in Path().rglob("*")} - {str(path) for path in before}
    expect(made == {"inside/x.npy"}, f"a file in the folder alone but got {made}")
    sound = "spmv --bind A=A.mtx --bind x=ones"
    return check_all(
        [
            (
                f"{sound} --save-storage A",
                "expected --save-storage ARG=FOLDER but got 'A'",
            ),
            (
                f"{sound} --save-storage z=named",
                "expected --save-storage of a tensor (A, x, y) but got 'z'",
            ),
            (
                f"{sound} --save-storage A=named --save-storage A=others",
                "expected one --save-storage of A but got 'named' and 'others'",
            ),
            (
                f"{sound} --save-storage A=nowhere",
                "nowhere/A_values.npy: no such directory",
            ),
            (
                f"{sound} --emit positions --save-storage A=named",
                (
                    "expected --emit, which runs nothing, without --save-storage but "
                    "got both"
                ),
            ),
            (
                f"{named} --save-storage x=inside",
                "expected outputs in files of their own but got two in 'inside/x.npy'",
            ),
            (
                "spmv --save spmv2.so --save-storage A=named",
                "expected --bind A=SOURCE, whose storage is to be saved, but got none",
            ),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
