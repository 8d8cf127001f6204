// Measures what memory and arithmetic units can do, on all threads of OpenMP.

#include "memory.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <omp.h>
#include <sched.h>
#include <vector>

namespace {

/// As wide as the widest registers; the compiler takes several where they are
/// not.
typedef double Doubles __attribute__((vector_size(64), aligned(64)));
typedef float Floats __attribute__((vector_size(64), aligned(4)));

/// What is computed goes here, so that it is.
thread_local volatile double sink;

/// The part of `count` that is this thread's.
struct Part {
  int64_t begin, end;

  explicit Part(int64_t count) {
    int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    begin = count * thread / threads;
    end = count * (thread + 1) / threads;
  }
};

/// The seconds of the fastest of several passes of a body. Every thread runs it
/// `repeats` times in a pass, so that the start of a region does not count.
template <typename Body>
double best(int64_t passes, int64_t repeats, const Body &body) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  for (int64_t pass = 0; pass < passes; ++pass) {
    Clock::time_point begin = Clock::now();
#pragma omp parallel
    for (int64_t repeat = 0; repeat < repeats; ++repeat) {
      body();
      // Memory may have changed, for all that the compiler knows.
      asm volatile("" ::: "memory");
    }
    std::chrono::duration<double> passed = Clock::now() - begin;
    least = std::min(least, passed.count() / static_cast<double>(repeats));
  }
  return least;
}

/// Passes over `bytes` that together take long enough to be timed.
int64_t repeatsOf(int64_t bytes) {
  constexpr int64_t enough = 16 << 20;
  return std::max<int64_t>(enough / bytes, 1);
}

double total(Doubles values) {
  double sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += values[i];
  return sum;
}

/// Eight sums that do not wait for one another.
double sumOf(const Doubles *from, const Doubles *end) {
  Doubles sums[8] = {};
  for (; from + 8 <= end; from += 8)
    for (int i = 0; i < 8; ++i)
      sums[i] += from[i];
  Doubles sum = {};
  for (Doubles part : sums)
    sum += part;
  return total(sum);
}

/// The length and the end of the rows that `bench_disturb` walks over.
struct Rows {
  std::vector<int32_t> ends;
  std::vector<float> values;

  Rows() : values(1 << 17, 1.0F) {
    uint32_t state = 12345;
    for (int32_t end = 0; end < static_cast<int32_t>(values.size());) {
      state = state * 1664525 + 1013904223;
      end += 1 + static_cast<int32_t>(state >> 28);
      ends.push_back(std::min(end, static_cast<int32_t>(values.size())));
    }
  }
};

/// Sums that wait for one another only where there are more than sixteen of
/// them.
template <typename Vector, int lanes> double operationsPerSecond() {
  constexpr int64_t rounds = 1 << 18, chains = 16;
  double seconds = best(20, 1, [] {
    Vector sums[chains] = {}, factor = {};
    factor += 1 + 1e-7F;
    for (int64_t i = 0; i < rounds; ++i)
      for (Vector &sum : sums)
        sum = sum * factor + factor;
    Vector all = {};
    for (Vector sum : sums)
      all += sum;
    sink = all[0];
  });
  return 2.0 * lanes * chains * rounds * omp_get_max_threads() / seconds;
}

} // namespace

void bench_disturb() {
#pragma omp parallel
  {
    thread_local Rows rows;
    int32_t position = 0;
    float sum = 0;
    for (int32_t end : rows.ends)
      for (; position < end; ++position)
        sum = rows.values[position] - sum;
    sink = sum;
  }
}

void bench_touch(double *memory, int64_t bytes) {
#pragma omp parallel
  {
    Part part(bytes / static_cast<int64_t>(sizeof(Doubles)) * 8);
    std::fill(memory + part.begin, memory + part.end, 1.0);
  }
}

double bench_read(const double *memory, int64_t bytes, int64_t passes) {
  const auto *from = reinterpret_cast<const Doubles *>(memory);
  return best(passes, repeatsOf(bytes), [=] {
    Part part(bytes / static_cast<int64_t>(sizeof(Doubles)));
    sink = sumOf(from + part.begin, from + part.end);
  });
}

double bench_triad(double *memory, int64_t bytes, int64_t passes) {
  auto *a = reinterpret_cast<Doubles *>(memory);
  int64_t third = bytes / 3 / static_cast<int64_t>(sizeof(Doubles));
  const Doubles *b = a + third, *c = b + third;
  return best(passes, repeatsOf(bytes), [=] {
    Part part(third);
    for (int64_t i = part.begin; i < part.end; ++i)
      a[i] = b[i] + 3.0 * c[i];
  });
}

double bench_elements(const float *memory, const int32_t *places, int64_t count,
                      int64_t passes) {
  return best(passes, 1, [=] {
    Part part(count / 4);
    float sums[4] = {};
    for (int64_t i = 4 * part.begin; i < 4 * part.end; i += 4)
      for (int j = 0; j < 4; ++j)
        sums[j] += memory[places[i + j]];
    sink = sums[0] + sums[1] + sums[2] + sums[3];
  });
}

double bench_rows(const float *memory, const int32_t *rows, int64_t count,
                  int64_t width, int64_t passes) {
  return best(passes, 1, [=] {
    Part part(count);
    Floats sums[2] = {};
    for (int64_t i = part.begin; i < part.end; ++i) {
      const float *row = memory + rows[i] * width;
      for (int64_t k = 0; k < width; k += 32)
        for (int j = 0; j < 2; ++j)
          sums[j] += *reinterpret_cast<const Floats *>(row + k + 16 * j);
    }
    sink = sums[0][0] + sums[1][0];
  });
}

double bench_peak(int32_t bits) {
  return bits == 64 ? operationsPerSecond<Doubles, 8>()
                    : operationsPerSecond<Floats, 16>();
}

int32_t bench_threads(int32_t *processors, int32_t room) {
  int32_t threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads();
    if (omp_get_thread_num() < room)
      processors[omp_get_thread_num()] = sched_getcpu();
  }
  return threads;
}
