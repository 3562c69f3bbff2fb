//pass
//--blockDim=64 --gridDim=1
// Two groups take turns on one buffer; barrier 1 is the turn of group 0, barrier 2 that of group 1.
__global__ void k(int *out, int n) {
  __shared__ int buf[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      buf[lane] += i;
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      buf[31 - lane] += i;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  }
}
