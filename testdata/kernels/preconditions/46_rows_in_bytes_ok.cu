//pass
//--blockDim=64 --gridDim=[*,*]
// The same with the number of rows stated.
__global__ void fill(float *to, const int *from, long n, long rows) {
  __requires(rows >= gridDim.x);
  const unsigned long row_bytes = n * sizeof(float), plane_bytes = rows * row_bytes;
  float *row = (float *)((char *)to + blockIdx.x * row_bytes + blockIdx.y * plane_bytes);
  for (long i = threadIdx.x; i < n; i += blockDim.x)
    row[i] = from[i] + blockIdx.x;
}
