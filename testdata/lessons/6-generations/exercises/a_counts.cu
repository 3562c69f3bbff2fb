//pass
//--blockDim=96 --gridDim=1

// Repair it: two producer warps fill the halves of a buffer, one consumer warp empties it.
__global__ void counts(int *out, const int *in) {
  __shared__ int buffer[64];
  int t = threadIdx.x;
  if (t < 64) {
    buffer[t] = in[t];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = buffer[2 * (t - 64)] + buffer[2 * (t - 64) + 1];
  }
}
