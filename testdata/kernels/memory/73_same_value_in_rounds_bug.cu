//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// The blocks copy from different places.
__global__ void k(float *r, const float *q, int n) {
  for (int i = 0; i < n; i++) {
    r[i] = q[i + blockIdx.x]; // want "write-write race on r"
  }
}
