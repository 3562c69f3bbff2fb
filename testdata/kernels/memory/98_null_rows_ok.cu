//pass
//--blockDim=64 --gridDim=8
// Some rows are missing: whether a row is there is the same for the block.
__global__ void fill_rows(float **rows, int n) {
  __shared__ float s[64];
  float *row = rows[blockIdx.x];
  if (row != nullptr) {
    s[threadIdx.x] = n;
    __syncthreads();
    row[threadIdx.x] = s[63 - threadIdx.x];
  }
}
