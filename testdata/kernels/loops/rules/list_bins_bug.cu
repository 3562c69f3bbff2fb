//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// There are sixteen kinds.
__global__ void count(int *bins, const int *kind, const int *next, const int *head) {
  for (int at = head[threadIdx.x]; at >= 0; at = next[at])
    bins[threadIdx.x * 8 + (kind[at] & 15)]++;  // want "race on bins"
}
