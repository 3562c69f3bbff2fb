//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1 --param rows=6
// Two producer warps, one consumer: it waits for both halves of a row. The number of rows is a parameter.
// Refuted: the row is released between the reads of its halves.
#define FULL 1
#define EMPTY 2
#define ARRIVE(id) asm volatile("bar.arrive " #id ", 96;" ::: "memory")
#define SYNC(id) asm volatile("bar.sync " #id ", 96;" ::: "memory")

__global__ void join(const int *left, const int *right, int *out, int rows) {
  __shared__ int row[64];
  int t = threadIdx.x;
  if (t < 64) {
    const int *src = t < 32 ? left : right;
    for (int r = 0; r < rows; r++) {
      if (r > 0) SYNC(2);
      row[t] = src[r * 32 + (t & 31)];  // want "race on row"
      ARRIVE(1);
    }
  } else {
    int lane = t - 64;
    for (int r = 0; r < rows; r++) {
      SYNC(1);
      int both = row[lane];
      if (r < rows - 1) ARRIVE(2);
      both += row[lane + 32];  // want "race on row"
      out[r * 32 + lane] = both;
    }
  }
}
