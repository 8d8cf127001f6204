"""The suite `python`: the package against the command line and against SciPy."""

from bench.rows import Row, aim

#: What the package is to be as fast as, and SciPy's expression on two threads.
COMMAND = aim("command", 1.0, ours=("python:bound",))
SCIPY = aim("scipy", 2.0, ours=("python",))


def row(kernel: str, columns: int, threads: int) -> Row:
    """A kernel of f32 in CSR."""
    numbered = f"{kernel}-{columns}" if columns else kernel
    title = {"spmm": "SpMM", "spmv": "SpMV", "sddmm": "SDDMM"}[kernel]
    title += f", {columns} columns" if columns else ""
    names = ("python:bound", "python", "command", "scipy")
    aims = (COMMAND,) if kernel == "sddmm" else (COMMAND, SCIPY)
    if threads == 1:
        names = tuple(f"{name}@1" for name in names)
        aims = (aim("command@1", 1.0, ours=("python:bound@1",)),)
    return Row(
        f"python-{'serial-' if threads == 1 else ''}{numbered}",
        f"{title}, {'one thread' if threads == 1 else 'all threads'}",
        kernel,
        names,
        (("K", columns),) if columns else (),
        aims=aims,
    )


def all_rows() -> list[Row]:
    """All threads first, then one."""
    kernels = [("spmm", 32), ("spmm", 128), ("spmv", 0), ("sddmm", 32)]
    return [
        row(kernel, columns, threads)
        for threads in (0, 1)
        for kernel, columns in kernels
    ]


QUICK_ROWS = ("python-spmm-32", "python-spmv")
