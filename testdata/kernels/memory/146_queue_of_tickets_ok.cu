//pass
//--blockDim=128 --gridDim=64

// Each ticket is drawn once, so each slot is filled once; who sees the flag of its slot takes the item.
__device__ int item[64], tail, head;
__device__ volatile int ready[64];
__global__ void k(const int *in, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 32) {
    int i = atomicAdd(&tail, 1);
    item[i] = in[blockIdx.x];
    __threadfence();
    ready[i] = 1;
  } else {
    int j = atomicAdd(&head, 1);
    while (ready[j] == 0) { }
    __threadfence();
    out[blockIdx.x] = item[j];
  }
}
