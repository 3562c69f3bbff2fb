//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Two groups of four warps reduce independently: shuffles, then a named barrier for each group.
// Refuted: both groups use barrier 1, and 128 threads of either mixture complete it.
constexpr unsigned kFull = 0xffffffffu;

__device__ int group_max(int v, int group, int (&slots)[2][4]) {
  const int warp = (threadIdx.x / 32) & 3;
  for (int offset = 16; offset; offset >>= 1) v = max(v, __shfl_down_sync(kFull, v, offset));
  if (threadIdx.x % 32 == 0) slots[group][warp] = v;  // may "race on slots"
  asm volatile("bar.sync %0, 128;" ::"r"(1) : "memory");
  return max(max(slots[group][0], slots[group][1]), max(slots[group][2], slots[group][3]));  // may "race on slots"
}

__global__ void maxima(const int *in, int *out) {
  __shared__ int slots[2][4];
  const int group = threadIdx.x >= 128;
  const int rounds = group == 0 ? 3 : 5;
  for (int r = 0; r < rounds; ++r) {
    int m = group_max(in[r * 256 + threadIdx.x], group, slots);  // want "barrier 1"
    if (threadIdx.x % 128 == 0) out[group * 8 + r] = m;
    asm volatile("bar.sync %0, 128;" ::"r"(group + 3) : "memory");  // may "deadlock"
  }
}
