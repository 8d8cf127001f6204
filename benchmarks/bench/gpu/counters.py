"""What the emulator counts, of all kernels of a call together."""

#: Counts that add up. `instructions` are LLVM's, weighed; they are no SASS.
ADDED = (
    "launches",
    "blocks",
    "instructions",
    "requests",
    "sectors",
    "bytes",
    "shared_requests",
    "wavefronts",
    "atomics",
    "barriers",
    "collectives",
)


def kernels_of(report: dict) -> dict[str, dict]:
    """The counters of each kernel, by name."""
    held = report.get("kernels", report)
    if isinstance(held, list):
        return {one["name"]: one for one in held}
    return {name: one for name, one in held.items() if isinstance(one, dict)}


def total(report: dict) -> dict[str, float]:
    """The counters of a call; active lanes are a mean over instructions."""
    held = list(kernels_of(report).values())
    told: dict[str, float] = {}
    for name in ADDED:
        told[name] = sum(one.get(name, 0) for one in held)
    weights = [one.get("instructions", 0) for one in held]
    lanes = sum(
        w * one.get("active_lanes", 0) for w, one in zip(weights, held, strict=True)
    )
    told["active_lanes"] = lanes / max(sum(weights), 1)
    return told


def faults(report: dict) -> list[str]:
    """The findings of a report, a line each."""
    said = []
    for one in report.get("findings", []):
        parts = (one.get(key, "") for key in ("kind", "kernel", "place", "message"))
        said.append(": ".join(str(part) for part in parts if part))
    return said
