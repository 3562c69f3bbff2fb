//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Listing 2 of Sharma, Bauer and Aiken (PLDI 2015), the working example of the paper.
// Refuted: without the second barrier 0 both warps may use barrier 1 again too early.
__global__ void handshake(const float *w, const float *z, float *x, float *y) {
  __shared__ float g[32];
  int warp_id = threadIdx.x / 32, lane_id = threadIdx.x % 32;
  asm volatile("bar.sync 0, 64;");
  if (warp_id == 0) {
    g[lane_id] = w[lane_id];  // may "race on g"
    asm volatile("bar.arrive 1, 64;");  // may "recycl"
  } else {
    asm volatile("bar.sync 1, 64;");  // may "recycl|deadlock"
    x[lane_id] = g[lane_id];  // may "race on g"
  }
  if (warp_id == 0) {
    asm volatile("bar.sync 1, 64;");  // want "not ordered after generation"
    y[lane_id] = g[lane_id];  // may "race on g"
  } else {
    g[lane_id] = z[lane_id];  // may "race on g"
    asm volatile("bar.arrive 1, 64;");  // may "recycl"
  }
}
