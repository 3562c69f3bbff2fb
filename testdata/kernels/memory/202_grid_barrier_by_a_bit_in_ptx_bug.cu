//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The loads do not acquire.
__device__ unsigned arrived;

__device__ unsigned arrive(unsigned *arrived) {
  unsigned old = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned n = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
    asm volatile("atom.add.release.gpu.u32 %0,[%1],%2;" : "=r"(old) : "l"(arrived), "r"(n) : "memory");
  }
  return old;
}

__device__ void wait(unsigned old, unsigned *arrived) {
  if (threadIdx.x == 0) {
    unsigned now;
    do {
      asm volatile("ld.relaxed.gpu.u32 %0,[%1];" : "=r"(now) : "l"(arrived) : "memory");
    } while ((int)(old ^ now) >= 0);
  }
  __syncthreads();
}

__global__ void turn(int *from, int *to) {
  from[blockIdx.x * 2 + threadIdx.x] = threadIdx.x; // want "race on from"
  unsigned old = arrive(&arrived);
  wait(old, &arrived);
  to[blockIdx.x * 2 + threadIdx.x] = from[(1 - blockIdx.x) * 2 + threadIdx.x]; // want "race on from"
}
