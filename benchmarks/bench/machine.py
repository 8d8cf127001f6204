"""The processor that figures are of."""

import os
import platform
from pathlib import Path

CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
#: Processors whose model name says nothing, by vendor, family and model.
NAMES = {
    ("GenuineIntel", 6, 143): "Sapphire Rapids",
    ("GenuineIntel", 6, 207): "Emerald Rapids",
    ("GenuineIntel", 6, 173): "Granite Rapids",
    ("AuthenticAMD", 25, 1): "Zen 3",
    ("AuthenticAMD", 25, 17): "Zen 4",
    ("AuthenticAMD", 25, 24): "Zen 4",
    ("AuthenticAMD", 25, 97): "Zen 4",
    ("AuthenticAMD", 26, 2): "Zen 5",
}


def processor_fields() -> dict[str, str]:
    """What the kernel says of the first processor."""
    fields: dict[str, str] = {}
    for line in Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines():
        name, _, value = line.partition(":")
        fields[name.strip()] = value.strip()
    return fields


def processor_name() -> str:
    fields = processor_fields()
    name = fields.get("model name", platform.machine())
    known = NAMES.get(
        (
            fields.get("vendor_id", ""),
            int(fields.get("cpu family", 0)),
            int(fields.get("model", 0)),
        )
    )
    return f"{name} ({known})" if known else name


def has_avx512() -> bool:
    wanted = {"avx512f", "avx512dq", "avx512bw", "avx512vl"}
    return wanted <= set(processor_fields().get("flags", "").split())


def cache_sizes() -> dict[str, int]:
    """The bytes of each level of data cache that the first processor sees."""
    sizes = {}
    for index in sorted(CACHES.glob("index*")):
        level = (index / "level").read_text().strip()
        if (index / "type").read_text().strip() == "Instruction":
            continue
        text = (index / "size").read_text().strip()
        sizes[f"L{level}"] = int(text[:-1]) * {"K": 1 << 10, "M": 1 << 20}[text[-1]]
    return sizes


def memory_bytes() -> int:
    """What programs can still have."""
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable"):
            return int(line.split()[1]) * 1024
    return 0


def processors(count: int) -> list[int]:
    """The first of the processors that this process may run on."""
    return sorted(os.sched_getaffinity(0))[:count]


def describe() -> dict:
    """What belongs to every set of figures."""
    return {
        "processor": processor_name(),
        "avx512": has_avx512(),
        "processors": len(os.sched_getaffinity(0)),
        "caches": cache_sizes(),
        "system": platform.system() + " " + platform.release().split("-")[0],
    }
