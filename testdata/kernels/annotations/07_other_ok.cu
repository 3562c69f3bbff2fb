//pass
//--blockDim=64 --gridDim=1

// No other thread has the same value.
__global__ void k(int *a) {
  int x = 2 * threadIdx.x + 1;
  __assert(__other_int(x) != x);
  a[x] = x;
}
