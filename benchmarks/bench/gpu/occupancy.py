"""How many warps of a kernel a multiprocessor holds at once, by CUDA's rules."""

from dataclasses import dataclass

LANES = 32
#: Registers are given to a warp in portions of so many, to warps in fours.
REGISTER_PORTION, WARP_PORTION = 256, 4
#: Shared memory comes in portions, after what each block keeps for the system.
SHARED_PORTION, SHARED_RESERVED = 128, 1024


@dataclass(frozen=True)
class Multiprocessor:
    """What one has of each."""

    warps: int
    blocks: int
    registers: int
    shared: int


#: By the chip's number, as in the appendix of the CUDA C++ Programming Guide.
CHIPS = {
    "sm_80": Multiprocessor(64, 32, 65536, 164 << 10),
    "sm_86": Multiprocessor(48, 16, 65536, 100 << 10),
    "sm_89": Multiprocessor(48, 24, 65536, 100 << 10),
    "sm_90": Multiprocessor(64, 32, 65536, 228 << 10),
    "sm_100": Multiprocessor(64, 32, 65536, 228 << 10),
    "sm_120": Multiprocessor(48, 24, 65536, 100 << 10),
}


def up(number: int, portion: int) -> int:
    """`number`, rounded up to a multiple."""
    return -(-number // portion) * portion


def resident_warps(chip: str, threads: int, registers: int, shared: int) -> int | None:
    """The warps that a multiprocessor holds; none where the chip is not known."""
    held = CHIPS.get(chip.rstrip("af"))
    if held is None:
        return None
    warps = max(-(-threads // LANES), 1)
    of_warp = up(max(registers, 1) * LANES, REGISTER_PORTION)
    by_registers = held.registers // of_warp // WARP_PORTION * WARP_PORTION // warps
    of_block = up(shared, SHARED_PORTION) + SHARED_RESERVED
    blocks = min(
        held.blocks, held.warps // warps, by_registers, held.shared // of_block
    )
    return blocks * warps


def share(chip: str, threads: int, registers: int, shared: int) -> float | None:
    """The same as a share of the warps that there can be."""
    warps = resident_warps(chip, threads, registers, shared)
    return None if warps is None else warps / CHIPS[chip.rstrip("af")].warps
