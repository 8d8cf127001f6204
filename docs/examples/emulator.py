"""Runs a kernel in the emulator by the functions of CUDA's driver, and reports on it."""

import ctypes
import json
import sys

KERNEL = b"""
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @count(ptr %sum) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %old = load i32, ptr %sum
  %new = add i32 %old, %t
  store i32 %new, ptr %sum
  ret void
}
"""

cuda = ctypes.CDLL(sys.argv[1])
context, module, function = (ctypes.c_void_p() for _ in range(3))
memory, value, report = ctypes.c_uint64(), ctypes.c_int(0), ctypes.c_char_p()
size = ctypes.c_size_t(4)
parameters = (ctypes.c_void_p * 1)(ctypes.addressof(memory))


def call(name: str, *arguments: object) -> None:
    """Calls a function of the driver, and exits where that fails."""
    error = getattr(cuda, name)(*arguments)
    if error:
        sys.exit(f"{name}: error {error}")


call("cuInit", 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
call("cuCtxSetCurrent", context)
call("cuModuleLoadData", ctypes.byref(module), KERNEL)
call("cuModuleGetFunction", ctypes.byref(function), module, b"count")
call("cuMemAlloc_v2", ctypes.byref(memory), size)
call("cuMemcpyHtoD_v2", memory, ctypes.byref(value), size)
call("cuLaunchKernel", function, 1, 1, 1, 32, 1, 1, 0, None, parameters, None)

call("spindleEmulatorReport", ctypes.byref(report))
found = json.loads(report.value or b"")
counters = found["kernels"]["count"]
print(f"{counters['requests']} requests, {counters['sectors']} sectors")
for finding in found["findings"]:
    print(f"{finding['kind']}: thread {finding['thread'][0]}, {finding['place']}")
