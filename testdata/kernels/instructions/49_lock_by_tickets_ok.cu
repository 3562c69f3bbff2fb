//pass
//--blockDim=1 --gridDim=2

// A lock by tickets.
__device__ int next, now, total;
__global__ void k() {
  int mine = atomicAdd(&next, 1);
  while (*(volatile int *)&now != mine) { }
  __threadfence();
  total += 1;
  __threadfence();
  atomicAdd(&now, 1);
}
