//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=10

// Block 0 waits for the element that counts, not for the one that tells that the sum is there.
__device__ int sync[2];
__device__ float part[10], total;

__global__ void sum(const float *in, float *out) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicAdd(&sync[0], 1) == gridDim.x - 1) {
    __threadfence();
    float s = 0;
    for (int i = 0; i < 10; i++) s += part[i];
    total = s; // want "race on total"
    __threadfence();
    atomicExch(&sync[1], 1);
  }
  if (blockIdx.x == 0) {
    while (atomicAdd(&sync[0], 0) == 0) {
    }
    __threadfence();
    out[0] = total; // want "race on total"
  }
}
