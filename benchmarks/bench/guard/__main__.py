"""Runs the guard; utils/guard calls it."""

import sys

from bench.guard.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
