//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// The barrier expects a thread more than the block has.
#include <cuda/barrier>
#include <new>

__global__ void spread(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int value;
  if (threadIdx.x == 0) new (&ready) cuda::barrier<cuda::thread_scope_block>(blockDim.x + 1);
  __syncthreads();
  if (threadIdx.x == 0) value = in[blockIdx.x];
  ready.arrive_and_wait(); // want "deadlock"
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
