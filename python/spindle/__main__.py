"""``python -m spindle``."""

import sys

from spindle._cli import main

if __name__ == "__main__":
    sys.exit(main())
