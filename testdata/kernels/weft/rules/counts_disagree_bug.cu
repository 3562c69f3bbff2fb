//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// The producer counts both consumers, each consumer only itself.
// Refuted: 96 and 64 for the same generation of barrier 1.
__global__ void fan_out(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    s[lane] = in[lane];
    asm volatile("bar.arrive 1, 96;" ::: "memory");  // want "barrier 1"
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // want "barrier 1"
    out[threadIdx.x] = s[lane];  // may "race"
  }
}
