//pass
//--blockDim=256 --gridDim=*
// Each thread looks for one column after the other, in the row that it belongs to: a loop that ends where the column is.
__global__ void find(int *out, const int *begin, const int *columns, const int *row, const int *column, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    int found = -1;
    for (int j = begin[row[i]]; j < begin[row[i] + 1]; j++) {
      if (columns[j] == column[i]) {
        found = j;
        break;
      }
    }
    if (found < 0)
      out[i] = n;
    else
      out[i] = found;
    i += gridDim.x * blockDim.x;
  }
}
