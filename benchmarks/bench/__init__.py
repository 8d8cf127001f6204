"""Times Spindle's kernels against libraries and hand-written code.

`utils/bench` is the command. A row of the table (`rows`) is a kernel (`kernels`) on
each matrix of a set (`data`), done by contestants: a peer (`peers`), a variant of it,
a number of threads. Contestants that share an OpenMP runtime share a process, a lane
(`lane`, `lanes`); `measure` has them take turns, `results` keeps what came out, and
`report` makes docs/Benchmarks.md of it.
"""
