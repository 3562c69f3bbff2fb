//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1 --check-array-bounds

// n may be 64, and then priv has no such element.
__global__ void k(int *a, int n) {
  __shared__ int t[64];
  int priv[4];
  for (int i = 0; i < 4; i++) priv[i] = i;
  if (0 <= n && n <= 64) {
    t[threadIdx.x] = priv[n / 16]; // want "out of bounds.*priv.* 4 elements"
  }
  __syncthreads();
  a[threadIdx.x] = t[63 - threadIdx.x];
}
