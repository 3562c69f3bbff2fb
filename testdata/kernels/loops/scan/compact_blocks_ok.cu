//pass
//--blockDim=256 --gridDim=*
// Compaction by any number of blocks: each counts what it has by ballots, and one thread reserves
// places for all of its block.
__global__ void compact_blocks(const int *in, int *out, int *count, int n) {
  __shared__ int first[8], base;
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int x = i < n ? in[i] : 0;
  bool wanted = i < n && x > 0;
  unsigned ones = __ballot_sync(0xffffffff, wanted);
  int before = __popc(ones & ((1u << lane) - 1));
  if (lane == 0) first[warp] = __popc(ones);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < 8; w++) {
      int n = first[w];
      first[w] = sum;
      sum += n;
    }
    if (sum > 0) base = atomicAdd(count, sum);
  }
  __syncthreads();
  if (wanted) out[base + first[warp] + before] = x;
}
