"""Writes the types of the extension module as a stub: make_stub.py FOLDER.

nanobind knows the types of C++; an object of Python that it takes or returns may be
of any type.
"""

import re
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

#: What each type becomes that is not said in full.
GENERIC = {
    "dict": "dict[str, Any]",
    "list": "list[Any]",
    "object": "Any",
    "Sequence": "Sequence[Any]",
    "tuple": "tuple[Any, ...]",
}


def main() -> None:
    """Writes _spindle.pyi beside the module in the folder."""
    folder = Path(sys.argv[1])
    sys.path.insert(0, str(folder))
    import _spindle

    stub = StubGen(_spindle)
    stub.put(_spindle)
    header, functions = stub.get().split("\n\n\n", 1)
    bare = re.compile(rf"\b({'|'.join(GENERIC)})\b(?!\[)")
    functions = bare.sub(lambda found: GENERIC[found[0]], functions)
    text = f"{header}\nfrom typing import Any\n\n\n{functions}"
    (folder / "_spindle.pyi").write_text(text)


main()
