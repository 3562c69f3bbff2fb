//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A lock by tickets.
__device__ int next, now, total;
__global__ void k() {
  int mine = atomicAdd(&next, 1);
  while (*(volatile int *)&now != mine) { }
  total += 1;  // want "race on total"
  __threadfence();
  atomicAdd(&now, 1);
}
