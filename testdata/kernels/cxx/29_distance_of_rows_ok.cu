//pass
//--blockDim=64
// Within a row the distance is known, whatever the rows are.
__global__ void lengths(int **rows, int *out, int b) {
  int *first = rows[b], *end = first + 200;
  if (end - first < 100 || end < first)
    out[0] = threadIdx.x;
}
