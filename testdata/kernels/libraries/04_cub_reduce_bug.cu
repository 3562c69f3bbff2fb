//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=2

// The storage of a reduction is used again, and no barrier is between.
#include <cub/cub.cuh>

struct longest {
  __device__ float operator()(float a, float b) const { return fabsf(a) > fabsf(b) ? a : b; }
};

__global__ void k(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = Reduce(storage).Sum(x); // want "race"
  float most = Reduce(storage).Reduce(x, longest()); // want "race on storage"
  if (threadIdx.x == 0) out[blockIdx.x] = sum / most;
}
