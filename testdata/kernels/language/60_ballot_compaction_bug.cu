//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Counts by ballot: one word per warp, then a sum.
__global__ void ballot_count(const int *in, unsigned *masks, int *total) {
  __shared__ unsigned m[2];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  unsigned ballot = __ballot_sync(0xffffffffu, in[t] > 0);
  int before = __popc(ballot & ((1u << lane) - 1u));
  if (lane == 0 || before > 3) m[lane & 1] = ballot;  // want "write-write race on m"
  __syncthreads();
  masks[t] = m[warp];
  if (t == 0) *total = __popc(m[0]) + __popc(m[1]);
}
