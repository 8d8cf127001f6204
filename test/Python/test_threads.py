"""Threads, forks and ends of processes beside kernels."""

import pytest

from processes import run_python

SETUP = """
import os, threading, time
import numpy as np
import spindle
A = spindle.array(np.eye(200), format="hyb(2, 4)")
B = np.ones((200, 24))
def compile():
    return spindle.compile("spmm", A=A, B=B)
"""


def test_a_fork_while_another_thread_compiles():
    text = """
thread = threading.Thread(target=compile)
thread.start()
time.sleep(0.05)
child = os.fork()
if child == 0:
    assert np.array_equal(spindle.einsum("ij,jk->ik", A, B), B)
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
thread.join()
"""
    assert run_python(SETUP + text).stdout == "7\n"


@pytest.mark.parametrize("work", ["compile()", "run()"])
def test_the_end_of_a_process_beside_a_daemon(work):
    text = f"""
C = np.empty((200, 24))
run = None
def work():
    while True:
        {work}
if "{work}" == "run()":
    run = compile().bind(A, B, out=C)
threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""
    run_python(SETUP + text)


def test_a_refused_folder_of_kernels_is_told_once():
    text = """
import warnings
told = []
def tell(*args, **kwargs):
    time.sleep(0.05)
    told.append(args)
warnings.simplefilter("always")
warnings.showwarning = tell
threads = [threading.Thread(target=compile) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(told))
"""
    assert run_python(SETUP + text, SPINDLE_CACHE_SIZE="many").stdout == "1\n"
