// What the CUDA kernels here share, for nvcc and, without CUDA's headers, for
// clang, which makes LLVM IR of them.
//
// A group is `Lanes` threads of a warp that work on one row: blockDim.x of
// them, blockDim.y groups in a block. All of a group take the same branches.

#ifndef SPINDLE_BENCHMARKS_HAND_DEVICE_CUH
#define SPINDLE_BENCHMARKS_HAND_DEVICE_CUH

#ifdef __clang__

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

namespace spindle::hand {

__device__ inline int threadX() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline int threadY() { return __nvvm_read_ptx_sreg_tid_y(); }
__device__ inline int threadsY() { return __nvvm_read_ptx_sreg_ntid_y(); }
__device__ inline int blockX() { return __nvvm_read_ptx_sreg_ctaid_x(); }
__device__ inline int blockY() { return __nvvm_read_ptx_sreg_ctaid_y(); }
/// Without CUDA's library: a power of 2, as `__expf` is.
__device__ inline float exponential(float x) {
  return __nvvm_ex2_approx_ftz_f(x * 1.4426950408889634F);
}

/// The word of the lane whose number differs by the bits of `mask`; that of
/// lane `from` of each `width` lanes; that of the lane so far below.
__device__ inline int wordXor(unsigned lanes, int word, int mask) {
  return __nvvm_shfl_sync_bfly_i32(lanes, word, mask, 0x1f);
}
__device__ inline int wordOf(unsigned lanes, int word, int from, int width) {
  return __nvvm_shfl_sync_idx_i32(lanes, word, from, (32 - width) << 8 | 0x1f);
}
__device__ inline int wordBelow(unsigned lanes, int word, int distance) {
  return __nvvm_shfl_sync_up_i32(lanes, word, distance, 0);
}

/// Adds to memory that other threads add to at the same time.
template <typename T> __device__ inline void addAtomically(T *to, T x) {
  __scoped_atomic_fetch_add(to, x, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

} // namespace spindle::hand

#else

namespace spindle::hand {

__device__ inline int threadX() { return threadIdx.x; }
__device__ inline int threadY() { return threadIdx.y; }
__device__ inline int threadsY() { return blockDim.y; }
__device__ inline int blockX() { return blockIdx.x; }
__device__ inline int blockY() { return blockIdx.y; }
__device__ inline float exponential(float x) { return expf(x); }

__device__ inline int wordXor(unsigned lanes, int word, int mask) {
  return __shfl_xor_sync(lanes, word, mask);
}
__device__ inline int wordOf(unsigned lanes, int word, int from, int width) {
  return __shfl_sync(lanes, word, from, width);
}
__device__ inline int wordBelow(unsigned lanes, int word, int distance) {
  return __shfl_up_sync(lanes, word, distance);
}

template <typename T> __device__ inline void addAtomically(T *to, T x) {
  atomicAdd(to, x);
}

} // namespace spindle::hand

#endif

namespace spindle::hand {

constexpr unsigned allLanes = 0xffffffff;

__device__ inline int smaller(int x, int y) { return x < y ? x : y; }

/// `Count` numbers that are loaded and stored at once.
template <typename T, int Count> struct alignas(sizeof(T) * Count) Vector {
  T at[Count];
};

template <int Count, typename T>
__device__ inline Vector<T, Count> load(const T *from) {
  return *reinterpret_cast<const Vector<T, Count> *>(from);
}

template <int Count, typename T>
__device__ inline void store(T *to, const Vector<T, Count> &x) {
  *reinterpret_cast<Vector<T, Count> *>(to) = x;
}

/// Row `row` of a dense matrix, by one product of 32 times 32 bits without
/// signs: a row has fewer than 2^32 bytes, the matrix may have more.
template <typename T>
__device__ inline const T *rowAt(const T *matrix, unsigned row,
                                 unsigned columns) {
  unsigned bytes = columns * static_cast<unsigned>(sizeof(T));
  return reinterpret_cast<const T *>(reinterpret_cast<const char *>(matrix) +
                                     static_cast<unsigned long long>(row) *
                                         bytes);
}
template <typename T>
__device__ inline T *rowAt(T *matrix, unsigned row, unsigned columns) {
  return const_cast<T *>(rowAt(const_cast<const T *>(matrix), row, columns));
}

/// `sum += x y`, each of `y`.
template <int Count, typename T>
__device__ inline void addProduct(Vector<T, Count> &sum, T x,
                                  const Vector<T, Count> &y) {
#pragma unroll
  for (int v = 0; v < Count; ++v)
    sum.at[v] += x * y.at[v];
}

/// The sum of the products, each with each.
template <int Count, typename T>
__device__ inline T dot(const Vector<T, Count> &x, const Vector<T, Count> &y) {
  T sum = 0;
#pragma unroll
  for (int v = 0; v < Count; ++v)
    sum += x.at[v] * y.at[v];
  return sum;
}

/// A number as words of 32 bits, each of which `move` takes to another lane.
template <typename T, typename Move>
__device__ inline T moved(T x, const Move &move) {
  constexpr int words = sizeof(T) / sizeof(int);
  union {
    T number;
    int word[words];
  } both = {x};
#pragma unroll
  for (int w = 0; w < words; ++w)
    both.word[w] = move(both.word[w]);
  return both.number;
}

template <typename T>
__device__ inline T ofLaneXor(unsigned lanes, T x, int mask) {
  return moved(x, [=](int word) { return wordXor(lanes, word, mask); });
}
template <typename T>
__device__ inline T ofLane(unsigned lanes, T x, int from, int width = 32) {
  return moved(x, [=](int word) { return wordOf(lanes, word, from, width); });
}
template <typename T>
__device__ inline T ofLaneBelow(unsigned lanes, T x, int distance) {
  return moved(x, [=](int word) { return wordBelow(lanes, word, distance); });
}

/// The lanes of the warp that are in this thread's group.
template <int Lanes> __device__ inline unsigned groupLanes() {
  if constexpr (Lanes == 32)
    return allLanes;
  else
    return ((1U << Lanes) - 1) << (threadY() * Lanes % 32);
}

/// The sum over a group, in every lane of it.
template <int Lanes, typename T> __device__ inline T sumOfGroup(T x) {
#pragma unroll
  for (int mask = Lanes / 2; mask > 0; mask /= 2)
    x += ofLaneXor(groupLanes<Lanes>(), x, mask);
  return x;
}

template <int Lanes> __device__ inline float largestOfGroup(float x) {
#pragma unroll
  for (int mask = Lanes / 2; mask > 0; mask /= 2) {
    float other = ofLaneXor(groupLanes<Lanes>(), x, mask);
    x = other > x ? other : x;
  }
  return x;
}

/// The number of this thread's group in the grid.
__device__ inline int group() { return blockX() * threadsY() + threadY(); }

} // namespace spindle::hand

#endif // SPINDLE_BENCHMARKS_HAND_DEVICE_CUH
