//pass
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// What is said of any two threads is asked of those of different blocks too, whatever
// barriers a block has; and what they have written is over behind a barrier of the grid.
__global__ void k(int *out, const int *in, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 64 + t;
  __assert(__distinct_int(i));
  for (int r = 0; __invariant(__uniform_int(r)), __invariant(__no_read(out)), r < n; r++) {
    if (t < 32) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      s[lane] = in[r];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i] = s[31 - lane];
      __assert(__write_implies(out, __write_offset_bytes(out) == 4 * i));
    }
  }
  cg::this_grid().sync();
  __assert(__no_write(out));
}
