"""Calls are captured in a graph, which gives the same numbers when it is replayed, also
after operands have changed in place."""

import time

import numpy as np
from bench.errors import Wrong
from bench.gpu.driver import DriverError
from bench.kernels import KERNELS

from gpu_machine.carried import Item
from gpu_machine.check import Machine
from gpu_machine.objects import Object, Refused
from gpu_machine.streams import Stream

REPLAYS = 3


def replay(machine: Machine, item: Item) -> float:
    """The largest share of its bound that an error of a replay takes."""
    driver, carried = machine.driver, machine.carried
    problem, _ = carried.problem(carried.rows()[item.row], item.matrix)
    made = Object(carried.folder / item.object, item.symbol)
    call = made.bind(driver, problem, carried.folder / item.storage)
    stream = Stream(driver)
    # The kernels are loaded by a call that is not captured.
    call.run(stream.handle)
    stream.synchronize()
    graph = stream.capture(call.run)
    worst = 0.0
    for _ in range(REPLAYS):
        change(machine, call, problem)
        expected = KERNELS[problem.kernel].reference(problem)
        call.spoil(driver)
        graph.run()
        stream.synchronize()
        got = {name: driver.read(x) for name, x in call.results.items()}
        worst = max(worst, KERNELS[problem.kernel].check(expected, got))
    graph.release()
    return worst


def change(machine: Machine, call: object, problem: object) -> None:
    """Gives dense operands other numbers, where they are."""
    given = call.held[0]
    for name, array in problem.dense.items():
        array[...] = np.roll(array, 1, axis=0)
        machine.driver.write(given.buffers[name], array)


def run(machine: Machine, items: list[Item], until: float) -> list[dict]:
    told = []
    for item in items:
        if time.monotonic() > until:
            break
        about = {"row": item.row, "matrix": item.matrix}
        try:
            told.append(about | {"status": "right", "error": replay(machine, item)})
        except (Wrong, Refused, DriverError) as error:
            told.append(about | {"status": "wrong", "reason": str(error)})
        finally:
            machine.driver.release()
        print(f"graph {item.row:14} {item.matrix:26} {told[-1]}", flush=True)
    return told
