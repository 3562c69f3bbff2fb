//pass
//--blockDim=128 --gridDim=2

// The storage of a reduction is used again behind a barrier.
#include <cub/cub.cuh>

struct longest {
  __device__ float operator()(float a, float b) const { return fabsf(a) > fabsf(b) ? a : b; }
};

__global__ void k(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = Reduce(storage).Sum(x);
  __syncthreads();
  float most = Reduce(storage).Reduce(x, longest());
  if (threadIdx.x == 0) out[blockIdx.x] = sum / most;
}
