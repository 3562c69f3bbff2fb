//pass
//--blockDim=64 --gridDim=1
// One private row of counters per warp, plain adds by a single lane.
__global__ void warp_histogram(const int *keys, int *out) {
  __shared__ int counts[2][8];
  int t = threadIdx.x, warp = t >> 5, lane = t & 31;
  if (lane < 8) counts[warp][lane] = 0;
  __syncthreads();
  if (lane == 0) {
    for (int k = 0; k < 32; ++k) counts[warp][keys[warp * 32 + k] & 7]++;
  }
  __syncthreads();
  if (t < 8) out[t] = counts[0][t] + counts[1][t];
}
