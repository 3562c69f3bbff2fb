//pass
//--blockDim=64 --gridDim=1
// Each thread walks along a list of its own and counts what it finds in eight bins
// of its own.
__global__ void count(int *bins, const int *kind, const int *next, const int *head) {
  for (int at = head[threadIdx.x]; at >= 0; at = next[at])
    bins[threadIdx.x * 8 + (kind[at] & 7)]++;
}
