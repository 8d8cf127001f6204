"""Scripts for a machine with an NVIDIA GPU, where neither MLIR nor a compiler of ours is.

`pack` compiles objects and copies matrices here, into a folder that git ignores; the
others run there on Python, NumPy and SciPy, through ctypes: `check` compares numbers,
`graph` captures calls and replays them, `measure` takes times, `sanitize` and `profile`
run `check` under compute-sanitizer and ncu. Each ends within nine minutes.
"""
