//pass
//--blockDim=64 --gridDim=*
// Padding between rows, so that one element more is no fault.

__global__ void expand(int *row, const int *begin, int rows) {
  __requires(__ascending(begin));
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    for (int j = begin[r]; j <= begin[r + 1]; j++)
      row[j + r] = r;
}
