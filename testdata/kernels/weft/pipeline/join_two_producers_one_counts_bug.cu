//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1 --param rows=6
// Two producer warps, one consumer: it waits for both halves of a row. The number of rows is a parameter.
// Refuted: the consumer waits for one of the producers only.
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
      if (r > 0) SYNC(2);  // may "deadlock"
      row[t] = src[r * 32 + (t & 31)];  // may "race on row"
      ARRIVE(1);  // want "barrier 1"
    }
  } else {
    int lane = t - 64;
    for (int r = 0; r < rows; r++) {
      asm volatile("bar.sync 1, 64;" ::: "memory");  // want "barrier 1"
      int both = row[lane] + row[lane + 32];  // may "race on row"
      out[r * 32 + lane] = both;
      if (r < rows - 1) ARRIVE(2);
    }
  }
}
