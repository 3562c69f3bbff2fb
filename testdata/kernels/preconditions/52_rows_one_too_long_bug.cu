//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// no condition
// Each row goes on to the first element of the next one, whatever the offsets.

__global__ void expand(int *row, const int *begin, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    for (int j = begin[r]; j <= begin[r + 1]; j++)
      row[j] = r; // want "write-write race on row"
}
