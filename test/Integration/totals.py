"""What the tests that compare numbers count. lit puts this folder on the path."""

from dataclasses import dataclass, field


@dataclass
class Totals:
    """What was compared so far."""

    compared: int = 0
    failures: list[str] = field(default_factory=list)

    def finish(self) -> int:
        """Prints the totals; returns the exit status."""
        for failure in self.failures:
            print(failure)
        print(f"{self.compared} runs compared, {len(self.failures)} wrong")
        return 0 if self.compared and not self.failures else 1
