"""Loops are found in machine code as nvdisasm prints it: what only warps that came apart
run is no part of them, and elements are counted by the instructions that are named."""

# RUN: env PYTHONPATH=%spindle_src_root/benchmarks %python %s

import sys

from bench.errors import Misuse
from bench.gpu import loops, occupancy, sass, summary

#: A loop of two elements in a pass, whose warps may come apart in it, and the rest, one
#: element in a pass; the function `other` has none.
TEXT = """
        .section    .text.twice,"ax",@progbits
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/               @P0 EXIT ;
.L_x_1:
        /*0020*/                   LDG.E.128.CONSTANT R4, desc[UR4][R2.64] ;
        /*0030*/                   LDG.E.CONSTANT R8, desc[UR4][R2.64+0x10] ;
        /*0040*/                   FFMA R9, R4, R8, R9 ;
        /*0050*/                   BRA.DIV UR6, `(.L_x_3) ;
        /*0060*/                   SHFL.BFLY PT, R10, R9, 0x1, 0x1f ;
.L_x_2:
        /*0070*/                   FFMA R9, R5, R8, R9 ;
        /*0080*/                   ISETP.GE.AND P1, PT, R0, R3, PT ;
        /*0090*/              @!P1 BRA `(.L_x_1) ;
.L_x_5:
        /*00a0*/                   FFMA.FTZ R9, R6, R8, R9 ;
        /*00b0*/                   BRA P2, `(.L_x_5) ;
        /*00c0*/                   STL [R1], R9 ;
        /*00d0*/                   EXIT ;
.L_x_3:
        /*00e0*/                   WARPSYNC.COLLECTIVE R11, `(.L_x_4) ;
        /*00f0*/                   FFMA R9, R9, R9, R9 ;
.L_x_4:
        /*0100*/                   ENDCOLLECTIVE ;
        /*0110*/                   BRA `(.L_x_2) ;
.L_x_6:
        /*0120*/                   BRA `(.L_x_6);
        /*0130*/                   NOP;
        .section    .text.other,"ax",@progbits
        /*0000*/                   EXIT ;
"""


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def refuses(text: str) -> bool:
    try:
        loops.unit(text)
    except Misuse:
        return True
    return False


def check_loops() -> None:
    found = sass.functions(TEXT)
    expect(list(found) == ["twice", "other"], f"two functions but got {list(found)}")
    sizes = sorted(len(one) for one in loops.innermost(found["twice"]))
    expect(sizes == [2, 8], f"loops of 2 and 8 instructions but got {sizes}")
    expect(loops.innermost(found["other"]) == [], "no loop in what has none")


def check_hot_loop() -> None:
    blocks = sass.functions(TEXT)["twice"]
    hot = loops.hot_loop(blocks, loops.unit("FFMA"))
    expect(hot.elements == 2 and hot.per_element == 4, f"two elements but got {hot}")
    expect(hot.mix["LDG.128"] == 1 and hot.mix["LDG"] == 1, f"loads apart: {hot.mix}")
    wide = loops.hot_loop(blocks, loops.unit("LDG.128/0.5"))
    expect(wide.elements == 2, f"two elements for a wide load but got {wide}")
    expect(loops.hot_loop(blocks, loops.unit("DFMA")) is None, "no loop without DFMA")
    either = loops.hot_loop(blocks, loops.unit("DFMA,SHFL"))
    expect(either.elements == 1, f"one element for a shuffle but got {either}")
    for text in ("", "FFMA/0", "FFMA/x", "/4"):
        expect(refuses(text), f"'{text}' to be refused")


def check_occupancy() -> None:
    """By the appendix on compute capabilities of CUDA's guide."""
    for registers, threads, shared, warps in (
        (32, 128, 0, 64),
        (40, 128, 0, 48),
        (64, 256, 0, 32),
        (255, 128, 0, 8),
        (32, 32, 0, 32),
        (32, 128, 100 << 10, 8),
    ):
        held = occupancy.resident_warps("sm_90", threads, registers, shared)
        expect(held == warps, f"{warps} warps by {registers} registers but got {held}")
    expect(occupancy.share("sm_90a", 128, 40, 0) == 0.75, "three quarters")
    expect(occupancy.resident_warps("sm_7", 128, 32, 0) is None, "an unknown chip")


def check_ratios() -> None:
    """Ours is compared with the best kernel of the same algorithm that was right."""

    def one(sectors: int, same: bool, status: str = "ready") -> dict:
        return {"status": status, "same": same, "counters": {"sectors": sectors}}

    ours = {"status": "ready", "counters": {"sectors": 120}}
    held = {"spindle": ours, "a": one(100, True), "b": one(110, True)}
    held |= {"c": one(60, False), "d": one(10, True, "wrong")}
    cell = {"contestants": held}
    expect(summary.ratio(cell, "sectors") == 1.2, "120 to 100")
    expect(summary.ratio(cell, "sectors", same=False) == 2, "120 to 60")
    held["spindle"] = {"status": "missing", "reason": "none"}
    expect(summary.ratio(cell, "sectors") is None, "no ratio without ours")


check_loops()
check_hot_loop()
check_occupancy()
check_ratios()
