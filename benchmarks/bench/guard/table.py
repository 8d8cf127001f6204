"""The guard's table, a line for each row as soon as it is judged."""

from bench.guard.judging import Judged

OTHER = f"{'row':20} {'ours ms':>8} {'of hand':>8} {'other: of hand':>15} "
OTHER += f"{'ours of other':>14} {'limit':>6}"
BOUND = f"{'row':20} {'ours ms':>8} {'of hand':>8} {'bound':>6} {'limit':>6}"


def number(value: float | None, width: int, digits: int = 2) -> str:
    return f"{value:{width}.{digits}f}" if value is not None else "-".rjust(width)


def line(judged: Judged, has_other: bool) -> str:
    """The line of a row."""
    seconds = judged.seconds and judged.seconds * 1e3
    text = f"{judged.name:20} {number(seconds, 8, 3)} {number(judged.of_hand, 8)} "
    if has_other:
        text += f"{number(judged.other_of_hand, 15)} {number(judged.of_other, 14)} "
    else:
        text += f"{number(judged.bound, 6)} "
    return f"{text}{number(judged.limit, 6)}  {judged.verdict}".rstrip()
