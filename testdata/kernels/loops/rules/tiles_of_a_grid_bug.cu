//xfail:NOT_ALL_VERIFIED
//--blockDim=64
// Without a second barrier, slow threads read what fast ones have put there for the next tile.
__global__ void reversed(int *a, int n) {
  __requires(n % 64 == 0);
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) {
    s[t] = a[i];  // want "read-write race on s"
    __syncthreads();
    a[i] = s[63 - t];  // want "read-write race on s"
  }
}
