//pass
//--blockDim=96 --gridDim=1
// The producer and both consumers count all three warps.
// Proved: 96 threads for the one generation of barrier 1.
__global__ void fan_out(const int *in, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    s[lane] = in[lane];
    asm volatile("bar.arrive 1, 96;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    out[threadIdx.x] = s[lane];
  }
}
