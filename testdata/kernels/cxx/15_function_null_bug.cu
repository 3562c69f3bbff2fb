//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Where the kernel compares what it reads from the table, that may be null as well.
typedef void (*writer)(int *, int);

__device__ void low(int *a, int i) { a[i] = 1; }
__device__ writer table[4] = {low};

__global__ void k(int *a, int n) {
  writer f = table[n];
  if (f == low)
    f(a, threadIdx.x);
  else
    a[0] = threadIdx.x; // want "race on a"
}
