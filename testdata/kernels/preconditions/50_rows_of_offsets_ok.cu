//pass
//--blockDim=64 --gridDim=*
// The same for offsets of which none is below the one before it.

__global__ void expand(int *row, const unsigned *begin, unsigned rows) {
  __requires(__ascending(begin));
  unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    for (unsigned j = begin[r]; j < begin[r + 1]; j++)
      row[j] = r;
}
