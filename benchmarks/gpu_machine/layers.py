"""Times of a layer's product, a pruned weight times tokens, in formats that plans choose
from: by sparse-run on the GPU, whose results are compared with the processor's, beside
PyTorch's dense product."""

import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench import places
from int8 import Shape, make_arrays, make_program
from plans import make_blocks

OUTPUTS, INPUTS, TOKENS = 2048, 512, 1024
RUNS = 50
FORMS = ("dense", "csr", "csc", "bsr(8,8)", "bsr(32,32)")
#: What is kept of a weight.
PATTERNS = {
    "a tenth, one by one": lambda: make_blocks(OUTPUTS, INPUTS, 1, 0.1, 0, 1),
    "a tenth of the 32 x 32 blocks": lambda: make_blocks(
        OUTPUTS, INPUTS, 32, 0.1, 0, 1
    ),
}


@dataclass(frozen=True)
class Layer:
    """A weight with a pattern, of elements of a type, in a format."""

    pattern: str
    element: str
    form: str

    def write(self, folder: Path) -> tuple[Path, Path]:
        """The program, and the archive of its operands."""
        shape = Shape("", TOKENS, INPUTS, OUTPUTS, True, 1)
        program, arrays = folder / "layer.mlir", folder / "layer.npz"
        program.write_text(make_program(shape, self.element))
        held = make_arrays(shape, self.element)
        kept = PATTERNS[self.pattern]()
        held["V"] = np.where(kept, held["V"] % 8 - 4, 0).astype(held["V"].dtype)
        np.savez(arrays, **held)
        return program, arrays


def layers() -> Iterator[Layer]:
    for pattern in PATTERNS:
        for element in ("f32", "i8"):
            for form in FORMS:
                if form.startswith("bsr") and "blocks" not in pattern:
                    continue
                yield Layer(pattern, element, form)


def run(program: Path, layer: Layer, folder: Path) -> dict:
    """The seconds of a layer, and by how much it differs from the processor's."""
    source, arrays = layer.write(folder)
    command = [program, source, "--weights", arrays]
    if layer.form != "dense":
        command += ["--format", f"V={layer.form}"]
    results = []
    for words in ([], ["--target", "cuda", f"--bench={RUNS}", "--json", "-"]):
        out = folder / "Y.npy"
        done = subprocess.run(
            list(map(str, [*command, "--out", f"Y={out}", *words])),
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            return {"status": "failed", "reason": done.stderr.strip()}
        results.append(np.load(out).astype(np.float64))
    report = json.loads(done.stdout[done.stdout.index("{") :])
    off = float(np.abs(results[0] - results[1]).max() / np.abs(results[0]).max())
    right = off <= (0 if layer.element == "i8" else 1e-5)
    return {
        "status": "right" if right else "wrong",
        "off": off,
        "milliseconds": report["seconds_median"] * 1e3,
    }


def torch_times() -> dict[str, float]:
    """Milliseconds of PyTorch's dense product, in f32 and in TF32."""
    import torch

    left = torch.randn(OUTPUTS, INPUTS, device="cuda")
    right = torch.randn(INPUTS, TOKENS, device="cuda")
    told = {}
    for name, allowed in (("torch, f32", False), ("torch, TF32", True)):
        torch.backends.cuda.matmul.allow_tf32 = allowed
        times = []
        for _ in range(RUNS):
            first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            first.record()
            left @ right
            last.record()
            last.synchronize()
            times.append(first.elapsed_time(last))
        told[name] = statistics.median(times)
    return told


def run_all(until: float) -> list[dict]:
    program = places.ROOT / "build" / "release" / "bin" / "sparse-run"
    told = []
    with tempfile.TemporaryDirectory() as name:
        for layer in layers():
            if time.monotonic() > until:
                break
            told.append(vars(layer) | run(program, layer, Path(name)))
            print(told[-1], flush=True)
    try:
        for name, taken in torch_times().items():
            told.append({"form": name, "milliseconds": taken})
            print(told[-1], flush=True)
    except ImportError as error:
        print(f"torch is not timed: {error}", flush=True)
    return told
