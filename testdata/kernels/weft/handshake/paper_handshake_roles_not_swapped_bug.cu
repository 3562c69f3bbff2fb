//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Listing 2 of Sharma, Bauer and Aiken (PLDI 2015), the working example of the paper.
// Refuted: warp 1 syncs where it should arrive: the barrier orders both, the read comes before the write.
__global__ void handshake(const float *w, const float *z, float *x, float *y) {
  __shared__ float g[32];
  int warp_id = threadIdx.x / 32, lane_id = threadIdx.x % 32;
  asm volatile("bar.sync 0, 64;");
  if (warp_id == 0) {
    g[lane_id] = w[lane_id];
    asm volatile("bar.arrive 1, 64;");
  } else {
    asm volatile("bar.sync 1, 64;");
    x[lane_id] = g[lane_id];
  }
  asm volatile("bar.sync 0, 64;");
  if (warp_id == 0) {
    asm volatile("bar.sync 1, 64;");
    y[lane_id] = g[lane_id];  // want "race on g"
  } else {
    asm volatile("bar.sync 1, 64;");
    g[lane_id] = z[lane_id];  // want "race on g"
  }
}
