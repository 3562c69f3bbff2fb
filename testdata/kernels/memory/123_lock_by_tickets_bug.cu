//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Whoever has an older ticket than the one that is served does not wait.
__device__ unsigned drawn;
__device__ volatile unsigned served;
__device__ int log[100];

__global__ void append(const int *in) {
  if (threadIdx.x != 0) return;
  unsigned my = atomicAdd(&drawn, 1);
  while (served > my) { // want "deadlock"
  }
  __threadfence();
  log[0] = log[0] + 1; // want "race on log"
  __threadfence();
  served = my + 1;
}
