//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Two groups of four warps reduce independently: shuffles, then a named barrier for each group.
// Refuted: the groups share the cells for the sums of their warps.
constexpr unsigned kFull = 0xffffffffu;

__device__ int group_max(int v, int group, int (&slots)[2][4]) {
  const int warp = (threadIdx.x / 32) & 3;
  for (int offset = 16; offset; offset >>= 1) v = max(v, __shfl_down_sync(kFull, v, offset));
  if (threadIdx.x % 32 == 0) slots[0][warp] = v;  // want "race on slots"
  asm volatile("bar.sync %0, 128;" ::"r"(group + 1) : "memory");
  return max(max(slots[0][0], slots[0][1]), max(slots[0][2], slots[0][3]));  // want "race on slots"
}

__global__ void maxima(const int *in, int *out) {
  __shared__ int slots[2][4];
  const int group = threadIdx.x >= 128;
  const int rounds = group == 0 ? 3 : 5;
  for (int r = 0; r < rounds; ++r) {
    int m = group_max(in[r * 256 + threadIdx.x], group, slots);
    if (threadIdx.x % 128 == 0) out[group * 8 + r] = m;
    asm volatile("bar.sync %0, 128;" ::"r"(group + 3) : "memory");
  }
}
