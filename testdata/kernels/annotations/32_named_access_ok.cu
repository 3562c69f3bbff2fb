//pass
//--blockDim=64 --gridDim=1

// What a thread has accessed since the block last met, in a kernel with named barriers.
__global__ void k(int *out, const int *in, int n) {
  __shared__ int s[32], first[64];
  int t = threadIdx.x, lane = t % 32;
  first[t] = in[t];
  __assert(__write_implies(first, __write_offset_bytes(first) == 4 * t));
  __syncthreads();
  __assert(__no_write(first));
  for (int r = 0; __invariant(__write_implies(s, t < 32)), __invariant(__no_write(first)), r < n; r++) {
    if (t < 32) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      s[lane] = first[63 - t] + in[r];
      __assert(__write(s));
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      __assert(__no_write(s));
      out[lane] = s[31 - lane];
    }
  }
  __syncthreads();
  __assert(__no_write(s) & __no_read(s));
}
