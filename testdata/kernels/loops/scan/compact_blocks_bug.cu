//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The mask leaves out the first lane, so that the next one that has something gets the same place.
__global__ void compact_blocks(const int *in, int *out, int *count, int n) {
  __shared__ int first[8], base;
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int x = i < n ? in[i] : 0;
  bool wanted = i < n && x > 0;
  unsigned ones = __ballot_sync(0xffffffff, wanted);
  int before = __popc(ones & ((2u << lane) - 2));
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
  if (wanted) out[base + first[warp] + before] = x;  // want "write-write race on out"
}
