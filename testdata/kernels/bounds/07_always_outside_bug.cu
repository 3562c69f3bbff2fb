//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Where the store happens it is outside of the array, whatever n is.
__global__ void k(int *out, int n) {
  __shared__ int a[64];
  int t = threadIdx.x;
  if (n >= 64) a[n] = t;  // want "race on a"
  out[t] = 1;
}
