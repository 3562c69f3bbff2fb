//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The barrier stands in a loop whose bound is read while it is written: nothing is known of barriers.
__global__ void rounds(const int *m, float *a) {
  __shared__ int count;
  if (threadIdx.x == 0) count = m[0];  // want "race on count"
  for (int j = 0; j < count; j++) {  // want "race on count"
    a[threadIdx.x] = j;
    __syncthreads();  // may "divergence"
  }
}
