//pass
//--blockDim=64 --gridDim=1

// Two functions, each for its own half.
typedef void (*writer)(int *, int);

__device__ void low(int *a, int i) { a[i] = 1; }
__device__ void high(int *a, int i) { a[i + 64] = 2; }

__global__ void k(int *a, int n) {
  writer f = n > 3 ? low : high;
  f(a, threadIdx.x);
}
