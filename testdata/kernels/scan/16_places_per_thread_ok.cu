//pass
//--blockDim=128 --gridDim=*
// Each thread that has something to store reserves as many places as it needs.
__global__ void expand(const int *counts, int n, int *out, int *next) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int len = t < n ? counts[t] : 0;
  if (len <= 0) return;
  int first = atomicAdd(next, len);
  for (int e = 0; e < len; e++) out[first + e] = t;
}
