"""Ctrl-C while Spindle works, and exceptions of progress callbacks."""

import os
import signal
import time

import numpy as np
import pytest
import scipy.sparse as sp

import spindle

# Twelve kernels in one: it takes a while.
A = spindle.array(sp.random_array((200, 200), density=0.1, rng=7), format="hyb(2, 4)")
B = np.ones((200, 31))


def compile_slowly(**options):
    """A kernel that is not in any cache, by sizes that nobody asked for before."""
    return spindle.compile("spmm", A=A, B=B, **options)


def test_an_interrupt_ends_compiling():
    sent = []

    def interrupt(label, *rest):
        if not sent:
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

    # A shell has what it runs beside it ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            compile_slowly(progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    print(f"ended {time.perf_counter() - sent[0]:.3f} s after the signal")
    np.testing.assert_allclose(compile_slowly()(A, B), A.todense() @ B)


def test_progress_is_told_and_may_stop():
    labels = []
    spindle.compile(
        "spmm", A=A, B=np.ones((200, 30)), progress=lambda label, *rest: labels.append(label)
    )
    assert "compiling" in labels or "running passes" in labels

    def stop(label, unit, done, total):
        raise RuntimeError(label)

    with pytest.raises(RuntimeError):
        spindle.compile("spmm", A=A, B=np.ones((200, 29)), progress=stop)
