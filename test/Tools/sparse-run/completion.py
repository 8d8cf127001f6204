# What bash offers to complete, words split as bash splits them: at equals signs.
#
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ASK = """
source completions
while IFS= read -r line; do
  mapfile -t COMP_WORDS < <(tr '\\t' '\\n' <<< "$line")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _sparse_run
  (IFS='|'; printf '%s\\n' "${COMPREPLY[*]}")
done
"""


def split(line: str) -> list[str]:
    """The words before the cursor, which is at the end of the line."""
    words = [word for word in re.split(r"(=)| ", line) if word]
    return words + [""] if line.endswith(" ") else words


def ask(lines: list[str]) -> list[list[str]]:
    questions = "".join("\t".join(split(line)) + "\n" for line in lines)
    done = subprocess.run(
        ["bash", "-c", ASK], input=questions, capture_output=True, text=True, check=True
    )
    assert not done.stderr, done.stderr
    return [answer.split("|") for answer in done.stdout.split("\n")[:-1]]


#: A line, and what is offered: all of it.
WHOLE = {
    "sparse-run --ben": ["--bench"],
    "sparse-run --sav": ["--save", "--save-storage"],
    "sparse-run spmm --em": ["--emulator", "--emit"],
    "sparse-run spmm --emit ll": ["llvm", "llvm-ir"],
    "sparse-run spmm --emit=ll": ["llvm", "llvm-ir"],
    "sparse-run --color ": ["auto", "always", "never"],
    "sparse-run --color=": ["auto", "always", "never"],
    "sparse-run spmm --check": ["--check", "--check=force", "--check-mode"],
    "sparse-run spmm --check=": ["force"],
    "sparse-run --completion ": ["bash"],
    "sparse-run spmm --dtype f": ["f16", "f32", "f64"],
    "sparse-run spmm --dtype complex<f3": ["complex<f32>"],
    "sparse-run spmm --schedule dense": ["dense_columns", "dense_reductions"],
    "sparse-run spm": ["spmm", "spmm_t", "spmv"],
    # Operands and dimensions are those of the program, wherever it stands.
    "sparse-run spmm --bind ": ["A=", "B=", "C="],
    "sparse-run --check fusedmm --bind ": ["A=", "Q=", "K=", "V=", "m=", "s=", "O="],
    "sparse-run spmv --bind x=r": ["random"],
    "sparse-run spmv --bind x=one": ["ones", "one.npy"],
    "sparse-run spmv --bind A=on": ["ones", "one.npy"],
    "sparse-run spmv --bind=A=on": ["ones", "one.npy"],
    "sparse-run spmm --size ": ["I=", "J=", "K="],
    "sparse-run spmm --format A=de": ["dense", "dense_rows"],
    "sparse-run spmm --dump-storage ": ["A", "B", "C"],
    "sparse-run spmm --specialize ": ["none", "I=", "J=", "K="],
    "sparse-run spmv --bind A=one.npy --bind x=zer": ["zeros"],
    # Files, where a program or a value may be one.
    "sparse-run mine": ["mine.mlir"],
    "sparse-run spmv --json on": ["one.npy"],
    "sparse-run spmv --out y=on": ["one.npy"],
    # Nothing is known of these.
    "sparse-run spmv --seed ": [""],
    "sparse-run mine.mlir --bind ": [""],
}


def main() -> None:
    done = subprocess.run(
        ["sparse-run", "--completion", "bash"], capture_output=True, check=True
    )
    Path("completions").write_bytes(done.stdout)
    Path("one.npy").touch()
    Path("mine.mlir").touch()
    answers = ask(list(WHOLE))
    for (line, expected), answer in zip(WHOLE.items(), answers, strict=True):
        answer = [word.replace("\\", "") for word in answer]
        assert answer == expected, (line, expected, answer)

    # Every option of --help is there, and every program of --list.
    help_text = subprocess.run(
        ["sparse-run", "--help"], capture_output=True, text=True, check=True
    ).stdout
    options = set(re.findall(r"^  (--[a-z-]+)", help_text, re.MULTILINE))
    programs = subprocess.run(
        ["sparse-run", "--list"], capture_output=True, text=True, check=True
    ).stdout
    names = set(re.findall(r"^(\w+)\(", programs, re.MULTILINE))
    assert len(options) > 30 and len(names) > 10
    offered, first = ask(["sparse-run --", "sparse-run "])
    assert options <= set(offered), options - set(offered)
    assert names <= set(first), names - set(first)


main()
