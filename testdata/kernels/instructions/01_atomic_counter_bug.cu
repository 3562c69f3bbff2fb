//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// Every thread counts.
__device__ int count;
__global__ void k() {
  count += 1;  // want "race on count"
}
