//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Flags are scanned, then each thread copies one element from the position
// that a binary search in the scan finds: a gather, so the output is its own.
__global__ void compact(const int *in, int *out, int *count) {
  __shared__ int pos[64];
  __shared__ int val[64];
  int t = threadIdx.x;
  val[t] = in[t];
  pos[t] = val[t] != 0 ? 1 : 0;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int add = t >= d ? pos[t - d] : 0;  // want "write-read race on pos"
    __syncthreads();
    pos[t] += add;  // want "write-read race on pos"
  }
  int total = pos[63];  // want "write-read race on pos"
  if (t < total) {
    int lo = 0, hi = 63;
    while (lo < hi) {
      int mid = (lo + hi) >> 1;
      if (pos[mid] <= t) lo = mid + 1;  // may "write-read race on pos"
      else hi = mid;
    }
    out[t] = val[lo];
  }
  if (t == 0) *count = total;
}
