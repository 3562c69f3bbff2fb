//pass
//--blockDim=64 --gridDim=16

// A barrier that one thread constructs where it is declared, as init would.
#include <cuda/barrier>
#include <new>

__global__ void spread(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int value;
  if (threadIdx.x == 0) new (&ready) cuda::barrier<cuda::thread_scope_block>(blockDim.x);
  __syncthreads();
  if (threadIdx.x == 0) value = in[blockIdx.x];
  ready.arrive_and_wait();
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
