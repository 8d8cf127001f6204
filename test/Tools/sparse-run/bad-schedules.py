# RUN: rm -rf %t && mkdir -p %t && cd %t && %python %s %spindle_src_root
"""What is refused of schedules: names, files, knobs, what they do not go with, and what
their transformations refuse."""

import shutil
import sys
from pathlib import Path

from refusals import check_all, write_inputs

ROOT = Path(sys.argv[1])
SHIPPED = ", ".join(sorted(path.stem for path in (ROOT / "schedules").glob("*.mlir")))
SEQUENCES = "accumulate, serial, carried, refused"
REFUSAL = (
    "cannot accumulate in registers in loop over J of nest 'spmm': it loads and stores "
    "no element that is the same in all iterations"
)


def sequence(*lines: str) -> str:
    """The text of a schedule that has all loops in %loops and does `lines` to them."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"""\
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @written(%root: !transform.any_op {{transform.readonly}}) {{
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
{body}    transform.yield
  }}
}}
"""


TEXTS = {
    "empty.mlir": "module {\n}\n",
    "broken.mlir": "module {\n  transform.named_sequence\n}\n",
    "two.mlir": "module attributes {transform.with_named_sequence} {\n"
    "  transform.named_sequence @two(%a: !transform.any_op {transform.readonly},\n"
    "                                %b: !transform.any_op {transform.readonly}) {\n"
    "    transform.yield\n"
    "  }\n"
    "}\n",
    "rows.mlir": """\
