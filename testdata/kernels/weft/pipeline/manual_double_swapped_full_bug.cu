//xfail:NOT_ALL_VERIFIED
//--blockDim=192 --gridDim=1
// One team of two DMA warps fills two buffers in turn; ids are computed from the step.
// Refuted: the compute warps wait for the other buffer: all reads are ordered, the uses of FULL are not.
#define BAR_SYNC(id, n) asm volatile("bar.sync %0, %1;" ::"r"(id), "n"(n) : "memory")
#define BAR_ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" ::"r"(id), "n"(n) : "memory")

static constexpr int kCompute = 128, kDma = 64, kAll = kCompute + kDma;
static constexpr int kSteps = 10, kWords = 256;

__device__ inline int full(int b) { return 1 + b; }
__device__ inline int empty(int b) { return 3 + b; }

__global__ void __launch_bounds__(192) column_sums(const int *__restrict__ in, int *__restrict__ out) {
  __shared__ int stage[2][kWords];
  const int tid = threadIdx.x;
  if (tid >= kCompute) {
    const int lane = tid - kCompute;
    for (int step = 0; step < kSteps; ++step) {
      const int b = step & 1;
      if (step >= 2) BAR_SYNC(empty(b), kAll);  // may "deadlock"
#pragma unroll
      for (int i = 0; i < kWords / kDma; ++i) stage[b][lane + i * kDma] = in[step * kWords + lane + i * kDma];  // may "race on stage"
      BAR_ARRIVE(full(b), kAll);  // want "not ordered after generation"
    }
    return;
  }
  int acc = 0;
  for (int step = 0; step < kSteps; ++step) {
    const int b = step & 1;
    BAR_SYNC(full(b ^ 1), kAll);  // may "recycl"
    acc += stage[b][tid] + stage[b][kWords - 1 - tid];  // may "race on stage"
    if (step + 2 < kSteps) BAR_ARRIVE(empty(b), kAll);
  }
  out[tid] = acc;
}
