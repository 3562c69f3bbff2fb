//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A round may not write what the one before still reads.
__global__ void k(int *out) {
  __shared__ int s[64];
  for (int i = 0; i < 4; i++) {
    s[threadIdx.x] = i;  // want "race on s"
    __syncthreads();
    out[i * 64 + threadIdx.x] = s[threadIdx.x ^ 1];  // want "race on s"
  }
}
