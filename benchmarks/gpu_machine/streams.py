"""Streams, events and graphs of CUDA's driver."""

import ctypes
from collections.abc import Callable

from bench.gpu.driver import Driver

NON_BLOCKING = 1
#: A capture that other threads' calls do not disturb.
THREAD_LOCAL = 1


class Stream:
    """A stream of its own."""

    def __init__(self, driver: Driver):
        self.driver = driver
        self.handle = ctypes.c_void_p()
        driver.call("cuStreamCreate", ctypes.byref(self.handle), NON_BLOCKING)

    def synchronize(self) -> None:
        self.driver.call("cuStreamSynchronize", self.handle)

    def capture(self, body: Callable[[ctypes.c_void_p], None]) -> "Graph":
        """A graph of what `body` does on the stream; nothing is run."""
        driver, graph = self.driver, ctypes.c_void_p()
        driver.call("cuStreamBeginCapture_v2", self.handle, THREAD_LOCAL)
        try:
            body(self.handle)
        finally:
            driver.call("cuStreamEndCapture", self.handle, ctypes.byref(graph))
        return Graph(self, graph)

    def milliseconds(self, body: Callable[[ctypes.c_void_p], None]) -> float:
        """How long the device takes for what `body` does on the stream."""
        driver, first, last = self.driver, ctypes.c_void_p(), ctypes.c_void_p()
        for event in (first, last):
            driver.call("cuEventCreate", ctypes.byref(event), 0)
        driver.call("cuEventRecord", first, self.handle)
        body(self.handle)
        driver.call("cuEventRecord", last, self.handle)
        driver.call("cuEventSynchronize", last)
        taken = ctypes.c_float()
        driver.call("cuEventElapsedTime", ctypes.byref(taken), first, last)
        for event in (first, last):
            driver.call("cuEventDestroy_v2", event)
        return taken.value


class Graph:
    """A captured graph, ready to be run."""

    def __init__(self, stream: Stream, graph: ctypes.c_void_p):
        self.stream = stream
        self.ready = ctypes.c_void_p()
        driver = stream.driver
        flags = ctypes.c_ulonglong(0)
        driver.call(
            "cuGraphInstantiateWithFlags", ctypes.byref(self.ready), graph, flags
        )
        driver.call("cuGraphDestroy", graph)

    def run(self, stream: ctypes.c_void_p | None = None) -> None:
        self.stream.driver.call(
            "cuGraphLaunch", self.ready, stream or self.stream.handle
        )

    def release(self) -> None:
        self.stream.driver.call("cuGraphExecDestroy", self.ready)
