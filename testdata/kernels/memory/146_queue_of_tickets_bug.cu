//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=64

// The slot is written again behind the flag.
__device__ int item[64], tail, head;
__device__ volatile int ready[64];
__global__ void k(const int *in, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 32) {
    int i = atomicAdd(&tail, 1);
    item[i] = in[blockIdx.x];
    __threadfence();
    ready[i] = 1;
    item[i] = -1;  // want "race on item"
  } else {
    int j = atomicAdd(&head, 1);
    while (ready[j] == 0) { }
    __threadfence();
    out[blockIdx.x] = item[j];  // want "race on item"
  }
}
