//pass
//--blockDim=64 --gridDim=4
// A variable at file level that one thread sets and all use, without a call of its functions.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> level{0};

__global__ void use_level(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) level = 1;
  int seen = level;
  if (level > 0) seen += level * 2;
  out[i] = in[i] + seen;
}
