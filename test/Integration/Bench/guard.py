"""When utils/guard reports a row, by times that are made up: nothing is timed."""

# RUN: rm -rf %t && mkdir %t
# RUN: env PYTHONPATH=%spindle_src_root/benchmarks %python %s %t

import json
import sys
from datetime import date
from pathlib import Path

import numpy as np
from bench.errors import Misuse
from bench.guard import bounds, command, judging, rows, table
from bench.guard.session import BLOCK, BLOCKS, Session
from bench.lanes import Lane, LaneDied, Settings


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected {what}")


def drawn(seed: int, **factors: float) -> dict[str, list[float]]:
    """Times of all rounds, each with noise of 5 % on top of that of its round."""
    rng = np.random.default_rng(seed)
    shared = rng.lognormal(-7, 0.3, BLOCK * BLOCKS)
    return {
        name: list(shared * factor * rng.lognormal(0, 0.05, len(shared)))
        for name, factor in factors.items()
    }


def check_medians() -> None:
    expect(judging.ratio([1, 2, 4], [2, 2, 2]) == 1, "the median of a ratio by round")
    again = [1, 1, 1, 2, 2, 2]
    expect(judging.spread([1.0] * 6, again, 3) == 2, "the spread of the second block")
    expect(judging.spread(again, [1.0] * 6, 3) == 2, "a spread in both directions")
    expect(judging.limit(1.01) == judging.LEAST, "the least limit")
    expect(judging.limit(1.3) == 1.3, "the spread as limit")
    for ratio, verdict in [(0.92, "SLOWER"), (0.93, ""), (1.09, "faster"), (None, "-")]:
        got = judging.judge(ratio, 1.08)
        expect(got == verdict, f"'{verdict}' of {ratio} but got '{got}'")


def check_noise() -> None:
    """One build is not reported against itself, and a slower one always is."""
    for seed in range(200):
        times = drawn(seed, ours=1, again=1, other=1, hand=1)
        same = judging.against_other("row", times, BLOCK)
        expect(not same.reported, f"no report but got {same} of seed {seed}")
        times = drawn(seed, ours=1.2, again=1.2, other=1, hand=1)
        slower = judging.against_other("row", times, BLOCK)
        expect(slower.verdict == judging.SLOWER, f"a report but got {slower}")
        expect(0.8 < slower.of_other < 0.87, f"5 of 6 but got {slower.of_other}")
        uneven = times | {"again": [second * 1.5 for second in times["ours"]]}
        judged = judging.against_other("row", uneven, BLOCK)
        expect(not judged.reported, "no report within the spread of the build itself")


def check_bounds(folder: Path) -> None:
    path = folder / "bounds.json"
    held = bounds.Bounds(path)
    expect(held.rows("Here") == ("none", {}), "no bounds without a file")
    held.write("Here", {"a": 1.234, "b": 2.0})
    held.write("There", {"a": 0.8})
    today = date.today().isoformat()
    read = bounds.Bounds(path)
    expect(read.rows("Here") == (f"Here, {today}", {"a": 1.23, "b": 2.0}), "its own")
    general = {"a": 0.6, "b": 1.5}
    expect(read.rows("Elsewhere") == (f"general, {today}", general), "a share of least")
    read.write("There", {"b": 1.0})
    expect(read.rows("There")[1] == {"a": 0.8, "b": 1.0}, "rows that were kept")
    for text in ("[]", "{", '{"x": {"date": "2026-01-01", "rows": {"a": 0}}}'):
        path.write_text(text)
        try:
            bounds.Bounds(path)
        except Misuse:
            continue
        sys.exit(f"expected '{text}' to be refused")
    times = drawn(1, ours=1, again=1, hand=1)
    for bound, verdict in [(1.5, "SLOWER"), (1.0, ""), (0.5, "faster"), (None, "-")]:
        judged = judging.against_bound("row", times, BLOCK, bound)
        expect(judged.verdict == verdict, f"'{verdict}' by {bound} but got {judged}")
    del times["hand"]
    judged = judging.against_bound("row", times, BLOCK, 1.5)
    expect(judged.verdict == "-", "no verdict without the hand-written kernel")


def check_rows() -> None:
    """The kinds that are to be watched, and bounds of each that ship."""
    every, quick = rows.chosen(None, quick=False), rows.chosen(None, quick=True)
    expect(len(quick) == 10, f"ten quick rows but got {len(quick)}")
    for kernel in ("spmm", "spmv", "sddmm", "fusedmm", "layer"):
        expect(any(one.row.kernel == kernel for one in quick), f"{kernel} in a hurry")
    expect({one.threads for one in quick} == {1, 2}, "one thread and two")
    columns = {
        dict(one.row.sizes).get("K") for one in every if one.row.kernel == "spmm"
    }
    expect({8, 32, 128} <= columns, "SpMM of 8, 32 and 128 columns")
    matrices = {one.matrix for one in every}
    expect({"even", "skewed", "short", "pruned"} <= matrices, "matrices of each kind")
    ships = json.loads(bounds.PATH.read_text())
    names = {one.name for one in every}
    for processor, told in ships.items():
        expect(set(told["rows"]) == names, f"a bound for each row of {processor}")


def check_session(folder: Path) -> None:
    """A build that fails is reported, and options that a kernel lacks are not."""
    row = rows.ROWS[0]
    broken = {"ours": {"status": "missing", "reason": "no knob"}}
    for text, verdict in [("", "FAILED"), ("--knob x=1", "-")]:
        words = [f"--spindle-options={text}", f"--bounds={folder / 'none.json'}"]
        session = Session(command.parse(words), [row], None)
        judged = session.judge(row, {}, broken)
        expect(judged.verdict == verdict, f"'{verdict}' with '{text}': {judged}")
        expect(judged.notes == ("ours missing: no knob",), "the reason")
        expect(session.conclude([judged]) == (verdict == "FAILED"), "the exit status")
        line = table.line(judged, has_other=True)
        expect(line.startswith(row.name) and line.endswith(verdict), f"a line: {line}")


def check_patience() -> None:
    """A process that does not answer is given up."""
    lane = Lane(("libomp", 1), Settings("nothing", patience=0.001))
    try:
        lane.start()
    except LaneDied as death:
        expect(str(death) == "it does not answer", f"no answer but got: {death}")
        return
    sys.exit("expected the lane to be given up")


check_patience()
check_medians()
check_noise()
check_bounds(Path(sys.argv[1]))
check_rows()
check_session(Path(sys.argv[1]))
