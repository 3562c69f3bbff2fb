//xfail:barrier-count
//--blockDim=96 --gridDim=1

__global__ void counts(int *out) {
  if (threadIdx.x < 64)
    asm volatile("bar.arrive 1, 96;" ::: "memory");
  else
    asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = threadIdx.x;
}
