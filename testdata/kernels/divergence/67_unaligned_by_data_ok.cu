//pass
//--blockDim=64 --gridDim=1
// The data of each thread decides at which statement it waits, and barrier.sync lets threads meet anyhow.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    s[t] = in[t + r * 64];
    if (s[t] > 0) { asm volatile("barrier.sync 0;" ::: "memory"); out[t] += s[63 - t]; }
    else { asm volatile("barrier.sync 0;" ::: "memory"); out[t] -= s[63 - t]; }
    asm volatile("barrier.sync 0;" ::: "memory");
  }
}
