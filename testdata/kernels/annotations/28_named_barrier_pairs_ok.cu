//pass
//--blockDim=64 --gridDim=1

// Of two threads that are at the same statement, in a kernel with a named barrier.
__global__ void k(int *out, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32, slot = (lane * 5) % 32;
  if (t < 32) {
    __assert(__implies(__other_bool(__enabled()), __distinct_int(slot)));
    s[slot] = in[lane];
    asm volatile("bar.arrive 1, 64;");
  } else {
    asm volatile("bar.sync 1, 64;");
    int sum = 0;
    for (int i = 0; __invariant(__implies(__other_bool(__enabled()), __uniform_int(i))), i < 4; i++)
      sum += s[(lane + i) % 32];
    out[lane] = sum;
  }
}
