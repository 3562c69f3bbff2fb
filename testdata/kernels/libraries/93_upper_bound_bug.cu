//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A search in sorted values, and a block's scan by an object without a name.
#include <cub/cub.cuh>

template <int N>
struct Traits {
  using Scan = cub::BlockScan<float, N>;
};

template <class T>
__global__ void pick(const float *weight, const float *draw, int *out) {
  __shared__ float sum[64];
  __shared__ typename T::Scan::TempStorage temp;
  int t = threadIdx.x;
  float x = weight[t];
  typename T::Scan(temp).InclusiveSum(x, x);
  sum[t] = x;  // want "race on sum"
  out[t] = cub::UpperBound<float *, int, float>(sum, 64, draw[t]);  // want "race on sum"
}
template __global__ void pick<Traits<64>>(const float *, const float *, int *);
