//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The last access of each warp has no barrier behind it.
// Refuted: the writer touches the rows once more, with no barrier after it that could order anything.
#define ROW 32
__global__ void epilogue(const int *in, int *out) {
  __shared__ int row[4][ROW + 1];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  if (w == 0) {
    for (int i = 0; i < 4; ++i) row[i][l] = in[i * ROW + l];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    row[2][l] = 0;  // want "race on row"
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    row[w][l] += row[0][l];  // want "race on row"
    out[(w - 1) * ROW + l] = row[w][l];  // may "race on row"
  }
}
