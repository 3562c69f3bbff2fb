//xfail:NOT_ALL_VERIFIED
//--blockDim=64
// Where one row ends and the next one begins, as in a table of rows in one array: how far apart they are is not known.
__global__ void lengths(int **rows, int *out, int b) {
  long length = rows[b + 1] - rows[b];
  if (length < 100)
    out[0] = threadIdx.x;  // want "write-write race on out"
}
