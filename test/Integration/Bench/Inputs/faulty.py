"""Peers that are wrong, fail, die, or hang on to what is not theirs."""

import os

import numpy as np
from bench.errors import Missing
from bench.peers.peer import Peer, returned


class Wrong(Peer):
    """One element is off by a little more than rounding explains."""

    name = "wrong"

    def version(self):
        return "wrong 1"

    def compute(self, problem):
        result = problem.a.in_scipy() @ problem.dense["x"]
        result[-1] += 1e-4
        return result

    def prepare(self, problem, variant):
        return returned(lambda: self.compute(problem), "y", np.asarray)


class Lazy(Wrong):
    """It leaves the result as it was."""

    name = "lazy"

    def compute(self, problem):
        return problem.results["y"]


class Throwing(Wrong):
    name = "throwing"

    def compute(self, problem):
        raise ValueError("out of order")


class Dying(Wrong):
    """Its process ends, and with it the contestants that were ready there."""

    name = "dying"

    def compute(self, problem):
        os.abort()


class Elsewhere(Wrong):
    """It cannot take part."""

    name = "elsewhere"

    def prepare(self, problem, variant):
        raise Missing("it is elsewhere")


PEERS = [Wrong(), Lazy(), Throwing(), Dying(), Elsewhere()]
