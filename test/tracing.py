"""Whether debuggers work here."""

import ctypes
import os


def may_trace() -> bool:
    """Says whether a process may trace another one, as debuggers do. A container may
    forbid it."""
    child = os.fork()
    if child == 0:
        ptrace_traceme = 0
        os._exit(ctypes.CDLL(None).ptrace(ptrace_traceme, 0, None, None) != 0)
    return os.waitpid(child, 0)[1] == 0
