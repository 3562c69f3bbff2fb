//pass
//--blockDim=64 --gridDim=64

// Who counts down in vain counts up again. Nobody else does but the one thread that has the permit.
__device__ int permits = 1, others = 1;
__device__ int total, kept;

__global__ void add(const int *in) {
  while (true) {
    if (atomicSub(&permits, 1) > 0) break;
    atomicAdd(&permits, 1);
  }
  __threadfence();
  total += in[blockIdx.x];
  __threadfence();
  atomicAdd(&permits, 1);

  int seen;
  do {
    seen = *(volatile int *)&others;
  } while (seen < 1 || atomicCAS(&others, seen, seen - 1) != seen);
  __threadfence();
  kept += in[blockIdx.x];
  __threadfence();
  atomicAdd(&others, 1);
}
