//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Compaction of any number of tiles by one block: what earlier tiles have left is
// carried along, but each thread has its own idea of it.
#define B 128

__global__ void compact_tiles(const int *in, int *out, int n) {
  __shared__ int sum[B];
  int t = threadIdx.x;
  int done = 0;
  for (int tile = 0; tile < n; tile += B) {
    int wanted = 0, x = 0;
    if (tile + t < n) {
      x = in[tile + t];
      wanted = x != 0;
    }
    sum[t] = wanted;
    __syncthreads();
    for (int d = 1; d < B; d <<= 1) {
      int v = t >= d ? sum[t - d] : 0;
      __syncthreads();
      sum[t] += v;
      __syncthreads();
    }
    if (wanted) out[done + sum[t] - 1] = x;  // want "race on out"
    done += sum[t];
    __syncthreads();
  }
}
