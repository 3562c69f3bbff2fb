//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=[4,2]
// The same with two blocks for a row: no number of rows helps.
__global__ void fill(float *to, const int *from, long n, long rows) {
  const unsigned long row_bytes = n * sizeof(float), plane_bytes = rows * row_bytes;
  float *row = (float *)((char *)to + blockIdx.x / 2 * row_bytes + blockIdx.y * plane_bytes);
  for (long i = threadIdx.x; i < n; i += blockDim.x)
    row[i] = from[i] + blockIdx.x; // want "race on to"
}
