# RUN: rm -rf %t && mkdir -p %t/folder.mlir && cd %t && %python %s
"""Programs that are none, or that this tool cannot run."""

import sys
from pathlib import Path

from refusals import check_all, write_inputs

SHIPPED = (
    "argmin, csr2bsr, fusedmm, mttkrp, row_max, sddmm, segment_reduce, softmax, spmm, "
    "spmm_t, spmv, ttm, ttv"
)
DENSE = "!sparse.tensor<?xf32, #sparse.dense>"


def product(written: str) -> str:
    """C = A B, where element `written` of C is added to in iteration (i, j, k)."""
    tensor = "!sparse.tensor<?x?xf32, #sparse.FORMAT>"
    csr, dense = tensor.replace("FORMAT", "csr"), tensor.replace("FORMAT", "dense")
    maps = ", ".join(
        f"affine_map<(i, j, k) -> {m}>" for m in ("(i, j)", "(j, k)", written)
    )
    return f"""\
func.func @product(%A: {csr}, %B: {dense}, %C: {dense}) {{
  sparse.generic driver(%A)
      ins(%A, %B : {csr}, {dense}) outs(%C : {dense})
      maps [{maps}]
      kinds [spatial, reduction, spatial] combine [add] {{
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }}
  return
}}
"""


FILES = {
    "empty.mlir": "// Nothing.\n",
    "word.mlir": "\n  hello\n",
    "undefined.mlir": "func.func @f() {\n  func.call @g() : () -> ()\n  return\n}\n",
    "unclosed.mlir": "func.func @f() {\n",
    "declared.mlir": "func.func private @f(index)\n",
    "returns.mlir": "func.func @f(%i: index) -> index {\n  return %i : index\n}\n",
    "two.mlir": "func.func @first() { return }\nfunc.func @second() { return }\n",
    "vector.mlir": "func.func @f(%t: vector<4xf32>) { return }\n",
    "open.mlir": "func.func @f(%t: tensor<?xf32>) { return }\n",
    "narrow.mlir": f"func.func @f(%t: {DENSE.replace('f32', 'f128')}) {{ return }}\n",
    "scalars.mlir": "func.func @f(%s: f32, %i: i8, %b: i1) { return }\n",
    "small.mlir": "func.func @f(%s: f16, %t: bf16) { return }\n",
    "unsigned.mlir": "func.func @f(%i: ui8) { return }\n",
    "nothing.mlir": "func.func @f(%i: i0) { return }\n",
    "space.mlir": "func.func @f(%m: memref<2xf32, 3>) { return }\n",
    "large.mlir": "func.func @f(%n: index) {\n"
    "  %m = memref.alloc(%n) : memref<?xf32>\n"
    "  memref.dealloc %m : memref<?xf32>\n  return\n}\n",
    "foreign.mlir": "func.func private @elsewhere()\nfunc.func @f() {\n"
    "  func.call @elsewhere() : () -> ()\n  return\n}\n",
    "twins.mlir": f'func.func @f(%a: {DENSE} {{sparse.name = "a"}}, %b: {DENSE} '
    '{sparse.name = "a"}) { return }\n',
    "product.mlir": product("(i, k, j)"),
    "fixed.mlir": f"func.func @f(%t: {DENSE.replace('?', '4')}) {{ return }}\n",
}

