"""Memory behind which nothing can be read or written."""

import ctypes
import mmap

import numpy as np

PAGE = mmap.PAGESIZE


class Arena:
    """Pieces of memory of one size, each with a page behind it that no one may touch."""

    def __init__(self, pieces: int, pages: int = 2):
        self.step = (pages + 1) * PAGE
        self.room = mmap.mmap(-1, pieces * self.step)
        self.bytes = np.frombuffer(self.room, np.uint8)
        self.start = self.bytes.ctypes.data
        protect = ctypes.CDLL(None).mprotect
        for piece in range(pieces):
            edge = ctypes.c_void_p(self.start + self.end(piece))
            if protect(edge, ctypes.c_size_t(PAGE), 0):
                raise OSError("mprotect: expected a page without access")

    def end(self, piece: int) -> int:
        """The offset of the first byte behind a piece."""
        return (piece + 1) * self.step - PAGE

    def put(self, piece: int, array: np.ndarray) -> np.ndarray:
        """A copy of the array at the end of a piece."""
        end = self.end(piece)
        placed = self.bytes[end - array.nbytes : end].view(array.dtype)
        placed[:] = array
        return placed

    def move(self, array: np.ndarray, piece: int, offset: int) -> np.ndarray:
        """Memory as large as the array's, `offset` elements from the end of a piece;
        the array itself where the piece has no such."""
        start = self.end(piece) - offset * array.itemsize
        start -= start % array.itemsize
        end = start + array.nbytes
        if start < piece * self.step or end > self.end(piece):
            return array
        return self.bytes[start:end].view(array.dtype)

    def contents(self) -> bytes:
        """All bytes of all pieces."""
        ends = range(self.end(0), len(self.bytes), self.step)
        pieces = (self.bytes[end + PAGE - self.step : end] for end in ends)
        return b"".join(piece.tobytes() for piece in pieces)
