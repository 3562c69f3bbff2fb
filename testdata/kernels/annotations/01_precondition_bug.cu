//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// A function demands an index inside the row; the last thread's is not.
__device__ void put(float *row, int i) {
  __requires(i < 64); // want "assertion"
  row[i] = 1.0f;
}

__global__ void k(float *a) { put(a + 65 * blockIdx.x, threadIdx.x + 1); }
