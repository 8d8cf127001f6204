// P = the softmax over the rows of A, of the stored elements, on a GPU; and
// O = P V, where P is that of A * (Q K^T). `m` and `s` are the maxima of the
// rows, and the sums of the powers. The number in a name is how many lanes have
// a row; of `fusedmm` it is the columns of Q, K and V.

#include "device.cuh"

using namespace spindle::hand;

namespace {

constexpr float least = -__builtin_huge_valf();

/// A sum of powers, and the largest exponent, which they are relative to.
struct Powers {
  float largest, sum;

  /// Takes in another exponent.
  __device__ void add(float x) {
    float before = largest;
    largest = x > largest ? x : largest;
    sum = sum * exponential(before - largest) + exponential(x - largest);
  }
};

/// What a group has found of a row, by one of its lanes.
__device__ inline void storePowers(const Powers &found, float *m, float *s) {
  if (threadX() != 0)
    return;
  *m = found.largest;
  *s = found.sum;
}

/// The largest element, then the sum of the powers, then the shares: A is read
/// three times.
template <int Lanes>
__device__ inline void
softmaxThrice(int rows, const int *__restrict__ positions,
              const float *__restrict__ values, float *__restrict__ m,
              float *__restrict__ s, float *__restrict__ p) {
  int row = group();
  if (row >= rows)
    return;
  int begin = positions[row] + threadX(), end = positions[row + 1];
  float largest = least, sum = 0;
  for (int q = begin; q < end; q += Lanes)
    largest = values[q] > largest ? values[q] : largest;
  largest = largestOfGroup<Lanes>(largest);
  for (int q = begin; q < end; q += Lanes)
    sum += exponential(values[q] - largest);
  sum = sumOfGroup<Lanes>(sum);
  storePowers({largest, sum}, m + row, s + row);
  for (int q = begin; q < end; q += Lanes)
    p[q] = exponential(values[q] - largest) / sum;
}

/// The largest element and the sum at once: A is read twice.
template <int Lanes>
__device__ inline void
softmaxTwice(int rows, const int *__restrict__ positions,
             const float *__restrict__ values, float *__restrict__ m,
             float *__restrict__ s, float *__restrict__ p) {
  int row = group();
  if (row >= rows)
    return;
  int begin = positions[row] + threadX(), end = positions[row + 1];
  Powers own = {least, 0};
  if (begin < end)
    own = {values[begin], 1};
  for (int q = begin + Lanes; q < end; q += Lanes)
    own.add(values[q]);
  float largest = largestOfGroup<Lanes>(own.largest);
  float scale = begin < end ? exponential(own.largest - largest) : 0;
  float sum = sumOfGroup<Lanes>(own.sum * scale);
  storePowers({largest, sum}, m + row, s + row);
  for (int q = begin; q < end; q += Lanes)
    p[q] = exponential(values[q] - largest) / sum;
}

/// A row of O: sums are scaled when a larger exponent comes, so that each row
/// of K and of V is read once and nothing is kept between.
template <int Lanes, int Columns>
__device__ inline void
fusedmmRow(int p, int end, const int *__restrict__ coordinates,
           const float *__restrict__ values, const float *__restrict__ q,
           const float *__restrict__ k, const float *__restrict__ v,
           float *__restrict__ m, float *__restrict__ s,
           float *__restrict__ o) {
  int column = threadX() * 4;
  Vector<float, 4> own = load<4>(q + column), sums = {};
  Powers powers = {least, 0};
  for (; p < end; ++p) {
    long long from = coordinates[p] * static_cast<long long>(Columns) + column;
    float score = values[p] * sumOfGroup<Lanes>(dot(own, load<4>(k + from)));
    float largest = score > powers.largest ? score : powers.largest;
    float scale = exponential(powers.largest - largest);
    float power = exponential(score - largest);
    powers = {largest, powers.sum * scale + power};
#pragma unroll
    for (float &sum : sums.at)
      sum *= scale;
    addProduct(sums, power, load<4>(v + from));
  }
  storePowers(powers, m, s);
  float share = powers.sum > 0 ? 1 / powers.sum : 0;
#pragma unroll
  for (float &sum : sums.at)
    sum *= share;
  store(o + column, sums);
}

} // namespace

#define SOFTMAX(NAME, FUNCTION)                                                \
  extern "C" __global__ __launch_bounds__(128) void NAME(                      \
      int rows, const int *__restrict__ positions,                             \
      const float *__restrict__ values, float *__restrict__ m,                 \
      float *__restrict__ s, float *__restrict__ p) {                          \
    FUNCTION(rows, positions, values, m, s, p);                                \
  }
SOFTMAX(softmax_csr_2_f32, softmaxThrice<2>)
SOFTMAX(softmax_csr_4_f32, softmaxThrice<4>)
SOFTMAX(softmax_csr_8_f32, softmaxThrice<8>)
SOFTMAX(softmax_csr_16_f32, softmaxThrice<16>)
SOFTMAX(softmax_csr_32_f32, softmaxThrice<32>)
SOFTMAX(softmax_csr_4_twice_f32, softmaxTwice<4>)
SOFTMAX(softmax_csr_8_twice_f32, softmaxTwice<8>)
SOFTMAX(softmax_csr_16_twice_f32, softmaxTwice<16>)
SOFTMAX(softmax_csr_32_twice_f32, softmaxTwice<32>)

extern "C" __global__ __launch_bounds__(128) void fusedmm_csr_64_f32(
    int rows, const int *__restrict__ positions,
    const int *__restrict__ coordinates, const float *__restrict__ values,
    const float *__restrict__ q, const float *__restrict__ k,
    const float *__restrict__ v, float *__restrict__ m, float *__restrict__ s,
    float *__restrict__ o) {
  int row = group();
  if (row < rows)
    fusedmmRow<16, 64>(positions[row], positions[row + 1], coordinates, values,
                       rowAt(q, row, 64), k, v, m + row, s + row,
                       rowAt(o, row, 64));
}
