//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Each thread looks for one column after the other, in the row that it belongs to; what is found goes one place too far.
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
      out[i] = n;  // want "race on out"
    else
      out[i + 1] = found;  // want "race on out"
    i += gridDim.x * blockDim.x;
  }
}
