//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Sorts the keys of a block by one bit after the other: keys with a 0 go in front of
// those with a 1, one place too early.
#define SIZE 256
__global__ void split_sort(unsigned *keys, int n) {
  __shared__ unsigned s[SIZE];
  __shared__ int warp_zeros[SIZE / 32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int g = blockIdx.x * SIZE + t;
  s[t] = g < n ? keys[g] : 0xffffffffu;
  __syncthreads();
  for (int bit = 0; bit < 32; bit++) {
    unsigned k = s[t];
    int one = k >> bit & 1;
    unsigned zeros = __ballot_sync(0xffffffffu, !one);
    if (lane == 0) warp_zeros[warp] = __popc(zeros);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < SIZE / 32; w++) {
      if (w < warp) before += warp_zeros[w];
      total += warp_zeros[w];
    }
    int first = before + __popc(zeros & ((1u << lane) - 1));
    s[one ? total + t - first - 1 : first] = k;  // want "race on s"
    __syncthreads();
  }
  if (g < n) keys[g] = s[t];
}
