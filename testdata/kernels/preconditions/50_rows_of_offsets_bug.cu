//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: __ascending(begin)
// Each thread writes a row of a sparse matrix: rows overlap if their offsets go down.

__global__ void expand(int *row, const unsigned *begin, unsigned rows) {
  unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    for (unsigned j = begin[r]; j < begin[r + 1]; j++)
      row[j] = r; // want "write-write race on row"
}
