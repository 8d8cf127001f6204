"""A guard for speed: a few rows of the benchmarks, judged by what the same build differs
from itself, in a minute.

`rows.py` says what is timed, `judging.py` when a row is reported, `bounds.py` what
it is held against where there is no second build, `session.py` has the contestants take
turns, and `table.py` prints.
"""
