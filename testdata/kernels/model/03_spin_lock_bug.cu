//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2

// A spin lock: a fence behind taking it, but none before it is given back.
__device__ int mutex;
__device__ int total;

__global__ void k(const int *in) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
  __threadfence();
  total = total + in[blockIdx.x]; // want "race on total"
  atomicExch(&mutex, 0);
}
