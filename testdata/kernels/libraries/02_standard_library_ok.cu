//pass
//--blockDim=64 --gridDim=1

// What the standard library has for device code: sizes and indices go through it.
#include <array>
#include <limits>
#include <optional>
#include <thrust/complex.h>
#include <tuple>
#include <utility>

#define T the macros of a program do not touch its headers

__device__ std::pair<int, int> halves(int x) { return {x / 2, x % 2}; }

__device__ std::optional<int> even(int x) {
  if (x % 2 == 0) return x;
  return std::nullopt;
}

__global__ void k(int *a, thrust::complex<float> *z) {
  auto p = halves(threadIdx.x);
  std::array<int, 2> offset = {0, 32};
  std::tuple<int, float> entry(p.first + offset[p.second], 0.5f);
  std::get<0>(entry) += std::exchange(offset[0], 7) - 0;
  if (std::numeric_limits<int>::max() > 5) a[std::get<0>(entry)] = threadIdx.x + offset[0];
  int first = threadIdx.x, second = 64;
  std::swap(first, second);
  z[second] = z[second] * thrust::complex<float>(0, 1) + thrust::conj(z[second]);
  if (auto e = even(threadIdx.x)) a[64 + *e] = 1;
}
