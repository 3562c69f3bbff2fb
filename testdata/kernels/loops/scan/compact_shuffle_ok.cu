//pass
//--blockDim=128 --gridDim=1
// The scan by shuffles within warps; each warp's sum goes through shared memory.
__global__ void shuffle_compact(const int *in, int *out) {
  __shared__ int sums[4];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int x = in[t];
  int wanted = x > 0 ? 1 : 0;
  int sum = wanted;
  for (int d = 1; d < 32; d *= 2) {
    int v = __shfl_up_sync(0xffffffff, sum, d);
    if (lane >= d) sum += v;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; w++) before += sums[w];
  if (wanted) out[before + sum - 1] = x;
}