TABLE = [
    (
        "spm",
        f"expected a built-in program ({SHIPPED}) or an .mlir file but got 'spm'; did "
        "you mean 'spmm'?",
    ),
    (
        "matmul",
        f"expected a built-in program ({SHIPPED}) or an .mlir file but got 'matmul'",
    ),
    (
        "no.mlir",
        "no.mlir: no such file",
    ),
    ("folder.mlir", "folder.mlir: expected a file but got a directory"),
    ("empty.mlir", "empty.mlir: expected a function to run but got none"),
    ("declared.mlir", "declared.mlir: expected a function to run but got none"),
    (
        "returns.mlir",
        "expected @f to return tensors or nothing but got index",
    ),
    (
        "two.mlir",
        "two.mlir: expected --entry, one of the functions first, second, but got none",
    ),
    (
        "two.mlir --entry frist",
        "two.mlir: expected --entry to name a function (first, second) but got 'frist'; "
        "did you mean 'first'?",
    ),
    (
        "vector.mlir",
        "expected arg0 to be a tensor, a plain memref or a number but got vector<4xf32>",
    ),
    (
        "open.mlir",
        "open.mlir:1:14: expected argument 0 to be a tensor of static shape, without an "
        "encoding, or a number but got 'tensor<?xf32>'",
    ),
    (
        "narrow.mlir",
        "expected arg0 with elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, "
        "complex<f32> or complex<f64> but got f128",
    ),
    ("twins.mlir", "expected operands of different names but got two called 'a'"),
    (
        "scalars.mlir --bind arg0=one --bind arg1=1 --bind arg2=1",
        "arg0: expected a number of f32 but got 'one'",
    ),
    (
        "small.mlir --bind arg0=65520 --bind arg1=1",
        "arg0: expected a number of f16 but got '65520'",
    ),
    (
        "small.mlir --bind arg0=1 --bind arg1=1j",
        "arg1: expected a number of bf16 but got '1j'",
    ),
    (
        "scalars.mlir --bind arg0=1e39 --bind arg1=1 --bind arg2=1",
        "arg0: expected a number of f32 but got '1e39'",
    ),
    (
        "unsigned.mlir --bind arg0=1",
        "expected arg0 to be f16, bf16, f32, f64, complex<f32>, complex<f64>, index or "
        "a signless integer of 1 to 64 bits but got ui8",
    ),
    (
        "nothing.mlir --bind arg0=0",
        "expected arg0 to be f16, bf16, f32, f64, complex<f32>, complex<f64>, index or "
        "a signless integer of 1 to 64 bits but got i0",
    ),
    (
        "space.mlir --bind arg0=ones",
        "expected arg0 to be a tensor, a plain memref or a number but got "
        "memref<2xf32, 3>",
    ),
    (
        "large.mlir --bind arg0=4000000000000000 --check",
        "large.mlir:2:8: 'memref.alloc': expected 16000000000000000 bytes but got none",
    ),
    (
        "foreign.mlir",
        "expected a body of @elsewhere, which the program calls, but got none",
    ),
    (
        "scalars.mlir --bind arg0=1 --bind arg1=128 --bind arg2=1",
        "arg1: expected a whole number of 8 bits but got '128'",
    ),
    (
        "scalars.mlir --bind arg0=1 --bind arg1=1 --bind arg2=-1",
        "arg2: expected 0 or 1 but got '-1'",
    ),
    (
        "fixed.mlir --bind arg0=x.npy",
        "expected size 4 of dimension arg0[0], as of the type of arg0, but got 3 of "
        "arg0 (x.npy)",
    ),
]

# What verifiers say: one line, its source and a caret, and no operation printed whole.
VERIFIED = [
    (
        "product.mlir",
        "product.mlir:2:3: 'sparse.generic' op (C1) expected map 2 to give 2 "
        "dimensions from 3 but got affine_map<(d0, d1, d2) -> (d0, d2, d1)>",
    ),
]

# What MLIR itself says comes through with its location, on one line.
PLACES = [
    ("word.mlir", "word.mlir:2:3: custom op 'hello' is unknown"),
    ("undefined.mlir", "undefined.mlir:2:3: 'func.call' op 'g' does not reference"),
    ("unclosed.mlir", "unclosed.mlir:"),
]

if __name__ == "__main__":
    write_inputs()
    for name, text in FILES.items():
        Path(name).write_text(text)
    sys.exit(check_all(TABLE + VERIFIED) | check_all(PLACES, only_start=True))
