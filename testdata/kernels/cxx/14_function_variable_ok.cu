//pass
//--blockDim=64 --gridDim=1

// The host fills the table with what it reads from variables of the device. What a thread calls is one of the functions whose
// address the file takes; next, which is only called, is none of them.
typedef void (*writer)(int *, int);

__device__ void low(int *a, int i) { a[i] = 1; }
__device__ void high(int *a, int i) { a[i + 64] = 2; }
__device__ void next(int *a, int i) { a[2 * i + 128] = 3; }

__device__ writer d_low = low, d_high = high;
__device__ writer table[4];

__global__ void k(int *a, writer given, int n) {
  table[n](a, threadIdx.x);
  next(a, threadIdx.x);
  if (given != nullptr)
    given(a, threadIdx.x);
}

void fill() {
  writer h[4];
  cudaMemcpyFromSymbol(&h[0], d_low, sizeof(writer));
  cudaMemcpyFromSymbol(&h[1], d_high, sizeof(writer));
  cudaMemcpyToSymbol(table, h, sizeof h);
}
