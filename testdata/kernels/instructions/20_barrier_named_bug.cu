//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A named barrier of both warps, and one of each.
__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;  // want "race on s"
  asm volatile("bar.sync %0, 32;" :: "r"(1 + threadIdx.x / 32) : "memory");
  out[threadIdx.x] = s[63 - threadIdx.x];  // want "race on s"
}
