"""What CUDA kernels are compared by where no GPU is at hand.

`cubin` reads what the assembler says of a kernel (registers, spills, shared memory),
`occupancy` how many warps fit, `sass` and `loops` what the hot loop has per element;
`toolkit` finds and calls the programs that all of it needs.
"""
