//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// A barrier of the block does not order the write before another block.
__global__ void k(int *a, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) {
    s[lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[blockIdx.x * 32 + lane] = s[31 - lane];
  }
  __syncthreads();
  __assert(__no_write(a)); // want "assertion"
  __assert(__no_write(s));
}