func.func @rows(%y: !sparse.tensor<?xf32, #sparse.dense>) {
  %J, %v = sparse.unpack %y :
    !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %one = arith.constant 1.0 : f32
  iter.nest "spmm" ("J": %j at %p) over (%J : !axis.axis<dense_fixed>) kinds [spatial] {
    sparse.store %one, %v at [%p] : !sparse.buffer<?xf32>
  }
  return
}
""",
    "operation.mlir": sequence("transform.sparse.unrol %loops : !transform.any_op"),
    "word.mlir": sequence(
        "%k = transform.sparse.match.loops dim"
        '["K"] in %loops : (!transform.any_op) -> !transform.any_op'
    ),
    "parameter.mlir": sequence(
        "%two = transform.param.constant 2 : i64 -> !transform.param<i64>",
        "%u = transform.sparse.unroll %loops faktor(%two) : (!transform.any_op, "
        "!transform.param<i64>) -> !transform.any_op",
    ),
    "attribute.mlir": sequence(
        "transform.sparse.hoist_loads %loops {where_legl} : !transform.any_op"
    ),
    "strange.mlir": sequence(
        "transform.sparse.hoist_loads %loops {soon} : !transform.any_op"
    ),
    "unset.mlir": "module attributes {transform.with_named_sequence} {\n"
    "  transform.named_sequence @unset(%a: !transform.any_op {transform.readonly}) {\n"
    '    %u = transform.tune.knob<"u"> options = [1, 2] -> !transform.param<i64>\n'
    "    transform.yield\n"
    "  }\n"
    "}\n",
}

TABLE = [
    ("spmm --schedule", "expected --schedule SCHEDULE but got no value"),
    ("spmm --knob", "expected --knob NAME=VALUE but got no value"),
    ("spmm --knob u", "expected --knob NAME=VALUE but got 'u'"),
    ("spmm --knob u=1 --knob u=2", "expected one --knob of u but got '1' and '2'"),
    (
        "spmm --schedule none --schedule none",
        "expected --schedule once but got it again",
    ),
    (
        "spmm --schedule dense_colums",
        f"expected a built-in schedule ({SHIPPED}) or an .mlir file but got "
        "'dense_colums'; did you mean 'dense_columns'?",
    ),
    (
        "spmm --schedule no.mlir",
        "no.mlir: no such file",
    ),
    ("spmm --schedule .", ".: expected a file but got a directory"),
    (
        "spmm --schedule empty.mlir",
        "empty.mlir: expected a 'transform.named_sequence' but got none",
    ),
    (
        "spmm --schedule two.mlir",
        "two.mlir:2:3: expected @two to take one handle and to yield nothing",
    ),
    (
        "spmm --schedule knobs.mlir",
        f"knobs.mlir: expected the name of a sequence ({SEQUENCES}) but got none",
    ),
    (
        "spmm --schedule knobs.mlir:caried",
        f"knobs.mlir: expected the name of a sequence ({SEQUENCES}) but got 'caried'; "
        "did you mean 'carried'?",
    ),
    (
        "spmm --schedule knobs.mlir:carried --knob interleaf=2",
        "expected a knob of schedule @carried (order, interleave) but got 'interleaf'; "
        "did you mean 'interleave'?",
    ),
    (
        "spmm --schedule knobs.mlir:carried --knob interleave=3",
        "knobs.mlir:4:19: expected knob 'interleave' to be one of 1, 2, 4 but got '3'",
    ),
    (
        "spmm --schedule knobs.mlir:serial --knob interleave=2",
        "expected a knob of schedule @serial (none) but got 'interleave'",
    ),
    (
        "spmm --schedule none --knob u=2",
        "expected --schedule with --knob but got none",
    ),
    *(
        (
            f"spmm {option} --check-mode",
            f"expected {option.split()[0]} without --check-mode, which runs the program "
            "in the order it is written in, but got both",
        )
        for option in ("--schedule dense_columns", "--knob u=2")
    ),
    *(
        (
            f"spmm --schedule dense_columns --print-schedule {option}",
            f"expected --print-schedule or {option.split()[0]} but got both",
        )
        for option in ("--emit asm", "--explain")
    ),
    (
        "spmm --schedule dense_columns --print-schedule --bench",
        "expected --print-schedule, which runs nothing, without --bench but got both",
    ),
    (
        "spmm --schedule dense_columns --print-schedule --save a.so",
        "expected --save, which runs nothing, without --print-schedule but got both",
    ),
    (
        "spmm --schedule none --print-schedule",
        "expected a program with a schedule, to print it, but got spmm, which has none",
    ),
    # Words that are nearly right.
    (
        "spmm --schedule operation.mlir",
        "operation.mlir:4:5: custom op 'transform.sparse.unrol' is unknown; did you mean "
        "'transform.sparse.unroll'?",
    ),
    (
        "spmm --schedule word.mlir",
        "word.mlir:4:39: custom op 'transform.sparse.match.loops' expected 'in'; did you mean 'dims'?",
    ),
    (
        "spmm --schedule parameter.mlir",
        "parameter.mlir:5:40: expected ':'; did you mean 'factor'?",
    ),
    (
        "spmm --schedule attribute.mlir",
        "attribute.mlir:4:5: expected an attribute of 'transform.sparse.hoist_loads' "
        "(where_legal) but got 'where_legl'; did you mean 'where_legal'?",
    ),
    (
        "spmm --schedule strange.mlir",
        "strange.mlir:4:5: expected an attribute of 'transform.sparse.hoist_loads' "
        "(where_legal) but got 'soon'",
    ),
    (
        "spmm --bind A=A.mtx --bind B=B.npy --schedule knobs.mlir:refused",
        REFUSAL,
    ),
    (
        "spmm --schedule knobs.mlir:refused --save spmm.so",
        REFUSAL,
    ),
]
#: Refused where MLIR finds it, in its words.
STARTS = [
    ("spmm --schedule broken.mlir", "broken.mlir:3:1: custom op 'transform.named"),
    ("spmm --schedule A.mtx", "A.mtx:1:1: "),
    (
        "spmm --schedule unset.mlir --emit positions",
        'unset.mlir:3:10: non-deterministic choice "u" is only resolved through',
    ),
    (
        "rows.mlir --schedule knobs.mlir:refused --emit loops",
        "rows.mlir:5:3: " + REFUSAL,
    ),
]

if __name__ == "__main__":
    write_inputs()
    for name, text in TEXTS.items():
        Path(name).write_text(text)
    shutil.copy(Path(__file__).parent / "Inputs" / "knobs.mlir", "knobs.mlir")
    failures = check_all(TABLE) + check_all(STARTS, only_start=True)
    sys.exit(min(failures, 1))
