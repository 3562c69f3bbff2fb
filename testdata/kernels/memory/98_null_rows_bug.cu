//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=8
// Some rows are missing: whether a row is there depends on the thread.
__global__ void fill_rows(float **rows, int n) {
  __shared__ float s[64];
  float *row = rows[threadIdx.x];
  if (row != nullptr) {
    s[threadIdx.x] = n;
    __syncthreads();  // want "barrier"
    row[threadIdx.x] = s[63 - threadIdx.x];
  }
}
