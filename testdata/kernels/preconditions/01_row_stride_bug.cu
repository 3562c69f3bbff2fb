//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// condition: stride >= 64
// Four rows, as far apart as the caller says: they overlap if that is less than a row. Safe if stride >= 64.
__global__ void fill_rows(int *out, int stride) {
  int t = threadIdx.x;
  for (int row = 0; row < 4; ++row)
    out[row * stride + t] = row;  // want "write-write race on out"
}
