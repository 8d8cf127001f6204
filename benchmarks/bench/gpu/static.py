"""The static figures of kernels: what ptxas gives them, and their hot loops."""

import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.errors import Missing, Misuse
from bench.gpu import cubin, loops, occupancy, sass, toolkit
from bench.gpu.cubin import Kernel
from bench.gpu.loops import HotLoop, Unit
from bench.gpu.sass import Block
from bench.gpu.toolkit import Assembled

#: Loads and stores of a thread's own memory, which is where spills go.
LOCAL = ("LDL", "STL")


@dataclass
class Static:
    """What is known of a kernel without running it."""

    kernel: Kernel
    #: Warps that a multiprocessor holds, of those that there can be.
    resident: int | None
    share: float | None
    #: Of the whole kernel, cold code too; none without nvdisasm.
    instructions: int | None = None
    local: int | None = None
    hot: HotLoop | None = None

    def told(self) -> dict:
        """What a file of figures has."""
        held = asdict(self.kernel)
        held |= {"resident_warps": self.resident, "occupancy": self.share}
        held |= {"instructions": self.instructions, "local": self.local}
        if self.hot:
            held["loop"] = {
                "elements": self.hot.elements,
                "instructions": self.hot.instructions,
                "per_element": self.hot.per_element,
                "mix": dict(self.hot.mix.most_common()),
            }
        return held


def cubins(path: Path, chip: str) -> list[Assembled]:
    """The cubins of CUDA, of PTX, or of any file that has such in it."""
    if not path.is_file():
        raise Misuse(f"expected a file but got '{path}'")
    if path.suffix == ".cu":
        return [toolkit.compile_cuda(path, chip)]
    if path.suffix == ".ptx":
        return [toolkit.assemble(path, chip)]
    folder = Path(tempfile.mkdtemp(prefix="cubins-"))
    found = []
    for i, data in enumerate(cubin.embedded(path.read_bytes())):
        held = folder / f"{i}.cubin"
        held.write_bytes(data)
        found.append(Assembled(held, cubin.chip(data)))
    if not found:
        raise Misuse(f"expected a cubin in '{path}' but got none, or a compressed one")
    return found


def take_code(one: Static, blocks: list[Block], unit: Unit) -> None:
    """Writes what is found in the machine code."""
    every = [x for block in blocks for x in block.instructions]
    one.instructions = len(every)
    one.local = sum(x.base in LOCAL for x in every)
    one.hot = loops.hot_loop(blocks, unit)


def read(made: Assembled, threads: int, unit: Unit) -> tuple[dict[str, Static], str]:
    """The figures of the kernels of a cubin by name, and what is missing: without
    nvdisasm there are those of ptxas alone."""
    held = {}
    for name, kernel in cubin.read(made.path, made.log).items():
        needs = (made.chip, threads, kernel.registers, kernel.shared)
        resident, share = occupancy.resident_warps(*needs), occupancy.share(*needs)
        held[name] = Static(kernel, resident, share)
    try:
        text = toolkit.disassemble(made.path)
    except Missing as error:
        return held, str(error)
    for name, blocks in sass.functions(text).items():
        if name in held:
            take_code(held[name], blocks, unit)
    return held, ""
