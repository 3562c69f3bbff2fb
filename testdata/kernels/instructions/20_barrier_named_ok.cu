//pass
//--blockDim=64 --gridDim=1

// A named barrier of both warps, and one of each.
__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = s[63 - threadIdx.x];
}
