//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Pointers are written to arrays of pointers that another kernel reads. Pointers to different arrays are
// different values.
__global__ void k(float *a, float *b, const float **in, float **out, int n) {
  int i = threadIdx.x;
  in[2 * i] = a + i * n;
  in[2 * i + 1] = nullptr;
  out[i / 2] = i % 2 ? a : b; // want "write-write race on out"
}
