//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=64

// Nobody ever sees another value than 0, whatever the elements of in are, on which no wait depends.
__device__ int ready[64], sum[64];

__global__ void chain(const int *in, int *out) {
  __shared__ int before;
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    int run = 0;
    if (b > 0) {
      while (atomicAdd(&ready[b - 1], 0) == 0) {} // want "deadlock"
      __threadfence();
      run = sum[b - 1];
    }
    sum[b] = run + in[b];
    __threadfence();
    atomicExch(&ready[b], 0);
    before = run;
  }
  __syncthreads();
  out[b * 64 + threadIdx.x] = before;
}
