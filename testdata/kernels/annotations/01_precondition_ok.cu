//pass
//--blockDim=64 --gridDim=2

// A function demands an index inside the row, and gets one.
__device__ void put(float *row, int i) {
  __requires(i < 64);
  row[i] = 1.0f;
}

__global__ void k(float *a) { put(a + 64 * blockIdx.x, threadIdx.x); }
