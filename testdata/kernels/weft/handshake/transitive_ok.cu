//pass
//--blockDim=96 --gridDim=1
// A hands over to B, and B to C; A and C share no barrier.
// Proved: A's write, arrive 4, sync 4, arrive 7, sync 7, C's read.
__global__ void chain(const int *in, int *out) {
  __shared__ int cell[32];
  int lane = threadIdx.x % 32;
  switch (threadIdx.x / 32) {
    case 0:
      cell[lane] = in[lane];
      asm volatile("bar.arrive 4, 64;" ::: "memory");
      break;
    case 1:
      asm volatile("bar.sync 4, 64;" ::: "memory");
      asm volatile("bar.arrive 7, 64;" ::: "memory");
      break;
    case 2:
      asm volatile("bar.sync 7, 64;" ::: "memory");
      out[lane] = cell[lane ^ 31];
      break;
  }
}
