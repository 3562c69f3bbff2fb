//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The number of rounds is read while it is written. No condition around a barrier reads it, so that
// every thread reaches the barriers whatever it is.
__global__ void rounds(const int *m, float *a) {
  __shared__ int count;
  if (threadIdx.x == 0) count = m[0];  // want "race on count"
  for (int j = threadIdx.x; j < count; j += 64) a[j] = j;  // want "race on count"
  __syncthreads();
}
