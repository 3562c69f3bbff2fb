//pass
//--blockDim=64 --gridDim=1
// One thread stores, inside of the array.
__global__ void k(int *out, int n) {
  __shared__ int a[64];
  int t = threadIdx.x;
  if (t == n) a[n] = t;
  out[t] = 1;
}
