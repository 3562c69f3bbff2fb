//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The table may hold the third function, too, which writes where the first does. What the host fills it with is one of the
// functions whose address the file takes.
typedef void (*writer)(int *, int);

__device__ void low(int *a, int i) { a[i] = 1; } // may "race on a"
__device__ void high(int *a, int i) { a[i + 64] = 2; }
__device__ void next(int *a, int i) { a[(i + 1) % 64] = 3; } // want "race on a"

__device__ writer d_low = low, d_high = high, d_next = next;
__device__ writer table[4];

__global__ void k(int *a, writer given, int n) {
  table[n](a, threadIdx.x);
  if (given != nullptr)
    given(a, threadIdx.x);
}

void fill() {
  writer h[4];
  cudaMemcpyFromSymbol(&h[0], d_low, sizeof(writer));
  cudaMemcpyFromSymbol(&h[1], d_high, sizeof(writer));
  cudaMemcpyToSymbol(table, h, sizeof h);
}
