//pass
//--blockDim=64 --gridDim=1

__global__ void tiles(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, first = 0;
  for (int i = 0; i < n; i++) {
    __invariant(!__read(s) && !__write(s) && !__read(a) && !__write(a));
    s[t] = a[first + t];
    __syncthreads();
    a[first + t] = s[63 - t];
    __syncthreads();
    first += 64;
  }
}
