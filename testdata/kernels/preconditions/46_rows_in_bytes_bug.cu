//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=[*,*]
// condition: rows >= gridDim.x
// Strides in bytes that the kernel makes of the lengths of rows and planes: blocks of a plane are not more than its rows.
__global__ void fill(float *to, const int *from, long n, long rows) {
  const unsigned long row_bytes = n * sizeof(float), plane_bytes = rows * row_bytes;
  float *row = (float *)((char *)to + blockIdx.x * row_bytes + blockIdx.y * plane_bytes);
  for (long i = threadIdx.x; i < n; i += blockDim.x)
    row[i] = from[i] + blockIdx.x; // want "race on to"
}
