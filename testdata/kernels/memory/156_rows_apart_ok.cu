//pass
//--blockDim=64 --gridDim=4
// Rows of a table of pointers: the pointers are numbers that stay, so that all threads see one distance.
__global__ void rows(float **row, const float *first, float *out) {
  long n = row[1] - row[0];
  if (row[0] < first) __syncthreads();
  if (n > 0 && threadIdx.x == 0) out[blockIdx.x] = row[0][n - 1];
  __assert(n == -(row[0] - row[1]) && (first > row[0]) == (row[0] < first));
  if (n == threadIdx.x && blockIdx.x == 0) out[4] = n;
}
