#include <cuda.h>
#include <vector>
namespace cg = cooperative_groups;
#define N 64
typedef unsigned int uint;
__constant__ float tab[4] = {1.f, 2, 3, 4};
std::vector<int> v;
const int M = 3;
struct P { float x, y; __device__ float len() const { return x*x+y*y; } };
template <class T, int K = 4> __device__ T add(T a, T b) { return a + b * K; }
__global__ void __launch_bounds__(256) k(int * __restrict__ p, const float *q, int n) {
  __shared__ float s[N][N+1];
  extern __shared__ int dyn[];
  int i = threadIdx.x, j = 0;
  uint u = (uint)i;
  float4 f = make_float4(0,0,0,0);
  #pragma unroll 4
  for (int t = 0; t < n; ++t) { s[i][t] = q[t * n + i]; }
  if (i < n && j > 3) p[i] = add<int, 4>(i, j); else return;
  __syncthreads();
  asm volatile("bar.sync %0, %1;" :: "r"(1), "r"(64) : "memory");
  P pt; pt.x = 3; P *pp = &pt;
  float r = sqrtf((float)i) + (i) - 1 + s[0][(i + 1) % N] * (pt.len() < 3.0);
  switch (i) { case 1: j = 2; break; default: j = 3; }
}
int main() { k<<<1, 64>>>(nullptr, nullptr, 3); std::cout << "x" << std::endl; for (auto x : v) {} return 0; }
