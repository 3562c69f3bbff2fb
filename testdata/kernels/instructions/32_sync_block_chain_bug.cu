//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=3

// Each block waits for the one before it.
__device__ int done[3], sum[3];
__global__ void k(const int *in) {
  int b = blockIdx.x, before = 0;
  if (b > 0) {
    while (atomicAdd(&done[b - 1], 0) == 0) { }
    before = sum[b - 1];  // want "race on sum"
  }
  sum[b] = before + in[b];  // want "race on sum"
  __threadfence();
  atomicExch(&done[b], 1);
}
