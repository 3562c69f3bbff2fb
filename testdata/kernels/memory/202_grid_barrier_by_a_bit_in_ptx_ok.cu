//pass
//--blockDim=32 --gridDim=16

// The same with an atomic that releases and loads that acquire, in two parts, so that a block may do something between its arrival and its wait.
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
      asm volatile("ld.acquire.gpu.u32 %0,[%1];" : "=r"(now) : "l"(arrived) : "memory");
    } while ((int)(old ^ now) >= 0);
  }
  __syncthreads();
}

__global__ void turn(int *from, int *to) {
  from[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  unsigned old = arrive(&arrived);
  wait(old, &arrived);
  to[blockIdx.x * 32 + threadIdx.x] = from[(15 - blockIdx.x) * 32 + threadIdx.x];
}
