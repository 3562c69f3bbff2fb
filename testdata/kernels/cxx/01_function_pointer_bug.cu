//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// One of the two functions writes the next thread's element.
typedef void (*writer)(int *, int);

__device__ void here(int *a, int i) {
  a[i] = 1; // want "race"
}

__device__ void next(int *a, int i) {
  a[i + 1] = 2; // want "race"
}

__global__ void k(int *a) {
  writer f = threadIdx.x % 2 ? here : next;
  f(a, threadIdx.x);
}
