//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// One place more than was reserved, which is the first of the next thread.
__global__ void expand(const int *counts, int n, int *out, int *next) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int len = t < n ? counts[t] : 0;
  if (len <= 0) return;
  int first = atomicAdd(next, len);
  for (int e = 0; e <= len; e++) out[first + e] = t; // want "write-write race on out"
}
