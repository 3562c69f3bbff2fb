//open
//--blockDim=96 --gridDim=1
//proved data-race
//proved barrier-divergence
//proved deadlock
//proved barrier-recycling
//proved barrier-count
//open assertion "the condition at .*32_named_access_open.cu:19:5 is not shown; it covers everything that a thread has accessed since the last barrier of the whole block"

// The barrier orders the write before what the other warp of the two does next, and not before what the third one does.
__global__ void k(int *out, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 64) {
    if (t < 32)
      s[lane] = in[lane];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    __assert(__write_implies(s, t < 32));
    __assert(__no_write(s));
    if (t >= 32)
      out[lane] = s[31 - lane];
  }
  __syncthreads();
  __assert(__no_write(s));
}
