//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Compaction by ballots: a lane's place in its warp is the number of ones below it,
// and the warps' counts are added up by the first warp.
__global__ void ballot_compact(const int *in, int *out) {
  __shared__ int offset[8];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int x = in[t];
  unsigned int wanted = __ballot_sync(0xffffffff, x != 0);
  int before = __popc(wanted & ((2u << lane) - 1));
  if (lane == 31) offset[warp] = __popc(wanted);
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int w = 0; w < 8; w++) {
      int n = offset[w];
      offset[w] = sum;
      sum += n;
    }
  }
  __syncthreads();
  out[offset[warp] + before] = x;  // want "race on out"
}
